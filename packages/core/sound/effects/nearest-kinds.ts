// Finds the recipes nearest to a prompt without a recipe.

import { EMPTY, SUBJECTS } from "./english-prompts.ts";
import { type EffectName, RECIPES } from "./recipes.ts";

/** Things without a recipe, and their nearest recipes. */
const RELATED: readonly (readonly [words: string, kinds: readonly EffectName[]])[] = [
  [
    "lion tiger bear monster dragon beast roar growl cow bull sheep goat pig horse neigh donkey",
    ["dog", "wolf", "hooves"],
  ],
  ["rooster cock hen chicken duck goose crow raven parrot pigeon", ["birds", "gulls", "owl"]],
  [
    "laugh laughing laughter giggle scream screaming shout shouting cough sneeze sigh sob whisper",
    ["crowd", "cheering", "baby"],
  ],
  ["guitar harp flute organ music song orchestra accordion harmonica", ["piano", "violin"]],
  ["trumpet horn bugle siren foghorn hooter", ["whistle", "car_horn"]],
  ["plane aeroplane airplane helicopter boat ship tractor bus motorcycle", ["engine", "train"]],
  ["boiling steam bubbling bubbles pouring tea water", ["kettle", "stream", "dripping"]],
  ["keyboard computer printer sewing machine factory", ["typewriter", "engine"]],
  ["bees insects flies buzzing frogs", ["crickets", "birds"]],
  ["punch fight slap fall thud hit", ["slam", "knock", "splash"]],
  ["snow avalanche earthquake volcano rocks", ["explosion", "thunder", "storm"]],
];

/** The name in the words of a prompt: "car_horn" is "car horn". */
const inWords = (effect: EffectName) => effect.replaceAll("_", " ");

/** At most three recipes, the nearest first. */
export function nearestKinds(prompt: string): string[] {
  const words = (prompt.toLowerCase().match(/\p{L}[\p{L}'’-]*/gu) ?? []).filter((word) => !EMPTY.has(word));
  const scores = new Map<EffectName, number>();
  const add = (effect: EffectName, score: number) => scores.set(effect, (scores.get(effect) ?? 0) + score);
  for (const word of words) {
    for (const [things, kinds] of RELATED) {
      if (!things.split(" ").includes(word)) continue;
      for (const [place, kind] of kinds.entries()) add(kind, 2 - 0.1 * place);
    }
    for (const { effect, all } of SUBJECTS) {
      for (const known of all.flatMap((set) => set.split("|"))) add(effect, 0.2 * likeness(word, known) ** 3);
    }
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const kinds = ranked.length > 0 ? ranked.map(([effect]) => effect) : (Object.keys(RECIPES) as EffectName[]);
  return kinds.slice(0, 3).map(inWords);
}

/** Dice's coefficient of letter pairs: 1 for equal words, 0 for words without common pairs. */
function likeness(one: string, other: string): number {
  const pairsOf = (word: string) =>
    new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)));
  const a = pairsOf(one);
  const b = pairsOf(other);
  return a.size + b.size === 0 ? 0 : (2 * [...a].filter((pair) => b.has(pair)).length) / (a.size + b.size);
}
