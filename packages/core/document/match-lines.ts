// Matches the lines of a changed text with those of the text before: a patience diff, and moved lines by their words.

/** No index. */
export const UNMATCHED = -1;

export interface LineMatches {
  /** For each line after, the index of the same line before; UNMATCHED for a new one. Each index occurs once. */
  readonly before: Int32Array;
  /** Lines after that matched a line at another place. All other lines keep their order. */
  readonly moved: ReadonlySet<number>;
}

/** How often a range is divided at its unique lines before the rest is matched in order. */
const MOST_DIVISIONS = 40;

interface Range {
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
  readonly depth: number;
}

/**
 * Matches equal lines. Lines that are unique in both texts are anchors (Bram Cohen's patience diff). Ranges between anchors are
 * processed in the same way; ranges without anchors are matched in order. Remaining lines match equal lines elsewhere: they
 * were moved. About n log n for n lines.
 */
export function matchLines(before: readonly string[], after: readonly string[]): LineMatches {
  const ids = new Map<string, number>();
  const idsOf = (lines: readonly string[]) =>
    Int32Array.from(lines, (line) => {
      const id = ids.get(line) ?? ids.size;
      ids.set(line, id);
      return id;
    });
  const [old, now] = [idsOf(before), idsOf(after)];
  const matches = new Int32Array(now.length).fill(UNMATCHED);
  const waiting: Range[] = [{ before: [0, old.length], after: [0, now.length], depth: 0 }];
  for (let range = waiting.pop(); range !== undefined; range = waiting.pop()) {
    waiting.push(...divided(range, old, now, matches));
  }
  return { before: matches, moved: matchMoved(old, now, matches) };
}

/** Matches the common beginning and end of a range, then its anchors. Returns the ranges between them. */
function divided(range: Range, old: Int32Array, now: Int32Array, matches: Int32Array): readonly Range[] {
  let [b0, b1] = range.before;
  let [a0, a1] = range.after;
  while (b0 < b1 && a0 < a1 && old[b0] === now[a0]) matches[a0++] = b0++;
  while (b0 < b1 && a0 < a1 && old[b1 - 1] === now[a1 - 1]) matches[--a1] = --b1;
  if (b0 === b1 || a0 === a1) return [];
  const anchors = range.depth < MOST_DIVISIONS ? uniquePairs(old, now, [b0, b1], [a0, a1]) : [];
  if (anchors.length === 0) {
    matchInOrder(old, now, [b0, b1], [a0, a1], matches);
    return [];
  }
  const parts: Range[] = [];
  for (const [b, a] of [...anchors, [b1, a1] as const]) {
    parts.push({ before: [b0, b], after: [a0, a], depth: range.depth + 1 });
    if (a < a1) matches[a] = b;
    [b0, a0] = [b + 1, a + 1];
  }
  return parts;
}

type Span = readonly [number, number];

/** Lines that occur once in both spans, as the longest sequence that has the same order in both. */
function uniquePairs(old: Int32Array, now: Int32Array, before: Span, after: Span): readonly Span[] {
  const places = uniquePlaces(old, before);
  const others = uniquePlaces(now, after);
  const pairs: Span[] = [];
  for (const [id, a] of others) {
    const b = places.get(id);
    if (a !== UNMATCHED && b !== undefined && b !== UNMATCHED) pairs.push([b, a]);
  }
  return longestIncreasing(pairs.sort((one, other) => one[1] - other[1]));
}

/** Where each line of a span stands; UNMATCHED for one that occurs more than once. */
function uniquePlaces(lines: Int32Array, [from, to]: Span): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const id = lines[at] as number;
    places.set(id, places.has(id) ? UNMATCHED : at);
  }
  return places;
}

/** The longest subsequence of pairs whose first members increase; patience sorting. */
function longestIncreasing(pairs: readonly Span[]): readonly Span[] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(UNMATCHED);
  for (const [index, [b]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as Span)[0] < b) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] as number) : UNMATCHED;
    tails[low] = index;
  }
  const chain: Span[] = [];
  for (let at = tails.at(-1) ?? UNMATCHED; at !== UNMATCHED; at = previous[at] as number) chain.push(pairs[at] as Span);
  return chain.reverse();
}

/** Matches each line after with the next equal line before that is still free. */
function matchInOrder(old: Int32Array, now: Int32Array, before: Span, after: Span, matches: Int32Array): void {
  const places = Map.groupBy(
    Array.from({ length: before[1] - before[0] }, (_, index) => before[0] + index),
    (at) => old[at] as number,
  );
  const used = new Map<number, number>();
  let from = before[0];
  for (let a = after[0]; a < after[1]; a += 1) {
    const id = now[a] as number;
    const found = places.get(id) ?? [];
    let index = used.get(id) ?? 0;
    while (index < found.length && (found[index] as number) < from) index += 1;
    const b = found[index];
    used.set(id, b === undefined ? index : index + 1);
    if (b === undefined) continue;
    matches[a] = b;
    from = b + 1;
  }
}

function matchMoved(old: Int32Array, now: Int32Array, matches: Int32Array): ReadonlySet<number> {
  const taken = new Set(matches);
  const free = Map.groupBy(
    Array.from(old.keys()).filter((at) => !taken.has(at)),
    (at) => old[at] as number,
  );
  const next = new Map<number, number>();
  const moved = new Set<number>();
  for (const [a, id] of now.entries()) {
    if (matches[a] !== UNMATCHED) continue;
    const index = next.get(id) ?? 0;
    const b = free.get(id)?.[index];
    if (b === undefined) continue;
    next.set(id, index + 1);
    matches[a] = b;
    moved.add(a);
  }
  return moved;
}
