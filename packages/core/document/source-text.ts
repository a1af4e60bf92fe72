// The source text of a script, and the rules for texts that are stored.

import type { Block, BlockKind, SpokenBlock, TextBlock } from "./blocks.ts";

/** A part of a block's text, UTF-16 units: from start up to, not including, end. */
export interface SourceRange {
  readonly start_utf16: number;
  readonly end_utf16: number;
}

const IS_TEXT: { readonly [kind in BlockKind]: boolean } = {
  speech: true,
  narration: true,
  unparsed: true,
  excluded: true,
  note: false,
  sfx: false,
};

/** Whether the block has a part of the source text. */
export function isText(block: Block): block is TextBlock {
  return IS_TEXT[block.kind];
}

/** Whether a voice speaks blocks of this kind. */
export function isSpoken(block: Block): block is SpokenBlock {
  return block.kind === "speech" || block.kind === "narration";
}

/** The source-text projection: the text of all speech, narration, unparsed and excluded blocks, joined in order. */
export function sourceText(blocks: readonly Block[]): string {
  return blocks
    .filter(isText)
    .map((block) => block.content.text)
    .join("");
}

/** Length of the source-text projection in UTF-16 units. */
export function sourceTextLength(blocks: readonly Block[]): number {
  let length = 0;
  for (const block of blocks) if (isText(block)) length += block.content.text.length;
  return length;
}

export type TextFault =
  | { readonly kind: "null_character"; readonly offset_utf16: number }
  | { readonly kind: "lone_surrogate"; readonly offset_utf16: number };

/** The first character that no stored text may have: U+0000 or half of a surrogate pair. Null without one. */
export function textFault(text: string): TextFault | null {
  const nul = text.indexOf("\u0000");
  const lone = text.isWellFormed() ? -1 : loneSurrogate(text);
  if (nul >= 0 && (lone < 0 || nul < lone)) return { kind: "null_character", offset_utf16: nul };
  if (lone >= 0) return { kind: "lone_surrogate", offset_utf16: lone };
  return null;
}

/** Whether a text has neither U+0000 nor half of a surrogate pair. */
export function wellFormedText(text: string): boolean {
  return textFault(text) === null;
}

/** Whether an offset lies in a text (its end included) and not between the halves of a surrogate pair. */
export function isTextOffset(text: string, offset: number): boolean {
  if (!Number.isInteger(offset) || offset < 0 || offset > text.length) return false;
  return !(offset > 0 && isHigh(text.charCodeAt(offset - 1)) && isLow(text.charCodeAt(offset)));
}

function loneSurrogate(text: string): number {
  for (let offset = 0; offset < text.length; offset += 1) {
    const unit = text.charCodeAt(offset);
    if (isHigh(unit) && isLow(text.charCodeAt(offset + 1))) offset += 1;
    else if (isHigh(unit) || isLow(unit)) return offset;
  }
  return -1;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
