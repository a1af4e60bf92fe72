// Two people of one name that the text keeps apart: "old Sir Hugh" and "young Hugh", "the elder Miss Pell" and "the younger Miss Pell",
// "Tom Reed Senior" and "Tom Reed Junior"; and people of one noun: "the first brother" and "the second brother".

import type { LanguageData } from "./language/language.ts";
import type { Gender } from "./script.ts";
import { IN_SPEECH, type Tokens } from "./tokens.ts";

export type Generation = "old" | "young";

const MARKERS: ReadonlyMap<string, Generation> = new Map([
  ["old", "old"],
  ["elder", "old"],
  ["young", "young"],
  ["younger", "young"],
]);
/** These words always set one person apart from another; "old" and "young" also describe. */
const ALWAYS: ReadonlySet<string> = new Set(["elder", "younger"]);

/** "old Hugh" and "young Hugh" are two people if the narration names both within this many words. */
const NEAR = 300;

/** "senior" in "Tom Reed Senior"; null for a word that is a name. */
export function generationOfSuffix(words: readonly string[], { generationSuffixes }: LanguageData): Generation | null {
  return words.length < 2 ? null : (generationSuffixes?.get(words[words.length - 1]!) ?? null);
}

/** "young" in "young Hugh", and in the titles of "Young Hugh" at the beginning of a sentence. */
export function markerOf(before: string, titles: readonly string[]): string | null {
  if (MARKERS.has(before)) return before;
  return titles.find((title) => MARKERS.has(title)) ?? null;
}

export function generationOfMarker(marker: string): Generation {
  return MARKERS.get(marker)!;
}

/** A mention of a name behind a marker. */
export interface MarkedName {
  readonly mention: number;
  readonly token: number;
  readonly marker: string;
  readonly words: string;
  readonly gender: Gender | null;
  readonly titled: boolean;
}

export interface Division {
  readonly words: string;
  readonly gender: Gender | null;
  readonly marked: ReadonlyMap<number, Generation>;
  /** The generation of the name without titles and markers: "Hugh" beside "old Sir Hugh" is the young one. */
  readonly bare: Generation;
}

const agree = (left: Gender | null, right: Gender | null): boolean => left === null || right === null || left === right;

/**
 * The names that the text gives to two people of different age.
 *
 * @param known names that two people had before this text
 */
export function divisions(marked: readonly MarkedName[], known: ReadonlySet<string>, { flags }: Tokens): Division[] {
  const byWords = Map.groupBy(marked, ({ words }) => words);
  const found: Division[] = [];
  for (const [words, all] of byWords) {
    if (all.length < 2 && !known.has(words)) continue;
    const genders = new Set(all.map(({ gender }) => gender));
    const stated = [...genders].filter((gender) => gender !== null);
    for (const gender of stated.length === 0 ? [null] : stated) {
      const own = all.filter((one) => agree(one.gender, gender));
      if (!known.has(words) && !areTwo(own, flags)) continue;
      const of = (generation: Generation) => own.filter(({ marker }) => MARKERS.get(marker) === generation);
      const titled = of("old").every((one) => one.titled) && of("young").some((one) => !one.titled);
      found.push({
        words,
        gender,
        marked: new Map(own.map(({ mention, marker }) => [mention, MARKERS.get(marker)!])),
        bare: titled ? "young" : "old",
      });
    }
  }
  return found;
}

function areTwo(own: readonly MarkedName[], flags: Tokens["flags"]): boolean {
  const last = { old: Number.NEGATIVE_INFINITY, young: Number.NEGATIVE_INFINITY };
  const sure = { old: false, young: false };
  for (const { token, marker } of own) {
    if ((flags[token]! & IN_SPEECH) !== 0) continue;
    const generation = MARKERS.get(marker)!;
    const other = generation === "old" ? "young" : "old";
    if (ALWAYS.has(marker)) sure[generation] = true;
    if (sure.old && sure.young) return true;
    last[generation] = token;
    if (token - last[other] <= NEAR) return true;
  }
  return false;
}

/** "first" in "the first brother"; null without such a word. */
export function rankOf({ lower }: Tokens, noun: number, { article, ordinals }: LanguageData): string | null {
  if (ordinals === undefined || noun < 2 || lower[noun - 2] !== article) return null;
  const rank = lower[noun - 1]!;
  return ordinals.has(rank) ? rank : null;
}

/** A mention of a noun behind a word such as "first". */
export interface RankedNoun {
  readonly mention: number;
  readonly noun: string;
  readonly rank: string;
}

/** The mentions of nouns that the text gives to several people by their order. */
export function rankedPeople(ranked: readonly RankedNoun[]): RankedNoun[] {
  const ranks = new Map<string, Set<string>>();
  for (const { noun, rank } of ranked) ranks.set(noun, (ranks.get(noun) ?? new Set()).add(rank));
  return ranked.filter(({ noun }) => ranks.get(noun)!.size > 1);
}
