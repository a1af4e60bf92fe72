// Rain, wind, storm, thunder.

import { biquad, sweep } from "../filters.ts";
import type { Manner } from "../manner.ts";
import type { Recipe } from "../recipe.ts";
import { byChance, EFFECT_RATE, onBeat, pour, type Stage, strike, wander } from "../stage.ts";

const RATE = EFFECT_RATE;

function rainfall(stage: Stage, { weight, material }: Manner): void {
  const { random, seconds, loop } = stage;
  const gusts = wander(random, 0.4, seconds, loop);
  const hiss = 0.1 * 2 ** weight;
  pour(
    stage,
    "pink",
    [biquad("high", 900 - 350 * weight, 0.7, RATE), biquad("low", 9_000, 0.7, RATE)],
    (at) => hiss * (0.75 + 0.5 * gusts(at)),
  );
  // Single drops nearby. On a roof or a pane they ring lower and longer than on the ground.
  const hollow = material === "roof" || material === "glass" || material === "metal" || material === "wood";
  const [low, high, decay] = hollow ? [450, 2_600, 0.02] : [1_800, 8_500, 0.006];
  for (const at of byChance(stage, 45 * 4 ** weight)) {
    const level = random.next() ** 3 * 0.25;
    strike(stage, at, [{ hz: low * (high / low) ** random.next(), level, decay: decay * (0.5 + random.next()) }]);
  }
}

function windBlowing(stage: Stage, { weight, pace, size }: Manner): void {
  const { random, seconds, loop } = stage;
  const gusts = wander(random, 0.25 * pace, seconds, loop);
  const turns = wander(random, 0.5 * pace, seconds, loop);
  const base = 260 * 2 ** (0.5 * weight - 0.4 * size);
  const gust = (at: number) => 0.25 + (0.75 + 0.2 * weight) * gusts(at) ** 1.5;
  pour(stage, "brown", [biquad("low", 500, 0.7, RATE)], (at) => 0.35 * gust(at));
  pour(stage, "pink", [sweep("band", (at) => base * (1 + 1.6 * turns(at)), 2.5, RATE)], (at) => 0.9 * gust(at));
  // Whistling in cracks, only in strong wind.
  const howl = Math.max(0, 0.25 + 0.6 * weight);
  pour(
    stage,
    "pink",
    [sweep("band", (at) => 620 + 520 * turns(at) * gusts(at), 22, RATE)],
    (at) => howl * gust(at) ** 2,
  );
}

function thunderclap(stage: Stage, at: number, { weight, distance }: Manner): void {
  const { random } = stage;
  const near = Math.max(0, 1 - 1.6 * distance);
  if (near > 0) {
    const crack = sweep("low", (now) => 400 + 7_000 * Math.exp(-9 * Math.max(0, now - at)), 0.7, RATE);
    pour(
      stage,
      "white",
      [crack],
      (now) => near * 0.8 * Math.exp(-5 * (now - at)) * (0.6 + 0.4 * Math.sin(90 * (now - at)) ** 2),
      at,
      at + 1.2,
    );
  }
  const length = 4.5 + 2 * weight;
  const rolls = Array.from({ length: 5 }, (_, roll) => ({
    start: roll === 0 ? 0 : random.between(0.2, length * 0.6),
    level: roll === 0 ? 1 : random.between(0.35, 0.9),
  }));
  const rumble = (now: number) => {
    const since = now - at;
    let level = 0;
    for (const roll of rolls) {
      const age = since - roll.start;
      if (age > 0) level += roll.level * Math.min(1, age / 0.12) * Math.exp(-1.5 * age);
    }
    return level * Math.max(0, 1 - since / (length + 1));
  };
  pour(
    stage,
    "brown",
    [biquad("low", 190 - 80 * distance, 0.8, RATE)],
    (now) => 1.9 * rumble(now),
    at,
    at + length + 1,
  );
  pour(stage, "brown", [biquad("band", 75, 1.2, RATE)], (now) => 1.6 * rumble(now), at, at + length + 1);
}

export const rain: Recipe = { kind: "texture", natural_ms: 12_000, render: rainfall };
export const wind: Recipe = { kind: "texture", natural_ms: 10_000, render: windBlowing };

export const thunder: Recipe = {
  kind: "event",
  natural_ms: 6_000,
  render: (stage, manner) => {
    const count = manner.count ?? 1;
    for (let clap = 0; clap < count; clap++) thunderclap(stage, 0.05 + clap * 3.2, manner);
  },
};

export const storm: Recipe = {
  kind: "texture",
  natural_ms: 15_000,
  render: (stage, manner) => {
    const weight = Math.min(1, manner.weight + 0.6);
    rainfall(stage, { ...manner, weight });
    windBlowing(stage, { ...manner, weight });
    for (const at of onBeat(stage, 11, 2)) {
      if (at + 2 < stage.seconds)
        thunderclap(stage, at + 1.5, { ...manner, distance: 0.5 + 0.4 * stage.random.next() });
    }
  },
};
