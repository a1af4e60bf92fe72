// Quiet room noise during the whole file. Listeners take digital silence in pauses for a fault, and audiobook shops refuse
// it. The noise is a function of the position: a segment made alone equals the same segment of the whole.

import { scatter } from "./dither.ts";

/** Root mean square of the sum of four uniform numbers in [0, 1), minus their mean. */
const SUM_LEVEL = Math.sqrt(4 / 12);

/**
 * Adds noise with fewer high frequencies (the mean of four neighbouring random numbers).
 *
 * @param position Of `samples[from]` on the line. @param level Root mean square, linear.
 */
export function addRoomTone(samples: Float32Array, from: number, to: number, position: number, level: number): void {
  const scale = level / SUM_LEVEL;
  const random = (at: number): number => scatter(at) / 4_294_967_296 - 0.5;
  let [a, b, c] = [random(position - 3), random(position - 2), random(position - 1)];
  for (let i = from; i < to; i++) {
    const d = random(position + i - from);
    samples[i] = samples[i]! + (a + b + c + d) * scale;
    a = b;
    b = c;
    c = d;
  }
}
