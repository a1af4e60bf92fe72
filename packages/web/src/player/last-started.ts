/** The last of `all`, which are in the order of their starts, that has begun at a time; undefined before the first. */
export function lastStarted<Timed extends { readonly start_ms: number }>(
  all: readonly Timed[],
  ms: number,
): Timed | undefined {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] as Timed).start_ms <= ms) low = middle + 1;
    else high = middle;
  }
  return all[low - 1];
}
