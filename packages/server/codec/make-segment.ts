// One segment of the line: mixed, measured and encoded. Runs in a render thread.

import { aacFrameWindows, mp3FrameWindows } from "@fullcast/core/packaging";
import { createHopMeter, ditherTo16Bit, truePeakAbove } from "@fullcast/core/sound";
import { AAC, type CodecChoice, encodeFrames, MP3 } from "./encoder.ts";
import type { Mixer } from "./mix-stretch.ts";
import { CODEC_WARM_UP, roomAfter, SEAM_FRAMES, type Segment, type SegmentTask } from "./segment.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";

const CODECS = {
  mp3: { choice: MP3, windowsOf: mp3FrameWindows },
  m4b: { choice: AAC, windowsOf: aacFrameWindows },
} as const;

export function makeSegment(mixer: Mixer, task: SegmentTask): Segment {
  const { index, from, to, total, format } = task;
  const stretchFrom = from - CODEC_WARM_UP;
  const mixed = mixer.mix(task.clips, stretchFrom, to + roomAfter(format), task.ceiling);
  const end = Math.min(to, total) - stretchFrom;
  const meter = createHopMeter(OUTPUT_RATE);
  meter.skip(mixed, 0, CODEC_WARM_UP);
  meter.add(mixed, CODEC_WARM_UP, end);
  const measured = {
    hops: meter.hops().slice(),
    rest: meter.rest(),
    truePeak: truePeakAbove(mixed, CODEC_WARM_UP, end, 0),
  };
  if (format === "wav") {
    const pcm = ditherTo16Bit(mixed, CODEC_WARM_UP, end, from);
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
  const feedFrom = Math.max(0, task.from - Math.floor(CODEC_WARM_UP / frame) * frame);
  const feedTo = isLast ? task.total : task.to + roomAfter(task.format);
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
