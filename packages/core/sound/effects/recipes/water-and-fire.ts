// The sea, a stream, drops, a splash, a fire.

import { biquad, sweep } from "../filters.ts";
import type { Manner } from "../manner.ts";
import type { Recipe } from "../recipe.ts";
import { burst, byChance, EFFECT_RATE, onBeat, oscillator, play, pour, type Stage, strike, wander } from "../stage.ts";

const RATE = EFFECT_RATE;

function waves(stage: Stage, { weight, pace }: Manner): void {
  const { random, seconds, loop } = stage;
  const slow = wander(random, 0.15, seconds, loop);
  pour(stage, "brown", [biquad("low", 320, 0.7, RATE)], (at) => 0.35 * (0.7 + 0.5 * slow(at)));
  for (const start of onBeat(stage, 8 / pace, 1.2)) {
    const power = (0.6 + 0.4 * random.next()) * 2 ** (0.7 * weight);
    const rise = random.between(2.2, 3.2);
    const fall = random.between(1.1, 1.7);
    // A wave swells, breaks at its peak and flows back with a hiss.
    const envelope = (now: number) => {
      const since = now - start;
      if (since < 0) return 0;
      return since < rise ? (since / rise) ** 2.5 : Math.exp(-(since - rise) / fall);
    };
    const opening = sweep("low", (now) => 350 + 3_800 * envelope(now) ** 1.5, 0.7, RATE);
    pour(stage, "pink", [opening], (now) => 0.75 * power * envelope(now), start, start + rise + fall * 5);
    const hiss = (now: number) => Math.max(0, now - start - rise) * Math.exp(-(now - start - rise) / 0.9);
    pour(
      stage,
      "white",
      [biquad("high", 3_500, 0.7, RATE)],
      (now) => 0.05 * power * hiss(now),
      start + rise,
      start + 9,
    );
  }
}

/**
 * An air bubble: a damped sine with a slightly rising pitch (van den Doel, "Physically based models for liquid sounds",
 * 2005).
 */
function bubble(stage: Stage, at: number, hz: number, level: number): void {
  const decay = Math.min(0.12, 14 / hz);
  const pitch = oscillator((now) => hz * (1 + 2.2 * (now - at)));
  play(stage, pitch, [], (now) => level * Math.exp((-5 * (now - at)) / decay), at, at + decay);
}

function running(stage: Stage, { weight, size }: Manner): void {
  const { random } = stage;
  for (const at of byChance(stage, 85 * 2 ** (0.8 * weight))) {
    bubble(stage, at, 420 * 2 ** (random.next() * 2.4 - 0.5 * size), 0.16 * random.next() ** 2);
  }
  pour(stage, "pink", [biquad("band", 1_400, 0.5, RATE)], 0.05 * 2 ** weight);
  pour(stage, "white", [biquad("high", 4_000, 0.7, RATE)], 0.008 * 2 ** weight);
}

export const sea: Recipe = { kind: "texture", natural_ms: 14_000, render: waves };
export const stream: Recipe = { kind: "texture", natural_ms: 10_000, render: running };

export const dripping: Recipe = {
  kind: "repetition",
  natural_ms: 8_000,
  render: (stage, { pace }) => {
    for (const at of onBeat(stage, 1.1 / pace, 0.25)) bubble(stage, at, stage.random.between(700, 1_500), 0.6);
  },
};

export const splash: Recipe = {
  kind: "event",
  natural_ms: 2_000,
  render: (stage, { size }) => {
    const { random } = stage;
    const large = 1 + 0.6 * size;
    burst(stage, 0.02, "pink", [biquad("band", 900 / large, 0.5, RATE)], 0.9, 0.7 * large, 0.012);
    burst(stage, 0.06, "white", [biquad("high", 2_500, 0.7, RATE)], 0.22, 0.9 * large, 0.03);
    for (let drop = 0; drop < 40 * large; drop++) {
      bubble(stage, 0.1 + 1.2 * random.next() ** 1.5, 400 * 2 ** (random.next() * 2.2), 0.2 * random.next());
    }
  },
};

export const fire: Recipe = {
  kind: "texture",
  natural_ms: 10_000,
  render: (stage, { weight }) => {
    const { random, seconds, loop } = stage;
    const breath = wander(random, 1.5, seconds, loop);
    pour(stage, "brown", [biquad("low", 260, 0.7, RATE)], (at) => 0.22 * 2 ** weight * (0.6 + 0.6 * breath(at)));
    pour(stage, "pink", [biquad("high", 2_000, 0.7, RATE)], (at) => 0.014 * (0.5 + breath(at)));
    for (const at of byChance(stage, 11 * 2 ** weight)) {
      const level = random.next() ** 4;
      const hz = random.between(1_400, 5_500);
      strike(stage, at, [{ hz, level: 0.5 * level, decay: random.between(0.003, 0.014) }]);
      if (level > 0.5) burst(stage, at, "white", [biquad("band", hz * 0.6, 1.2, RATE)], 0.5 * level, 0.03);
    }
  },
};
