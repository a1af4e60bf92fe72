// The request to a render thread, its answer, and the surroundings that a segment needs. No codec is loaded here, because
// the thread that collects the segments needs none.

import { AAC_FRAME_SAMPLES, MP3_FRAME_SAMPLES, OPUS_PACKET_SAMPLES, OPUS_RATE } from "@fullcast/core/audio-files";
import { limiterLookAhead, limiterWarmUp } from "@fullcast/core/sound";
import type { AudioFormat } from "./render-job.ts";
import { type Clip, OUTPUT_RATE } from "./timeline-plan.ts";

/** Samples that a codec gets before the segment, so that its state equals that of one encoder for the whole line. */
export const CODEC_WARM_UP = 9216;
/** Extra frames at each end of a segment. The join chooses the place of the change when both sides are known. */
export const SEAM_FRAMES = 3;
/** Further input after the segment, for encoders that look ahead. */
const ENCODER_LOOK_AHEAD_FRAMES = 5;

/** Samples of the line that a frame holds. */
export const FRAME_SAMPLES: Readonly<Record<AudioFormat, number>> = {
  mp3: MP3_FRAME_SAMPLES,
  m4b: AAC_FRAME_SAMPLES,
  // 960 samples at 48 kHz, the rate of Opus.
  opus: (OPUS_PACKET_SAMPLES * OUTPUT_RATE) / OPUS_RATE,
  wav: 1,
};

/** Samples after the segment that its encoder gets. */
export const roomAfter = (format: AudioFormat): number =>
  (SEAM_FRAMES + ENCODER_LOOK_AHEAD_FRAMES) * FRAME_SAMPLES[format];

const LIMITER_WARM_UP = limiterWarmUp(OUTPUT_RATE);
const LIMITER_LOOK_AHEAD = limiterLookAhead(OUTPUT_RATE);

/** The range of the line that affects the mix of [from, to). */
export const mixRange = (from: number, to: number) => ({ from: from - LIMITER_WARM_UP, to: to + LIMITER_LOOK_AHEAD });

/** The range of the line whose clips the task of a segment must contain. */
export const clipRange = (format: AudioFormat, from: number, to: number) =>
  mixRange(from - CODEC_WARM_UP, to + roomAfter(format));

export interface SegmentTask {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** The length of the whole line, samples. */
  readonly total: number;
  readonly format: AudioFormat;
  /** Linear. */
  readonly ceiling: number;
  /** The level of the room tone, linear; 0 for none. */
  readonly roomTone: number;
  readonly clips: readonly Clip[];
}

/** Consecutive frames of a line. */
export interface Frames {
  /** The number of the first frame in the whole file. For WAV a frame is a sample. */
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
