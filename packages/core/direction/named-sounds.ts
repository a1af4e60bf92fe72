// Finds the uploaded sound that replaces a generated effect, by the effect's prompt.

import type { Block, SfxBlock } from "../document/document.ts";
import { understandPrompt } from "../sound/effects/effects.ts";
import { weightedStems } from "./match-sounds.ts";
import { gainUnderSpeech, type PlaceableSound, sourceOf } from "./place-sounds.ts";

/** A sound matches a prompt without a recipe if its words are at least this share of the prompt's words. */
const LEAST_SHARE = 0.5;

type Named<Sound> = (prompt: string) => Sound | null;

/**
 * Finds the sound that matches a prompt. For a prompt with a recipe, the name or a tag of the sound must have the same
 * recipe: "Door knock" matches "knocks on a wooden door", "Door" does not. For any other prompt, the name or a tag must
 * have only words of the prompt, and at least half of them. Of several sounds the one with the most common and the fewest
 * other words wins, then the first.
 */
export function soundNamed<Sound extends PlaceableSound>(sounds: readonly Sound[]): Named<Sound> {
  const known = sounds.map((sound) => {
    // "Piano, sad" and "piano_sad (take 2)" are a piano.
    const names = [sound.name, ...sound.tags].flatMap((name) => [name, ...name.split(/[,;:_()–—-]+/u)]);
    return {
      sound,
      effects: new Set(names.flatMap((name) => understandPrompt(name)?.effect ?? [])),
      names: names.map(weightedStems).filter((stems) => stems.size > 0),
      words: new Set(names.flatMap((name) => [...weightedStems(name).keys()])),
    };
  });
  const found = new Map<string, Sound | null>();
  return (prompt) => {
    const before = found.get(prompt);
    if (before !== undefined) return before;
    const effect = understandPrompt(prompt)?.effect;
    const stems = weightedStems(prompt);
    let best: { readonly sound: Sound; readonly score: number } | null = null;
    for (const { sound, effects, names, words } of known) {
      if (effect === undefined ? !names.some((name) => isMostOf(name, stems)) : !effects.has(effect)) continue;
      const shared = [...words].filter((word) => stems.has(word)).length;
      const score = shared - 0.01 * (words.size - shared);
      if (best === null || score > best.score) best = { sound, score };
    }
    found.set(prompt, best?.sound ?? null);
    return best?.sound ?? null;
  };
}

function isMostOf(name: ReadonlyMap<string, number>, prompt: ReadonlyMap<string, number>): boolean {
  let share = 0;
  for (const [stem] of name) {
    const weight = prompt.get(stem);
    if (weight === undefined) return false;
    share += weight;
  }
  const all = [...prompt.values()].reduce((sum, weight) => sum + weight, 0);
  // A word of manner alone ("distant") does not match.
  return [...name.values()].includes(1) && share >= all * LEAST_SHARE;
}

/** The script with matching sounds in its generated effects, and the number of changed effects. */
export function withNamedSounds(
  blocks: readonly Block[],
  named: Named<PlaceableSound>,
): { readonly blocks: readonly Block[]; readonly named: number } {
  let count = 0;
  const next = blocks.map((block, index): Block => {
    if (block.kind !== "sfx" || block.content.source !== undefined || block.content.seed !== null) return block;
    const sound = named(block.content.prompt);
    if (sound === null) return block;
    count += 1;
    return playing(block, sound, lineAfter(blocks, index));
  });
  return { blocks: next, named: count };
}

/** The effect with the uploaded sound, at the level of a sound below speech. */
function playing(block: SfxBlock, sound: PlaceableSound, line: string | null): SfxBlock {
  const lasts = block.placement?.until_block_id !== undefined;
  // A sound that lasts until a line plays completely. Any other keeps the length of its effect.
  const duration_ms = lasts ? Math.min(sound.duration_ms, LONGEST_MS) : block.content.duration_ms;
  const heard = Math.min(duration_ms, sound.duration_ms);
  const gain_db = gainUnderSpeech(sound, lasts ? Number.POSITIVE_INFINITY : heard);
  const fade_out_ms = Math.min(heard < sound.duration_ms ? CUT_FADE_MS : 0, heard);
  const { placement } = block;
  return {
    ...block,
    content: { ...block.content, duration_ms, source: sourceOf(sound) },
    placement:
      placement !== null
        ? { ...placement, gain_db, fade_out_ms: Math.max(placement.fade_out_ms, fade_out_ms) }
        : line === null
          ? null
          : { ...PLAIN, anchor_block_id: line, gain_db, fade_out_ms },
  };
}

/** The longest effect (interface.md, "Sfx block"). */
const LONGEST_MS = 300_000;
const CUT_FADE_MS = 500;
const PLAIN = { anchor: "start", offset_ms: 0, fade_in_ms: 0 } as const;

const lineAfter = (blocks: readonly Block[], index: number): string | null =>
  blocks.slice(index + 1).find((block) => block.kind === "speech" || block.kind === "narration")?.id ?? null;
