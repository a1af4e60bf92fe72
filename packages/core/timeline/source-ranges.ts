// The ranges of a block's text that its audio covers: everything except exclusions and surrounding white space.

import type { SourceRange, TextContent } from "../document/document.ts";

/** In order, without overlap, none empty or only white space. An empty list if nothing is left. */
export function voicedRanges(content: TextContent): readonly SourceRange[] {
  const { text } = content;
  const exclusions = content.annotations
    .filter((one) => one.kind === "exclusion")
    .sort((a, b) => a.start_utf16 - b.start_utf16);
  const ranges: SourceRange[] = [];
  let from = 0;
  for (const exclusion of exclusions) {
    pushTrimmed(ranges, text, from, exclusion.start_utf16);
    from = Math.max(from, exclusion.end_utf16);
  }
  pushTrimmed(ranges, text, from, text.length);
  return ranges;
}

/** The text of the ranges, joined by spaces. */
export function textOfRanges(text: string, ranges: readonly SourceRange[]): string {
  if (ranges.length === 1) return text.slice(ranges[0]!.start_utf16, ranges[0]!.end_utf16);
  return ranges.map(({ start_utf16, end_utf16 }) => text.slice(start_utf16, end_utf16)).join(" ");
}

function pushTrimmed(ranges: SourceRange[], text: string, from: number, to: number): void {
  let start = from;
  let end = Math.min(to, text.length);
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  // Members in canonical order, see passages.ts.
  if (end > start) ranges.push({ end_utf16: end, start_utf16: start });
}

function isSpace(unit: number): boolean {
  if (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) return true;
  return unit > 0x7f && /\s/.test(String.fromCharCode(unit));
}
