// Writes a range of a request's text as markup for the synthesiser, and maps its word events back.
// Always true: every code point of the markup has its offset in the request's text, so that event positions map to exact
// offsets; nothing in the text can act as markup.

import type { EngineWord, SpeakRequest } from "../engine.ts";
import { PAUSE, SOUND, type SpeechEvent } from "./espeak-events.ts";
import { mnemonics } from "./pronunciation.ts";

export interface Markup {
  readonly text: string;
  /** For each code point of `text` the offset in the request's text. */
  readonly offsets: readonly number[];
  readonly warnings: readonly string[];
}

/** Stress is more pitch, level and length. `<emphasis>` would add a pause before the word. */
const EMPHASIS_OPEN = '<prosody pitch="+18%" volume="+30%" rate="88%">';
const EMPHASIS_CLOSE = "</prosody>";
const NO_BREAK_SPACE = "\u00a0";
const WORD_UNIT = /[\p{L}\p{N}\p{M}]/u;
/** Controls (code 1 would begin an embedded command), private use, byte order marks, lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Co}\p{Cs}\ufeff\ufff9-\uffff]/u;

function isWordUnit(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
  return (code >= 0xd800 && code <= 0xdfff) || WORD_UNIT.test(String.fromCharCode(code));
}

function escaped(character: string, next: string): string {
  const code = character.charCodeAt(0);
  if (code === 38) return "&amp;";
  if (code === 60) return "&lt;";
  if (code === 62) return "&gt;";
  // "[[" begins phoneme mnemonics.
  if (code === 91) return next === "[" ? "[ " : "[";
  if (code < 32 || code >= 127) return UNSAFE.test(character) ? " " : character;
  return character;
}

/** Writes request.text[from, to). A space between two words becomes a no-break space: only then every word has its
 * event. `phonetic`: the voice reads mnemonics (those of English phonemes). */
export function writeMarkup(request: SpeakRequest, from: number, to: number, phonetic: boolean): Markup {
  const { text } = request;
  const parts: string[] = [];
  const offsets: number[] = [];
  const warnings: string[] = [];
  const put = (piece: string, offset: number) => {
    parts.push(piece);
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i);
      if (code < 0xdc00 || code > 0xdfff) offsets.push(offset);
    }
  };
  const emphasis = request.emphasis.filter((span) => span.end > from && span.start < to);
  const spoken = request.pronunciations.filter((span) => span.start >= from && span.end <= to);
  let stress = 0;
  let pronunciation = 0;
  let open = false;
  for (let at = from; at < to; ) {
    const span = emphasis[stress];
    if (open && span !== undefined && at >= span.end) {
      put(EMPHASIS_CLOSE, at);
      open = false;
      stress++;
    }
    const nextSpan = emphasis[stress];
    if (!open && nextSpan !== undefined && at >= nextSpan.start) {
      if (at < nextSpan.end) {
        put(EMPHASIS_OPEN, at);
        open = true;
      } else stress++;
    }
    const said = spoken[pronunciation];
    if (said !== undefined && at >= said.start) {
      pronunciation++;
      const codes = phonetic ? mnemonics(said.alphabet, said.value) : null;
      if (at === said.start && codes !== null) {
        put(`[[${codes}]]`, at);
        at = said.end;
        continue;
      }
      if (codes === null) {
        warnings.push(
          phonetic
            ? `The pronunciation “${said.value}” (${said.alphabet}) has sounds that this voice does not have; it was left out.`
            : "Voices of this language read no phonetic pronunciations; they were left out.",
        );
      }
    }
    const code = text.charCodeAt(at);
    if (code === 32 || code === 0xa0) {
      const joins =
        at > from && at + 1 < to && isWordUnit(text.charCodeAt(at - 1)) && isWordUnit(text.charCodeAt(at + 1));
      // Mnemonics must be separated by a plain space, or they are not read.
      const apart = spoken[pronunciation]?.start === at + 1 || spoken[pronunciation - 1]?.end === at;
      put(joins && !apart ? NO_BREAK_SPACE : " ", at);
      at++;
      continue;
    }
    const width = code >= 0xd800 && code <= 0xdbff && at + 1 < to ? 2 : 1;
    put(escaped(text.slice(at, at + width), text[at + width] ?? ""), at);
    at += width;
  }
  if (open) put(EMPHASIS_CLOSE, to);
  return { text: parts.join(""), offsets, warnings };
}

/** A word of the request's text: letters and digits with the apostrophes, hyphens and full stops inside it. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['\u2019.\-\u2010\u2011\u00b7,:/][\p{L}\p{N}\p{M}]+)*/gu;

export interface WordSpan {
  readonly start: number;
  readonly end: number;
}

export function wordSpans(text: string): WordSpan[] {
  const spans: WordSpan[] = [];
  for (const match of text.matchAll(WORD)) spans.push({ start: match.index, end: match.index + match[0].length });
  return spans;
}

/** A word's sound in samples of the raw audio. */
export interface TimedWord extends WordSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * Words with the samples at which the engine began and ended them. A word begins with its first event and ends with
 * the next pause after its first sound, or the next word. A word without an event is left out. `words` must be the text's words in order.
 */
export function timeWords(
  words: readonly WordSpan[],
  markup: Markup,
  events: readonly SpeechEvent[],
  length: number,
): TimedWord[] {
  const timed: { start: number; end: number; from: number; to: number }[] = [];
  let next = 0;
  let current: { start: number; end: number; from: number; to: number } | null = null;
  let state: "begun" | "sounding" | "over" = "over";
  for (const event of events) {
    if (event.position === SOUND) {
      if (state === "begun") state = "sounding";
      continue;
    }
    if (event.position === PAUSE) {
      // A pause before the first sound (a glottal stop) belongs to the word's beginning.
      if (current !== null && state === "sounding") {
        current.to = Math.min(event.sample, length);
        state = "over";
      }
      continue;
    }
    const offset = markup.offsets[event.position];
    if (offset === undefined) continue;
    if (current !== null && offset < current.end) {
      // A further event inside the same word (a number, a compound): the word continues.
      if (offset >= current.start && state === "over") state = "sounding";
      continue;
    }
    if (current !== null && state !== "over") current.to = Math.min(event.sample, length);
    state = "over";
    while (next < words.length && words[next]!.end <= offset) next++;
    const word = words[next];
    // An event on punctuation right before a word belongs to that word; one further away belongs to no word.
    if (word === undefined || offset < word.start - 2) continue;
    current = { start: word.start, end: word.end, from: event.sample, to: length };
    timed.push(current);
    state = "begun";
    next++;
  }
  return timed.filter((word) => word.to > word.from);
}

/** Sample counts as milliseconds, ascending and without overlap. */
export function wordTimes(words: readonly TimedWord[], sampleRate: number): EngineWord[] {
  const result: EngineWord[] = [];
  let last = 0;
  for (const word of words) {
    const start_ms = Math.max(last, Math.round((word.from * 1000) / sampleRate));
    const end_ms = Math.round((word.to * 1000) / sampleRate);
    if (end_ms <= start_ms) continue;
    result.push({ start: word.start, end: word.end, start_ms, end_ms });
    last = end_ms;
  }
  return result;
}
