// What was heard in a take, compared with what its line says.

import type { TextContent } from "../document/document.ts";
import {
  type BlockIntentParts,
  optionsOf,
  spokenText,
  spokenToSource,
  utteranceOf,
  withLexicon,
} from "../media/media.ts";
import { alignWords, type ExpectedWord } from "./align-words.ts";
import { type KeyedWord, keyedWords } from "./word-keys.ts";

export interface ComparedTake {
  readonly content: TextContent;
  /** Those of the take. */
  readonly parts: Pick<BlockIntentParts, "tags_omitted" | "language" | "lexicon">;
  /** The engine that spoke it. */
  readonly provider: string;
  /** What the recogniser wrote. */
  readonly heard: string;
}

/** Neighbouring words of a line that were not heard as they are written. */
export interface DivergentRun {
  /** In the text of the block. Both are equal where only additional words were heard. */
  readonly start_utf16: number;
  readonly end_utf16: number;
  /** In the spoken text, and its length, for a time when the words of the take have none. */
  readonly spoken_start: number;
  readonly spoken_end: number;
  readonly spoken_length: number;
  /** As they are spoken; empty where only additional words were heard. */
  readonly expected: string;
  /** Empty: nothing was heard in their place. */
  readonly heard: string;
}

export interface TakeComparison {
  /** Words of the line, without the exempt ones. */
  readonly words: number;
  readonly confirmed: number;
  readonly exempt: number;
  readonly runs: readonly DivergentRun[];
}

/** A line of so few words gives a recogniser no context. */
const SHORT_WORDS = 3;
/** The share of its letters that a short line must have in common with what was heard. */
const SHORT_SHARE = 0.5;
/** Words beyond those of the line: a recogniser that repeats itself is not compared to the end. */
const heardLimit = (expected: number) => 4 * expected + 50;

/** Compares a take with its line, word by word. Linear in the line's length for lines beyond some hundred words. */
export function compareTake({ content, parts, provider, heard }: ComparedTake): TakeComparison {
  const options = optionsOf(parts);
  const spoken = spokenText(content, options);
  const { text, isOwnText } = utteranceOf(content, provider, options);
  const sourceOf = (start: number, end: number) =>
    isOwnText ? spokenToSource(spoken, start, end) : { start_utf16: 0, end_utf16: content.text.length };
  // What has a pronunciation of its own is spelled in no way that a recogniser knows.
  const names = isOwnText
    ? withLexicon(content, options.lexicon).annotations.filter(({ kind }) => kind === "pronunciation")
    : [];
  const expected = keyedWords(text).map((word): ExpectedWord => {
    if (names.length === 0) return { ...word, exempt: false };
    const { start_utf16, end_utf16 } = sourceOf(word.start, word.end);
    return { ...word, exempt: names.some((name) => name.start_utf16 < end_utf16 && name.end_utf16 > start_utf16) };
  });
  // Figures and abbreviations that the recogniser writes are spoken by the rules of the line's language.
  const said = spokenText({ ...content, text: heard, ...NOTHING_MARKED }, withoutLexicon(options)).text;
  const heardWords = keyedWords(said).slice(0, heardLimit(expected.length));
  const counted = expected.filter(({ exempt }) => !exempt).length;
  const exempt = expected.length - counted;
  if (expected.length <= SHORT_WORDS && soundsAlike(expected, heardWords))
    return { words: counted, confirmed: counted, exempt, runs: [] };
  const steps = alignWords(expected, heardWords);
  const runs: DivergentRun[] = [];
  let confirmed = 0;
  let run: { i: number; j: number } | null = null;
  let [i, j] = [0, 0];
  const close = () => {
    if (run !== null) runs.push(runOf(expected.slice(run.i, i), heardWords.slice(run.j, j), expected[run.i - 1]));
    run = null;
  };
  const runOf = (written: readonly KeyedWord[], extra: readonly KeyedWord[], before: KeyedWord | undefined) => {
    const start = written[0]?.start ?? before?.end ?? 0;
    const end = written.at(-1)?.end ?? start;
    return {
      ...sourceOf(start, end),
      spoken_start: start,
      spoken_end: end,
      spoken_length: text.length,
      expected: text.slice(start, end),
      heard: said.slice(extra[0]?.start ?? 0, extra.at(-1)?.end ?? 0),
    };
  };
  for (const step of steps) {
    if (step.agrees) {
      close();
      confirmed += expected.slice(i, i + step.expected).filter((word) => !word.exempt).length;
    } else run ??= { i, j };
    i += step.expected;
    j += step.heard;
  }
  close();
  return { words: counted, confirmed, exempt, runs };
}

const NOTHING_MARKED = { annotations: [], points: [], delivery_control_sets: [] };

const withoutLexicon = ({ language }: { readonly language?: string }) => (language === undefined ? {} : { language });

/** Whether the letters of two short texts are mostly the same, in their order. Exempt words are not compared. */
function soundsAlike(expected: readonly ExpectedWord[], heard: readonly KeyedWord[]): boolean {
  if (expected.length > 0 && expected.every(({ exempt }) => exempt)) return true;
  if (heard.length > 2 * SHORT_WORDS) return false;
  const written = expected.flatMap(({ exempt, key }) => (exempt ? [] : [...key]));
  const said = heard.flatMap(({ key }) => [...key]);
  if (written.length === 0) return said.length === 0;
  const longer = Math.max(written.length, expected.some(({ exempt }) => exempt) ? 0 : said.length);
  return inCommon(written, said) / longer >= SHORT_SHARE;
}

/** The length of the longest common subsequence. */
function inCommon(first: readonly string[], second: readonly string[]): number {
  let row: number[] = new Array(second.length + 1).fill(0);
  for (const letter of first) {
    const next = [0];
    for (let at = 0; at < second.length; at++)
      next.push(letter === second[at] ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!));
    row = next;
  }
  return row.at(-1) ?? 0;
}
