/** @throws when the process holds more memory than a small file may cost, MiB. */
export function checkHeapUnder(mib: number): void {
  const { heapUsed } = process.memoryUsage();
  if (heapUsed < mib * 1024 * 1024) return;
  throw new Error(`the heap holds ${Math.round(heapUsed / 1024 / 1024)} MiB`);
}
