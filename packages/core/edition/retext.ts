// Gives the blocks of changed paragraphs their new words. A block whose words mostly stay keeps its speaker, its directions
// and its id; everything else is text that has to be prepared.

import { type Block, contentWithText, isText, matchLines, type TextBlock, UNMATCHED } from "../document/document.ts";
import { wordsOf } from "./pieces.ts";

export type Retexted =
  /** `block` is the same object if its words are the same. */
  { readonly kind: "block"; readonly block: Block } | { readonly kind: "text"; readonly text: string };

const TOKEN = /[\p{L}\p{M}\p{N}]+|\s+|[^\s\p{L}\p{M}\p{N}]/gu;
const LINE_BREAK = /(?:\r\n?|\n)\s*/gu;
/** Marks of speech. A block with other ones may be another person's words. */
const SPEECH_MARK = /["“”„«»‹›「」『』]|(?<!\p{L})['‘’]|['‘’](?!\p{L})|(?<=^|\n)\s*[-–—]/gu;
/** Share of common words from which a block is the same line with other words. */
const ALIKE = 0.5;

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The new text between two blocks: the first ends at `left`, the second begins at `right`. Null: it is not clear where. */
type Boundary = { readonly left: number; readonly right: number } | null;

/** Blocks and new text, in order; together they read `text`. Notes and sounds stay after the block before them. */
export function retextBlocks(blocks: readonly Block[], text: string): readonly Retexted[] {
  const spoken = blocks.filter(isText);
  if (spoken.length === 0) return [...hiddenOf(blocks, null), ...textPart(text)];
  const was = spoken.map((block) => block.content.text).join("");
  const boundaries = boundariesOf(spoken, was, text);
  const parts: Retexted[] = [...hiddenOf(blocks, null)];
  let from = 0;
  let pending: TextBlock[] = [];
  for (const [index, block] of spoken.entries()) {
    pending.push(block);
    const boundary: Boundary =
      index === spoken.length - 1 ? { left: text.length, right: text.length } : (boundaries[index] ?? null);
    if (boundary === null) continue;
    const kept = pending.length === 1 ? sameLine(block, text.slice(from, boundary.left)) : null;
    if (kept !== null) parts.push({ kind: "block", block: kept });
    else parts.push(...textPart(text.slice(from, boundary.left)));
    for (const one of pending) parts.push(...hiddenOf(blocks, one.id));
    parts.push(...textPart(text.slice(boundary.left, boundary.right)));
    from = boundary.right;
    pending = [];
  }
  return joined(parts);
}

const textPart = (text: string): readonly Retexted[] => (text === "" ? [] : [{ kind: "text", text }]);

/** The notes and sounds after a text block, or before all of them. */
function hiddenOf(blocks: readonly Block[], after: string | null): readonly Retexted[] {
  const from = after === null ? 0 : blocks.findIndex((block) => block.id === after) + 1;
  const end = blocks.findIndex((block, index) => index >= from && isText(block));
  return blocks.slice(from, end < 0 ? undefined : end).map((block) => ({ kind: "block", block }));
}

/** Joins neighbouring texts, and gives white space alone to the block before it. */
function joined(parts: readonly Retexted[]): readonly Retexted[] {
  const result: Retexted[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.kind === "text" && last?.kind === "text")
      result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}

/** The block with its new words, or null if it is another line. */
function sameLine(block: TextBlock, text: string): Block | null {
  const { content } = block;
  if (wordsOf(text) === "") return null;
  if (wordsOf(content.text) === wordsOf(text)) return withSpaceAround(block, text);
  const isLine = block.kind === "speech" || block.kind === "narration";
  if (isLine && (marksOf(content.text) !== marksOf(text) || likeness(content.text, text) < ALIKE)) return null;
  const next = contentWithText(content, text);
  return next === null ? null : ({ ...block, content: next } as Block);
}

/** The block with the white space around the words of `text`; inside them its own stays, so that no line is spoken again. */
function withSpaceAround(block: TextBlock, text: string): Block | null {
  const { content } = block;
  const words = content.text.trim();
  const next = `${text.slice(0, text.length - text.trimStart().length)}${words}${text.slice(text.trimEnd().length)}`;
  if (next === content.text) return block;
  const moved = contentWithText(content, next);
  return moved === null ? null : ({ ...block, content: moved } as Block);
}

const marksOf = (text: string): string => (text.match(SPEECH_MARK) ?? []).map((mark) => mark.trim()).join("");

/** Sørensen–Dice coefficient of the words of two texts. */
function likeness(one: string, other: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  const [a, b] = [words(one), words(other)];
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return a.size + b.size === 0 ? 1 : (2 * common) / (a.size + b.size);
}

/** Where each block but the last ends in the new text. */
function boundariesOf(blocks: readonly TextBlock[], was: string, now: string): readonly Boundary[] {
  const [old, fresh] = [tokensOf(was), tokensOf(now)];
  const key =
    (text: string) =>
    ({ start, end }: Span) =>
      text.slice(start, end).replace(/^\s+$/u, " ").toLowerCase();
  const { before, moved } = matchLines(old.map(key(was)), fresh.map(key(now)));
  /** For each old token, its new one. */
  const matched = new Int32Array(old.length).fill(UNMATCHED);
  for (const [index, from] of before.entries()) if (from !== UNMATCHED && !moved.has(index)) matched[from] = index;
  const boundaries: Boundary[] = [];
  let token = 0;
  let offset = 0;
  let left = 0;
  for (const block of blocks.slice(0, -1)) {
    offset += block.content.text.length;
    for (; token < old.length && (old[token] as Span).end <= offset; token += 1) {
      const found = matched[token] as number;
      if (found !== UNMATCHED) left = (fresh[found] as Span).end;
    }
    let ahead = token;
    while (ahead < old.length && matched[ahead] === UNMATCHED) ahead += 1;
    const right = ahead < old.length ? (fresh[matched[ahead] as number] as Span).start : now.length;
    boundaries.push(boundaryIn(now, { start: left, end: right }, block, blocks[boundaries.length + 1] as TextBlock));
  }
  return boundaries;
}

const tokensOf = (text: string): readonly Span[] =>
  Array.from(text.matchAll(TOKEN), (found) => ({ start: found.index, end: found.index + found[0].length }));

/** The boundary of two blocks within the new text between their words. */
function boundaryIn(text: string, { start, end }: Span, before: TextBlock, after: TextBlock): Boundary {
  const between = text.slice(start, end);
  if (between.trim() === "") return { left: end, right: end };
  const breaks = [...between.matchAll(LINE_BREAK)];
  const [first, last] = [breaks[0], breaks.at(-1)];
  // Whole new paragraphs stand between the blocks.
  if (first !== undefined && last !== undefined)
    return { left: start + first.index + first[0].length, right: start + last.index + last[0].length };
  if (marksOf(between) !== "") return null;
  // New words without marks of speech belong to the narrator.
  if (before.kind === "narration" && after.kind !== "narration") return { left: end, right: end };
  if (after.kind !== "narration") return null;
  const lead = between.length - between.trimStart().length;
  return { left: start + lead, right: start + lead };
}
