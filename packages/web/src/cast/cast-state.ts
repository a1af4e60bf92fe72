// What the cast screen knows of a chapter: each person's stale lines, what is heard of a line, and who shares a voice.

import type { TextContent } from "@fullcast/core/document";
import type { BlockMedia, Document, Speaker, Voice } from "../api/api.ts";
import { castTexts } from "../i18n/cast-texts.ts";
import { language } from "../i18n/i18n.ts";

/** How many lines of each person no longer fit their audio. */
export function staleLinesOfPeople(
  blocks: Document["blocks"],
  media: readonly BlockMedia[],
): ReadonlyMap<string, number> {
  const stale = new Set(media.filter((one) => one.freshness === "stale").map((one) => one.block_id));
  const people = new Map<string, number>();
  for (const { id, speaker_id } of blocks) {
    if (speaker_id !== null && stale.has(id)) people.set(speaker_id, (people.get(speaker_id) ?? 0) + 1);
  }
  return people;
}

/** The text without what is never spoken, such as "MARA:" before her words. */
export function heardWords({ text, annotations }: TextContent): string {
  const silent = annotations
    .filter(({ kind }) => kind === "exclusion")
    .sort((a, b) => a.start_utf16 - b.start_utf16 || a.end_utf16 - b.end_utf16);
  let heard = "";
  let at = 0;
  for (const { start_utf16, end_utf16 } of silent) {
    heard += text.slice(at, Math.max(at, start_utf16));
    at = Math.max(at, end_utf16);
  }
  return (heard + text.slice(at)).trim();
}

/** The people whose name or other name contains the words of a search. */
export function namedPeople(people: readonly Speaker[], search: string): readonly Speaker[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return people.filter(({ name, aliases }) => {
    const names = [name, ...aliases].join(" ").toLowerCase();
    return words.every((word) => names.includes(word));
  });
}

/** The share of all characters that a person speaks, 0 to 1. */
export function shareOf(speaker: Speaker, all: readonly Speaker[]): number {
  const total = all.reduce((sum, one) => sum + one.usage.character_count, 0);
  return total === 0 ? 0 : speaker.usage.character_count / total;
}

export interface VoiceFilter {
  readonly language: string;
  readonly gender: string;
  readonly age: string;
  readonly accent: string;
  readonly provider: string;
  readonly search: string;
}

/** The accent of a voice; where the engine names none, its language with the region. */
export const accentOf = (voice: Voice): string => voice.accent ?? voice.language;

/** An accent in the language of the studio; a language with its region by its name there. */
export function accentWords(accent: string): string {
  const known = castTexts.accents[accent];
  if (known !== undefined) return known;
  return /^[a-z]{2,3}-\w+$/.test(accent)
    ? (new Intl.DisplayNames(language, { type: "language" }).of(accent) ?? accent)
    : accent;
}

/** The formant synthesiser. It is always there, and it sounds like a machine. */
const MACHINE_VOICES = "espeak";

/** The voices that pass the filter, those that sound like people first. */
export function filteredVoices(voices: readonly Voice[], filter: VoiceFilter): readonly Voice[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  const passes = (voice: Voice): boolean => {
    if (filter.language !== "" && voice.language.split("-")[0] !== filter.language) return false;
    if (filter.gender !== "" && voice.gender !== filter.gender) return false;
    if (filter.age !== "" && voice.age !== filter.age) return false;
    if (filter.accent !== "" && accentOf(voice) !== filter.accent) return false;
    if (filter.provider !== "" && voice.provider !== filter.provider) return false;
    const text = `${voice.name} ${voice.accent ?? ""} ${voice.description} ${voice.tags.join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return voices
    .filter(passes)
    .sort((a, b) => Number(a.provider === MACHINE_VOICES) - Number(b.provider === MACHINE_VOICES));
}

/**
 * The voices that suit a person first: those that can speak now, that sound like people, of the person's age, and that speak
 * no other person. Else in their own order.
 */
export function bestFirst(
  voices: readonly Voice[],
  person: {
    readonly age: string | null;
    /** Voices of other people. */
    readonly used: ReadonlySet<string>;
  },
): readonly Voice[] {
  const place = (voice: Voice) => [
    Number(!voice.available),
    Number(voice.provider === MACHINE_VOICES),
    Number(person.age !== null && voice.age !== person.age),
    Number(person.used.has(voice.voice_id)),
  ];
  return voices
    .map((voice) => ({ voice, at: place(voice) }))
    .sort((a, b) => {
      const differs = a.at.findIndex((value, index) => value !== b.at[index]);
      return (a.at[differs] ?? 0) - (b.at[differs] ?? 0);
    })
    .map(({ voice }) => voice);
}
