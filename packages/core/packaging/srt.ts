// SubRip subtitles from timed text: cues of at most two lines of 42 characters, broken where the language breathes.

import { breakIntoCues, type CueWord } from "./srt-breaks.ts";
import { lengthOf, wrapCue } from "./srt-lines.ts";

/** What is spoken from `start_ms` on for `duration_ms`, with the words' times where the engine told them. */
export interface SpokenPassage {
  readonly text: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  /** Whose name is told where it changes; null is the narrator, who has none. */
  readonly speaker?: string | null;
  /** Offsets are UTF-16 units into `text`; ascending. Null or empty: times are shared out by length of text. */
  readonly words:
    | readonly {
        readonly start_utf16: number;
        readonly end_utf16: number;
        readonly start_ms: number;
        readonly end_ms: number;
      }[]
    | null;
}

export interface Cue {
  readonly start_ms: number;
  readonly end_ms: number;
  /** One or two. */
  readonly lines: readonly string[];
}

/** A cue stays at least this long if the next one does not need the place. */
const SHORTEST_MS = 1000;
/** Faster than this, in characters a second, nobody reads with ease (Netflix Timed Text Style Guide: 20). */
const READING_SPEED = 20;
/** How far a cue may lag behind its first word, so that those before it can be read to their end. */
const MOST_LAG_MS = 2000;
/** Code points of a name; longer ones are cut. */
const NAME_LENGTH = 30;

/**
 * The cues of passages in order. They never overlap; a cue belongs to one passage. One that is read more slowly than its words
 * are spoken lasts longer, into the pause after them, or else into the next cue's time, which then begins a little late.
 */
export function cuesOf(passages: readonly SpokenPassage[]): Cue[] {
  const timed = passages.flatMap((passage, i) => {
    const name = passage.speaker ?? null;
    const isNew = name !== null && name !== (passages[i - 1]?.speaker ?? null);
    const words = timedWords(passage);
    return breakIntoCues(isNew ? [...nameWords(name, words[0]?.start_ms ?? passage.start_ms), ...words] : words);
  });
  let free = 0;
  return timed.map((words, i) => {
    const lines = wrapCue(words.map((word) => word.text).join(" "));
    const start = Math.max(free, Math.round(words[0]!.start_ms));
    const spoken = Math.max(start + 1, Math.round(words.at(-1)!.end_ms));
    const next = timed[i + 1]?.[0]?.start_ms;
    const reading = start + Math.ceil((lengthOf(lines.join(" ")) / READING_SPEED) * 1000);
    const late = next === undefined ? reading : Math.max(spoken, Math.min(reading, Math.round(next) + MOST_LAG_MS));
    const short = next === undefined ? start + SHORTEST_MS : Math.min(start + SHORTEST_MS, Math.round(next));
    const end = Math.max(spoken, late, short);
    free = end;
    return { start_ms: start, end_ms: end, lines };
  });
}

/** `NAME:` as words that take no time. */
function nameWords(name: string, at: number): CueWord[] {
  const told = [...visible(name).trim()].slice(0, NAME_LENGTH).join("").trim().toUpperCase();
  if (told === "") return [];
  return `${told}:`.split(/\s+/u).map((text) => ({ text, start_ms: at, end_ms: at }));
}

/** A whole SRT file; empty without cues. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, i) => `${i + 1}\n${clock(cue.start_ms)} --> ${clock(cue.end_ms)}\n${cue.lines.join("\n")}\n`)
    .join("\n");
}

function clock(ms: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${time},${String(ms % 1000).padStart(3, "0")}`;
}

/** What would end a cue early or be taken for its times is replaced; what cannot be seen is left out. */
const visible = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u200b\u2060\ufeff]/gu, "")
    .replaceAll("-->", "→");

/** The text cut at white space, each word with its time. */
function timedWords(passage: SpokenPassage): CueWord[] {
  const { text, start_ms, duration_ms } = passage;
  const spans = [...text.matchAll(/\S+/gu)]
    .map((match) => ({ from: match.index, to: match.index + match[0].length, text: visible(match[0]) }))
    .filter((span) => span.text !== "");
  const shared = (offset: number): number => start_ms + (duration_ms * offset) / text.length;
  if (passage.words === null || passage.words.length === 0) {
    return spans.map((span) => ({ text: span.text, start_ms: shared(span.from), end_ms: shared(span.to) }));
  }
  return fillTimes(spans, timesFromWords(spans, passage.words), start_ms, start_ms + duration_ms);
}

type Time = { readonly start_ms: number; readonly end_ms: number } | null;

/** A dash between two words, or a word whose event got lost, lasts from its neighbour to its neighbour. */
function fillTimes(
  spans: readonly { readonly text: string }[],
  times: readonly Time[],
  start: number,
  end: number,
): CueWord[] {
  const following = new Float64Array(spans.length);
  for (let i = spans.length - 1, next = end; i >= 0; i--) {
    following[i] = next;
    next = times[i]?.start_ms ?? next;
  }
  let before = start;
  return spans.map((span, i) => {
    const time = times[i] ?? { start_ms: before, end_ms: Math.max(before, following[i]!) };
    before = time.end_ms;
    return { text: span.text, ...time };
  });
}

/** For every span of text the time of the words that lie in it. */
function timesFromWords(
  spans: readonly { readonly from: number; readonly to: number }[],
  words: NonNullable<SpokenPassage["words"]>,
): Time[] {
  let next = 0;
  return spans.map((span) => {
    while (next < words.length && words[next]!.end_utf16 <= span.from) next++;
    let start: number | null = null;
    let end = 0;
    for (let i = next; i < words.length && words[i]!.start_utf16 < span.to; i++) {
      start ??= words[i]!.start_ms;
      end = Math.max(end, words[i]!.end_ms);
    }
    return start === null ? null : { start_ms: start, end_ms: Math.max(start, end) };
  });
}
