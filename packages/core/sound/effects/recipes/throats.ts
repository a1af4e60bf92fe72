// Cries of animals and people: a buzzing source through the resonances of a throat.
//
// Figures: a bark lasts 0.1 to 0.2 s with a pitch of 200 to 800 Hz (Yin & McCowan, Animal Behaviour 68, 2004); a howl
// 3 to 7 s at 150 to 780 Hz with a smooth contour (Theberge & Falls, American Zoologist 7, 1967); a meow 0.5 to 1 s,
// arched between 400 and 800 Hz (Schötz et al., 2016); a cry about 1 s at 350 to 600 Hz with short breaths between
// (Wasz-Höckert et al., 1968); a snore is a train of pulses at 30 to 100 Hz (Pevernagie et al., Sleep Medicine
// Reviews 14, 2010).

import { biquad, type Curve, type Filter, sweep } from "../filters.ts";
import type { Recipe } from "../recipe.ts";
import { EFFECT_RATE, onBeat, play, pour, type Stage, wander } from "../stage.ts";

const RATE = EFFECT_RATE;

/** A sawtooth whose pitch follows a curve in Hz, smoothed at its jump (polyBLEP), so that it does not alias audibly. */
function buzz(hz: Curve, start: number): Filter {
  const memory = Float64Array.of(start);
  return (block, length, at) => {
    let phase = memory[0]!;
    let step = 0;
    for (let i = 0; i < length; i++) {
      if (i % 32 === 0) step = hz((at + i) / RATE) / RATE;
      phase += step;
      if (phase >= 1) phase -= 1;
      let sample = 1 - 2 * phase;
      // The jump is from -1 to 1. Half a parabola on each side smooths it.
      if (phase < step) sample -= (1 - phase / step) ** 2;
      else if (phase > 1 - step) sample += (1 - (1 - phase) / step) ** 2;
      block[i] = sample;
    }
    memory[0] = phase;
  };
}

interface Cry {
  readonly at: number;
  readonly length: number;
  /** Hz by position in the cry, 0 to 1. */
  readonly pitch: (place: number) => number;
  /** 0 to 1, by position. */
  readonly level: (place: number) => number;
  /** Centre frequency in Hz by position, sharpness and strength of each resonance. */
  readonly resonances: readonly { readonly hz: (place: number) => number; readonly q: number; readonly gain: number }[];
  /** The share of breath noise, 0 to 1. */
  readonly breath: number;
  /** The tremble of the pitch, as a share of it. */
  readonly tremble: number;
}

function cry(stage: Stage, { at, length, pitch, level, resonances, breath, tremble }: Cry): void {
  const place = (now: number) => Math.min(1, Math.max(0, (now - at) / length));
  const unrest = wander(stage.random, 30, at + length + 0.1, false);
  const hz = (now: number) => pitch(place(now)) * (1 + tremble * (2 * unrest(now) - 1));
  const start = stage.random.next();
  for (const { hz: middle, q, gain } of resonances) {
    const through = [sweep("band", (now) => middle(place(now)), q, RATE)];
    play(stage, buzz(hz, start), through, (now) => gain * level(place(now)), at, at + length);
    if (breath > 0) {
      const air = [sweep("band", (now) => middle(place(now)), q, RATE)];
      pour(stage, "white", air, (now) => 2 * breath * gain * level(place(now)), at, at + length);
    }
  }
}

/** Rises from 0 to 1 at `top`, then falls to 0. */
const arch = (place: number, top: number): number =>
  place < top ? Math.sin((Math.PI / 2) * (place / top)) : Math.cos((Math.PI / 2) * ((place - top) / (1 - top)));

/** Interpolates between equidistant points. */
function through(points: readonly number[], place: number): number {
  const at = Math.min(points.length - 1.000_001, Math.max(0, place * (points.length - 1)));
  const index = Math.floor(at);
  return points[index]! + (points[index + 1]! - points[index]!) * (at - index);
}

/** Moments of calls: groups of `calls`, `gap` seconds apart within a group, `rest` between groups. */
function* calls(stage: Stage, count: number | null, group: number, gap: number, rest: number): Generator<number> {
  const { random } = stage;
  let made = 0;
  for (let at = 0.05; at < stage.seconds - 0.1; ) {
    for (let call = 0; call < group; call++) {
      if (count !== null && made >= count) return;
      if (at >= stage.seconds - 0.1) return;
      yield at;
      made++;
      at += gap * random.between(0.85, 1.2);
    }
    at += count === null ? rest * random.between(0.7, 1.3) : 0;
  }
}

export const dog: Recipe = {
  kind: "repetition",
  natural_ms: 3_200,
  render: (stage, { size, weight, count, pace }) => {
    const { random } = stage;
    // A large dog has a lower pitch and lower resonances.
    const low = 2 ** (-0.55 * size - 0.2 * weight);
    for (const at of calls(stage, count, 3, 0.42 / pace, 0.8)) {
      const length = random.between(0.15, 0.19) * 2 ** (0.25 * size);
      const tune = low * random.between(0.94, 1.06);
      const loud = random.between(0.8, 1);
      cry(stage, {
        at,
        length,
        pitch: (place) => tune * through([330, 560, 520, 400, 260], place),
        level: (place) => loud * (place < 0.08 ? place / 0.08 : Math.exp(-3.2 * (place - 0.08))),
        resonances: [
          { hz: (place) => tune * through([560, 820, 640], place), q: 2.2, gain: 1 },
          { hz: (place) => tune * through([1_250, 1_500, 1_150], place), q: 3, gain: 0.8 },
          { hz: () => 2_700 * low ** 0.5, q: 3, gain: 0.35 },
        ],
        breath: 0.35,
        tremble: 0.1,
      });
    }
  },
};

export const wolf: Recipe = {
  kind: "repetition",
  natural_ms: 6_000,
  render: (stage, { size, count, pace }) => {
    const { random } = stage;
    for (const at of calls(stage, count, 1, 6.4 / pace, 0.4)) {
      const length = Math.min(random.between(4.2, 5.2), Math.max(0.3, stage.seconds - at - 0.05));
      const tune = 2 ** (-0.3 * size) * random.between(0.93, 1.07);
      cry(stage, {
        at,
        length,
        // A rise, a long wavering tone, and a slow fall.
        pitch: (place) =>
          tune * through([260, 430, 510, 520, 515, 505, 480, 420, 300], place) * (1 + 0.008 * Math.sin(31 * place)),
        level: (place) => arch(place, 0.3) ** 0.7,
        resonances: [
          { hz: (place) => tune * through([420, 560, 540, 460], place), q: 3.5, gain: 1 },
          { hz: (place) => tune * through([850, 1_150, 1_100, 900], place), q: 4, gain: 0.3 },
          { hz: () => 2_300, q: 3, gain: 0.06 },
        ],
        breath: 0.03,
        tremble: 0.006,
      });
    }
  },
};

export const cat: Recipe = {
  kind: "repetition",
  natural_ms: 3_000,
  render: (stage, { size, count, pace }) => {
    const { random } = stage;
    for (const at of calls(stage, count, 1, 1.5 / pace, 0.3)) {
      const length = Math.min(random.between(0.65, 0.85), Math.max(0.2, stage.seconds - at));
      const tune = 2 ** (-0.3 * size) * random.between(0.94, 1.07);
      cry(stage, {
        at,
        length,
        pitch: (place) => tune * through([440, 590, 680, 690, 640, 560, 470], place),
        level: (place) => arch(place, 0.35),
        // "mi", "a", "ou": the mouth opens and closes again.
        resonances: [
          { hz: (place) => tune * through([420, 900, 1_350, 1_200, 750], place), q: 3, gain: 1 },
          { hz: (place) => tune * through([2_700, 2_500, 2_100, 1_700, 1_200], place), q: 4, gain: 0.6 },
          { hz: (place) => tune * through([3_900, 3_800, 3_600, 3_400], place), q: 4, gain: 0.25 },
        ],
        breath: 0.03,
        tremble: 0.012,
      });
    }
  },
};

export const baby: Recipe = {
  kind: "repetition",
  natural_ms: 5_500,
  render: (stage, { count, pace, weight }) => {
    const { random } = stage;
    for (const at of calls(stage, count, 4, 1.35 / pace, 0.5)) {
      const length = Math.min(random.between(0.85, 1.1) / pace, Math.max(0.2, stage.seconds - at));
      const tune = random.between(0.94, 1.08) * 2 ** (0.1 * weight);
      cry(stage, {
        at,
        length,
        pitch: (place) =>
          tune *
          through([390, 480, 500, 490, 460, 420, 360], place) *
          (1 + 0.02 * Math.sin(2 * Math.PI * 6.5 * place * length)),
        level: (place) => arch(place, 0.22) ** 0.6,
        resonances: [
          { hz: (place) => through([900, 1_150, 1_180, 1_000], place), q: 4, gain: 1 },
          { hz: (place) => through([2_300, 2_050, 2_000, 2_100], place), q: 5, gain: 0.5 },
          { hz: () => 3_700, q: 4, gain: 0.35 },
        ],
        breath: 0.05,
        tremble: 0.02,
      });
      // The inhalation between two cries.
      const inhale = at + length + 0.06;
      const air = [biquad("band", 2_400, 1.2, RATE)];
      pour(
        stage,
        "white",
        air,
        (now) => 0.06 * Math.sin((Math.PI * Math.max(0, now - inhale)) / 0.18),
        inhale,
        inhale + 0.18,
      );
    }
  },
};

export const snoring: Recipe = {
  kind: "repetition",
  natural_ms: 8_000,
  render: (stage, { pace, weight, size }) => {
    const { random } = stage;
    for (const at of onBeat(stage, 3.7 / pace, 0.08)) {
      const inhale = 1.35 / pace;
      const flutter = 2 ** (-0.4 * size - 0.2 * weight);
      cry(stage, {
        at,
        length: inhale,
        pitch: (place) => flutter * through([46, 58, 66, 62], place),
        level: (place) => arch(place, 0.7) ** 1.3,
        resonances: [
          { hz: () => 210, q: 1.6, gain: 1 },
          { hz: (place) => through([520, 640, 700], place), q: 2.5, gain: 0.6 },
          { hz: () => 1_650, q: 2.5, gain: 0.3 },
        ],
        breath: 0.3,
        tremble: 0.16,
      });
      const out = at + inhale + 0.35 / pace;
      const length = (1.2 * random.between(0.9, 1.1)) / pace;
      const level = (now: number) => 0.12 * Math.sin(Math.PI * Math.min(1, Math.max(0, (now - out) / length)));
      pour(stage, "pink", [biquad("band", 700, 0.8, RATE)], level, out, out + length);
    }
  },
};
