// Engines, trains, shots, explosions, a whoosh.

import { biquad, sweep } from "../filters.ts";
import type { Recipe } from "../recipe.ts";
import { burst, EFFECT_RATE, onBeat, oscillator, play, pour, strike, tone, wander } from "../stage.ts";

const RATE = EFFECT_RATE;

export const engine: Recipe = {
  kind: "texture",
  natural_ms: 7_000,
  render: (stage, { size, pace, weight }) => {
    const { random, seconds, loop } = stage;
    const load = wander(random, 0.6, seconds, loop);
    const firing = 46 * pace * 2 ** (-0.6 * size);
    let phase = 0;
    let sample = 0;
    let step = firing / RATE;
    let strength = 1;
    const cylinders = () => {
      if ((sample & 63) === 0) step = (firing * (0.94 + 0.12 * load(sample / RATE))) / RATE;
      sample++;
      phase += step;
      if (phase >= 1) {
        phase -= 1;
        strength = 0.75 + 0.5 * random.next();
      }
      // Each ignition is a pulse that decays quickly.
      return strength * Math.exp(-7 * phase) - 0.14;
    };
    play(stage, tone(cylinders), [biquad("low", 700 + 500 * weight, 0.8, RATE)], 0.7);
    pour(stage, "pink", [biquad("band", 420, 0.6, RATE)], (at) => 0.12 * (0.7 + 0.6 * load(at)));
    pour(stage, "white", [biquad("high", 2_500, 0.7, RATE)], 0.012);
  },
};

export const train: Recipe = {
  kind: "repetition",
  natural_ms: 9_000,
  render: (stage, { pace }) => {
    const { random } = stage;
    // Four chuffs per wheel turn, and the rail joints.
    for (const at of onBeat(stage, 0.27 / pace, 0.006)) {
      const level = 0.6 + 0.25 * random.next();
      burst(stage, at, "pink", [biquad("band", random.between(700, 950), 0.7, RATE)], level, 0.24, 0.02);
      burst(stage, at, "white", [biquad("high", 3_000, 0.7, RATE)], 0.06 * level, 0.2, 0.03);
    }
    for (const at of onBeat(stage, 1.08 / pace, 0.005)) {
      for (const joint of [0, 0.11 / pace]) {
        strike(stage, at + joint, [
          { hz: 95, level: 0.5, decay: 0.12 },
          { hz: 840, level: 0.16, decay: 0.05 },
        ]);
        burst(stage, at + joint, "white", [biquad("band", 1_500, 1, RATE)], 0.2, 0.03);
      }
    }
    pour(stage, "brown", [biquad("low", 220, 0.7, RATE)], 0.4);
  },
};

export const whistle: Recipe = {
  kind: "event",
  natural_ms: 3_500,
  render: (stage, { count }) => {
    const calls = count ?? 2;
    for (let call = 0; call < calls; call++) {
      const from = 0.05 + call * 1.6;
      const length = call === calls - 1 ? 1.7 : 1.1;
      const envelope = (now: number) => {
        const since = now - from;
        return since < 0 || since > length ? 0 : Math.min(1, since / 0.12) * Math.min(1, (length - since) / 0.25);
      };
      for (const hz of [466, 587, 740, 932]) {
        const pipe = oscillator((now) => hz * (1 - 0.06 * Math.exp(-9 * (now - from))), [0.3, 0.12]);
        play(stage, pipe, [], (now) => 0.16 * envelope(now), from, from + length);
      }
      pour(stage, "white", [biquad("band", 2_500, 0.6, RATE)], (now) => 0.1 * envelope(now), from, from + length);
    }
  },
};

export const whoosh: Recipe = {
  kind: "event",
  natural_ms: 1_200,
  render: (stage, { pace, size }) => {
    const length = Math.min(stage.seconds, 0.9 / pace);
    const place = (at: number) => Math.min(1, Math.max(0, at / length));
    const path = (at: number) => (280 + 2_300 * Math.sin(Math.PI * place(at)) ** 2) * 2 ** (-0.7 * size);
    pour(stage, "pink", [sweep("band", path, 1.6, RATE)], (at) => 2 * Math.sin(Math.PI * place(at)) ** 2, 0, length);
  },
};

export const gunshot: Recipe = {
  kind: "event",
  natural_ms: 2_200,
  render: (stage, { count, size }) => {
    for (let shot = 0; shot < (count ?? 1); shot++) {
      const at = 0.02 + 0.8 * shot;
      burst(stage, at, "white", [], 1.3, 0.05, 0.0004);
      burst(
        stage,
        at,
        "white",
        [sweep("low", (now) => 500 + 9_000 * Math.exp(-22 * Math.max(0, now - at)), 0.7, RATE)],
        1,
        0.5,
      );
      strike(stage, at, [{ hz: 82 * 2 ** (-0.4 * size), level: 1, decay: 0.22 }]);
      // Echoes from walls and hills.
      for (const [delay, level] of [
        [0.14, 0.16],
        [0.31, 0.1],
        [0.52, 0.05],
      ] as const) {
        burst(stage, at + delay, "pink", [biquad("low", 1_500, 0.7, RATE)], level, 0.6, 0.01);
      }
    }
  },
};

export const explosion: Recipe = {
  kind: "event",
  natural_ms: 4_500,
  render: (stage, { size }) => {
    const { random } = stage;
    const large = 1 + 0.5 * size;
    const closing = sweep("low", (now) => 90 + 5_000 * Math.exp((-3.2 * Math.max(0, now - 0.02)) / large), 0.8, RATE);
    burst(stage, 0.02, "white", [closing], 1.2, 2.6 * large, 0.002);
    burst(stage, 0.02, "brown", [biquad("low", 140, 0.8, RATE)], 3.4, 3.4 * large, 0.01);
    strike(stage, 0.02, [
      { hz: 43, level: 1.2, decay: 1.6 * large },
      { hz: 29, level: 0.9, decay: 2 * large },
    ]);
    for (let piece = 0; piece < 45; piece++) {
      const at = 0.3 + 2.4 * random.next() ** 1.5;
      burst(stage, at, "white", [biquad("band", random.between(500, 4_000), 2, RATE)], 0.16 * random.next(), 0.05);
    }
  },
};
