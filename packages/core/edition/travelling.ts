// Changed paragraphs that move to another chapter with their neighbours.

import { wordSet } from "../document/document.ts";
import type { Group, Piece } from "./pieces.ts";

/** Groups of other sections that a gap of a chapter has other words of. */
export interface MovedIn {
  /** They come before the chapter's own changed groups. */
  readonly first: readonly Group[];
  readonly last: readonly Group[];
}
export const NONE_MOVED_IN: MovedIn = { first: [], last: [] };

/** What is known of matched paragraphs: groups by the number of their first paragraph in the book, and that of each chapter. */
interface MatchedGroups {
  readonly kept: ReadonlyMap<number, Group>;
  readonly first: readonly number[];
}

/** Paragraphs without a match between two matched ones, or before or after all of them. `from` counts over the book. */
interface Gap {
  readonly from: number;
  readonly words: ReadonlySet<string>;
}

/** Share of the words of changed paragraphs that the gap of another chapter must have. */
const TRAVELLED = 0.5;

/**
 * Changed groups that stand beside groups which moved to the chapter of another section: a chapter was split or joined, and some
 * of its paragraphs were corrected. By the number of the first paragraph of the gap that they belong to.
 */
export function travellingGroups(
  groups: readonly Group[],
  chapters: readonly (readonly Piece[])[],
  { kept, first }: MatchedGroups,
  places: ReadonlyMap<number, number>,
): { readonly byGap: ReadonlyMap<number, MovedIn>; readonly groups: ReadonlySet<Group> } {
  const [after, before] = [new Map<Group, Gap>(), new Map<Group, Gap>()];
  const chapterOf = new Map<Group, number>();
  for (const [chapter, pieces] of chapters.entries()) {
    let left: Group | null = null;
    let from = 0;
    const close = (to: number, right: Group | null) => {
      if (to === from) return;
      const keys = pieces.slice(from, to).map(({ key }) => key);
      const gap = {
        from: first[chapter]! + from,
        words: wordSet(keys.join(" ")),
      };
      if (left !== null) after.set(left, gap);
      if (right !== null) before.set(right, gap);
    };
    for (let at = 0; at < pieces.length; ) {
      const group = kept.get(first[chapter]! + at);
      if (group === undefined) {
        at += 1;
        continue;
      }
      chapterOf.set(group, chapter);
      close(at, group);
      left = group;
      at += group.base.length;
      from = at;
    }
    close(pieces.length, null);
  }
  const isForeign = (group: Group | null): group is Group =>
    group !== null && places.get(chapterOf.get(group) as number) !== group.section;
  const byGap = new Map<number, MovedIn>();
  const travelling = new Set<Group>();
  const send = (gap: Gap | undefined, own: readonly Group[], side: keyof MovedIn) => {
    if (gap === undefined || own.length === 0 || sharedWords(own, gap) < TRAVELLED) return;
    const movedIn = byGap.get(gap.from) ?? NONE_MOVED_IN;
    byGap.set(gap.from, { ...movedIn, [side]: [...movedIn[side], ...own] });
    for (const group of own) travelling.add(group);
  };
  for (let at = 0; at < groups.length; ) {
    const start = at;
    const { section } = groups[at] as Group;
    while (at < groups.length && groups[at]?.section === section && !chapterOf.has(groups[at] as Group)) at += 1;
    const run = groups.slice(start, at);
    const neighbour = (index: number) => (groups[index]?.section === section ? (groups[index] as Group) : null);
    const [left, right] = [neighbour(start - 1), neighbour(at)];
    if (run.length > 0 && (isForeign(left) || isForeign(right))) {
      const [leftGap, rightGap] = [
        left === null ? undefined : after.get(left),
        right === null ? undefined : before.get(right),
      ];
      const cut = leftGap === rightGap ? run.length : bestCut(run, leftGap, rightGap);
      if (isForeign(left)) send(leftGap, run.slice(0, cut), "first");
      if (isForeign(right)) send(rightGap, run.slice(cut), "last");
    }
    if (at === start) at += 1;
  }
  return { byGap, groups: travelling };
}

/** How many of the groups belong to the left gap, so that most of their words are there. */
function bestCut(run: readonly Group[], left: Gap | undefined, right: Gap | undefined): number {
  const [toLeft, toRight] = [left, right].map((gap) =>
    run.map((group) => (gap === undefined ? 0 : commonWords(group, gap))),
  );
  let score = (toRight as number[]).reduce((total, one) => total + one, 0);
  let [best, cut] = [score, 0];
  for (const index of run.keys()) {
    score += (toLeft as number[])[index]! - (toRight as number[])[index]!;
    if (score > best) [best, cut] = [score, index + 1];
  }
  return cut;
}

function commonWords(group: Group, { words }: Gap): number {
  let common = 0;
  for (const word of wordSet(group.baseText)) if (words.has(word)) common += 1;
  return common;
}

/** Share of the groups' words that the gap has. */
function sharedWords(groups: readonly Group[], gap: Gap): number {
  const all = groups.reduce((total, group) => total + wordSet(group.baseText).size, 0);
  return all === 0 ? 0 : groups.reduce((total, group) => total + commonWords(group, gap), 0) / all;
}
