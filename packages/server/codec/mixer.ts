// Mixes any range of the line: reads clips, resamples, levels, fades, adds and limits them. A sample does not depend on the
// range in which it is mixed.

import {
  addRoomTone,
  applyEnvelope,
  applyFades,
  applyJoins,
  createLimiter,
  LIMITER_STEP,
  type Limiter,
  mixInto,
  passesBetween,
} from "@fullcast/core/sound";
import { createClipReader } from "./clip-reader.ts";
import { createLoopFinder } from "./loop-finder.ts";
import { RenderError } from "./render-error.ts";
import { mixRange } from "./segment.ts";
import { type Clip, OUTPUT_RATE } from "./timeline-plan.ts";
import { openWav } from "./wav-source.ts";

/** How much an asset may differ from its unit's duration, which is rounded to whole milliseconds. */
const ROUNDING_SAMPLES = Math.ceil((OUTPUT_RATE * 1.5) / 1000);

export interface Mixer extends Disposable {
  /**
   * Samples [from, to) of the line; silence before 0. Valid until the next call, which reuses the memory.
   *
   * @param from A multiple of LIMITER_STEP. @param clips All within mixRange(from, to).
   */
  mix(clips: readonly Clip[], from: number, to: number, peaks: MixPeaks, roomTone: RoomToneOnLine): Mix;
  /** The mixer's limiter. Other code may use it between two mixes. */
  readonly limiter: Limiter;
}

/** Linear: the true peak of the mix, and the sample level from which blocks are reported. */
export interface MixPeaks {
  readonly ceiling: number;
  readonly watched?: number;
}

export interface Mix {
  readonly samples: Float32Array;
  /** The numbers of the blocks of LIMITER_STEP samples near the ceiling or above `watched`, ascending. */
  readonly near: readonly number[];
}

/** Noise under the line from 0 to `until`; level linear, 0 for none. */
export interface RoomToneOnLine {
  readonly level: number;
  readonly until: number;
}

/** A mixer for one thread. */
export function createMixer(): Mixer {
  const reader = createClipReader();
  const limiter = createLimiter(OUTPUT_RATE);
  const loops = createLoopFinder(reader);
  let memory = new Float32Array(0);

  function addClip(line: Float32Array, lineFrom: number, clip: Clip): void {
    using source = openWav(clip.path, clip.assetId);
    const own = reader.lengthOf(source);
    if (clip.exact && Math.abs(own - (clip.length - OUTPUT_RATE / 1000)) > ROUNDING_SAMPLES) {
      throw new RenderError("input", "The audio of an asset is not as long as the timeline says.", clip.assetId);
    }
    const length = clip.loop ? clip.length : Math.min(own, clip.length);
    const from = Math.max(0, lineFrom - clip.start);
    const to = Math.min(length, lineFrom + line.length - clip.start);
    /** `at` is the position of the first sample in the clip. */
    const add = (samples: Float32Array, at: number): void => {
      applyFades(samples, 0, samples.length, at, { length, fadeIn: clip.fadeIn, fadeOut: clip.fadeOut });
      applyEnvelope(samples, at, clip.envelope);
      mixInto(line, clip.start + at - lineFrom, samples, 0, samples.length, clip.gain);
    };
    if (!clip.loop || length <= own) {
      reader.readInParts(source, from, to, add);
      return;
    }
    const loop = loops.of(source, clip.path);
    for (const pass of passesBetween(loop, from, to)) {
      const shift = pass.at - pass.from;
      const first = Math.max(pass.from, from - shift);
      reader.readInParts(source, first, Math.min(pass.to, to - shift), (samples, at) => {
        applyJoins(samples, at, pass, loop);
        add(samples, at + shift);
      });
    }
  }

  return {
    limiter,
    mix: (clips, from, to, peaks, roomTone) => {
      if (from % LIMITER_STEP !== 0) throw new RangeError("A stretch starts at a limiter step.");
      const range = mixRange(from, to);
      const length = range.to - range.from;
      if (memory.length < length) memory = new Float32Array(length);
      const line = memory.subarray(0, length).fill(0);
      for (const clip of clips) addClip(line, range.from, clip);
      if (roomTone.level > 0) {
        const first = Math.max(0, -range.from);
        addRoomTone(line, first, Math.min(length, roomTone.until - range.from), range.from + first, roomTone.level);
      }
      const near = limiter.limit(line, peaks.ceiling, peaks.watched);
      const before = (from - range.from) / LIMITER_STEP;
      const blocks = near.filter((block) => block >= before).map((block) => block - before);
      return { samples: line.subarray(from - range.from, to - range.from), near: blocks };
    },
    [Symbol.dispose]: () => reader[Symbol.dispose](),
  };
}
