// One segment of the line: mixed, measured and encoded. Runs in a render thread.

import { createHopMeter, ditherTo16Bit, truePeakAbove } from "@fullcast/core/sound";
import { createSegmentEncoder } from "./encode-segment.ts";
import { createMixer } from "./mixer.ts";
import { CODEC_WARM_UP, roomAfter, type Segment, type SegmentTask } from "./segment.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";

export interface SegmentMaker extends Disposable {
  make(task: SegmentTask): Segment;
}

/** A maker for one thread; it keeps its large pieces of memory from segment to segment. */
export function createSegmentMaker(): SegmentMaker {
  const mixer = createMixer();
  const encoder = createSegmentEncoder(mixer.limiter);
  /** Highest true peak of all segments made here: the next one is looked at only where it could be higher. */
  let truePeak = 0;

  function measure(mixed: Float32Array, end: number): Pick<Segment, "hops" | "rest" | "truePeak"> {
    const meter = createHopMeter(OUTPUT_RATE);
    meter.skip(mixed, 0, CODEC_WARM_UP);
    meter.add(mixed, CODEC_WARM_UP, end);
    truePeak = truePeakAbove(mixed, CODEC_WARM_UP, end, truePeak);
    return { hops: meter.hops().slice(), rest: meter.rest(), truePeak };
  }

  function make(task: SegmentTask): Segment {
    const { index, from, to, total, format } = task;
    const mixedFrom = from - CODEC_WARM_UP;
    const mixed = mixer.mix(task.clips, mixedFrom, to + roomAfter(format), task.ceiling, {
      level: task.roomTone,
      until: total,
    });
    const end = Math.min(to, total) - mixedFrom;
    if (format !== "wav") {
      const frames = encoder.encode(task, format, mixed, mixedFrom);
      return { index, ...frames, ...measure(mixed, end) };
    }
    const pcm = ditherTo16Bit(mixed, CODEC_WARM_UP, end, from);
    return {
      ...measure(mixed, end),
      index,
      firstFrame: from,
      sizes: new Uint32Array(0),
      windows: new Int16Array(0),
      bytes: new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength),
    };
  }

  return {
    make,
    [Symbol.dispose]: () => {
      encoder[Symbol.dispose]();
      mixer[Symbol.dispose]();
    },
  };
}
