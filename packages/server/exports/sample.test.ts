import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { RenderPart } from "../codec/codec.ts";
import { sampleOf } from "./sample.ts";

/** A part of lines of these lengths, ms, with a second of quiet after each and a sound below all of them. */
function partOf(lengths: readonly number[], title = "One"): RenderPart {
  let at = 0;
  const units = lengths.map((duration_ms, i) => {
    const unit = { unit_type: "asset", start_ms: at, duration_ms, asset_id: String(i), speaker_id: "n" };
    at += duration_ms + 1_000;
    return unit;
  });
  return {
    title,
    chapters: [{ title, start_ms: 0 }],
    word_timings: [],
    manifest: {
      duration_ms: at,
      gaps: [],
      sequential_units: units,
      overlay_units: [{ asset_id: "rain", start_ms: 500, duration_ms: at, fade_out_ms: 0 }],
      timed_text_units: [],
    },
  } as unknown as RenderPart;
}

const lengthOf = (parts: readonly RenderPart[]) => parts.reduce((sum, part) => sum + part.manifest.duration_ms, 0);

test("a chapter of one to five minutes is the whole sample", () => {
  const first = partOf([30_000, 40_000, 50_000]);
  assert.deepEqual(
    sampleOf([first, partOf([9_000])]).map(({ manifest }) => manifest),
    [first.manifest],
  );
});

test("a long chapter is cut after the last line that fits, and sounds fade out", () => {
  const [cut, ...others] = sampleOf([partOf(Array.from({ length: 100 }, () => 9_000))]);
  assert.equal(others.length, 0);
  assert.equal(cut?.manifest.sequential_units.length, 29);
  assert.equal(cut?.manifest.duration_ms, 29 * 10_000 - 1_000 + 1_000);
  const [rain] = cut?.manifest.overlay_units ?? [];
  assert.deepEqual([rain && rain.start_ms + rain.duration_ms, rain?.fade_out_ms], [cut?.manifest.duration_ms, 800]);
});

test("a chapter of seconds is followed by the next ones until there is a minute", () => {
  const parts = [partOf([20_000], "One"), partOf([20_000], "Two"), partOf([20_000], "Three"), partOf([20_000], "Four")];
  assert.deepEqual(
    sampleOf(parts).map(({ title }) => title),
    ["One", "Two", "Three"],
  );
  // Shops take files of one chapter at most.
  assert.equal(sampleOf(parts).flatMap(({ chapters }) => chapters).length, 1);
});

test("any chapters give at most five minutes, and at least one minute if there is that much", () => {
  const lengths = fc.array(fc.integer({ min: 100, max: 40_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(lengths, { minLength: 1, maxLength: 5 }), (chapters) => {
      const parts = chapters.map((chapter) => partOf(chapter));
      const sample = sampleOf(parts);
      assert.ok(lengthOf(sample) <= 300_000);
      assert.ok(lengthOf(sample) >= Math.min(60_000, lengthOf(parts)));
    }),
  );
});
