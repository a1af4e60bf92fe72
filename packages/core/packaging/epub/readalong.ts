// A script as paragraphs of runs. A run is the text of one block in the paragraph, cut into the pieces that are highlighted.
// A piece starts with a timed word and includes the punctuation around it. Without timed words pieces are sentences, whose
// times are estimated from their length.

import { type Block, isText, type LineLayout, layoutRole, lineLayout } from "../../document/document.ts";
import { type Highlight, sentenceEnds } from "./sentences.ts";

/** The part of a block that a book needs. */
export interface ReadalongBlock {
  readonly block_id: string;
  readonly role: "heading" | "scene_break" | "paragraph";
  /** `none`: excluded; of its text only the line breaks count. */
  readonly kind: "speech" | "narration" | "none";
  readonly text: string;
  /** Ranges that are left out, in order. */
  readonly cuts: readonly { readonly start_utf16: number; readonly end_utf16: number }[];
}

/** When a block is spoken. */
export interface SpokenBlockTime {
  readonly speaker_id: string | null;
  readonly start_ms: number;
  readonly duration_ms: number;
  /** Offsets into the block's text, ascending; null when the engine reported none. */
  readonly words:
    | readonly { readonly start_utf16: number; readonly end_utf16: number; readonly start_ms: number }[]
    | null;
}

/** A piece of text; `start_ms` is null when it is never highlighted by itself. */
export interface ReadalongPiece {
  readonly text: string;
  readonly start_ms: number | null;
}

export interface ReadalongRun {
  readonly kind: "speech" | "narration";
  readonly speaker_id: string | null;
  readonly pieces: readonly ReadalongPiece[];
}

export type ReadalongParagraph =
  | { readonly kind: "heading" | "paragraph"; readonly runs: readonly ReadalongRun[] }
  | { readonly kind: "scene_break" };

/** The text blocks of a script, in order. */
export function readalongBlocks(blocks: readonly Block[]): ReadalongBlock[] {
  return blocks.filter(isText).map((block) => ({
    block_id: block.id,
    role: layoutRole(block.content),
    kind: block.kind === "speech" || block.kind === "narration" ? block.kind : "none",
    text: block.content.text,
    cuts: block.content.annotations
      .filter((annotation) => annotation.kind === "exclusion")
      .map(({ start_utf16, end_utf16 }) => ({ start_utf16, end_utf16 }))
      .sort((a, b) => a.start_utf16 - b.start_utf16),
  }));
}

/** How the lines of these blocks are laid out. */
export function readalongLayout(blocks: readonly ReadalongBlock[]): LineLayout {
  return lineLayout(blocks.map((block) => block.text).join(""));
}

const PARAGRAPH_END: Readonly<Record<LineLayout, RegExp>> = {
  wrapped: /\s*(?:(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)|\u2029|[\r\n](?:\t|[^\S\r\n]{2,})(?=\S))\s*/u,
  paragraph_per_line: /\s*[\r\n\u2028\u2029]\s*/u,
};

/** The paragraphs of a script. `timeOf` returns null for a block that is not spoken. */
export function readalongParagraphs(
  blocks: readonly ReadalongBlock[],
  layout: LineLayout,
  timeOf: (blockId: string) => SpokenBlockTime | null,
  highlight: Highlight = "word",
): ReadalongParagraph[] {
  const end = new RegExp(PARAGRAPH_END[layout], "gu");
  const paragraphs: ReadalongParagraph[] = [];
  let runs: { kind: "speech" | "narration"; speaker_id: string | null; pieces: ReadalongPiece[] }[] = [];
  let role: "heading" | "paragraph" = "paragraph";
  let last: { readonly kind: string; readonly speaker_id: string | null } | null = null;

  const close = (): void => {
    const kept = trimmed(runs);
    if (kept.length > 0) paragraphs.push({ kind: role, runs: kept });
    runs = [];
  };
  const space = (): void => {
    const pieces = runs.at(-1)?.pieces;
    if (pieces !== undefined && !/\s$/u.test(pieces.at(-1)?.text ?? " ")) pieces.push({ text: " ", start_ms: null });
  };

  for (const block of blocks) {
    if (block.kind === "none") {
      if (block.role === "scene_break") {
        close();
        paragraphs.push({ kind: "scene_break" });
      } else if (block.text.search(PARAGRAPH_END[layout]) >= 0) close();
      else space();
      continue;
    }
    const now = block.role === "heading" ? "heading" : "paragraph";
    const time = timeOf(block.block_id);
    const speaker_id = time?.speaker_id ?? null;
    const endsWithSpace = /\s$/u.test(runs.at(-1)?.pieces.at(-1)?.text ?? " ");
    // Lines of different speakers without a separator, as in scripts.
    const isNextLine =
      last?.kind === "speech" && block.kind === "speech" && last.speaker_id !== speaker_id && !endsWithSpace;
    if (now !== role || now === "heading" || (isNextLine && !/^\s/u.test(block.text))) close();
    role = now;
    const pieces = piecesOf(block, time, highlight);
    let run: (typeof runs)[number] | null = null;
    for (const stretch of stretchesOf(block, end)) {
      if (stretch === "end") {
        close();
        run = null;
        continue;
      }
      if (stretch === "cut") {
        space();
        continue;
      }
      if (run === null) {
        run = { kind: block.kind, speaker_id, pieces: [] };
        runs.push(run);
      }
      run.pieces.push(...pieces(stretch.from, stretch.to));
    }
    last = { kind: block.kind, speaker_id };
  }
  close();
  return paragraphs;
}

type Stretch = { readonly from: number; readonly to: number } | "end" | "cut";

/** The block's text without cuts, split where paragraphs end. */
function* stretchesOf({ text, cuts }: ReadalongBlock, end: RegExp): Generator<Stretch> {
  let from = 0;
  for (const cut of [...cuts, { start_utf16: text.length, end_utf16: text.length }]) {
    if (cut.start_utf16 > from) {
      const part = text.slice(from, cut.start_utf16);
      let at = 0;
      for (const found of part.matchAll(end)) {
        if (found.index > at) yield { from: from + at, to: from + found.index };
        yield "end";
        at = found.index + found[0].length;
      }
      if (part.length > at) yield { from: from + at, to: from + part.length };
    }
    if (cut.start_utf16 < text.length) yield "cut";
    from = Math.max(from, cut.end_utf16);
  }
}

/** Returns a function that gives the pieces of a range of the block's text. Call it with ranges in order. */
function piecesOf(block: ReadalongBlock, time: SpokenBlockTime | null, highlight: Highlight) {
  const { text } = block;
  let isFirst = true;
  let next = 0;
  const starts = (from: number, to: number): { at: number; start_ms: number }[] => {
    if (time === null) return [];
    if (time.words === null || time.words.length === 0) {
      return sentenceStarts(text, from, to).map((at) => ({
        at,
        start_ms: Math.round(time.start_ms + (time.duration_ms * at) / Math.max(1, text.length)),
      }));
    }
    const found: { at: number; start_ms: number }[] = [];
    while (next < time.words.length && time.words[next]!.start_utf16 < from) next++;
    for (; next < time.words.length && time.words[next]!.start_utf16 < to; next++) {
      const word = time.words[next]!;
      const end = next === 0 ? from : Math.max(from, time.words[next - 1]!.end_utf16);
      found.push({ at: wordStart(text, end, word.start_utf16), start_ms: word.start_ms });
    }
    if (highlight === "word") return found;
    const ends = sentenceStarts(text, from, to);
    return found.filter(({ at }, index) => {
      const before = found[index - 1]?.at ?? -1;
      return index === 0 || ends.some((end) => end > before && end <= at);
    });
  };
  return (from: number, to: number): ReadalongPiece[] => {
    const marks = starts(from, to);
    const pieces: ReadalongPiece[] = [];
    let open: { at: number; start_ms: number | null } = { at: from, start_ms: null };
    const put = (until: number): void => {
      if (until > open.at) pieces.push({ text: text.slice(open.at, until), start_ms: open.start_ms });
    };
    for (const [index, mark] of marks.entries()) {
      // Text before the first word belongs to the first piece.
      const at = index === 0 ? from : Math.max(open.at, mark.at);
      put(at);
      // The audio of a block starts a little before its first word.
      const start_ms: number = isFirst ? (time?.start_ms ?? mark.start_ms) : mark.start_ms;
      open = { at, start_ms };
      isFirst = false;
    }
    put(to);
    return pieces;
  };
}

/** The start of a word's piece: after the white space before the word, or at its opening marks. */
function wordStart(text: string, from: number, word: number): number {
  const between = text.slice(from, word);
  const space = between.search(/\s\S*$/u);
  if (space >= 0) return from + space + 1;
  const opening = between.search(/[\p{Ps}\p{Pi}"']+$/u);
  return opening >= 0 ? from + opening : word;
}

const sentenceStarts = (text: string, from: number, to: number): number[] => [
  from,
  ...sentenceEnds(text.slice(from, to)).map((end) => from + end),
];

function trimmed(runs: readonly ReadalongRun[]): ReadalongRun[] {
  const kept = runs.filter((run) => run.pieces.some((piece) => piece.text !== ""));
  return kept.some((run) => run.pieces.some((piece) => /\S/u.test(piece.text))) ? kept : [];
}
