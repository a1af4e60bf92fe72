// The text in a recogniser's answer, and when a run of words is heard.

import type { SourceWord } from "../media/media.ts";
import type { DivergentRun } from "./compare-take.ts";

/** UTF-16 units of what a recogniser may write of a take. */
export const MOST_HEARD_UNITS = 200_000;

/**
 * What a program printed: its text, or the `text` of JSON. Lines that are JSON objects are joined.
 * Marks that are no words, such as "[BLANK_AUDIO]" or "<sil>", are left out.
 */
export function printedText(printed: string): string {
  const whole = textOfJson(printed);
  const lines = printed.split(/\r?\n/u).filter((line) => line.trim() !== "");
  const texts = whole === null ? lines.map((line) => textOfJson(line) ?? line) : [whole];
  return texts
    .join(" ")
    .replace(/\[[A-Z_ ]{1,40}\]|<\/?[a-z_]{1,20}>/gu, " ")
    .replace(/\s+/gu, " ")
    .trim()
    .slice(0, MOST_HEARD_UNITS)
    .toWellFormed();
}

function textOfJson(text: string): string | null {
  if (!text.trimStart().startsWith("{")) return null;
  try {
    const value: unknown = JSON.parse(text);
    const found = typeof value === "object" && value !== null && "text" in value ? value.text : null;
    return typeof found === "string" ? found : null;
  } catch {
    return null;
  }
}

/** When a run is heard in its take: by the times of its words, otherwise by its place in the spoken text. */
export function timeOfRun(
  run: DivergentRun,
  words: readonly SourceWord[] | null,
  durationMs: number,
): { readonly start_ms: number; readonly end_ms: number } {
  const own = (words ?? []).filter(
    ({ start_utf16, end_utf16 }) => start_utf16 < run.end_utf16 && end_utf16 > run.start_utf16,
  );
  const first = own[0];
  const last = own.at(-1);
  if (first !== undefined && last !== undefined) return { start_ms: first.start_ms, end_ms: last.end_ms };
  const share = (offset: number) => Math.round((durationMs * offset) / Math.max(1, run.spoken_length));
  return { start_ms: share(run.spoken_start), end_ms: share(run.spoken_end) };
}
