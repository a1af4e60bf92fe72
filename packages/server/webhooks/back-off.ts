// How long a delivery waits after a failed attempt. Pure.

const FIRST_MS = 2_000;
const LONGEST_MS = 3_600_000;

/**
 * Doubles from 2 s to an hour, a quarter more or less, so that deliveries that failed together do not come back together.
 * @param attempts that failed so far, at least 1
 * @param random from 0 to 1
 */
export function waitAfter(attempts: number, random: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20)) * (0.75 + random / 2);
}
