// A line with other words: what was marked in the text stays on the words it was marked on.

import type { Annotation, Point, TextContent } from "@fullcast/core/document";

/**
 * The content with another text. Marks before the first difference stay, marks after the last one move with their words,
 * and a mark on words that changed is dropped unless it covers the whole line or encloses the change.
 */
export function withText(content: TextContent, text: string): TextContent {
  const before = content.text;
  const head = commonHead(before, text);
  const tail = commonTail(before, text, head);
  const oldEnd = before.length - tail;
  const shift = text.length - before.length;
  const moved = (start: number, end: number): { start: number; end: number } | null => {
    if (start === 0 && end === before.length) return { start: 0, end: text.length };
    if (end <= head) return { start, end };
    if (start >= oldEnd) return { start: start + shift, end: end + shift };
    if (start < head && end > oldEnd) return { start, end: end + shift };
    return null;
  };
  const annotations = content.annotations.flatMap((one): Annotation[] => {
    const range = moved(one.start_utf16, one.end_utf16);
    return range === null ? [] : [{ ...one, start_utf16: range.start, end_utf16: range.end }];
  });
  const points = content.points.map((one): Point => {
    const at = one.offset_utf16 <= head ? one.offset_utf16 : Math.max(head, one.offset_utf16 + shift);
    return { ...one, offset_utf16: Math.min(text.length, at) };
  });
  const delivery_control_sets = content.delivery_control_sets.map((set) => ({
    ...set,
    directives: set.directives.flatMap((one) => {
      const range = moved(one.start_utf16, one.end_utf16);
      return range === null ? [] : [{ ...one, start_utf16: range.start, end_utf16: range.end }];
    }),
    source_fingerprint: null,
    source_utf16_length: null,
  }));
  return { ...content, text, annotations, points, delivery_control_sets };
}

function commonHead(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  // Never inside a surrogate pair.
  return at > 0 && isHigh(a.charCodeAt(at - 1)) ? at - 1 : at;
}

function commonTail(a: string, b: string, head: number): number {
  const length = Math.min(a.length, b.length) - head;
  let count = 0;
  while (count < length && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count++;
  return count > 0 && isLow(a.charCodeAt(a.length - count)) ? count - 1 : count;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
