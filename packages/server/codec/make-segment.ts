// One segment of the line: mixed, measured and encoded. Runs in a render thread.

import { aacFrameWindows, mp3FrameWindows } from "@fullcast/core/packaging";
import { createHopMeter, ditherTo16Bit, truePeakAbove } from "@fullcast/core/sound";
import type { ClipReader } from "./clip-reader.ts";
import { AAC, type CodecChoice, encodeFrames, MP3 } from "./encoder.ts";
import { mixStretch, neededRange } from "./mix-stretch.ts";
import type { AudioFormat } from "./render-job.ts";
import { type Clip, OUTPUT_RATE } from "./timeline-plan.ts";

/** What codecs and meters hear before the segment, so that they are in the state that the whole would have brought them to. */
const WARM_UP = 9216;
/** Frames that a segment makes beyond each of its ends: where to change over is decided when both sides are known. */
export const SEAM_FRAMES = 3;
/** Further input after the segment, for encoders that look ahead. */
const ENCODER_LOOK_AHEAD_FRAMES = 5;

export interface SegmentTask {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** Samples of the whole line. */
  readonly total: number;
  readonly format: AudioFormat;
  /** Linear. */
  readonly ceiling: number;
  readonly clips: readonly Clip[];
}

export interface Segment {
  readonly index: number;
  /** Number, in the whole file, of the first frame here. For WAV a frame is a sample. */
  readonly firstFrame: number;
  /** Bytes of each frame; empty for WAV. */
  readonly sizes: Uint32Array<ArrayBuffer>;
  /** Windows of each frame; empty for WAV. */
  readonly windows: Int16Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly hops: Float64Array<ArrayBuffer>;
  readonly rest: { readonly energy: number; readonly samples: number };
  readonly truePeak: number;
}

const CODECS = {
  mp3: { choice: MP3, windowsOf: mp3FrameWindows },
  m4b: { choice: AAC, windowsOf: aacFrameWindows },
} as const;

const roomAfter = (format: AudioFormat): number =>
  format === "wav" ? 0 : (SEAM_FRAMES + ENCODER_LOOK_AHEAD_FRAMES) * CODECS[format].choice.frameSamples;

/** The stretch of the line whose clips a segment's task must name. */
export const clipRange = (format: AudioFormat, from: number, to: number) =>
  neededRange(from - WARM_UP, to + roomAfter(format));

export function makeSegment(reader: ClipReader, task: SegmentTask): Segment {
  const { index, from, to, total, format } = task;
  const stretchFrom = from - WARM_UP;
  const mixed = mixStretch(reader, task.clips, stretchFrom, to + roomAfter(format), task.ceiling);
  const end = Math.min(to, total) - stretchFrom;
  const meter = createHopMeter(OUTPUT_RATE);
  meter.skip(mixed, 0, WARM_UP);
  meter.add(mixed, WARM_UP, end);
  const measured = {
    hops: meter.hops().slice(),
    rest: meter.rest(),
    truePeak: truePeakAbove(mixed, WARM_UP, end, 0),
  };
  if (format === "wav") {
    const pcm = ditherTo16Bit(mixed, WARM_UP, end, from);
    return {
      ...measured,
      index,
      firstFrame: from,
      sizes: new Uint32Array(0),
      windows: new Int16Array(0),
      bytes: new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength),
    };
  }
  const { choice, windowsOf } = CODECS[format];
  return { ...measured, index, ...encodeSegment(choice, windowsOf, mixed, stretchFrom, task) };
}

function encodeSegment(
  choice: CodecChoice,
  windowsOf: (frame: Uint8Array) => number,
  mixed: Float32Array,
  mixedFrom: number,
  task: SegmentTask,
) {
  const frame = choice.frameSamples;
  const isLast = task.to >= task.total;
  const feedFrom = Math.max(0, task.from - Math.floor(WARM_UP / frame) * frame);
  const feedTo = isLast ? task.total : task.to + (SEAM_FRAMES + ENCODER_LOOK_AHEAD_FRAMES) * frame;
  const firstFrame = Math.max(0, task.from / frame - SEAM_FRAMES);
  const endFrame = isLast ? Infinity : task.to / frame + SEAM_FRAMES;
  const sizes: number[] = [];
  const windows: number[] = [];
  let bytes = new Uint8Array(1 << 20);
  let used = 0;
  encodeFrames(choice, mixed.subarray(feedFrom - mixedFrom, feedTo - mixedFrom), isLast, (packet, data) => {
    const number = feedFrom / frame + packet;
    if (number < firstFrame || number >= endFrame) return;
    if (used + data.length > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes.subarray(0, used));
      bytes = larger;
    }
    bytes.set(data, used);
    used += data.length;
    sizes.push(data.length);
    windows.push(windowsOf(data));
  });
  return {
    firstFrame,
    sizes: Uint32Array.from(sizes),
    windows: Int16Array.from(windows),
    bytes: bytes.slice(0, used),
  };
}
