// To 16 bit with triangular dither (TPDF, two least steps wide; Lipshitz, Wannamaker & Vanderkooy, JAES 1992). The noise is a
// function of the sample's position, so that a segment made alone equals the same segment of the whole.

/** A well-mixed 32-bit number of a position (the finaliser of MurmurHash3). */
export function scatter(position: number): number {
  let h = position | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * Rounds `samples[from, to)` (full scale 1) to 16 bit. The difference of two neighbouring random numbers is the dither: it
 * is triangular, with more energy at high frequencies, where it is least audible. Digital silence stays digital silence.
 *
 * @param position Of `samples[from]` in the stream.
 */
export function ditherTo16Bit(
  samples: Float32Array,
  from: number,
  to: number,
  position: number,
): Int16Array<ArrayBuffer> {
  const result = new Int16Array(to - from);
  let before = scatter(position - 1);
  for (let i = from; i < to; i++) {
    const now = scatter(position + i - from);
    const sample = samples[i]!;
    if (sample !== 0) {
      const dithered = Math.round(sample * 32_768 + (now - before) / 4_294_967_296);
      result[i - from] = dithered > 32_767 ? 32_767 : Math.max(dithered, -32_768);
    }
    before = now;
  }
  return result;
}
