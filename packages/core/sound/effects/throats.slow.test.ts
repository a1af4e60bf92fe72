// Sounds with a pitch follow published contours (the recipes name the sources).

import assert from "node:assert/strict";
import { test } from "node:test";
import { EFFECT_RATE, type EffectName, RECIPES, renderEffect } from "./effects.ts";
import { PLAIN } from "./manner.ts";

const WINDOW = 3_000;
const STEP = EFFECT_RATE / 20;

interface Contour {
  /** Hz in each voiced twentieth of a second. */
  readonly pitches: readonly number[];
  /** Lengths of unbroken voiced ranges, in seconds. */
  readonly stretches: readonly number[];
}

const made = (effect: EffectName, seed: number): Int16Array =>
  renderEffect({
    understood: { effect, manner: PLAIN, loop: false },
    prompt: effect,
    duration_ms: RECIPES[effect].natural_ms,
    seed,
  });

function contour(sound: Int16Array): Contour {
  const loudest = Math.max(...windows(sound).map((at) => level(sound, at)));
  const pitches: number[] = [];
  const stretches: number[] = [];
  let run = 0;
  for (const at of windows(sound)) {
    const hz = level(sound, at) < 0.1 * loudest ? null : pitchAt(sound, at);
    if (hz !== null) {
      pitches.push(hz);
      run++;
      continue;
    }
    if (run > 0) stretches.push((run * STEP) / EFFECT_RATE);
    run = 0;
  }
  if (run > 0) stretches.push((run * STEP) / EFFECT_RATE);
  return { pitches, stretches };
}

function windows(sound: Int16Array): number[] {
  const count = Math.max(0, Math.floor((sound.length - 2 * WINDOW) / STEP));
  return Array.from({ length: count }, (_, index) => Math.floor(index * STEP));
}

function level(sound: Int16Array, at: number): number {
  let sum = 0;
  for (let i = at; i < at + WINDOW; i++) sum += sound[i]! ** 2;
  return Math.sqrt(sum / WINDOW);
}

/** By autocorrelation between 45 and 1,500 Hz. Null for unvoiced sound. */
function pitchAt(sound: Int16Array, at: number): number | null {
  let best = 0.4;
  let lagOfBest = 0;
  for (let lag = 29; lag <= 980; lag++) {
    let product = 0;
    let first = 1;
    let second = 1;
    for (let i = at; i < at + WINDOW; i += 2) {
      product += sound[i]! * sound[i + lag]!;
      first += sound[i]! ** 2;
      second += sound[i + lag]! ** 2;
    }
    const likeness = product / Math.sqrt(first * second);
    if (likeness > best * 1.03) {
      best = likeness;
      lagOfBest = lag;
    }
  }
  return lagOfBest === 0 ? null : EFFECT_RATE / lagOfBest;
}

const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;

test("a wolf holds its howl for seconds between 250 and 650 Hz, rising first and falling last", () => {
  const { pitches, stretches } = contour(made("wolf", 2));
  assert.ok(Math.max(...stretches) >= 3);
  assert.ok(pitches.every((hz) => hz > 220 && hz < 650));
  const third = Math.floor(pitches.length / 3);
  assert.ok(middle(pitches.slice(0, 4)) < middle(pitches.slice(third, 2 * third)));
  assert.ok(middle(pitches.slice(-4)) < middle(pitches.slice(third, 2 * third)));
});

test("a cat's call is arched between 400 and 800 Hz and shorter than a second", () => {
  const { pitches, stretches } = contour(made("cat", 2));
  assert.ok(pitches.every((hz) => hz > 380 && hz < 800));
  assert.ok(stretches.every((seconds) => seconds < 1));
  assert.ok(Math.max(...pitches) > 1.2 * pitches[0]!);
});

test("a baby cries at 330 to 600 Hz in phases of about a second, with breaths between", () => {
  const { pitches, stretches } = contour(made("baby", 2));
  const voiced = pitches.filter((hz) => hz > 330 && hz < 600);
  assert.ok(voiced.length > 0.9 * pitches.length);
  assert.ok(stretches.length >= 2 && stretches.every((seconds) => seconds < 1.6));
});

test("a dog barks in short calls below 800 Hz", () => {
  const { pitches, stretches } = contour(made("dog", 2));
  assert.ok(middle(pitches) > 200 && middle(pitches) < 800);
  assert.ok(
    stretches.every((seconds) => seconds <= 0.3),
    String(stretches),
  );
});

test("a violin stays on the notes of its scale, with vibrato around them", () => {
  const { pitches } = contour(made("violin", 2));
  const scale = [0, 2, 4, 5, 7, 9, 11];
  const near = pitches.filter((hz) => {
    const semitone = 12 * Math.log2(hz / 392);
    return scale.some((step) => Math.abs(((((semitone - step + 6) % 12) + 12) % 12) - 6) < 0.6);
  });
  assert.ok(near.length > 0.85 * pitches.length, `${near.length} of ${pitches.length}`);
});
