import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { speechExtent } from "./speech-extent.ts";

/** Levels of syllables: 180 ms of voice that falls, 40 ms of a soft sound. */
const speech = (frames: number, loud: number): number[] =>
  Array.from({ length: frames }, (_, i) => (i % 22 < 18 ? loud - (i % 18) * 0.8 : loud - 25));
const noise = (frames: number, level: number): number[] =>
  Array.from({ length: frames }, (_, i) => level + ((i * 7) % 5) * 0.4 - 0.8);
const levels = (...parts: readonly number[][]) => Float64Array.from(parts.flat());

describe("the part of a recording that is kept", () => {
  test("contains the whole voice and at most 350 ms beside it, for any levels and any silence around it", () => {
    fc.assert(
      fc.property(
        fc.record({
          before: fc.integer({ min: 60, max: 2_000 }),
          spoken: fc.integer({ min: 40, max: 1_000 }),
          after: fc.integer({ min: 0, max: 2_000 }),
          loud: fc.integer({ min: -40, max: -6 }),
          contrast: fc.integer({ min: 22, max: 80 }),
        }),
        ({ before, spoken, after, loud, contrast }) => {
          const floor = Math.max(-119, loud - contrast);
          const voice = speech(spoken, loud);
          // The generated voice must end with a voiced frame.
          while (voice.at(-1)! < loud - 20) voice.pop();
          const extent = speechExtent(levels(noise(before, floor), voice, noise(after, floor)));
          assert.ok(extent !== null);
          assert.ok(
            extent.from <= before && extent.to >= Math.min(before + voice.length, before + voice.length + after),
          );
          assert.ok(before - extent.from <= 35 && extent.to - before - voice.length <= 35, JSON.stringify(extent));
          assert.ok(Math.abs(extent.noise_floor_dbfs - floor) < 1.5, `${extent.noise_floor_dbfs} for ${floor}`);
        },
      ),
    );
  });

  test("excludes a click or a key far from the voice", () => {
    const quiet = noise(200, -70);
    const click = [-12, -20, -35];
    const extent = speechExtent(levels(quiet, click, quiet, speech(220, -20), quiet, click, quiet));
    assert.deepEqual([extent?.from, extent?.to], [383, 653]);
  });

  test("contains the pauses between sentences", () => {
    const quiet = noise(150, -65);
    const extent = speechExtent(levels(quiet, speech(88, -20), quiet, speech(88, -26), quiet));
    assert.deepEqual([extent?.from, extent?.to], [130, 150 + 88 + 150 + 88 + 30]);
  });

  test("is the whole recording if that has no pause, or only noise", () => {
    for (const whole of [levels(noise(300, -25)), levels(speech(6, -20))]) {
      const extent = speechExtent(whole);
      assert.deepEqual([extent?.from, extent?.to], [0, whole.length]);
    }
  });

  test("is empty for a silent recording", () => {
    assert.equal(speechExtent(levels(noise(300, -80))), null);
    assert.equal(speechExtent(new Float64Array(100).fill(-120)), null);
    assert.equal(speechExtent(new Float64Array(0)), null);
  });
});
