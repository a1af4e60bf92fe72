// Finds the part of a sound file that can repeat. A thread measures each file once. The result depends only on the file, so
// every thread and machine repeats the same part.

import { loopJoin, loopRegion, type SoundLoop } from "@fullcast/core/sound";
import type { ClipReader } from "./clip-reader.ts";
import { OUTPUT_RATE } from "./positions.ts";
import type { WavSource } from "./wav-source.ts";

/** 20 ms. */
const HOP = 882;

export interface LoopFinder {
  /** The loop of a file, in output samples. */
  of(source: WavSource, path: string): SoundLoop;
}

export function createLoopFinder(reader: ClipReader): LoopFinder {
  const found = new Map<string, SoundLoop>();

  function find(source: WavSource): SoundLoop {
    const length = reader.lengthOf(source);
    const levels = new Float64Array(Math.ceil(length / HOP));
    reader.readInParts(source, 0, length, (samples, at) => {
      for (let i = 0; i < samples.length; i++) levels[Math.floor((at + i) / HOP)]! += samples[i]! ** 2;
    });
    for (let i = 0; i < levels.length; i++) levels[i] = Math.sqrt(levels[i]! / Math.min(HOP, length - i * HOP));
    return loopJoin(loopRegion(levels, HOP, length), OUTPUT_RATE, (from, to) => {
      const whole = new Float32Array(to - from);
      reader.readInParts(source, from, to, (samples, at) => whole.set(samples, at - from));
      return whole;
    });
  }

  return {
    of(source, path) {
      const loop = found.get(path) ?? find(source);
      found.set(path, loop);
      return loop;
    },
  };
}
