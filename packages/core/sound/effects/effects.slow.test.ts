import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as fc from "fast-check";
import { analyse } from "../sound.ts";
import {
  EFFECT_RATE,
  type EffectName,
  RECIPES,
  renderEffect,
  type UnderstoodPrompt,
  understandPrompt,
} from "./effects.ts";
import { PLAIN } from "./manner.ts";

const NAMES = Object.keys(RECIPES) as EffectName[];
/** Hashes of every effect at its natural length with seed 7. A changed sound needs a new EFFECTS_REVISION. */
const HASHES: Partial<Record<EffectName, string>> = JSON.parse(
  readFileSync(new URL("effect-hashes.json", import.meta.url), "utf8"),
);
const REVISED = "the samples changed: raise EFFECTS_REVISION and write the hash anew";

const plain = (effect: EffectName, loop = false): UnderstoodPrompt => ({ effect, manner: PLAIN, loop });

function render(prompt: string, duration_ms: number, seed: number | null = 1): Int16Array {
  const understood = understandPrompt(prompt) ?? assert.fail(`"${prompt}" was not understood`);
  return renderEffect({ understood, prompt, duration_ms, seed });
}

for (const effect of NAMES) {
  test(`${effect}: audible, below -3 dBFS, of the requested length, the same for the same seed and different for another`, () => {
    const request = { understood: plain(effect), prompt: effect, duration_ms: RECIPES[effect].natural_ms, seed: 7 };
    const sound = renderEffect(request);
    assert.equal(sound.length, Math.round((request.duration_ms * EFFECT_RATE) / 1_000));
    assert.equal(createHash("sha256").update(Buffer.from(sound.buffer)).digest("hex"), HASHES[effect], REVISED);
    const { integrated_lufs, sample_peak_dbfs } = analyse(sound, EFFECT_RATE);
    assert.ok(integrated_lufs > -42 && integrated_lufs < -9, `${integrated_lufs} LUFS`);
    assert.ok(sample_peak_dbfs <= -2.99, `${sample_peak_dbfs} dBFS`);
    assert.ok(Buffer.from(sound.buffer).equals(Buffer.from(renderEffect(request).buffer)));
    assert.ok(
      !Buffer.from(sound.buffer).equals(Buffer.from(renderEffect({ ...request, seed: 8 }).buffer)) || isFixed(effect),
    );
  });
}

/** Effects without random parts except dither. Their seed changes nothing. */
function isFixed(effect: EffectName): boolean {
  return ["heartbeat", "clock", "clink", "owl"].includes(effect);
}

test("any recipe in any manner gives exactly the requested samples, finite and below the ceiling", async () => {
  const manner = fc.record({
    weight: fc.double({ min: -1, max: 1, noNaN: true }),
    size: fc.double({ min: -1, max: 1, noNaN: true }),
    pace: fc.double({ min: 0.4, max: 2.5, noNaN: true }),
    count: fc.option(fc.integer({ min: 1, max: 24 })),
    material: fc.constantFrom(null, "wood", "gravel", "snow", "metal", "water", "roof", "glass", "carpet"),
    distance: fc.double({ min: 0, max: 1, noNaN: true }),
    echo: fc.double({ min: 0, max: 1, noNaN: true }),
    loudness: fc.double({ min: -12, max: 6, noNaN: true }),
  });
  await fc.assert(
    fc.property(
      fc.constantFrom(...NAMES),
      manner,
      fc.boolean(),
      fc.integer({ min: 100, max: 1_500 }),
      fc.integer({ min: -(2 ** 31), max: 2 ** 53 - 1 }),
      (effect, how, loop, duration_ms, seed) => {
        const understood = { effect, manner: how as UnderstoodPrompt["manner"], loop };
        const sound = renderEffect({ understood, prompt: effect, duration_ms, seed });
        assert.equal(sound.length, Math.round((duration_ms * EFFECT_RATE) / 1_000));
        const ceiling = Math.ceil(32_768 * 10 ** (-3 / 20)) + 2;
        assert.ok(sound.every((sample) => Math.abs(sample) <= ceiling));
      },
    ),
    { numRuns: 60 },
  );
});

test("the seam of a loop sounds like any other moment", () => {
  for (const effect of ["rain", "wind", "sea", "crowd", "engine", "clock", "steps"] as const) {
    const sound = renderEffect({ understood: plain(effect, true), prompt: effect, duration_ms: 6_000, seed: 3 });
    const step = (i: number) => Math.abs(sound[i]! - sound[i - 1]!);
    let largest = 0;
    for (let i = 1; i < sound.length; i++) largest = Math.max(largest, step(i));
    assert.ok(Math.abs(sound[0]! - sound.at(-1)!) <= largest, effect);
    // The seam has no dip: its energy is near that of the rest.
    const around = rms(sound.subarray(-EFFECT_RATE / 2)) + rms(sound.subarray(0, EFFECT_RATE / 2));
    assert.ok(around > 0.15 * rms(sound), effect);
  }
});

test("words of manner are measurable: heavier is louder, farther is duller, faster is more frequent", () => {
  assert.ok(brightness(render("rain", 4_000)) > 1.5 * brightness(render("distant rain", 4_000)));
  assert.ok(onsets(render("fast footsteps", 6_000)) > 1.5 * onsets(render("slow footsteps", 6_000)));
  assert.equal(onsets(render("four knocks on a door", 3_000)), 4);
  assert.ok(brightness(render("footsteps on gravel", 4_000)) > 2 * brightness(render("footsteps on carpet", 4_000)));
  assert.ok(brightness(render("small bell", 4_000)) > 1.5 * brightness(render("church bell", 4_000)));
});

test("the longest effect is made completely, and a longer one is refused", () => {
  assert.equal(render("clock ticking", 300_000).length, 300 * EFFECT_RATE);
  assert.throws(() => render("clock ticking", 300_001), RangeError);
  assert.throws(() => render("clock ticking", 99), RangeError);
});

function rms(sound: Int16Array): number {
  let sum = 0;
  for (const sample of sound) sum += sample * sample;
  return Math.sqrt(sum / sound.length);
}

/** Zero crossings per second of the louder parts: a simple measure of brightness. */
function brightness(sound: Int16Array): number {
  let crossings = 0;
  let weight = 0;
  for (let i = 1; i < sound.length; i++) {
    const size = Math.abs(sound[i]!);
    weight += size;
    if (sound[i]! >= 0 !== sound[i - 1]! >= 0) crossings += size + Math.abs(sound[i - 1]!);
  }
  return crossings / weight;
}

/** Moments at which a 10 ms window is far louder than the 60 ms before it. */
function onsets(sound: Int16Array): number {
  const window = EFFECT_RATE / 100;
  const levels = Array.from({ length: Math.floor(sound.length / window) }, (_, i) =>
    rms(sound.subarray(i * window, (i + 1) * window)),
  );
  const loudest = Math.max(...levels);
  let count = 0;
  let last = -100;
  for (const [i, level] of levels.entries()) {
    const before = Math.max(...levels.slice(Math.max(0, i - 6), i), 1);
    if (level > 0.25 * loudest && level > 2 * before && i - last > 12) {
      count++;
      last = i;
    }
  }
  return count;
}
