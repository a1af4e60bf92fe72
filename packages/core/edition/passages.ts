// The words that a new edition changes, for people: what the story says now, and what it will say.

import { type Block, isText } from "../document/document.ts";
import { wordsOf } from "./pieces.ts";
import type { EditionPlan, EditionSection, PlannedBlock, PlannedChapter } from "./plan-edition.ts";

export interface EditionPassage {
  /** The index of the planned chapter. */
  readonly chapter: number;
  readonly change: "changed" | "new" | "gone";
  /** On one line, at most MOST_UNITS of it; null for a new passage. "…" stands where words are left out. */
  readonly before: string | null;
  /** Null for a passage that is gone. */
  readonly after: string | null;
}

export interface EditionPassages {
  readonly passages: readonly EditionPassage[];
  /** How many more there are. */
  readonly leftOut: number;
}

const MOST_UNITS = 300;
/** Words before a difference. */
const LEAD_UNITS = 60;
const CUT = "…";

/**
 * The first `most` passages of a plan, in the order of the new edition. A passage is a line with other words, new text, or lines
 * that are gone, which are one passage if they follow each other.
 *
 * @param sections those that the plan was made of
 */
export function passagesOf(plan: EditionPlan, sections: readonly EditionSection[], most: number): EditionPassages {
  const textOf = new Map<string, string>();
  for (const { blocks } of sections)
    for (const block of blocks) if (isText(block)) textOf.set(block.id, block.content.text);
  const survivors = new Set(plan.chapters.flatMap(({ blocks }) => blocks.flatMap((one) => idOf(one) ?? [])));
  const passages: EditionPassage[] = [];
  let leftOut = 0;
  for (const [chapter, planned] of plan.chapters.entries()) {
    const own = planned.section === null ? [] : (sections[planned.section]?.blocks ?? []);
    for (const passage of ofChapter(chapter, planned, own, survivors, textOf))
      if (passages.length < most) passages.push(shortened(passage));
      else leftOut += 1;
  }
  return { passages, leftOut };
}

const idOf = (planned: PlannedBlock): string | null => (planned.kind === "new" ? null : planned.block.id);

function* ofChapter(
  chapter: number,
  { blocks }: PlannedChapter,
  old: readonly Block[],
  survivors: ReadonlySet<string>,
  textOf: ReadonlyMap<string, string>,
): Generator<EditionPassage> {
  let next = 0;
  /** The lines of the old section that are gone, up to one that stays. */
  function* goneUpTo(id: string | null): Generator<EditionPassage> {
    let gone = "";
    for (; next < old.length && old[next]!.id !== id; next++) {
      const { id: own } = old[next]!;
      if (!survivors.has(own)) gone += textOf.get(own) ?? "";
      else if (wordsOf(gone) !== "") {
        yield { chapter, change: "gone", before: gone, after: null };
        gone = "";
      }
    }
    if (wordsOf(gone) !== "") yield { chapter, change: "gone", before: gone, after: null };
  }
  const placeOf = new Map(old.map(({ id }, index) => [id, index]));
  for (const planned of blocks) {
    const id = idOf(planned);
    // A line that moved backwards has passed already.
    if (id !== null && (placeOf.get(id) ?? -1) >= next) yield* goneUpTo(id);
    if (planned.kind === "new") {
      if (wordsOf(planned.text) !== "") yield { chapter, change: "new", before: null, after: planned.text };
    } else if (isText(planned.block)) {
      const before = textOf.get(planned.block.id) ?? "";
      const after = planned.block.content.text;
      if (wordsOf(before) !== wordsOf(after)) yield { chapter, change: "changed", before, after };
    }
  }
  yield* goneUpTo(null);
}

/** Both texts on one line, from some words before their first difference. */
function shortened({ before, after, ...passage }: EditionPassage): EditionPassage {
  const [old, fresh] = [before === null ? null : wordsOf(before), after === null ? null : wordsOf(after)];
  const from = old === null || fresh === null ? 0 : startOf(old, fresh);
  return { ...passage, before: old === null ? null : cut(old, from), after: fresh === null ? null : cut(fresh, from) };
}

/** The beginning of a word, at most LEAD_UNITS and a word before the first difference. */
function startOf(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  if (Math.max(one.length, other.length) <= MOST_UNITS) return 0;
  return one.lastIndexOf(" ", Math.max(0, same - LEAD_UNITS)) + 1;
}

function cut(text: string, from: number): string {
  const rest = text.slice(from);
  const isLong = rest.length > MOST_UNITS;
  const end = isLong ? Math.max(rest.lastIndexOf(" ", MOST_UNITS), MOST_UNITS / 2) : rest.length;
  return `${from > 0 ? `${CUT} ` : ""}${rest.slice(0, end).toWellFormed()}${isLong ? ` ${CUT}` : ""}`;
}
