// Collects spoken text, with the source units of every piece.
// Always true: runs are in order and cover the text written so far without gap or overlap.

import type { SpokenRun } from "./spoken-form.ts";

const SPACE = 32;

export interface SpokenWriter {
  readonly parts: string[];
  readonly runs: SpokenRun[];
  length: number;
  /** The last code unit written; 0 at the beginning. Stored because reading it from joined strings is not constant time. */
  last: number;
}

export function spokenWriter(): SpokenWriter {
  return { parts: [], runs: [], length: 0, last: 0 };
}

/** Copies source[start, end) unit by unit. A space is not doubled. */
export function copySource(writer: SpokenWriter, source: string, start: number, end: number): void {
  let from = start;
  if (writer.last === SPACE || writer.length === 0) while (from < end && source.charCodeAt(from) === SPACE) from++;
  if (from >= end) return;
  writer.parts.push(source.slice(from, end));
  const spokenStart = writer.length;
  writer.length += end - from;
  writer.last = source.charCodeAt(end - 1);
  const previous = writer.runs.at(-1);
  if (previous?.same && previous.source_end === from) {
    writer.runs[writer.runs.length - 1] = { ...previous, spoken_end: writer.length, source_end: end };
    return;
  }
  writer.runs.push({
    spoken_start: spokenStart,
    spoken_end: writer.length,
    source_start: from,
    source_end: end,
    same: true,
  });
}

/** Writes words that stand for source[start, end). Nothing is written for an empty string; a space is not doubled. */
export function writeSpoken(writer: SpokenWriter, spoken: string, start: number, end: number): void {
  const text = (writer.last === SPACE || writer.length === 0) && spoken.startsWith(" ") ? spoken.trimStart() : spoken;
  if (text.length === 0) return;
  writer.parts.push(text);
  writer.runs.push({
    spoken_start: writer.length,
    spoken_end: writer.length + text.length,
    source_start: start,
    source_end: end,
    same: false,
  });
  writer.length += text.length;
  writer.last = text.charCodeAt(text.length - 1);
}
