// Splits paragraphs into pages: one content document for each chapter, several for a very long one, with the audio clip of
// each piece. Always true: the clips of a section's pages, in order, cover its audio without overlap or gap.

import type { FileChapter } from "../tags.ts";
import type { ReadalongParagraph } from "./readalong.ts";

/** A piece on a page. It is highlighted while its clip of the section's audio plays; null: never. */
export interface PagePiece {
  readonly text: string;
  readonly clip: { readonly start_ms: number; readonly end_ms: number } | null;
}

export interface PageRun {
  readonly kind: "speech" | "narration";
  readonly speaker_id: string | null;
  readonly pieces: readonly PagePiece[];
}

export type PageParagraph =
  | { readonly kind: "heading" | "paragraph"; readonly runs: readonly PageRun[] }
  | { readonly kind: "scene_break" };

export interface Page {
  /** Title of the chapter that starts with this page; null when the page continues a chapter. */
  readonly chapter: string | null;
  readonly paragraphs: readonly PageParagraph[];
  /** Sum of its clips; 0 when nothing is spoken on it. */
  readonly duration_ms: number;
}

/** A page with this many pieces ends at the next paragraph, because reading systems lay out a whole page at once. */
const MOST_PIECES = 4_000;

/** @param durationMs Length of the section's audio. Chapters are in order; the first starts with the section in any case. */
export function pagesOf(
  paragraphs: readonly ReadalongParagraph[],
  chapters: readonly FileChapter[],
  durationMs: number,
): Page[] {
  const clipped = withClips(paragraphs, durationMs);
  const pages: { chapter: string | null; paragraphs: PageParagraph[]; duration_ms: number; pieces: number }[] = [];
  let next = 0;
  for (const paragraph of clipped) {
    const page = pages.at(-1);
    const start = startOf(paragraph);
    let chapter: string | null = null;
    while (next < chapters.length && (next === 0 || (start !== null && start >= chapters[next]!.start_ms))) {
      chapter = chapters[next++]!.title;
    }
    const isFull = page !== undefined && page.pieces >= MOST_PIECES && start !== null;
    const target =
      page === undefined || chapter !== null || isFull ? { chapter, paragraphs: [], duration_ms: 0, pieces: 0 } : page;
    if (target !== page) pages.push(target);
    target.paragraphs.push(paragraph);
    for (const piece of piecesOn(paragraph)) {
      target.pieces += 1;
      if (piece.clip !== null) target.duration_ms += piece.clip.end_ms - piece.clip.start_ms;
    }
  }
  return pages.map(({ chapter, paragraphs: on, duration_ms }) => ({ chapter, paragraphs: on, duration_ms }));
}

export const piecesOn = (paragraph: PageParagraph): readonly PagePiece[] =>
  paragraph.kind === "scene_break" ? [] : paragraph.runs.flatMap((run) => run.pieces);

const startOf = (paragraph: PageParagraph): number | null =>
  piecesOn(paragraph).find((piece) => piece.clip !== null)?.clip?.start_ms ?? null;

/** Each clip lasts until the next one begins; the first begins with the audio, the last ends with it. */
function withClips(paragraphs: readonly ReadalongParagraph[], durationMs: number): PageParagraph[] {
  const starts: number[] = [];
  let before = -1;
  // A piece that starts with or before another one, or at the end, would have an empty clip, so it has none.
  const isLit = (start: number | null): start is number =>
    start !== null && start > before && start < durationMs && durationMs > 0;
  const marked = paragraphs.map((paragraph) => {
    if (paragraph.kind === "scene_break") return paragraph;
    const runs = paragraph.runs.map((run) => ({
      ...run,
      pieces: run.pieces.map((piece) => {
        if (!isLit(piece.start_ms)) return { text: piece.text, place: null };
        before = piece.start_ms;
        return { text: piece.text, place: starts.push(piece.start_ms) - 1 };
      }),
    }));
    return { kind: paragraph.kind, runs };
  });
  const clip = (place: number) => ({
    start_ms: place === 0 ? 0 : starts[place]!,
    end_ms: starts[place + 1] ?? durationMs,
  });
  return marked.map((paragraph) =>
    paragraph.kind === "scene_break"
      ? paragraph
      : {
          kind: paragraph.kind,
          runs: paragraph.runs.map((run) => ({
            ...run,
            pieces: run.pieces.map(({ text, place }) => ({ text, clip: place === null ? null : clip(place) })),
          })),
        },
  );
}
