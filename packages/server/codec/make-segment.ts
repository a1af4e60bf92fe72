// One segment of the line: mixed, measured and encoded. Runs in a render thread.

import { aacFrameWindows, mp3FrameWindows } from "@fullcast/core/packaging";
import { createHopMeter, ditherTo16Bit, truePeakAbove } from "@fullcast/core/sound";
import { AAC, encodeFrames, MP3 } from "./encoder.ts";
import { createMixer } from "./mixer.ts";
import { CODEC_WARM_UP, roomAfter, SEAM_FRAMES, type Segment, type SegmentTask } from "./segment.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";

const CODECS = {
  mp3: { choice: MP3, windowsOf: mp3FrameWindows },
  m4b: { choice: AAC, windowsOf: aacFrameWindows },
} as const;

export interface SegmentMaker extends Disposable {
  make(task: SegmentTask): Segment;
}

/** A maker for one thread; it keeps its large pieces of memory from segment to segment. */
export function createSegmentMaker(): SegmentMaker {
  const mixer = createMixer();
  let memory = new Uint8Array(1 << 21);

  /** Keeps the frames that the task asks for. */
  function encode(task: SegmentTask, format: keyof typeof CODECS, mixed: Float32Array, mixedFrom: number) {
    const { choice, windowsOf } = CODECS[format];
    const frame = choice.frameSamples;
    const isLast = task.to >= task.total;
    const feedFrom = Math.max(0, task.from - Math.floor(CODEC_WARM_UP / frame) * frame);
    const feedTo = isLast ? task.total : task.to + roomAfter(format);
    const firstFrame = Math.max(0, task.from / frame - SEAM_FRAMES);
    const endFrame = isLast ? Infinity : task.to / frame + SEAM_FRAMES;
    const sizes: number[] = [];
    const windows: number[] = [];
    let used = 0;
    encodeFrames(choice, mixed.subarray(feedFrom - mixedFrom, feedTo - mixedFrom), isLast, (packet, data) => {
      const number = feedFrom / frame + packet;
      if (number < firstFrame || number >= endFrame) return;
      if (used + data.length > memory.length) {
        const larger = new Uint8Array(memory.length * 2);
        larger.set(memory.subarray(0, used));
        memory = larger;
      }
      memory.set(data, used);
      used += data.length;
      sizes.push(data.length);
      windows.push(windowsOf(data));
    });
    return {
      firstFrame,
      sizes: Uint32Array.from(sizes),
      windows: Int16Array.from(windows),
      bytes: memory.slice(0, used),
    };
  }

  function make(task: SegmentTask): Segment {
    const { index, from, to, total, format } = task;
    const mixedFrom = from - CODEC_WARM_UP;
    const mixed = mixer.mix(task.clips, mixedFrom, to + roomAfter(format), task.ceiling);
    const end = Math.min(to, total) - mixedFrom;
    const measured = measure(mixed, end);
    if (format !== "wav") return { ...measured, index, ...encode(task, format, mixed, mixedFrom) };
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

  return { make, [Symbol.dispose]: () => mixer[Symbol.dispose]() };
}

function measure(mixed: Float32Array, end: number) {
  const meter = createHopMeter(OUTPUT_RATE);
  meter.skip(mixed, 0, CODEC_WARM_UP);
  meter.add(mixed, CODEC_WARM_UP, end);
  return {
    hops: meter.hops().slice(),
    rest: meter.rest(),
    truePeak: truePeakAbove(mixed, CODEC_WARM_UP, end, 0),
  };
}
