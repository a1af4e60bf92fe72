// The spoken form of a block's text: quotation marks and emphasis marks are silent, numbers and abbreviations are written out,
// exclusions are left out. Every spoken unit is mapped to its source units, so that word timings can be given in offsets of
// the block's text.

import { type Annotation, isSpeechTag, type TextContent } from "../document/document.ts";
import type { LexiconPlace } from "../lexicon/lexicon.ts";
import { spokenLanguage } from "./languages/languages.ts";
import { isLetter, isSpace, isWordUnit } from "./spoken-characters.ts";
import type { SpokenRun, SpokenText } from "./spoken-form.ts";
import { sourceToSpoken, spokenToSource } from "./spoken-map.ts";
import { emphasisMarks } from "./spoken-marks.ts";
import { type Scan, say, scanSpoken } from "./spoken-scan.ts";
import { spokenWriter } from "./spoken-writer.ts";

export type { SpokenRun, SpokenText } from "./spoken-form.ts";
export { type SourceWord, type SpokenWord, sourceWords, spokenSourceRanges, spokenToSource } from "./spoken-map.ts";

export interface SpokenTextOptions {
  /** BCP 47 language of the text, English when absent; see languages.ts for those that have rules. */
  readonly language?: string;
  /** Leaves out what only says who speaks ("said Mary"), as if it were excluded. */
  readonly omitTags?: boolean;
  /** Pronunciations in addition to those of the text itself; see lexiconPlaces(). */
  readonly lexicon?: readonly LexiconPlace[];
}

/** A text with the pronunciations of the lexicon among its own. */
export function withLexicon(content: TextContent, places: readonly LexiconPlace[] = []): TextContent {
  if (places.length === 0) return content;
  const annotations = places.map(({ entry_id: id, start_utf16, end_utf16, alphabet, value }): Annotation => {
    return { kind: "pronunciation", id, start_utf16, end_utf16, alphabet, value };
  });
  return { ...content, annotations: [...content.annotations, ...annotations] };
}

/** A range of source that is left out or replaced by an alias. In order, without overlap. */
interface Cut {
  readonly start: number;
  readonly end: number;
  readonly alias: string | null;
}

const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Kept before the first letter: Spanish opening marks and the apostrophe of "'Tis". */
const OPENING = "\u00bf\u00a1'\u2019";

function cuts(content: TextContent, options: SpokenTextOptions): Cut[] {
  const { text, annotations } = content;
  if (annotations.length === 0) return [];
  const found: Cut[] = [];
  for (const annotation of annotations) {
    const start = Math.max(0, annotation.start_utf16);
    const end = Math.min(text.length, annotation.end_utf16);
    if (end <= start) continue;
    if (isLeftOut(annotation, options)) found.push({ start, end, alias: null });
    else if (annotation.kind === "pronunciation" && annotation.alphabet === "alias") {
      const { language } = options;
      const plain = { ...content, text: annotation.value, annotations: [], points: [] };
      found.push({ start, end, alias: spokenText(plain, language === undefined ? {} : { language }).text });
    }
  }
  // Exclusions win over aliases, then the earlier one wins.
  found.sort((a, b) => a.start - b.start || Number(a.alias !== null) - Number(b.alias !== null) || b.end - a.end);
  const result: Cut[] = [];
  for (const cut of found) {
    const last = result.at(-1);
    if (last === undefined || cut.start >= last.end) result.push(cut);
    else if (cut.alias === null && last.alias === null)
      result[result.length - 1] = { ...last, end: Math.max(last.end, cut.end) };
    else if (cut.alias === null)
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, cut.end), alias: null };
  }
  return result;
}

/** Whether the text under an annotation is not spoken. */
export function isLeftOut(annotation: Annotation, { omitTags = false }: SpokenTextOptions): boolean {
  return annotation.kind === "exclusion" || (omitTags && isSpeechTag(annotation));
}

/** The same text between its first and last sound: nothing silent before the first letter, no space at the end. */
function trimmed(text: string, runs: readonly SpokenRun[]): { text: string; start: number; runs: SpokenRun[] } {
  let start = text.search(WORD_CHARACTER);
  if (start < 0) return { text: "", start: 0, runs: [] };
  while (start > 0 && OPENING.includes(text[start - 1]!)) start--;
  let end = text.length;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  const kept: SpokenRun[] = [];
  for (const run of runs) {
    const from = Math.max(run.spoken_start, start);
    const to = Math.min(run.spoken_end, end);
    if (to <= from) continue;
    kept.push({
      spoken_start: from - start,
      spoken_end: to - start,
      source_start: run.same ? run.source_start + from - run.spoken_start : run.source_start,
      source_end: run.same ? run.source_end - (run.spoken_end - to) : run.source_end,
      same: run.same,
    });
  }
  return { text: text.slice(start, end), start, runs: kept };
}

/** Offset after the last letter or digit. */
function lastSoundEnd(text: string): number {
  let end = text.length;
  while (end > 0) {
    const code = text.charCodeAt(end - 1);
    const width = isLowSurrogate(code) ? 2 : 1;
    if (WORD_CHARACTER.test(text.slice(end - width, end))) return end;
    end -= width;
  }
  return 0;
}

function pauses(content: TextContent, text: string, runs: readonly SpokenRun[]) {
  let leading = 0;
  let trailing = 0;
  const inner = new Map<number, number>();
  const first = text.search(WORD_CHARACTER);
  const last = lastSoundEnd(text);
  for (const point of content.points) {
    if (point.kind !== "timed_silence") continue;
    const offset = text === "" ? 0 : sourceToSpoken(runs, point.offset_utf16);
    if (offset <= first || text === "") leading += point.duration_ms;
    else if (offset >= last) trailing += point.duration_ms;
    else inner.set(offset, (inner.get(offset) ?? 0) + point.duration_ms);
  }
  const silences = [...inner]
    .map(([offset, duration_ms]) => ({ offset, duration_ms }))
    .sort((a, b) => a.offset - b.offset);
  return { silences, leading_silence_ms: leading, trailing_silence_ms: trailing };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function pronunciations(content: TextContent, runs: readonly SpokenRun[], text: string): SpokenText["pronunciations"] {
  if (content.annotations.length === 0) return [];
  const found: SpokenText["pronunciations"][number][] = [];
  for (const annotation of content.annotations) {
    if (annotation.kind !== "pronunciation" || annotation.alphabet === "alias") continue;
    let start = sourceToSpoken(runs, annotation.start_utf16);
    let end = sourceToSpoken(runs, annotation.end_utf16);
    // A span that begins inside written-out words includes all of them.
    const at = spokenToSource({ runs }, start - 1, start);
    if (start > 0 && at.start_utf16 < annotation.start_utf16 && at.end_utf16 > annotation.start_utf16) {
      const run = runs.find((each) => each.spoken_end === start);
      start = run?.spoken_start ?? start;
    }
    while (start < end && !isWordUnit(text.charCodeAt(start))) start++;
    while (end > start && !isWordUnit(text.charCodeAt(end - 1))) end--;
    if (isLowSurrogate(text.charCodeAt(start))) start--;
    if (isLowSurrogate(text.charCodeAt(end))) end++;
    if (end > start) found.push({ start, end, alphabet: annotation.alphabet, value: annotation.value });
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  let at = 0;
  return found.filter((each) => {
    if (each.start < at) return false;
    at = each.end;
    return true;
  });
}

/**
 * The spoken form of a block's text, for any engine. Offsets are UTF-16 units. Pure, linear in the text's length.
 * `text` is empty when nothing can be said (only punctuation, only excluded text); authored pauses are then leading.
 */
export function spokenText(given: TextContent, options: SpokenTextOptions = {}): SpokenText {
  const content = withLexicon(given, options.lexicon);
  const source = content.text;
  const writer = spokenWriter();
  const scan: Scan = {
    source,
    writer,
    language: spokenLanguage(options.language),
    marks: emphasisMarks(source),
    emphasis: [],
    emphasisStart: -1,
    line: { start: 0, end: 0, capitals: false },
  };
  let from = 0;
  for (const cut of cuts(content, options)) {
    scanSpoken(scan, from, cut.start);
    if (cut.alias !== null && cut.alias !== "") {
      say(scan, { start: cut.start, end: cut.end, say: cut.alias, words: true });
    } else if (
      isLetter(writer.last) &&
      isLetter(source.charCodeAt(cut.end)) &&
      /\s/.test(source.slice(cut.start, cut.end))
    ) {
      say(scan, { start: cut.end, end: cut.end, say: " " });
    }
    from = cut.end;
  }
  scanSpoken(scan, from, source.length);
  const { text, start, runs } = trimmed(writer.parts.join(""), writer.runs);
  const emphasis: { start: number; end: number }[] = [];
  for (const span of scan.emphasis) {
    const begin = Math.max(0, span.start - start);
    const end = Math.min(text.length, span.end - start);
    if (end > begin && begin >= (emphasis.at(-1)?.end ?? 0)) emphasis.push({ start: begin, end });
  }
  return { text, runs, emphasis, pronunciations: pronunciations(content, runs, text), ...pauses(content, text, runs) };
}
