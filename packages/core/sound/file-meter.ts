// Measures of a decoded file of any length, for a shop's checks (store-readiness.ts). Keeps four bytes for every 10 ms.

import { decibels } from "./mix.ts";
import type { FileMeasures } from "./store-readiness.ts";
import { TRUE_PEAK_MEMORY, truePeakAbove } from "./true-peak.ts";

const WINDOW_SECONDS = 0.01;
/** The noise floor is the quietest half second, as in Audacity's "ACX Check". */
const FLOOR_WINDOWS = 50;
const EDGE_WINDOWS = 5;
/** Sound louder than this for 10 ms is not room tone, dBFS. */
const SOUND_DB = -50;

/** dB of a mean square; -200 for digital silence, as in manifests. */
const level = (meanSquare: number): number => Math.max(-200, decibels(Math.sqrt(meanSquare)));

export type LevelMeasures = Pick<
  FileMeasures,
  "rms_db" | "true_peak_db" | "noise_floor_db" | "head_ms" | "tail_ms" | "quietest_edge_db"
>;

export interface FileMeter {
  /** The next samples of every channel, all of the same length; full scale is 1. */
  add(channels: readonly Float32Array[]): void;
  measures(): LevelMeasures;
}

/** @param sampleRate Hz. */
export function createFileMeter(sampleRate: number): FileMeter {
  const windowSamples = Math.round(sampleRate * WINDOW_SECONDS);
  let windows = new Float32Array(6000);
  let count = 0;
  let open = 0;
  let openSamples = 0;
  let total = 0;
  let samples = 0;
  let peak = 0;
  let before: Float32Array[] = [];

  function watchPeak(channel: Float32Array, index: number): void {
    const joined = new Float32Array(TRUE_PEAK_MEMORY + channel.length);
    const last = before[index];
    if (last !== undefined) joined.set(last);
    joined.set(channel, TRUE_PEAK_MEMORY);
    peak = truePeakAbove(joined, TRUE_PEAK_MEMORY, joined.length, peak);
    before[index] = joined.slice(joined.length - TRUE_PEAK_MEMORY);
  }

  function close(): void {
    if (count === windows.length) {
      const longer = new Float32Array(windows.length * 2);
      longer.set(windows);
      windows = longer;
    }
    windows[count++] = open / openSamples;
    open = 0;
    openSamples = 0;
  }

  return {
    add: (channels) => {
      channels.forEach(watchPeak);
      const length = channels[0]?.length ?? 0;
      for (let i = 0; i < length; i++) {
        let square = 0;
        for (const channel of channels) square += channel[i]! ** 2;
        square /= channels.length;
        open += square;
        total += square;
        if (++openSamples === windowSamples) close();
      }
      samples += length;
    },
    measures: () => {
      if (openSamples > 0) close();
      // The filter reads beyond the last sample.
      before.map((last) => new Float32Array(last.length)).forEach(watchPeak);
      before = [];
      const levels = windows.subarray(0, count);
      const loud = (meanSquare: number): boolean => level(meanSquare) > SOUND_DB;
      const first = levels.findIndex(loud);
      const last = levels.findLastIndex(loud);
      const head = first < 0 ? count : first;
      const tail = first < 0 ? 0 : count - 1 - last;
      const ms = (windowCount: number): number => Math.round((windowCount * windowSamples * 1000) / sampleRate);
      // Codecs add their own fades of a few hundredths of a second.
      const edges = Math.min(
        quietest(levels.subarray(EDGE_WINDOWS, head), EDGE_WINDOWS),
        quietest(levels.subarray(count - tail, count - EDGE_WINDOWS), EDGE_WINDOWS),
      );
      return {
        rms_db: level(total / Math.max(1, samples)),
        true_peak_db: level(peak ** 2),
        noise_floor_db: level(quietest(levels, FLOOR_WINDOWS)),
        head_ms: ms(head),
        tail_ms: ms(tail),
        quietest_edge_db: level(edges),
      };
    },
  };
}

/** The lowest mean of `width` neighbours; of all values if there are fewer; 0 for none. */
function quietest(levels: Float32Array, width: number): number {
  if (levels.length === 0) return 0;
  const span = Math.min(width, levels.length);
  let lowest = Infinity;
  for (let from = 0; from + span <= levels.length; from++) {
    let sum = 0;
    for (let i = from; i < from + span; i++) sum += levels[i]!;
    if (sum < lowest) lowest = sum;
  }
  return lowest / span;
}
