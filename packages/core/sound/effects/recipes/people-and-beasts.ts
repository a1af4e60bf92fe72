// Steps, hooves, a carriage, a heart, crowds and clapping.

import { biquad, type Filter } from "../filters.ts";
import type { Manner, Material } from "../manner.ts";
import type { Recipe } from "../recipe.ts";
import { burst, byChance, EFFECT_RATE, onBeat, play, pour, type Ring, type Stage, strike, wander } from "../stage.ts";

const RATE = EFFECT_RATE;

interface Ground {
  readonly thud: number;
  readonly rings: readonly Ring[];
  /** Crunching grains: number, frequency and duration in seconds. */
  readonly grains: {
    readonly count: number;
    readonly hz: number;
    readonly over: number;
    readonly level: number;
  } | null;
  readonly click: number;
}

const SOFT: Ground = { thud: 0.5, rings: [], grains: null, click: 0.02 };
const GROUNDS: { readonly [material in Material]: Ground } = {
  wood: {
    thud: 0.5,
    rings: [
      { hz: 118, level: 0.5, decay: 0.16 },
      { hz: 236, level: 0.35, decay: 0.11 },
      { hz: 421, level: 0.2, decay: 0.07 },
    ],
    grains: null,
    click: 0.12,
  },
  stone: { thud: 0.25, rings: [{ hz: 1_900, level: 0.12, decay: 0.03 }], grains: null, click: 0.4 },
  gravel: { thud: 0.25, rings: [], grains: { count: 24, hz: 3_200, over: 0.16, level: 0.35 }, click: 0.1 },
  grass: { thud: 0.2, rings: [], grains: { count: 14, hz: 4_200, over: 0.17, level: 0.12 }, click: 0 },
  snow: { thud: 0.22, rings: [], grains: { count: 34, hz: 1_900, over: 0.22, level: 0.22 }, click: 0 },
  sand: { thud: 0.2, rings: [], grains: { count: 30, hz: 5_200, over: 0.15, level: 0.1 }, click: 0 },
  water: { thud: 0.2, rings: [], grains: { count: 26, hz: 1_100, over: 0.25, level: 0.3 }, click: 0.02 },
  metal: {
    thud: 0.3,
    rings: [
      { hz: 312, level: 0.25, decay: 0.5 },
      { hz: 701, level: 0.2, decay: 0.4 },
      { hz: 1_287, level: 0.12, decay: 0.3 },
    ],
    grains: null,
    click: 0.3,
  },
  glass: { thud: 0.2, rings: [], grains: { count: 16, hz: 6_500, over: 0.14, level: 0.3 }, click: 0.15 },
  roof: { thud: 0.4, rings: [{ hz: 180, level: 0.3, decay: 0.15 }], grains: null, click: 0.2 },
  carpet: SOFT,
  earth: { thud: 0.45, rings: [], grains: { count: 6, hz: 1_500, over: 0.08, level: 0.08 }, click: 0.03 },
};

function tread(stage: Stage, at: number, ground: Ground, level: number, low: number): void {
  const { random } = stage;
  const tune = 0.94 + 0.12 * random.next();
  strike(stage, at, [{ hz: low * tune, level: ground.thud, decay: 0.09 }], level);
  strike(
    stage,
    at,
    ground.rings.map((ring) => ({ ...ring, hz: ring.hz * tune })),
    level,
  );
  if (ground.click > 0) {
    burst(stage, at, "white", [biquad("band", 2_600 * tune, 0.8, RATE)], level * ground.click, 0.025);
  }
  const { grains } = ground;
  if (grains === null) return;
  for (let grain = 0; grain < grains.count; grain++) {
    const hz = grains.hz * 2 ** random.signed();
    const when = at + grains.over * random.next();
    burst(stage, when, "white", [biquad("band", hz, 1.4, RATE)], level * grains.level * random.next(), 0.014);
  }
}

export const steps: Recipe = {
  kind: "repetition",
  natural_ms: 4_000,
  render: (stage, { pace, weight, material, count, size }) => {
    const ground = GROUNDS[material ?? "wood"];
    let taken = 0;
    for (const at of onBeat(stage, 0.56 / pace, 0.018)) {
      if (count !== null && taken >= count) return;
      const level = (0.75 + 0.25 * stage.random.next()) * 2 ** (0.6 * weight);
      // The heel, then the sole.
      tread(stage, at + 0.02, ground, level, 92 - 22 * size - 14 * weight);
      tread(stage, at + 0.02 + 0.075 / pace, ground, 0.4 * level, 140);
      taken++;
    }
  },
};

const GAITS = {
  walk: { period: 1.1, beats: [0, 0.25, 0.5, 0.75] },
  trot: { period: 0.72, beats: [0, 0.04, 0.5, 0.54] },
  gallop: { period: 0.5, beats: [0, 0.17, 0.36, 0.44] },
};

function ride(stage: Stage, { pace, weight, material }: Manner, level = 1): void {
  const gait = pace > 1.3 ? GAITS.gallop : pace < 0.8 ? GAITS.walk : GAITS.trot;
  const hard = material === null || material === "stone" || material === "wood" || material === "metal";
  const { random } = stage;
  for (const start of onBeat(stage, gait.period, 0.01)) {
    for (const [leg, beat] of gait.beats.entries()) {
      const at = start + beat * gait.period + 0.006 * random.next();
      const strength = level * (0.7 + 0.3 * random.next()) * 2 ** (0.4 * weight);
      const tune = [1, 1.16, 0.92, 1.08][leg]! * (0.97 + 0.06 * random.next());
      if (hard) {
        strike(
          stage,
          at,
          [
            { hz: 720 * tune, level: 0.5, decay: 0.05 },
            { hz: 1_310 * tune, level: 0.35, decay: 0.035 },
            { hz: 2_240 * tune, level: 0.15, decay: 0.02 },
          ],
          strength,
        );
        burst(stage, at, "white", [biquad("band", 1_900 * tune, 1, RATE)], 0.25 * strength, 0.02);
      } else {
        tread(stage, at, GROUNDS[material ?? "earth"], strength, 105);
      }
    }
  }
}

export const hooves: Recipe = { kind: "repetition", natural_ms: 5_000, render: ride };

export const carriage: Recipe = {
  kind: "repetition",
  natural_ms: 7_000,
  render: (stage, manner) => {
    const { random, seconds, loop } = stage;
    ride(stage, { ...manner, material: manner.material ?? "stone" }, 0.7);
    const road = wander(random, 5 * manner.pace, seconds, loop);
    pour(stage, "brown", [biquad("low", 240, 0.8, RATE)], (at) => 0.5 * (0.5 + road(at)));
    pour(stage, "pink", [biquad("band", 900, 0.6, RATE)], (at) => 0.12 * (0.4 + road(at)));
    for (const at of byChance(stage, 9 * manner.pace)) {
      burst(stage, at, "white", [biquad("band", random.between(600, 1_800), 2, RATE)], 0.3 * random.next() ** 2, 0.05);
    }
  },
};

export const heartbeat: Recipe = {
  kind: "repetition",
  natural_ms: 5_000,
  render: (stage, { pace }) => {
    for (const at of onBeat(stage, 0.86 / pace, 0.01)) {
      strike(stage, at + 0.02, [
        { hz: 52, level: 1, decay: 0.2 },
        { hz: 96, level: 0.35, decay: 0.1 },
      ]);
      strike(stage, at + 0.02 + 0.26 / pace ** 0.5, [{ hz: 62, level: 0.65, decay: 0.15 }]);
    }
  },
};

/** One person of a crowd: a buzzing source through two mouth resonances, syllable by syllable. */
function voice(stage: Stage, level: number, pitch: number, syllables: number, openness: number): void {
  const { random, seconds, loop } = stage;
  const melody = wander(random, 2.2, seconds, loop);
  const speech = wander(random, syllables, seconds, loop);
  const talks = wander(random, 0.3, seconds, loop);
  const memory = Float64Array.of(random.next());
  const throat: Filter = (block, length, at) => {
    let phase = memory[0]!;
    let step = 0;
    for (let i = 0; i < length; i++) {
      if (i % 256 === 0) step = (pitch * (0.85 + 0.4 * melody((at + i) / RATE))) / RATE;
      phase += step;
      if (phase >= 1) phase -= 1;
      block[i] = 1 - 2 * phase;
    }
    memory[0] = phase;
  };
  const mouth = biquad("band", random.between(380, 640) * openness, 3, RATE);
  const lips = biquad("low", 1_500 * openness + random.between(0, 900), 1.2, RATE);
  const gain = (at: number) => level * speech(at) ** 2 * Math.min(1, Math.max(0, 2.5 * talks(at) - 0.5));
  play(stage, throat, [mouth, lips], gain);
}

const PEOPLE = 10;

export const crowd: Recipe = {
  kind: "texture",
  natural_ms: 9_000,
  render: (stage, { weight }) => {
    for (let person = 0; person < PEOPLE; person++) {
      const pitch = person % 2 === 0 ? stage.random.between(95, 145) : stage.random.between(170, 250);
      voice(stage, 0.3, pitch * (1 + 0.25 * weight), 4.5, 1);
    }
    const hisses = wander(stage.random, 7, stage.seconds, stage.loop);
    pour(stage, "white", [biquad("band", 3_200, 0.8, RATE)], (at) => 0.03 * hisses(at) ** 3);
    pour(stage, "pink", [biquad("band", 500, 0.5, RATE)], 0.04);
  },
};

function claps(stage: Stage, perSecond: number): void {
  for (const at of byChance(stage, perSecond)) {
    const hz = stage.random.between(900, 2_300);
    burst(stage, at, "white", [biquad("band", hz, 1.6, RATE)], 0.4 * stage.random.next(), 0.03);
  }
}

export const applause: Recipe = {
  kind: "texture",
  natural_ms: 6_000,
  render: (stage, { weight }) => claps(stage, 90 * 2 ** weight),
};

export const cheering: Recipe = {
  kind: "texture",
  natural_ms: 6_000,
  render: (stage, { weight }) => {
    for (let person = 0; person < PEOPLE; person++) {
      voice(stage, 0.35, stage.random.between(210, 420), 1.2, 1.5);
    }
    claps(stage, 40 * 2 ** weight);
  },
};
