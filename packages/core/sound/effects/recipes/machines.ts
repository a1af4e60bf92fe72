// A typewriter, a car horn, a kettle, and a sword fight.
//
// Figures: an electric car horn is a pair of tones near 400 and 500 Hz, a major third apart, rich in overtones up to
// 4 kHz (ISO 512 requires most of the sound between 1.8 and 3.55 kHz); a kettle's whistle rises with the flow of
// steam to 2 to 3 kHz (Henrywood & Agarwal, Physics of Fluids 25, 2013).

import { biquad, sweep } from "../filters.ts";
import type { Recipe } from "../recipe.ts";
import { burst, byChance, EFFECT_RATE, oscillator, play, pour, type Stage, strike, wander } from "../stage.ts";

const RATE = EFFECT_RATE;

function typeKey(stage: Stage, at: number, level: number): void {
  const { random } = stage;
  const tune = random.between(0.9, 1.12);
  // The key is pressed, then the type hits the roller.
  burst(stage, at, "white", [biquad("band", 1_800 * tune, 1.2, RATE)], 0.25 * level, 0.012);
  const hit = at + 0.022;
  burst(stage, hit, "white", [biquad("band", 3_300 * tune, 0.9, RATE)], 0.9 * level, 0.022, 0.0005);
  strike(
    stage,
    hit,
    [
      { hz: 245 * tune, level: 0.35, decay: 0.045 },
      { hz: 1_370 * tune, level: 0.2, decay: 0.03 },
      { hz: 4_150 * tune, level: 0.12, decay: 0.05 },
    ],
    level,
  );
}

export const typewriter: Recipe = {
  kind: "repetition",
  natural_ms: 7_000,
  render: (stage, { pace }) => {
    const { random, seconds } = stage;
    let keys = 0;
    for (let at = 0.03; at < seconds; ) {
      typeKey(stage, at, random.between(0.7, 1));
      keys++;
      // Words of a few letters, with a longer gap before the next word.
      at += (random.next() < 0.18 ? random.between(0.24, 0.42) : random.between(0.1, 0.19)) / pace;
      if (keys % 30 !== 0) continue;
      // The bell near the end of the line, then the return of the carriage along its ratchet.
      strike(stage, at, [
        { hz: 2_640, level: 0.35, decay: 0.9 },
        { hz: 5_310, level: 0.15, decay: 0.5 },
      ]);
      at += 0.45;
      for (let tooth = 0; tooth < 26; tooth++) {
        burst(stage, at + tooth * 0.017, "white", [biquad("band", 2_500, 2, RATE)], 0.22, 0.01);
      }
      at += 0.46;
      strike(stage, at, [{ hz: 130, level: 0.6, decay: 0.09 }]);
      burst(stage, at, "white", [biquad("low", 2_200, 0.7, RATE)], 0.4, 0.04);
      at += 0.4;
    }
  },
};

export const carHorn: Recipe = {
  kind: "event",
  natural_ms: 2_200,
  render: (stage, { count, size, pace }) => {
    const { random } = stage;
    const low = 405 * 2 ** (-0.5 * size) * random.between(0.97, 1.03);
    const blasts = count ?? 2;
    let at = 0.02;
    for (let blast = 0; blast < blasts; blast++) {
      const length = (blast === blasts - 1 ? 0.85 : 0.32) / pace;
      const from = at;
      const level = (now: number) => {
        const since = now - from;
        return Math.min(1, Math.max(0, since / 0.015)) * Math.min(1, Math.max(0, (length - since) / 0.03));
      };
      for (const hz of [low, low * 1.255]) {
        const pitch = (now: number) => hz * (1 - 0.03 * Math.exp(-(now - from) / 0.02));
        const reed = oscillator(pitch, [0.8, 0.75, 0.7, 0.65, 0.55, 0.45, 0.3, 0.2]);
        play(
          stage,
          reed,
          [biquad("high", 350, 0.7, RATE), biquad("low", 4_200, 0.9, RATE)],
          (now) => 0.2 * level(now),
          from,
          from + length,
        );
      }
      at += length + 0.16 / pace;
    }
  },
};

export const kettle: Recipe = {
  kind: "texture",
  natural_ms: 7_000,
  render: (stage, { size }) => {
    const { random, seconds, loop } = stage;
    // A loop boils all the time. Otherwise the whistle rises during the first third.
    const rise = (now: number) => (loop ? 1 : Math.min(1, Math.max(0, (now - 0.08 * seconds) / (0.3 * seconds))));
    const flutter = wander(random, 9, seconds, loop);
    const drift = wander(random, 0.8, seconds, loop);
    const hz = (now: number) =>
      (1_500 + 900 * rise(now) ** 0.6) * 2 ** (-0.4 * size) * (1 + 0.012 * flutter(now) + 0.02 * drift(now));
    const strength = (now: number) => rise(now) ** 1.5 * (0.85 + 0.15 * flutter(now));
    play(stage, oscillator(hz, [0.22, 0.08]), [], (now) => 0.3 * strength(now));
    pour(stage, "white", [sweep("band", hz, 18, RATE)], (now) => 2.2 * strength(now));
    pour(stage, "brown", [biquad("band", 240, 0.7, RATE)], 0.25);
    for (const at of byChance(stage, 22)) {
      const bubble = random.between(350, 900);
      strike(stage, at, [{ hz: bubble, level: 0.03 * random.next(), decay: 0.05 }]);
    }
  },
};

/** Partials of a thin blade that hangs free: those of a bar, h n² (Rossing, chapter 2), from the third on. */
const BLADE = [1, 1.83, 2.76, 3.9, 5.2] as const;

export const swords: Recipe = {
  kind: "repetition",
  natural_ms: 4_000,
  render: (stage, { count, pace, size, weight }) => {
    const { random, seconds } = stage;
    let blows = 0;
    for (let at = 0.03; at < seconds - 0.1 && (count === null || blows < count); blows++) {
      const level = random.between(0.7, 1) * 2 ** (0.3 * weight);
      for (const blade of [0, 1]) {
        const base = (blade === 0 ? 1_480 : 1_910) * 2 ** (-0.5 * size) * random.between(0.95, 1.06);
        strike(
          stage,
          at,
          BLADE.map((ratio, n) => ({ hz: base * ratio, level: 0.3 / (1 + 0.4 * n), decay: 0.75 / (1 + 0.5 * n) })),
          level,
        );
      }
      burst(stage, at, "white", [biquad("high", 2_600, 0.7, RATE)], 0.8 * level, 0.025, 0.0005);
      strike(stage, at, [{ hz: 420, level: 0.3, decay: 0.04 }], level);
      if (random.next() < 0.35) {
        // One blade slides along the other.
        const from = at + 0.03;
        const slide = sweep("band", (now) => 3_000 + 9_000 * Math.max(0, now - from), 5, RATE);
        const scrape = (now: number) => 0.5 * level * Math.sin(Math.PI * Math.min(1, Math.max(0, (now - from) / 0.24)));
        pour(stage, "white", [slide], scrape, from, from + 0.24);
      }
      at += (random.next() < 0.3 ? random.between(0.2, 0.3) : random.between(0.45, 0.85)) / pace;
    }
  },
};
