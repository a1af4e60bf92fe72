import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { clipLevels } from "./clip-levels.ts";
import { createLoudnessMeter } from "./sound.ts";

/** The stream meter's result for the same samples; the clip's two lanes must agree with it. */
function asStream(pcm: Int16Array, sampleRate: number): { lufs: number; peak: number } {
  const samples = Float32Array.from(pcm, (sample) => sample / 32_768);
  const meter = createLoudnessMeter(sampleRate);
  meter.add(samples);
  return { lufs: meter.integrated(), peak: samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0) };
}

/** Noise, tones and silence at all levels, of any length, so that every number of 100 ms steps occurs. */
const clips = fc
  .record({
    sampleRate: fc.constantFrom(8000, 11_025, 22_050, 24_000, 192_000),
    stretches: fc.array(
      fc.record({
        seconds: fc.double({ min: 0, max: 0.7, noNaN: true }),
        level: fc.constantFrom(0, 0, 1, 30, 1000, 20_000, 32_768),
        hertz: fc.constantFrom(20, 60, 300, 3000),
      }),
      { maxLength: 6 },
    ),
    seed: fc.integer(),
  })
  .map(({ sampleRate, stretches, seed }) => {
    let state = seed;
    const samples = stretches.flatMap(({ seconds, level, hertz }) =>
      Array.from({ length: Math.round((seconds * sampleRate) / (sampleRate > 50_000 ? 4 : 1)) }, (_, n) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
        const wave = 0.7 * Math.sin((2 * Math.PI * hertz * n) / sampleRate) + (0.3 * state) / 2 ** 31;
        return Math.max(-32_768, Math.min(32_767, Math.round(level * wave)));
      }),
    );
    return { sampleRate, pcm: Int16Array.from(samples) };
  });

test("a clip in two lanes measures as a stream", () => {
  fc.assert(
    fc.property(clips, ({ pcm, sampleRate }) => {
      const stream = asStream(pcm, sampleRate);
      const clip = clipLevels(pcm, sampleRate);
      assert.equal(clip.peak, stream.peak);
      if (Number.isFinite(stream.lufs)) {
        assert.ok(Math.abs(clip.lufs - stream.lufs) < 1e-6, `${clip.lufs} is not ${stream.lufs}`);
      } else assert.equal(clip.lufs, -Infinity);
    }),
    { numRuns: 200 },
  );
});

test("an earlier clip has no influence", () => {
  const loud = Int16Array.from({ length: 30_000 }, (_, n) => (n % 2 === 0 ? 32_767 : -32_768));
  const quiet = Int16Array.from({ length: 700 }, (_, n) => Math.round(1000 * Math.sin(n / 9)));
  const alone = clipLevels(quiet, 22_050);
  clipLevels(loud, 22_050);
  assert.deepEqual(clipLevels(quiet, 22_050), alone);
  assert.ok(alone.peak < 0.04);
});
