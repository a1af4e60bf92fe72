// The request to a render thread and its answer, and how far around a segment it has to look. No codec is loaded here:
// the thread that gathers the segments needs none.

import { AAC_FRAME_SAMPLES, MP3_FRAME_SAMPLES } from "@fullcast/core/packaging";
import { limiterLookAhead, limiterWarmUp } from "@fullcast/core/sound";
import type { AudioFormat } from "./render-job.ts";
import { type Clip, OUTPUT_RATE } from "./timeline-plan.ts";

/** What a codec hears before the segment, so that it is in the state that the whole would have brought it to. */
export const CODEC_WARM_UP = 9216;
/** Frames that a segment makes beyond each of its ends: where to change over is decided when both sides are known. */
export const SEAM_FRAMES = 3;
/** Further input after the segment, for encoders that look ahead. */
const ENCODER_LOOK_AHEAD_FRAMES = 5;

export const FRAME_SAMPLES: Readonly<Record<AudioFormat, number>> = {
  mp3: MP3_FRAME_SAMPLES,
  m4b: AAC_FRAME_SAMPLES,
  wav: 1,
};

/** Samples after a segment that its encoder is given. */
export const roomAfter = (format: AudioFormat): number =>
  (SEAM_FRAMES + ENCODER_LOOK_AHEAD_FRAMES) * FRAME_SAMPLES[format];

const LIMITER_WARM_UP = limiterWarmUp(OUTPUT_RATE);
const LIMITER_LOOK_AHEAD = limiterLookAhead(OUTPUT_RATE);

/** The range of the line that decides about the mix of [from, to). */
export const mixRange = (from: number, to: number) => ({ from: from - LIMITER_WARM_UP, to: to + LIMITER_LOOK_AHEAD });

/** The range of the line whose clips a segment's task must name. */
export const clipRange = (format: AudioFormat, from: number, to: number) =>
  mixRange(from - CODEC_WARM_UP, to + roomAfter(format));

export interface SegmentTask {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** Samples of the whole line. */
  readonly total: number;
  readonly format: AudioFormat;
  /** Linear. */
  readonly ceiling: number;
  /** Level of the noise under everything, linear; 0 for none. */
  readonly roomTone: number;
  readonly clips: readonly Clip[];
}

/** Frames of a line that follow one another. */
export interface Frames {
  /** Number, in the whole file, of the first frame here. For WAV a frame is a sample. */
  readonly firstFrame: number;
  /** Bytes of each frame; empty for WAV. */
  readonly sizes: Uint32Array<ArrayBuffer>;
  /** Windows of each frame; empty for WAV. */
  readonly windows: Int16Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Segment extends Frames {
  readonly index: number;
}
