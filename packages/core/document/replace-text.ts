// Replaces places of a text. Annotations, points, directives and sounds stay on the words that they were made for.

import type { Annotation, DeliveryControlSet, SfxPlacement, TextContent } from "./blocks.ts";
import type { SourceRange } from "./source-text.ts";

/** Places of a text in order, without overlap, and the text that each of them becomes. */
export interface Replacement {
  readonly places: readonly SourceRange[];
  readonly text: string;
}

/** UTF-16 units of a text after a replacement. */
export function lengthAfter(length: number, { places, text }: Replacement): number {
  return places.reduce((sum, one) => sum + text.length - (one.end_utf16 - one.start_utf16), length);
}

/** The text with every place replaced. */
export function replacedText(text: string, { places, text: words }: Replacement): string {
  const parts: string[] = [];
  let from = 0;
  for (const place of places) {
    parts.push(text.slice(from, place.start_utf16), words);
    from = place.end_utf16;
  }
  parts.push(text.slice(from));
  return parts.join("");
}

type Side = "start" | "end";

/**
 * Where an offset of the old text lies in the new one. Inside a place that is replaced it becomes the place's start, or its
 * end for `side` "end".
 */
export function offsetAfter(offset: number, { places, text }: Replacement, side: Side): number {
  // The number of places that begin before the offset.
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle]!.start_utf16 < offset) low = middle + 1;
    else high = middle;
  }
  const shift = shifts(places, text.length);
  const last = places[low - 1];
  if (last === undefined) return offset;
  if (offset >= last.end_utf16) return offset + shift[low]!;
  const start = last.start_utf16 + shift[low - 1]!;
  return side === "start" ? start : start + text.length;
}

const shiftsOf = new WeakMap<readonly SourceRange[], { readonly length: number; readonly sums: Int32Array }>();

/** By how much the text after the first n places moves. */
function shifts(places: readonly SourceRange[], length: number): Int32Array {
  const known = shiftsOf.get(places);
  if (known?.length === length) return known.sums;
  const sums = new Int32Array(places.length + 1);
  for (const [index, one] of places.entries())
    sums[index + 1] = sums[index]! + length - (one.end_utf16 - one.start_utf16);
  shiftsOf.set(places, { length, sums });
  return sums;
}

/**
 * The content with every place replaced. A pronunciation whose words change is dropped, and so is a text that an engine gets in
 * place of the words. Other spans keep their words; a span that would be empty is dropped.
 */
export function replacedContent(content: TextContent, replacement: Replacement): TextContent {
  if (replacement.places.length === 0) return content;
  const text = replacedText(content.text, replacement);
  if (text === content.text) return content;
  const span = <S extends SourceRange>(one: S): readonly S[] => {
    if (one.start_utf16 === 0 && one.end_utf16 === content.text.length)
      return [{ ...one, start_utf16: 0, end_utf16: text.length }];
    const start_utf16 = offsetAfter(one.start_utf16, replacement, "start");
    const end_utf16 = offsetAfter(one.end_utf16, replacement, "end");
    const wasEmpty = one.start_utf16 === one.end_utf16;
    if (wasEmpty) return [{ ...one, start_utf16: end_utf16, end_utf16 }];
    return end_utf16 > start_utf16 ? [{ ...one, start_utf16, end_utf16 }] : [];
  };
  return {
    ...content,
    text,
    annotations: content.annotations.flatMap((one): readonly Annotation[] =>
      one.kind === "pronunciation" && touches(one, replacement.places) ? [] : span(one),
    ),
    points: content.points.map((one) => ({
      ...one,
      offset_utf16: offsetAfter(one.offset_utf16, replacement, "end"),
    })),
    delivery_control_sets: content.delivery_control_sets.flatMap((set): readonly DeliveryControlSet[] => {
      const { provider_text_override: _other, ...rest } = set;
      const directives = set.directives.flatMap(span);
      if (directives.length === 0 && set.settings.length === 0) return [];
      const isOfLength = set.source_utf16_length === content.text.length;
      return [{ ...rest, directives, source_fingerprint: null, source_utf16_length: isOfLength ? text.length : null }];
    }),
  };
}

/** A sound effect's placement after the text of the block that it is anchored to was replaced. */
export function replacedPlacement(placement: SfxPlacement, blockId: string, replacement: Replacement): SfxPlacement {
  const { anchor, anchor_block_id, offset_utf16 } = placement;
  if (anchor !== "offset" || anchor_block_id !== blockId || offset_utf16 === undefined) return placement;
  const moved = offsetAfter(offset_utf16, replacement, "start");
  return moved === offset_utf16 ? placement : { ...placement, offset_utf16: moved };
}

/** Whether a span shares a unit with one of the places. */
function touches(span: SourceRange, places: readonly SourceRange[]): boolean {
  return places.some((one) => one.start_utf16 < span.end_utf16 && one.end_utf16 > span.start_utf16);
}
