// Birds and crickets.

import { biquad } from "../filters.ts";
import type { Recipe } from "../recipe.ts";
import { byChance, EFFECT_RATE, oscillator, play, pour, type Stage } from "../stage.ts";

/** One call whose pitch glides from `from` to `to`; `buzz` adds a tremolo. */
function chirp(stage: Stage, at: number, from: number, to: number, length: number, level: number, buzz = 0): void {
  const pitch = (now: number) => {
    const place = (now - at) / length;
    return (from + (to - from) * place) * (1 + buzz * Math.sin(2 * Math.PI * 38 * (now - at)));
  };
  const swell = (now: number) => level * Math.sin(Math.PI * Math.min(1, Math.max(0, (now - at) / length)));
  play(stage, oscillator(pitch, [0.25]), [], swell, at, at + length);
}

export const birds: Recipe = {
  kind: "texture",
  natural_ms: 9_000,
  render: (stage, { weight }) => {
    const { random } = stage;
    for (let bird = 0; bird < 4; bird++) {
      const pitch = random.between(2_400, 4_800);
      const buzz = bird === 2 ? 0.09 : 0;
      for (const start of byChance(stage, 0.42 * 2 ** weight)) {
        const notes = 2 + Math.floor(5 * random.next());
        const level = 0.25 * random.between(0.3, 1);
        for (let note = 0; note < notes; note++) {
          const hz = pitch * (0.85 + 0.3 * random.next());
          chirp(
            stage,
            start + note * 0.14,
            hz,
            hz * random.between(0.75, 1.35),
            random.between(0.05, 0.11),
            level,
            buzz,
          );
        }
      }
    }
  },
};

export const gulls: Recipe = {
  kind: "texture",
  natural_ms: 8_000,
  render: (stage) => {
    const { random } = stage;
    for (const start of byChance(stage, 0.55)) {
      const cries = 1 + Math.floor(4 * random.next());
      const hz = random.between(1_300, 1_900);
      for (let cry = 0; cry < cries; cry++) {
        const level = 0.3 * random.between(0.5, 1);
        chirp(stage, start + cry * 0.42, hz, hz * 0.62, 0.34, level, 0.03);
        chirp(stage, start + cry * 0.42, hz * 2.02, hz * 1.25, 0.34, 0.35 * level, 0.03);
      }
    }
  },
};

export const owl: Recipe = {
  kind: "event",
  natural_ms: 3_500,
  render: (stage) => {
    chirp(stage, 0.1, 385, 370, 0.5, 0.6);
    for (const [at, length] of [
      [1.2, 0.16],
      [1.45, 0.16],
      [1.7, 0.9],
    ] as const)
      chirp(stage, at, 392, 360, length, 0.6, 0.012);
  },
};

export const crickets: Recipe = {
  kind: "texture",
  natural_ms: 9_000,
  render: (stage) => {
    const { random, seconds, loop } = stage;
    for (let cricket = 0; cricket < 4; cricket++) {
      const hz = random.between(4_100, 5_000);
      const own = random.between(0.42, 0.62);
      const period = loop ? seconds / Math.max(1, Math.round(seconds / own)) : own;
      const start = period * random.next();
      const level = 0.2 * random.between(0.3, 1);
      // Three wing strokes, then a rest.
      const stroke = (now: number) => {
        const since = (now + start) % period;
        return since > 0.12 ? 0 : level * Math.max(0, Math.sin(2 * Math.PI * 25 * since)) ** 2;
      };
      play(
        stage,
        oscillator(() => hz),
        [],
        stroke,
      );
    }
    pour(stage, "pink", [biquad("high", 5_000, 0.7, EFFECT_RATE)], 0.006);
  },
};
