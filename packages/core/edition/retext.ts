// Gives the blocks of changed paragraphs their new words. A block whose words mostly stay keeps its speaker, its directions
// and its id; everything else is text that has to be prepared.

import {
  type Block,
  contentWithText,
  isText,
  likeness,
  matchLines,
  type TextBlock,
  UNMATCHED,
  wordSet,
} from "../document/document.ts";
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
  const { start, between } = boundariesOf(spoken, was, text);
  const parts: Retexted[] = [...hiddenOf(blocks, null), ...textPart(text.slice(0, start))];
  let from = start;
  let pending: TextBlock[] = [];
  for (const [index, block] of spoken.entries()) {
    pending.push(block);
    const boundary = between[index] ?? null;
    if (boundary === null || boundary.left < from) continue;
    const kept = pending.length === 1 ? sameLine(block, text.slice(from, boundary.left)) : null;
    if (kept !== null) parts.push({ kind: "block", block: kept });
    else parts.push(...textPart(text.slice(from, boundary.left)));
    for (const one of pending) parts.push(...hiddenOf(blocks, one.id));
    parts.push(...textPart(text.slice(boundary.left, boundary.right)));
    from = boundary.right;
    pending = [];
  }
  if (pending.length > 0) parts.push(...textPart(text.slice(from)));
  for (const one of pending) parts.push(...hiddenOf(blocks, one.id));
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
  if (isLine && (marksOf(content.text) !== marksOf(text) || !isAlike(content.text, text))) return null;
  const next = contentWithText(content, text);
  return next === null ? null : ({ ...block, content: next } as Block);
}

/** Two texts without words are alike. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [wordSet(one), wordSet(other)];
  return a.size + b.size === 0 || likeness(a, b) >= ALIKE;
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

interface Boundaries {
  /** Where the first block begins: after new paragraphs. */
  readonly start: number;
  /** Where each block ends. */
  readonly between: readonly Boundary[];
}

function boundariesOf(blocks: readonly TextBlock[], was: string, now: string): Boundaries {
  const [old, fresh] = [tokensOf(was), tokensOf(now)];
  const key =
    (text: string) =>
    ({ start, end }: Span) =>
      text.slice(start, end).replace(/^\s+$/u, " ").toLowerCase();
  const { before, moved } = matchLines(old.map(key(was)), fresh.map(key(now)));
  /** For each old token, its new one. */
  const matched = new Int32Array(old.length).fill(UNMATCHED);
  for (const [index, from] of before.entries()) if (from !== UNMATCHED && !moved.has(index)) matched[from] = index;
  // A mark or a space is the same one only beside the same word: each paragraph ends with a full stop.
  const isWord = (token: number) => /[\p{L}\p{N}]/u.test(was.slice(old[token]?.start, old[token]?.end));
  const isAnchor = new Uint8Array(old.length);
  const isAnchorBack = new Uint8Array(old.length + 1);
  for (let at = 0; at < old.length; at += 1) {
    const follows = at > 0 && isAnchor[at - 1] === 1 && matched[at] === (matched[at - 1] as number) + 1;
    isAnchor[at] = matched[at] !== UNMATCHED && (isWord(at) || follows) ? 1 : 0;
  }
  for (let at = old.length - 1; at >= 0; at -= 1) {
    const leads = isAnchorBack[at + 1] === 1 && matched[at] === (matched[at + 1] as number) - 1;
    isAnchorBack[at] = matched[at] !== UNMATCHED && (isWord(at) || leads) ? 1 : 0;
  }
  const boundaries: Boundary[] = [];
  let token = 0;
  let offset = 0;
  let left = 0;
  let widest = 0;
  for (const block of blocks) {
    offset += block.content.text.length;
    for (; token < old.length && (old[token] as Span).end <= offset; token += 1) {
      if (isAnchor[token] === 0 && isAnchorBack[token] === 0) continue;
      widest = (fresh[matched[token] as number] as Span).end;
      if (isAnchor[token] === 1) left = widest;
    }
    let ahead = token;
    while (ahead < old.length && isAnchorBack[ahead] === 0) ahead += 1;
    const right = ahead < old.length ? (fresh[matched[ahead] as number] as Span).start : now.length;
    const after = blocks[boundaries.length + 1] ?? null;
    const between = (start: number) => boundaryIn(now, { start, end: right }, block, after);
    boundaries.push(between(left) ?? between(widest));
  }
  const first = matched[isAnchorBack.indexOf(1)] ?? UNMATCHED;
  const lead = now.slice(0, first === UNMATCHED ? 0 : (fresh[first] as Span).start);
  const last = [...lead.matchAll(LINE_BREAK)].at(-1);
  return { start: last === undefined ? 0 : last.index + last[0].length, between: boundaries };
}

const tokensOf = (text: string): readonly Span[] =>
  Array.from(text.matchAll(TOKEN), (found) => ({ start: found.index, end: found.index + found[0].length }));

/** The boundary of two blocks within the new text between their words; `after` is null behind the last block. */
function boundaryIn(text: string, { start, end }: Span, before: TextBlock, after: TextBlock | null): Boundary {
  const between = text.slice(start, end);
  if (between.trim() === "") return { left: end, right: end };
  const breaks = [...between.matchAll(LINE_BREAK)];
  const [first, last] = [breaks[0], breaks.at(-1)];
  // Whole new paragraphs stand between the blocks.
  if (first !== undefined && last !== undefined) {
    const left = start + first.index + first[0].length;
    return { left, right: after === null ? end : start + last.index + last[0].length };
  }
  if (after === null) return { left: end, right: end };
  if (marksOf(between) !== "") return null;
  // New words without marks of speech belong to the narrator.
  if (before.kind === "narration" && after.kind !== "narration") return { left: end, right: end };
  if (after.kind !== "narration") return null;
  const lead = between.length - between.trimStart().length;
  return { left: start + lead, right: start + lead };
}
