// The thread that checks texts. It returns one page of what it found.

import {
  type CheckedBlock,
  checkManuscript,
  FINDING_KINDS,
  type Finding,
  type FindingKind,
  inBlocks,
  lineCounter,
} from "@fullcast/core/manuscript";
import { answerJobs } from "../compute/thread-side.ts";

/** UTF-16 units that are shown on each side of a place, and of its words. */
const AROUND_UNITS = 80;
const WORDS_UNITS = 200;

export interface CheckJob {
  readonly language: string | null;
  /** Words whose pronunciation is stated. */
  readonly known: readonly string[];
  readonly chapters: readonly { readonly title: string; readonly blocks: readonly CheckedBlock[] }[];
  /** Null: findings of all kinds. */
  readonly kind: FindingKind | null;
  readonly from: number;
  readonly limit: number;
}

/** A finding with the words around it. Offsets count in the block. */
export interface FoundPlace extends Finding {
  readonly block: number;
  /** From 1, in the text of the chapter. */
  readonly line: number;
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

export interface CheckAnswer {
  readonly kinds: readonly { readonly kind: FindingKind; readonly count: number; readonly mendable: number }[];
  /** Findings of each chapter. */
  readonly counts: readonly number[];
  readonly places: readonly FoundPlace[];
  readonly next_from: number | null;
}

answerJobs<CheckJob, CheckAnswer>(({ language, known, chapters, kind, from, limit }) => {
  const texts = chapters.map(({ title, blocks }) => ({ title, text: blocks.map(({ text }) => text).join("") }));
  const found = Map.groupBy(checkManuscript(texts, { language, known }), ({ chapter }) => chapter);
  const all = chapters.map(({ blocks }, chapter) => inBlocks(found.get(chapter) ?? [], blocks));
  const sums = Map.groupBy(all.flat(), (one) => one.kind);
  const chosen = all.flat().filter((one) => kind === null || one.kind === kind);
  const page = chosen.slice(from, from + limit);
  const next = from + page.length;
  return {
    kinds: FINDING_KINDS.flatMap((one) => {
      const own = sums.get(one) ?? [];
      const mendable = own.filter(({ mend }) => mend !== null).length;
      return own.length === 0 ? [] : [{ kind: one, count: own.length, mendable }];
    }),
    counts: all.map((own) => own.length),
    places: [...Map.groupBy(page, ({ chapter }) => chapter)].flatMap(([chapter, own]) => {
      const text = texts[chapter]?.text ?? "";
      const starts = startsOf(chapters[chapter]?.blocks ?? []);
      const lineAt = lineCounter(text);
      return own.map((one): FoundPlace => {
        const start = (starts[one.block] ?? 0) + one.start_utf16;
        const end = (starts[one.block] ?? 0) + one.end_utf16;
        return { ...one, line: lineAt(start), ...around(text, start, end) };
      });
    }),
    next_from: next < chosen.length && page.length > 0 ? next : null,
  };
});

function startsOf(blocks: readonly CheckedBlock[]): readonly number[] {
  const starts = [0];
  for (const { text } of blocks) starts.push((starts.at(-1) ?? 0) + text.length);
  return starts;
}

/** The words of a place and those around it. Whole words, and no half of a surrogate pair. */
function around(text: string, start: number, end: number) {
  const units = AROUND_UNITS;
  const isCutBefore = start > units;
  const isCutAfter = text.length - end > units;
  const before = text.slice(Math.max(0, start - units), start);
  const after = text.slice(end, end + units);
  return {
    before: (isCutBefore ? before.replace(/^\S{0,20}\s/u, "") : before).toWellFormed(),
    words: text.slice(start, Math.min(end, start + WORDS_UNITS)).toWellFormed(),
    after: (isCutAfter ? after.replace(/\s\S{0,20}$/u, "") : after).toWellFormed(),
  };
}
