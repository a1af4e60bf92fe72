// Where the sound of a sentence begins and ends. The release of a word continues after its last phone. Without it, a listener
// hears a clipped ending.

/** Most sound kept before the first and after the last phone: what is heard of it. */
export const LEAD_SECONDS = 0.06;
export const TAIL_SECONDS = 0.2;

const BLOCK_SECONDS = 0.005;
/** A listener does not hear sound that is this far below the loud parts of the sentence. */
const HEARD_DB = 42;
/** Kept around what is heard. */
const MARGIN_SECONDS = 0.01;
const FADE_IN_SECONDS = 0.004;
const FADE_OUT_SECONDS = 0.03;

/** The heard part of a sentence, in samples, and with soft edges. `samples` is changed in place where it is faded. */
export function heardPart(samples: Float32Array, rate: number): { readonly from: number; readonly to: number } {
  const block = Math.max(1, Math.round(rate * BLOCK_SECONDS));
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += block) {
    const end = Math.min(samples.length, at + block);
    let sum = 0;
    for (let i = at; i < end; i++) sum += samples[i]! ** 2;
    levels.push(sum / (end - at));
  }
  const loud = levels.toSorted((a, b) => a - b)[Math.floor(levels.length * 0.9)] ?? 0;
  const least = loud * 10 ** (-HEARD_DB / 10);
  const first = levels.findIndex((level) => level > least);
  if (first < 0) return { from: 0, to: samples.length };
  const last = levels.findLastIndex((level) => level > least);
  const margin = Math.round(rate * MARGIN_SECONDS);
  const from = Math.max(0, first * block - margin);
  const to = Math.min(samples.length, (last + 1) * block + margin);
  fade(samples, from, 1, Math.min(Math.round(rate * FADE_IN_SECONDS), to - from));
  fade(samples, to - 1, -1, Math.min(Math.round(rate * FADE_OUT_SECONDS), to - from));
  return { from, to };
}

/** From silence at `edge` to the full sound `length` samples further in. */
function fade(samples: Float32Array, edge: number, way: 1 | -1, length: number): void {
  for (let i = 0; i < length; i++) {
    const at = edge + way * i;
    samples[at] = samples[at]! * (0.5 - 0.5 * Math.cos((Math.PI * i) / length));
  }
}
