// Only passages that exceed the ceiling after decoding are encoded again, with their surroundings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createLimiter, truePeakAbove } from "@fullcast/core/sound";
import { likeness } from "../../../tests/audio/decode.ts";
import { noiseSource, speechLike } from "../../../tests/audio/make-job.ts";
import { createFrameDecoder } from "./decoder.ts";
import { createSegmentEncoder, mixPeaks } from "./encode-segment.ts";
import { AAC, type CodecChoice, encodeFrames, MP3 } from "./encoder.ts";
import { CODEC_WARM_UP, type SegmentTask } from "./segment.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";

const SECONDS = 30;
const CEILING = 0.5;
const DELAYS = { m4b: 1024, mp3: 576 + 529 } as const;

/** Quiet speech with short bursts of noise at the limiter's ceiling. */
function mixWithBursts(task: SegmentTask) {
  const limiter = createLimiter(OUTPUT_RATE);
  const peaks = mixPeaks(task);
  const samples = new Float32Array(CODEC_WARM_UP + task.total + 20_000);
  const speech = speechLike(SECONDS, OUTPUT_RATE, 3, 0.2);
  speech.forEach((sample, i) => {
    samples[CODEC_WARM_UP + i] = sample / 32_768;
  });
  const noise = noiseSource(5);
  for (const at of [6, 6.2, 17, 29.9]) {
    const from = CODEC_WARM_UP + Math.round(at * OUTPUT_RATE);
    for (let i = 0; i < 2_000; i++) samples[from + i] = samples[from + i]! + noise();
  }
  const near = limiter.limit(samples, peaks.ceiling, peaks.watched);
  return { limiter, mixed: { samples, near, from: -CODEC_WARM_UP } };
}

function framesOf(choice: CodecChoice, samples: Float32Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  encodeFrames(choice, samples, true, (_, data) => frames.push(data.slice()));
  return frames;
}

for (const [format, choice] of [
  ["m4b", AAC],
  ["mp3", MP3],
] as const) {
  test(`${format}: bursts that decode to over the ceiling are encoded again, distant passages are not`, () => {
    const total = SECONDS * OUTPUT_RATE;
    const task: SegmentTask = { index: 0, from: 0, to: total, total, format, ceiling: CEILING, roomTone: 0, clips: [] };
    const { limiter, mixed } = mixWithBursts(task);
    using decoder = createFrameDecoder(format);
    const decoded = (frames: readonly Uint8Array[]) => {
      const samples = decoder.decode(frames, choice.frameSamples).slice(DELAYS[format]);
      return { samples, peak: truePeakAbove(samples, 24, samples.length, 0) };
    };
    const once = framesOf(choice, mixed.samples.subarray(CODEC_WARM_UP, CODEC_WARM_UP + total));
    assert.ok(decoded(once).peak > CEILING, "otherwise there is nothing to do");

    using encoder = createSegmentEncoder(limiter);
    const made = encoder.encode(task, format, mixed);
    assert.equal(made.firstFrame, 0);
    assert.equal(made.sizes.length, once.length);
    let at = 0;
    const frames = Array.from(made.sizes, (size) => {
      at += size;
      return made.bytes.subarray(at - size, at);
    });
    assert.equal(at, made.bytes.length);
    const kept = frames.filter((frame, i) => Buffer.compare(frame, once[i]!) === 0).length;
    assert.ok(kept > once.length * 0.7 && kept < once.length, `${kept} of ${once.length} frames are as they were`);

    const { samples, peak } = decoded(frames);
    assert.ok(peak <= CEILING, `${peak}`);
    // The mix is turned down as well: the decoded sound is this mix, also where frames of two encoders meet.
    const line = mixed.samples.subarray(CODEC_WARM_UP, CODEC_WARM_UP + total);
    const plain = Math.min(...[1, 10, 22].map((second) => likenessAt(line, samples, second)));
    for (let tenth = 55; tenth < 75; tenth++) {
      const likely = likenessAt(line, samples, tenth / 10);
      assert.ok(likely > plain - 12, `${likely} dB at ${tenth / 10} s, ${plain} dB elsewhere`);
    }
  });
}

const likenessAt = (line: Float32Array, samples: Float32Array, second: number): number =>
  likeness(line, samples, Math.round(second * OUTPUT_RATE), Math.round((second + 0.1) * OUTPUT_RATE));
