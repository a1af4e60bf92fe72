// Subtitles from timed text: cues of at most two lines of 42 characters, broken at sentences and phrases; as SubRip (SRT)
// and as WebVTT (https://www.w3.org/TR/webvtt1/).

import { breakIntoCues, type CueWord } from "./srt-breaks.ts";
import { lengthOf, wrapCue } from "./srt-lines.ts";

/** A text that is spoken from `start_ms` for `duration_ms`, with the times of its words where the engine reported them. */
export interface SpokenPassage {
  readonly text: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  /** Name of the character who speaks; null for the narrator. */
  readonly speaker?: string | null;
  /** Offsets are UTF-16 units into `text`; ascending. Null or empty: times are estimated from the length of text. */
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
  /** Null for the narrator. */
  readonly speaker: string | null;
}

/** A cue is shown at least this long when the next one does not start earlier. */
const SHORTEST_MS = 1000;
/** Characters a second that people read with ease (Netflix Timed Text Style Guide). */
const READING_SPEED = 20;
/** The most that a cue may start after its first word, so that the cue before it can be read. */
const MOST_LAG_MS = 2000;
/** Code points of a name; longer ones are cut. */
const NAME_LENGTH = 30;

/**
 * The cues of passages in order. Cues never overlap; a cue belongs to one passage. A cue whose text takes longer to read than
 * to speak lasts longer: into the pause after it, or into the next cue's time, which then starts a little late.
 *
 * @param names `in_text`: where the speaker changes, the cue starts with the name in capitals; `apart`: only `speaker` has it
 */
export function cuesOf(passages: readonly SpokenPassage[], names: "in_text" | "apart" = "in_text"): Cue[] {
  const timed = passages.flatMap((passage, i) => {
    const name = passage.speaker ?? null;
    const isNamed = names === "in_text" && name !== null && name !== (passages[i - 1]?.speaker ?? null);
    const words = timedWords(passage);
    const shown = isNamed ? [...nameWords(name, words[0]?.start_ms ?? passage.start_ms), ...words] : words;
    return breakIntoCues(shown).map((cue) => ({ words: cue, speaker: name }));
  });
  let free = 0;
  return timed.map(({ words, speaker }, i) => {
    const lines = wrapCue(words.map((word) => word.text).join(" "));
    const start = Math.max(free, Math.round(words[0]!.start_ms));
    const spoken = Math.max(start + 1, Math.round(words.at(-1)!.end_ms));
    const next = timed[i + 1]?.words[0]?.start_ms;
    const reading = start + Math.ceil((lengthOf(lines.join(" ")) / READING_SPEED) * 1000);
    const late = next === undefined ? reading : Math.max(spoken, Math.min(reading, Math.round(next) + MOST_LAG_MS));
    const short = next === undefined ? start + SHORTEST_MS : Math.min(start + SHORTEST_MS, Math.round(next));
    const end = Math.max(spoken, late, short);
    free = end;
    return { start_ms: start, end_ms: end, lines, speaker };
  });
}

/** `NAME:` as words that take no time. */
function nameWords(name: string, at: number): CueWord[] {
  const shown = shortName(name).toUpperCase();
  if (shown === "") return [];
  return `${shown}:`.split(/\s+/u).map((text) => ({ text, start_ms: at, end_ms: at }));
}

const shortName = (name: string): string => [...visible(name).trim()].slice(0, NAME_LENGTH).join("").trim();

/** A whole SRT file; empty without cues. */
export function writeSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, i) => `${i + 1}\n${clock(cue.start_ms, ",")} --> ${clock(cue.end_ms, ",")}\n${cue.lines.join("\n")}\n`)
    .join("\n");
}

/** A whole WebVTT file. The words of a character are in a voice span with the character's name. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map((cue, i) => {
    const name = cue.speaker === null ? "" : shortName(cue.speaker);
    const voice = name === "" ? "" : `<v ${vttText(name)}>`;
    return `${i + 1}\n${clock(cue.start_ms, ".")} --> ${clock(cue.end_ms, ".")}\n${voice}${vttText(cue.lines.join("\n"))}\n`;
  });
  return ["WEBVTT\n", ...blocks].join("\n");
}

const VTT_ESCAPES: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const vttText = (text: string): string => text.replace(/[&<>]/g, (character) => VTT_ESCAPES[character]!);

function clock(ms: number, mark: "," | "."): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1000);
  const time = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${time}${mark}${String(ms % 1000).padStart(3, "0")}`;
}

/** Removes invisible characters, and replaces the arrow that both formats read as a line of times. */
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

/** A span without a time (a dash, a word that the engine did not report) lasts from its neighbour to its neighbour. */
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

/** For every span of text the time of the words inside it. */
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
