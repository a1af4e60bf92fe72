// Loudness and sample peak of one clip of 16-bit PCM. The speaking threads measure every take with it. The clip's two halves
// pass the filter in parallel (clip-levels.wat), which takes less than half the time.

import { CLIP_LEVELS_WASM } from "./clip-levels-wasm.ts";
import { kWeighting } from "./k-weighting.ts";
import { gatedLoudness, loudnessHop } from "./loudness.ts";

/** The parts of WebAssembly's JavaScript interface used here; TypeScript's ES libraries do not declare them. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => unknown;
  readonly Instance: new (module: unknown) => { readonly exports: unknown };
};

interface Kernel {
  /** Filters this many samples of both lanes, at least one. */
  readonly weigh: (count: number) => void;
  /** Coefficients, memory of the filters and results, as clip-levels.wat lays them out. */
  readonly numbers: Float64Array;
  readonly first: Int16Array;
  readonly second: Int16Array;
}

/** Positions in `numbers`, a pair for the two lanes each, and the byte offsets of the lanes' samples. */
const MEMORY = 8;
const ENERGY = 20;
const HIGHEST = 22;
const END = 24;
const FIRST_LANE = 256;
const SECOND_LANE = 65_536;
const FULL_SCALE = 32_768;

let loaded: Kernel | null = null;

function load(): Kernel {
  const bytes = Uint8Array.from(CLIP_LEVELS_WASM.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  const { memory, weigh } = exports as { memory: { buffer: ArrayBuffer }; weigh: (count: number) => void };
  return {
    weigh,
    numbers: new Float64Array(memory.buffer, 0, END),
    first: new Int16Array(memory.buffer, FIRST_LANE, (SECOND_LANE - FIRST_LANE) / 2),
    second: new Int16Array(memory.buffer, SECOND_LANE),
  };
}

/**
 * The loudness of a clip in LUFS, -Infinity when gated away (short clips as in createLoudnessMeter), and the highest magnitude
 * of a sample, where full scale is 1. Within rounding what createLoudnessMeter measures; the same on every machine.
 *
 * @param sampleRate Hz, 8,000 to 192,000.
 */
export function clipLevels(pcm: Int16Array, sampleRate: number): { readonly lufs: number; readonly peak: number } {
  loaded ??= load();
  const { weigh, numbers, first, second } = loaded;
  const { shelfB0, shelfB1, shelfB2, shelfA1, shelfA2, passA1, passA2 } = kWeighting(sampleRate);
  numbers.set([shelfB0, shelfB1, shelfB2, shelfA1, shelfA2, passA1, passA2]);
  numbers.fill(0, MEMORY, END);
  const energy = (lane: 0 | 1) => numbers[ENERGY + lane]! / (FULL_SCALE * FULL_SCALE);
  const hop = loudnessHop(sampleRate);
  const hops = new Float64Array(Math.floor(pcm.length / hop));
  // The second lane begins one step before its half, from silence. The filter's longest time constant is 4 ms, so after
  // 100 ms the silence has no effect. The second lane never has fewer steps than the first.
  const half = Math.ceil(hops.length / 2);
  for (let n = 0, other = Math.max(0, half - 1); other < hops.length; n++, other++) {
    first.set(pcm.subarray(n * hop, (n + 1) * hop));
    second.set(pcm.subarray(other * hop, (other + 1) * hop));
    weigh(hop);
    hops[n] = energy(0);
    if (other >= half) hops[other] = energy(1);
  }
  const rest = pcm.subarray(hops.length * hop);
  if (rest.length > 0) {
    first.fill(0, 0, rest.length);
    second.set(rest);
    weigh(rest.length);
  }
  return {
    lufs: gatedLoudness(hops, hop, { energy: rest.length === 0 ? 0 : energy(1), samples: rest.length }),
    peak: Math.max(numbers[HIGHEST]!, numbers[HIGHEST + 1]!) / FULL_SCALE,
  };
}
