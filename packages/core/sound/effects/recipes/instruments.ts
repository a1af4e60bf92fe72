// A piano, a violin and drums. They play generated tunes: steps of a scale over plain chords, determined by the seed.
//
// Figures: the partials of a string are sharp by sqrt(1 + B n²) and fall in two stages (Fletcher & Rossing, The Physics
// of Musical Instruments, 1998, chapter 12); a violin's body resonates near 275, 460 and 550 Hz with a hill at 2 to
// 3 kHz, its vibrato is 5 to 6 Hz wide by about 20 cents (chapter 10); a roll has 20 to 30 strokes a second.

import { biquad, type Filter } from "../filters.ts";
import type { Recipe } from "../recipe.ts";
import { burst, EFFECT_RATE, play, pour, type Ring, type Stage, strike } from "../stage.ts";

const RATE = EFFECT_RATE;

/** Semitones of a major scale. */
const SCALE = [0, 2, 4, 5, 7, 9, 11] as const;
/** Chords by degree, one for each bar, repeated. */
const CHORDS = [0, 3, 4, 0] as const;

/** The frequency of a degree of the scale above `base`, Hz. Degrees may lie outside of the octave. */
function degreeHz(base: number, degree: number): number {
  const octave = Math.floor(degree / SCALE.length);
  return base * 2 ** (octave + SCALE[degree - octave * SCALE.length]! / 12);
}

function pianoString(stage: Stage, at: number, hz: number, level: number): void {
  const stiffness = 0.000_35 * (hz / 262) ** 1.2;
  const rings: Ring[] = [];
  for (let n = 1; n <= 8; n++) {
    const partial = n * hz * Math.sqrt(1 + stiffness * n * n);
    // The hammer strikes at an eighth of the string, the node of the eighth partial.
    const strength = (Math.abs(Math.sin((Math.PI * n) / 8)) + 0.05) / n ** 1.25;
    const decay = (3.2 * (262 / hz) ** 0.5) / (1 + 0.35 * (n - 1));
    rings.push({ hz: partial, level: 0.3 * strength, decay: 0.45 * decay });
    if (n <= 3) rings.push({ hz: partial * 1.000_6, level: 0.09 * strength, decay: 1.3 * decay });
  }
  strike(stage, at, rings, level);
  burst(stage, at, "pink", [biquad("band", 240, 0.8, RATE)], 0.06 * level, 0.04);
}

/** A tune of steps and small leaps within an octave and a half. Each call returns one degree. */
function tune(stage: Stage): () => number {
  let degree = 2 * Math.floor(3 * stage.random.next());
  return () => {
    const leap = stage.random.next() < 0.25 ? 2 : 1;
    degree += stage.random.next() < 0.5 ? leap : -leap;
    if (degree > 8) degree -= 3;
    if (degree < -2) degree += 3;
    return degree;
  };
}

export const piano: Recipe = {
  kind: "texture",
  natural_ms: 12_000,
  render: (stage, { pace, weight, size }) => {
    const { random, seconds } = stage;
    const base = 262 * 2 ** (-0.3 * size);
    const eighth = 0.3 / pace;
    const next = tune(stage);
    for (let note = 0, at = 0.02; at < seconds; note++, at = 0.02 + note * eighth) {
      const chord = CHORDS[Math.floor(note / 8) % CHORDS.length]!;
      // The left hand plays broken chords, the right hand a melody with occasional rests.
      const broken = chord + [0, 4, 2, 4][note % 4]!;
      pianoString(stage, at, degreeHz(base / 2, broken), 0.3 * 2 ** (0.5 * weight));
      if (note % 2 === 0 && (note % 8 === 0 || random.next() < 0.75)) {
        const degree = note % 8 === 0 ? chord + 7 : next() + 7;
        pianoString(stage, at + 0.006 * random.next(), degreeHz(base, degree), 0.75 * random.between(0.75, 1));
      }
    }
  },
};

/** A bowed string: a smoothed sawtooth with vibrato after the attack. */
function bowed(hz: (now: number) => number): Filter {
  const memory = new Float64Array(2);
  return (block, length, at) => {
    let phase = memory[0]!;
    let last = memory[1]!;
    let step = 0;
    for (let i = 0; i < length; i++) {
      if (i % 32 === 0) step = hz((at + i) / RATE) / RATE;
      phase += step;
      if (phase >= 1) phase -= 1;
      last += 0.5 * (1 - 2 * phase - last);
      block[i] = last;
    }
    memory[0] = phase;
    memory[1] = last;
  };
}

const BODY: readonly { readonly hz: number; readonly q: number; readonly gain: number }[] = [
  { hz: 275, q: 5, gain: 0.5 },
  { hz: 470, q: 5, gain: 0.7 },
  { hz: 560, q: 6, gain: 0.6 },
  { hz: 1_100, q: 2, gain: 0.45 },
  { hz: 2_500, q: 1.4, gain: 0.5 },
];

export const violin: Recipe = {
  kind: "texture",
  natural_ms: 12_000,
  render: (stage, { pace, size, weight }) => {
    const { random, seconds } = stage;
    const base = 392 * 2 ** (-0.5 * size);
    const next = tune(stage);
    for (let at = 0.03; at < seconds; ) {
      const length = ([0.5, 0.5, 1, 0.75, 1.5][Math.floor(5 * random.next())]! * 1.1) / pace;
      const hz = degreeHz(base, next());
      const from = at;
      const rate = random.between(5.2, 6);
      const pitch = (now: number) => {
        const since = now - from;
        const depth = 0.012 * Math.min(1, Math.max(0, (since - 0.12) / 0.3));
        return hz * (1 + depth * Math.sin(2 * Math.PI * rate * since) - 0.02 * Math.exp(-since / 0.03));
      };
      const level = (now: number) => {
        const since = now - from;
        const swell = 0.8 + 0.2 * Math.sin(Math.PI * Math.min(1, since / length));
        return Math.min(1, since / 0.07) * Math.min(1, Math.max(0, (length - since) / 0.06)) * swell;
      };
      for (const { hz: middle, q, gain } of BODY) {
        const strength = (now: number) => gain * (0.6 + 0.15 * weight) * level(now);
        play(stage, bowed(pitch), [biquad("band", middle, q, RATE)], strength, from, from + length);
      }
      pour(stage, "white", [biquad("band", 4_200, 0.8, RATE)], (now) => 0.02 * level(now), from, from + length);
      at += length;
    }
  },
};

function snare(stage: Stage, at: number, level: number): void {
  const tune = stage.random.between(0.97, 1.03);
  strike(
    stage,
    at,
    [
      { hz: 186 * tune, level: 0.5, decay: 0.14 },
      { hz: 331 * tune, level: 0.25, decay: 0.09 },
    ],
    level,
  );
  burst(stage, at, "white", [biquad("band", 2_900, 0.6, RATE)], 0.9 * level, 0.12, 0.0008);
}

export const drumRoll: Recipe = {
  kind: "repetition",
  natural_ms: 4_000,
  render: (stage, { pace, weight }) => {
    const { random, seconds, loop } = stage;
    const rate = 24 * Math.sqrt(pace);
    const end = loop ? seconds : seconds - 0.45;
    for (let stroke = 0, at = 0.01; at < end; stroke++) {
      const swell = loop ? 0.6 : 0.35 + 0.45 * (at / Math.max(0.1, end));
      // One hand is a little softer than the other.
      snare(stage, at, swell * (stroke % 2 === 0 ? 1 : 0.86) * random.between(0.88, 1.05) * 2 ** (0.3 * weight));
      at += random.between(0.94, 1.06) / rate;
    }
    if (!loop && end > 0) snare(stage, end + 0.03, 1.2);
  },
};

export const drumBeat: Recipe = {
  kind: "repetition",
  natural_ms: 5_000,
  render: (stage, { pace, size, weight, count }) => {
    const { random, seconds } = stage;
    const low = 96 * 2 ** (-0.6 * size);
    const period = 0.62 / pace;
    let beats = 0;
    for (let at = 0.02; at < seconds && (count === null || beats < count); at += period, beats++) {
      const level = (beats % 4 === 0 ? 1 : 0.75) * random.between(0.93, 1) * 2 ** (0.3 * weight);
      strike(
        stage,
        at,
        [
          { hz: low, level: 1, decay: 0.5 },
          { hz: low * 1.59, level: 0.5, decay: 0.28 },
          { hz: low * 2.14, level: 0.3, decay: 0.2 },
          { hz: low * 2.3, level: 0.2, decay: 0.17 },
        ],
        level,
      );
      burst(stage, at, "pink", [biquad("low", 900, 0.7, RATE)], 0.5 * level, 0.05);
    }
  },
};
