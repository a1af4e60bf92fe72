// Compares a new edition of a book with the scripts of its story, chapter by chapter and paragraph by paragraph.

import { type Block, isSpoken, isText, likeness, matchLines, UNMATCHED, wordSet } from "../document/document.ts";
import { cutPieces, type Group, groupsOf, type Piece, wordsOf } from "./pieces.ts";
import { type Retexted, retextBlocks } from "./retext.ts";
import { type MovedIn, NONE_MOVED_IN, travellingGroups } from "./travelling.ts";

export interface EditionSection {
  readonly title: string;
  /** The text that the file had when it was imported or last updated from. */
  readonly base: string;
  readonly blocks: readonly Block[];
}

export interface EditionChapter {
  readonly title: string;
  readonly text: string;
}

export type PlannedBlock =
  /** Stays as it is, perhaps at another place of its section. */
  | { readonly kind: "kept"; readonly block: Block }
  /** Comes from another section, perhaps with other words. */
  | { readonly kind: "moved"; readonly block: Block; readonly section: number; readonly isChanged: boolean }
  /** Has other words. */
  | { readonly kind: "changed"; readonly block: Block }
  /** Has to be prepared. */
  | { readonly kind: "new"; readonly text: string };

export interface EditionCounts {
  /** Spoken lines that stay as they are, those of them that move included. */
  readonly lines_kept: number;
  readonly lines_moved: number;
  readonly lines_changed: number;
  readonly lines_gone: number;
  /** Paragraphs that have to be prepared. */
  readonly paragraphs_new: number;
  /** Paragraphs that the file and a person changed. */
  readonly paragraphs_kept_as_edited: number;
}

export interface PlannedChapter {
  /** The chapter's index; null for a section that the file does not have. It stays as it is. */
  readonly chapter: number | null;
  /** The section's index; null for a new section. */
  readonly section: number | null;
  readonly title: string;
  /** The new script. */
  readonly blocks: readonly PlannedBlock[];
  readonly counts: EditionCounts;
  /** What the file says, for the next comparison. */
  readonly base: string;
  readonly isSame: boolean;
  /** Whether most text of a section without a chapter moved to other chapters. The rest of it is gone. */
  readonly isEmptied: boolean;
  /** Whether the section stands at another place among those that stay. Of two that change places it is one. */
  readonly isMoved: boolean;
}

export interface EditionPlan {
  /** The sections in their new order. */
  readonly chapters: readonly PlannedChapter[];
  readonly counts: EditionCounts;
}

/** A moved paragraph with fewer characters is the same one only beside another moved paragraph. */
const LEAST_MOVED = 40;
/** A heading stands within this many characters of the beginning of its chapter. */
const HEADING_UNITS = 2_000;

/** Plans the update of a story from a new edition of its book. */
export function planEdition(sections: readonly EditionSection[], chapters: readonly EditionChapter[]): EditionPlan {
  const groups = sections.flatMap((section, index) => groupsOf(index, section.base, section.blocks));
  const read = chapters.map((chapter) => cutPieces(chapter.text));
  const same = sameTexts(sections, chapters, groups, read);
  const match = matchPieces(groups, read, same);
  const places = placeChapters(sections, chapters, match.shares);
  const planned = new Map<number, PlannedChapter>();
  const survivors = new Set<string>();
  const travelling = travellingGroups(groups, read, match, places);
  const emitted = new Set<Group>([...match.kept.values(), ...travelling.groups]);
  const drafts = chapters.map((chapter, index) => {
    const section = places.get(index) ?? null;
    const draft = draftChapter(chapter.text, read[index] as readonly Piece[], {
      section,
      keptAt: (piece) => match.kept.get(match.first[index]! + piece),
      free: groups.filter((group) => group.section === section && !emitted.has(group)),
      travelling: (piece) => travelling.byGap.get(match.first[index]! + piece) ?? NONE_MOVED_IN,
      order: match.order,
    });
    for (const planned of draft.blocks) if (planned.kind !== "new") survivors.add(planned.block.id);
    return { section, draft };
  });
  for (const [index, { section, draft }] of drafts.entries()) {
    const { title, text } = chapters[index] as EditionChapter;
    const before = section === null ? null : (sections[section] as EditionSection);
    planned.set(index, {
      chapter: index,
      section,
      title: before === null || isTitleOfFile(before) ? title : before.title,
      blocks: draft.blocks,
      base: text,
      counts: countsOf(draft, before?.blocks ?? [], survivors),
      isSame:
        before !== null && isSame(draft.blocks, before.blocks) && (before.title === title || !isTitleOfFile(before)),
      isEmptied: false,
      isMoved: false,
    });
  }
  const all = inOrder(chapters.length, places, sections.length).map((place): PlannedChapter => {
    if (place.chapter !== null) return planned.get(place.chapter) as PlannedChapter;
    return leftSection(place.section, sections[place.section] as EditionSection, {
      survivors,
      left: groups.filter((group) => group.section === place.section && !emitted.has(group)),
    });
  });
  const inPlace = longestAscending(
    all.flatMap(({ section, isEmptied }) => (section === null || isEmptied ? [] : [section])),
  );
  const placed = all.map((one): PlannedChapter => {
    return { ...one, isMoved: one.section !== null && !one.isEmptied && !inPlace.has(one.section) };
  });
  return { chapters: placed, counts: all.map((one) => one.counts).reduce(sum, NOTHING) };
}

/** The most of different numbers that ascend: the sections that stay in place while the others move. */
function longestAscending(numbers: readonly number[]): ReadonlySet<number> {
  /** The number that ends the best ascending run of each length. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] as number) < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) found.add(at);
  return found;
}

/** A section that the file does not have. Paragraphs that moved to other chapters leave it. */
function leftSection(
  section: number,
  { title, base, blocks }: EditionSection,
  { survivors, left }: { readonly survivors: ReadonlySet<string>; readonly left: readonly Group[] },
): PlannedChapter {
  const stays = blocks.filter((block) => !survivors.has(block.id));
  const isSame = stays.length === blocks.length;
  const isEmptied = !isSame && 2 * lengthOf(stays) < lengthOf(blocks);
  const lines = stays.filter(isSpoken).length;
  return {
    chapter: null,
    section,
    title,
    base: isSame ? base : left.map((group) => group.baseText).join(""),
    blocks: isEmptied ? [] : stays.map((block) => ({ kind: "kept", block })),
    counts: { ...NOTHING, ...(isEmptied ? { lines_gone: lines } : { lines_kept: lines }) },
    isSame,
    isEmptied,
    isMoved: false,
  };
}

/** Whether the title is the heading that the file had, so that a new heading is a new title. */
const isTitleOfFile = ({ title, base }: EditionSection): boolean => {
  const own = wordsOf(title);
  return own !== "" && (cutPieces(base.slice(0, HEADING_UNITS))[0]?.key ?? "").startsWith(own);
};

const lengthOf = (blocks: readonly Block[]): number =>
  blocks.reduce((length, block) => length + (isText(block) ? block.content.text.length : 0), 0);

const NOTHING: EditionCounts = {
  lines_kept: 0,
  lines_moved: 0,
  lines_changed: 0,
  lines_gone: 0,
  paragraphs_new: 0,
  paragraphs_kept_as_edited: 0,
};

function sum(one: EditionCounts, other: EditionCounts): EditionCounts {
  const names = Object.keys(NOTHING) as (keyof EditionCounts)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as EditionCounts;
}

interface Matched {
  /** Groups whose paragraphs all stand in the new text, by the number of their first paragraph there. */
  readonly kept: ReadonlyMap<number, Group>;
  /** The number of the first paragraph of each chapter. */
  readonly first: readonly number[];
  /** Common characters, by chapter and section. */
  readonly shares: ReadonlyMap<number, ReadonlyMap<number, number>>;
  readonly order: ReadonlyMap<Group, number>;
}

/**
 * Sections by the chapter that has exactly their text. They are a pair before any paragraph is compared: a section that has
 * some paragraphs of the same text, and that the file does not have, must not take their place.
 */
function sameTexts(
  sections: readonly EditionSection[],
  chapters: readonly EditionChapter[],
  groups: readonly Group[],
  read: readonly (readonly Piece[])[],
): ReadonlyMap<number, number> {
  const pieces = new Map<number, number>();
  for (const { section, base } of groups) pieces.set(section, (pieces.get(section) ?? 0) + base.length);
  const byText = Map.groupBy(sections.keys(), (section) => sections[section]?.base ?? "");
  const pairs = new Map<number, number>();
  for (const [chapter, { text }] of chapters.entries()) {
    const own = byText.get(text) ?? [];
    const count = read[chapter]?.length ?? 0;
    const section = own.find((one) => count > 0 && pieces.get(one) === count);
    if (section === undefined) continue;
    pairs.set(chapter, section);
    own.splice(own.indexOf(section), 1);
  }
  return pairs;
}

function matchPieces(
  groups: readonly Group[],
  chapters: readonly (readonly Piece[])[],
  same: ReadonlyMap<number, number>,
): Matched {
  const old = groups.flatMap((group) => group.base.map((piece) => ({ group, key: piece.key })));
  const fresh = chapters.flatMap((pieces, chapter) => pieces.map(({ key }) => ({ chapter, key })));
  const found = new Int32Array(fresh.length).fill(UNMATCHED);
  const sameSections = new Set(same.values());
  const oldRest = [...old.keys()].filter((index) => !sameSections.has((old[index] as { group: Group }).group.section));
  const freshRest = [...fresh.keys()].filter((index) => !same.has((fresh[index] as { chapter: number }).chapter));
  const firstOld = new Map<number, number>();
  for (const [index, { group }] of old.entries()) if (!firstOld.has(group.section)) firstOld.set(group.section, index);
  const firstFresh = new Map<number, number>();
  for (const [index, { chapter }] of fresh.entries()) if (!firstFresh.has(chapter)) firstFresh.set(chapter, index);
  for (const [chapter, section] of same) {
    const from = firstOld.get(section) as number;
    const to = firstFresh.get(chapter) as number;
    for (const index of chapters[chapter]?.keys() ?? []) found[to + index] = from + index;
  }
  const { before, moved } = matchLines(
    oldRest.map((index) => (old[index] as { key: string }).key),
    freshRest.map((index) => (fresh[index] as { key: string }).key),
  );
  const unsure = new Set<number>();
  for (const at of moved) {
    const from = before[at] as number;
    const isLong = (fresh[freshRest[at] as number]?.key.length ?? 0) >= LEAST_MOVED;
    const hasNeighbour = before[at - 1] === from - 1 || before[at + 1] === from + 1;
    if (!isLong && !hasNeighbour) unsure.add(at);
  }
  for (const [at, from] of before.entries())
    if (from !== UNMATCHED && !unsure.has(at)) found[freshRest[at] as number] = oldRest[from] as number;
  const now = new Int32Array(old.length).fill(UNMATCHED);
  const shares = new Map<number, Map<number, number>>();
  for (const [index, from] of found.entries()) {
    if (from === UNMATCHED) continue;
    now[from] = index;
    const { chapter, key } = fresh[index] as { chapter: number; key: string };
    const { section } = (old[from] as { group: Group }).group;
    const share = shares.get(chapter) ?? new Map<number, number>();
    shares.set(chapter, share.set(section, (share.get(section) ?? 0) + key.length));
  }
  const first: number[] = [];
  let count = 0;
  for (const pieces of chapters) {
    first.push(count);
    count += pieces.length;
  }
  const kept = new Map<number, Group>();
  let at = 0;
  for (const group of groups) {
    const start = now[at] ?? UNMATCHED;
    const isWhole =
      group.base.length > 0 &&
      start !== UNMATCHED &&
      group.base.every(
        (_, index) => now[at + index] === start + index && fresh[start + index]?.chapter === fresh[start]?.chapter,
      );
    if (isWhole) kept.set(start, group);
    at += group.base.length;
  }
  return { kept, first, shares, order: new Map(groups.map((group, index) => [group, index])) };
}

/** The section of each chapter: the one with the most common text, else the one with the same title. */
function placeChapters(
  sections: readonly EditionSection[],
  chapters: readonly EditionChapter[],
  shares: Matched["shares"],
): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  const taken = new Set<number>();
  const pairs = [...shares].flatMap(([chapter, bySection]) =>
    [...bySection].map(([section, share]) => ({ chapter, section, share })),
  );
  pairs.sort((one, other) => other.share - one.share || one.chapter - other.chapter || one.section - other.section);
  const give = (chapter: number, section: number) => {
    if (places.has(chapter) || taken.has(section)) return;
    places.set(chapter, section);
    taken.add(section);
  };
  for (const { chapter, section } of pairs) give(chapter, section);
  const title = (text: string) => text.toLowerCase().replaceAll(/\s+/gu, " ").trim();
  const byTitle = Map.groupBy(sections.keys(), (section) => title(sections[section]?.title ?? ""));
  for (const [chapter, { title: own }] of chapters.entries()) {
    const section = (byTitle.get(title(own)) ?? []).find((one) => !taken.has(one));
    if (section !== undefined) give(chapter, section);
  }
  return places;
}

type Place = { readonly chapter: number } | { readonly chapter: null; readonly section: number };

/** The chapters in the order of the file. A section that the file does not have follows the section that it followed. */
function inOrder(chapters: number, places: ReadonlyMap<number, number>, sections: number): readonly Place[] {
  const chapterOf = new Map([...places].map(([chapter, section]) => [section, chapter]));
  const order: Place[] = Array.from({ length: chapters }, (_, chapter) => ({ chapter }));
  let after: Place | null = null;
  for (let section = 0; section < sections; section += 1) {
    const chapter = chapterOf.get(section);
    if (chapter !== undefined) {
      after = order.find((one) => one.chapter === chapter) ?? null;
      continue;
    }
    const place: Place = { chapter: null, section };
    order.splice(after === null ? 0 : order.indexOf(after) + 1, 0, place);
    after = place;
  }
  return order;
}

interface Sources {
  readonly section: number | null;
  /** The group whose paragraphs begin at this paragraph of the chapter. */
  readonly keptAt: (piece: number) => Group | undefined;
  /** Groups of the section that stand nowhere in the new text, in order. */
  readonly free: readonly Group[];
  /** Groups of other sections whose words are in the gap that begins at this paragraph of the chapter. */
  readonly travelling: (piece: number) => MovedIn;
  readonly order: ReadonlyMap<Group, number>;
}

interface Draft {
  readonly blocks: readonly PlannedBlock[];
  readonly edited: number;
}

function draftChapter(text: string, pieces: readonly Piece[], sources: Sources): Draft {
  const { section, keptAt, free, travelling, order } = sources;
  const blocks: PlannedBlock[] = [];
  let edited = 0;
  let gap: Piece[] = [];
  let gapFrom = 0;
  let used = 0;
  const place = (group: Group) => order.get(group) as number;
  const settle = (next: number) => {
    const own: Group[] = [];
    while (used < free.length && place(free[used] as Group) < next) own.push(free[used++] as Group);
    const { first, last } = gap.length === 0 ? NONE_MOVED_IN : travelling(gapFrom);
    const filled = fillGap(text, gap, [...first, ...own, ...last]);
    const from = new Map(
      [...first, ...last].flatMap((group) => group.blocks.map(({ id }) => [id, group.section] as const)),
    );
    blocks.push(...filled.blocks.map((one) => movedFrom(from, one)));
    edited += filled.edited;
    gap = [];
  };
  for (let at = 0; at < pieces.length; ) {
    const group = keptAt(at);
    if (group === undefined) {
      if (gap.length === 0) gapFrom = at;
      gap.push(pieces[at] as Piece);
      at += 1;
      continue;
    }
    const isOwn = group.section === section;
    if (isOwn) settle(place(group));
    else if (gap.length > 0) settle(-1);
    for (const block of group.blocks)
      blocks.push(isOwn ? { kind: "kept", block } : { kind: "moved", block, section: group.section, isChanged: false });
    at += group.base.length;
  }
  settle(Number.POSITIVE_INFINITY);
  return { blocks, edited };
}

/** A block with the section that it comes from, if that is another one. */
function movedFrom(from: ReadonlyMap<string, number>, one: PlannedBlock): PlannedBlock {
  const section = one.kind === "new" ? undefined : from.get(one.block.id);
  if (section === undefined || one.kind === "new") return one;
  return { kind: "moved", block: one.block, section, isChanged: one.kind === "changed" };
}

/** The blocks of changed paragraphs: those that a person edited stay, the others get the new words. */
function fillGap(text: string, gap: readonly Piece[], groups: readonly Group[]): Draft {
  const edited = pairEdited(gap, groups);
  const blocks: PlannedBlock[] = [];
  let from = 0;
  let after = 0;
  const fill = (to: number, upTo: number) => {
    const words = gap
      .slice(from, to)
      .map(({ start, end }) => text.slice(start, end))
      .join("");
    const own = groups.slice(after, upTo).flatMap((group) => group.blocks);
    if (words !== "" || own.length > 0) blocks.push(...retextBlocks(own, words).map(planned(own)));
  };
  for (const { piece, group } of edited) {
    fill(piece, group);
    for (const block of (groups[group] as Group).blocks) blocks.push({ kind: "kept", block });
    [from, after] = [piece + 1, group + 1];
  }
  fill(gap.length, groups.length);
  return { blocks, edited: edited.length };
}

function planned(own: readonly Block[]): (part: Retexted) => PlannedBlock {
  const before = new Set(own);
  return (part) =>
    part.kind === "text"
      ? { kind: "new", text: part.text }
      : { kind: before.has(part.block) ? "kept" : "changed", block: part.block };
}

/** Changed paragraphs of the file and the edited groups that they belong to, in order. */
function pairEdited(gap: readonly Piece[], groups: readonly Group[]) {
  const pairs: { readonly piece: number; readonly group: number }[] = [];
  let from = 0;
  for (const [index, group] of groups.entries()) {
    if (!group.isTouched || group.blocks.length === 0) continue;
    const was = wordSet(group.baseText);
    let best = 0.5;
    let found = -1;
    for (let piece = from; piece < Math.min(gap.length, from + 20); piece += 1) {
      const share = likeness(was, wordSet((gap[piece] as Piece).key));
      if (share >= best) [best, found] = [share + 1e-9, piece];
    }
    if (found < 0) continue;
    pairs.push({ piece: found, group: index });
    from = found + 1;
  }
  return pairs;
}

function countsOf(draft: Draft, before: readonly Block[], survivors: ReadonlySet<string>): EditionCounts {
  const lines = (is: (one: Exclude<PlannedBlock, { kind: "new" }>) => boolean) =>
    draft.blocks.filter((one) => one.kind !== "new" && isSpoken(one.block) && is(one)).length;
  const isChanged = (one: PlannedBlock) => one.kind === "changed" || (one.kind === "moved" && one.isChanged);
  const fresh = draft.blocks.flatMap((one) => (one.kind === "new" ? cutPieces(one.text) : []));
  return {
    lines_kept: lines((one) => !isChanged(one)),
    lines_moved: lines((one) => one.kind === "moved" && !one.isChanged),
    lines_changed: lines(isChanged),
    lines_gone: before.filter((block) => isSpoken(block) && !survivors.has(block.id)).length,
    paragraphs_new: fresh.length,
    paragraphs_kept_as_edited: draft.edited,
  };
}

const isSame = (planned: readonly PlannedBlock[], before: readonly Block[]): boolean =>
  planned.length === before.length && planned.every((one, index) => one.kind === "kept" && one.block === before[index]);
