// Mixes and encodes one segment of the line. Runs in a render thread, or in the render process where there is one segment.

import { ditherTo16Bit } from "@fullcast/core/sound";
import { AV_LOG_QUIET } from "node-av/constants";
import { Log } from "node-av/lib";
import { createSegmentEncoder, mixPeaks } from "./encode-segment.ts";
import { createMixer } from "./mixer.ts";
import { CODEC_WARM_UP, roomAfter, type Segment, type SegmentTask } from "./segment.ts";

export interface SegmentMaker extends Disposable {
  make(task: SegmentTask): Segment;
}

Log.setLevel(AV_LOG_QUIET);

/** A maker for one thread. It reuses its large buffers for every segment. */
export function createSegmentMaker(): SegmentMaker {
  const mixer = createMixer();
  const encoder = createSegmentEncoder(mixer.limiter);

  function make(task: SegmentTask): Segment {
    const { index, from, to, total, format } = task;
    const mixedFrom = from - CODEC_WARM_UP;
    const mix = mixer.mix(task.clips, mixedFrom, to + roomAfter(format), mixPeaks(task), {
      level: task.roomTone,
      until: total,
    });
    if (format !== "wav") return { index, ...encoder.encode(task, format, { ...mix, from: mixedFrom }) };
    const pcm = ditherTo16Bit(mix.samples, CODEC_WARM_UP, Math.min(to, total) - mixedFrom, from);
    return {
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
