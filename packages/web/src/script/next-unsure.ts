// Which unsure line comes next.

/** The next unsure line behind (or before) a place, around the end. */
export function nextUnsure(
  ids: readonly string[],
  indexOf: (id: string) => number,
  at: number,
  direction: 1 | -1,
): number | null {
  const indexes = ids.map(indexOf).filter((index) => index >= 0);
  if (indexes.length === 0) return null;
  if (direction === 1) return indexes.find((index) => index > at) ?? indexes[0] ?? null;
  return indexes.findLast((index) => index < at) ?? indexes.at(-1) ?? null;
}
