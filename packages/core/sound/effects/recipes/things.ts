// Doors, bells, clocks, glass, paper, metal.

import { biquad, sweep } from "../filters.ts";
import type { Manner } from "../manner.ts";
import type { Recipe } from "../recipe.ts";
import { burst, EFFECT_RATE, onBeat, play, pour, type Ring, type Stage, strike, tone, wander } from "../stage.ts";

const RATE = EFFECT_RATE;

const DOOR: readonly Ring[] = [
  { hz: 148, level: 0.8, decay: 0.13 },
  { hz: 317, level: 0.45, decay: 0.09 },
  { hz: 561, level: 0.3, decay: 0.07 },
  { hz: 893, level: 0.15, decay: 0.05 },
];
const PANE: readonly Ring[] = [
  { hz: 640, level: 0.4, decay: 0.08 },
  { hz: 1_740, level: 0.3, decay: 0.06 },
  { hz: 3_100, level: 0.2, decay: 0.04 },
];
const PLATE: readonly Ring[] = [
  { hz: 410, level: 0.5, decay: 0.7 },
  { hz: 1_093, level: 0.4, decay: 0.6 },
  { hz: 1_987, level: 0.25, decay: 0.45 },
  { hz: 3_210, level: 0.15, decay: 0.3 },
];

const tuned = (rings: readonly Ring[], factor: number): Ring[] =>
  rings.map((ring) => ({ ...ring, hz: ring.hz * factor }));

export const knock: Recipe = {
  kind: "event",
  natural_ms: 1_600,
  render: (stage, { count, pace, weight, material, size }) => {
    const { random } = stage;
    const rings = material === "glass" ? PANE : material === "metal" ? PLATE : DOOR;
    for (let blow = 0; blow < (count ?? 3); blow++) {
      const at = 0.03 + blow * (0.24 / pace) + 0.012 * random.next();
      const level = (0.85 + 0.15 * random.next()) * 2 ** (0.5 * weight);
      strike(stage, at, tuned(rings, (0.97 + 0.06 * random.next()) * 2 ** (-0.3 * size - 0.25 * weight)), level);
      burst(stage, at, "white", [biquad("band", 1_500, 0.7, RATE)], 0.25 * level, 0.012);
    }
  },
};

function latch(stage: Stage, at: number, level = 1): void {
  for (const [delay, hz] of [
    [0, 2_700],
    [0.045, 1_900],
    [0.06, 3_400],
  ] as const) {
    strike(
      stage,
      at + delay,
      [
        { hz, level: 0.3, decay: 0.03 },
        { hz: hz * 1.83, level: 0.15, decay: 0.02 },
      ],
      level,
    );
  }
}

/** A hinge or a board that sticks and slips: pulses at an irregular rate through wood resonances. */
function creaking(stage: Stage, from: number, length: number, { size, pace }: Manner): void {
  const { random, seconds } = stage;
  const mood = wander(random, 3 * pace, Math.max(seconds, from + length), false);
  let wait = 0;
  let sample = 0;
  const slip = () => {
    const at = from + sample++ / RATE;
    if (--wait > 0) return 0;
    const hz = (55 + 190 * mood(at) ** 1.5) * 2 ** (-0.4 * size);
    wait = (RATE / hz) * (0.9 + 0.2 * random.next());
    return 1;
  };
  const shape = (now: number) => {
    const place = (now - from) / length;
    return place < 0 || place > 1 ? 0 : Math.sin(Math.PI * place) ** 0.5 * (0.35 + 0.65 * mood(now));
  };
  for (const [hz, level] of [
    [690, 14],
    [1_340, 9],
    [2_450, 6],
  ] as const) {
    sample = 0;
    wait = 0;
    play(
      stage,
      tone(slip),
      [biquad("band", hz * 2 ** (-0.3 * size), 9, RATE)],
      (now) => level * shape(now),
      from,
      from + length,
    );
  }
}

export const creak: Recipe = {
  kind: "event",
  natural_ms: 2_200,
  render: (stage, manner) =>
    creaking(stage, 0.05, Math.max(0.3, Math.min(stage.seconds - 0.1, 2 / manner.pace)), manner),
};

export const slam: Recipe = {
  kind: "event",
  natural_ms: 2_000,
  render: (stage, { weight, size }) => {
    const { random } = stage;
    const low = 2 ** (-0.35 * size - 0.2 * weight);
    strike(stage, 0.03, tuned(DOOR, 0.62 * low), 1.4);
    strike(stage, 0.03, [{ hz: 61 * low, level: 1.2, decay: 0.3 }]);
    burst(stage, 0.03, "white", [biquad("low", 2_600, 0.7, RATE)], 0.9, 0.12);
    // Then the frame and the lock rattle.
    for (let rattle = 0; rattle < 4; rattle++)
      latch(stage, 0.06 + 0.05 * rattle + 0.02 * random.next(), 0.5 / (rattle + 1));
    burst(stage, 0.05, "brown", [biquad("low", 300, 0.7, RATE)], 1.2, 0.9);
  },
};

export const doorOpening: Recipe = {
  kind: "event",
  natural_ms: 2_200,
  render: (stage, manner) => {
    latch(stage, 0.03);
    creaking(stage, 0.22, Math.max(0.3, Math.min(stage.seconds - 0.3, 1.3 / manner.pace)), manner);
  },
};

export const doorClosing: Recipe = {
  kind: "event",
  natural_ms: 1_400,
  render: (stage, { size }) => {
    strike(stage, 0.08, tuned(DOOR, 0.75 * 2 ** (-0.3 * size)), 0.7);
    burst(stage, 0.08, "white", [biquad("low", 1_400, 0.7, RATE)], 0.3, 0.08);
    latch(stage, 0.13);
  },
};

/** Partials of a bell: hum, prime, tierce, quint, nominal and above (as in any text on bell founding). */
const PARTIALS = [
  [0.5, 0.6, 1],
  [1, 0.9, 0.75],
  [1.19, 0.75, 0.6],
  [1.5, 0.35, 0.5],
  [2, 1, 0.42],
  [2.51, 0.3, 0.3],
  [2.66, 0.25, 0.28],
  [3.01, 0.3, 0.22],
  [4.17, 0.2, 0.15],
] as const;

function ringBell(stage: Stage, at: number, hz: number, decay: number, level = 1): void {
  strike(
    stage,
    at,
    PARTIALS.map(([ratio, own, last]) => ({ hz: hz * ratio, level: own * 0.3, decay: decay * last })),
    level,
  );
  burst(stage, at, "white", [biquad("band", Math.min(9_000, hz * 5), 1, RATE)], 0.15 * level, 0.02);
}

export const bell: Recipe = {
  kind: "repetition",
  natural_ms: 7_000,
  render: (stage, { size, pace, count, weight }) => {
    const hz = 440 * 2 ** (-1.1 * size - 0.3 * weight);
    const period = (size < -0.3 ? 0.35 : 2.1) / pace;
    let rung = 0;
    for (const at of onBeat(stage, period, 0.02)) {
      if (count !== null && rung >= count) return;
      ringBell(stage, at + 0.01, hz, size < -0.3 ? 1.4 : 7 + 3 * size, 0.85 + 0.15 * stage.random.next());
      rung++;
    }
  },
};

export const telephone: Recipe = {
  kind: "repetition",
  natural_ms: 6_000,
  render: (stage, { count }) => {
    let calls = 0;
    for (const start of onBeat(stage, 3)) {
      if (count !== null && calls >= count) return;
      for (let blow = 0; blow < 44; blow++) {
        ringBell(stage, start + 0.02 + blow / 24, blow % 2 === 0 ? 980 : 1_240, 0.7, 0.5);
      }
      calls++;
    }
  },
};

export const clock: Recipe = {
  kind: "repetition",
  natural_ms: 8_000,
  render: (stage, { size, pace, count, weight }) => {
    if (count !== null) {
      for (let hour = 0; hour < count; hour++) {
        ringBell(stage, 0.05 + (hour * 1.6) / pace, 330 * 2 ** (-0.5 * size), 3.5, 0.8);
      }
      return;
    }
    const slow = 1 + 0.9 * Math.max(0, size + weight);
    let tick = true;
    for (const at of onBeat(stage, (0.5 * slow) / pace)) {
      const low = 2 ** (-0.5 * size);
      const rings = tick ? [2_350, 4_100] : [1_820, 3_350];
      strike(
        stage,
        at + 0.01,
        rings.map((hz) => ({ hz: hz * low, level: 0.35, decay: 0.025 })),
      );
      strike(stage, at + 0.01, [{ hz: (tick ? 520 : 430) * low, level: 0.3, decay: 0.05 }]);
      tick = !tick;
    }
  },
};

const shard = (stage: Stage, at: number, level: number): void => {
  const hz = 2_200 * 2 ** (2 * stage.random.next());
  strike(stage, at, [
    { hz, level, decay: 0.18 },
    { hz: hz * 1.61, level: level * 0.6, decay: 0.12 },
  ]);
};

export const glassBreaking: Recipe = {
  kind: "event",
  natural_ms: 2_200,
  render: (stage, { size }) => {
    const { random } = stage;
    burst(stage, 0.03, "white", [biquad("high", 1_800, 0.7, RATE)], 0.9, 0.16);
    for (let piece = 0; piece < 90 * 2 ** size; piece++) {
      const late = random.next() ** 2.2;
      shard(stage, 0.035 + 1.3 * late, 0.3 * (1 - late) * random.next());
    }
  },
};

export const clink: Recipe = {
  kind: "event",
  natural_ms: 1_200,
  render: (stage, { count }) => {
    for (let touch = 0; touch < (count ?? 1); touch++) {
      const at = 0.02 + 0.35 * touch;
      strike(stage, at, [
        { hz: 2_830, level: 0.5, decay: 0.7 },
        { hz: 4_510, level: 0.35, decay: 0.5 },
        { hz: 7_290, level: 0.2, decay: 0.3 },
      ]);
    }
  },
};

export const metal: Recipe = {
  kind: "event",
  natural_ms: 1_800,
  render: (stage, { count, size, weight }) => {
    for (let blow = 0; blow < (count ?? 1); blow++) {
      const at = 0.02 + 0.55 * blow;
      strike(stage, at, tuned(PLATE, 2 ** (-0.8 * size) * (0.96 + 0.08 * stage.random.next())), 0.9 + 0.3 * weight);
      burst(stage, at, "white", [biquad("high", 3_000, 0.7, RATE)], 0.5, 0.03);
    }
  },
};

export const paperRustling: Recipe = {
  kind: "event",
  natural_ms: 1_800,
  render: (stage, { pace }) => {
    const { random, seconds } = stage;
    const hand = wander(random, 6 * pace, seconds, stage.loop);
    const moves = (at: number) => Math.max(0, hand(at) - 0.35) ** 1.2;
    pour(stage, "white", [biquad("high", 2_200, 0.7, RATE), biquad("low", 9_500, 0.7, RATE)], (at) => 0.3 * moves(at));
    for (let fold = 0; fold < 26 * seconds; fold++) {
      const at = seconds * random.next();
      const hz = random.between(1_500, 6_000);
      burst(stage, at, "white", [biquad("band", hz, 2, RATE)], 0.6 * moves(at) * random.next(), 0.02);
    }
  },
};

export const paperTearing: Recipe = {
  kind: "event",
  natural_ms: 1_400,
  render: (stage, { pace }) => {
    const { random } = stage;
    const length = Math.min(stage.seconds - 0.05, 0.8 / pace);
    const rip = sweep("band", (at) => 1_800 + (2_600 * at) / Math.max(0.1, length), 1, RATE);
    pour(stage, "white", [rip], (at) => (at > length ? 0 : 0.5 * Math.sin((Math.PI * at) / length) ** 0.4), 0, length);
    for (let fibre = 0; fibre < 130; fibre++) {
      const at = length * random.next();
      burst(stage, at, "white", [biquad("band", random.between(2_000, 7_000), 2, RATE)], 0.4 * random.next(), 0.006);
    }
  },
};
