// The canvas of an effect: one channel of samples, to which recipes add filtered noises and struck tones.

import type { Curve, Filter } from "./filters.ts";
import type { Random } from "./random.ts";

export const EFFECT_RATE = 44_100;

export interface Stage {
  readonly out: Float32Array;
  /** The requested seconds. */
  readonly seconds: number;
  /** Whether the end will join the start. Periods must then fit a whole number of times. */
  readonly loop: boolean;
  readonly random: Random;
}

const BLOCK = 4_096;
const GAIN_STEP = 64;

export type Colour = "white" | "pink" | "brown";

/** Adds noise through filters; `gain` is linear, constant or a curve. */
export function pour(
  stage: Stage,
  colour: Colour,
  filters: readonly Filter[],
  gain: number | Curve,
  from = 0,
  until = Number.POSITIVE_INFINITY,
): void {
  play(stage, SOURCES[colour](stage.random), filters, gain, from, until);
}

/** Adds the output of a source through filters. */
export function play(
  { out }: Stage,
  source: Filter,
  filters: readonly Filter[],
  gain: number | Curve,
  from = 0,
  until = Number.POSITIVE_INFINITY,
): void {
  const start = Math.max(0, Math.round(from * EFFECT_RATE));
  const end = Math.min(out.length, Math.round(Math.min(until, 1e6) * EFFECT_RATE));
  if (start >= end) return;
  const block = new Float32Array(Math.min(BLOCK, end - start));
  for (let at = start; at < end; at += BLOCK) {
    const length = Math.min(BLOCK, end - at);
    source(block, length, at);
    for (const filter of filters) filter(block, length, at);
    addWithGain(out, at, block, length, gain);
  }
}

function addWithGain(out: Float32Array, at: number, block: Float32Array, length: number, gain: number | Curve): void {
  if (typeof gain === "number") {
    for (let i = 0; i < length; i++) out[at + i] = out[at + i]! + block[i]! * gain;
    return;
  }
  let now = gain(at / EFFECT_RATE);
  for (let from = 0; from < length; from += GAIN_STEP) {
    const to = Math.min(length, from + GAIN_STEP);
    const next = gain((at + from + GAIN_STEP) / EFFECT_RATE);
    const slope = (next - now) / GAIN_STEP;
    for (let i = from; i < to; i++) out[at + i] = out[at + i]! + block[i]! * (now + slope * (i - from));
    now = next;
  }
}

/** A source that computes one sample per call. */
export function tone(sample: () => number): Filter {
  return (block, length) => {
    for (let i = 0; i < length; i++) block[i] = sample();
  };
}

/** Samples between two updates of a tone's pitch. */
const PITCH_STEP = 32;

/** A tone with overtones (`overtones[0]` is the level of the octave) whose pitch follows a curve in Hz. */
export function oscillator(hz: Curve, overtones: readonly number[] = []): Filter {
  const memory = new Float64Array(1);
  return (block, length, at) => {
    let phase = memory[0]!;
    let step = 0;
    for (let i = 0; i < length; i++) {
      if (i % PITCH_STEP === 0) step = (2 * Math.PI * hz((at + i) / EFFECT_RATE)) / EFFECT_RATE;
      phase += step;
      if (phase > 2 * Math.PI) phase -= 2 * Math.PI;
      let sample = Math.sin(phase);
      for (let k = 0; k < overtones.length; k++) sample += overtones[k]! * Math.sin((k + 2) * phase);
      block[i] = sample;
    }
    memory[0] = phase;
  };
}

const SOURCES: { readonly [colour in Colour]: (random: Random) => Filter } = {
  white: (random) => random.fill,
  // Paul Kellet's filter ("economy"), within 0.5 dB of -3 dB an octave.
  pink: (random) => {
    const memory = new Float64Array(3);
    return (block, length) => {
      random.fill(block, length);
      let b0 = memory[0]!;
      let b1 = memory[1]!;
      let b2 = memory[2]!;
      for (let i = 0; i < length; i++) {
        const white = block[i]!;
        b0 = 0.99765 * b0 + white * 0.099046;
        b1 = 0.963 * b1 + white * 0.2965164;
        b2 = 0.57 * b2 + white * 1.0526913;
        block[i] = (b0 + b1 + b2 + white * 0.1848) * 0.3;
      }
      memory[0] = b0;
      memory[1] = b1;
      memory[2] = b2;
    };
  },
  brown: (random) => {
    const memory = new Float64Array(1);
    return (block, length) => {
      random.fill(block, length);
      let last = memory[0]!;
      for (let i = 0; i < length; i++) {
        last = (last + 0.02 * block[i]!) / 1.02;
        block[i] = last * 6;
      }
      memory[0] = last;
    };
  },
};

/** One partial of a struck object. */
export interface Ring {
  readonly hz: number;
  /** Linear. */
  readonly level: number;
  /** Seconds until it has decayed by 60 dB. */
  readonly decay: number;
}

/** Strikes something at a second: damped sine waves, each by a two-pole recursion. */
export function strike({ out }: Stage, second: number, rings: readonly Ring[], level = 1): void {
  const at = Math.round(second * EFFECT_RATE);
  if (at < 0 || at >= out.length) return;
  for (const { hz, level: own, decay } of rings) {
    if (hz >= EFFECT_RATE * 0.45) continue;
    const length = Math.min(out.length - at, Math.ceil(decay * EFFECT_RATE));
    const r = 10 ** (-3 / (decay * EFFECT_RATE));
    const w = (2 * Math.PI * hz) / EFFECT_RATE;
    const c1 = 2 * r * Math.cos(w);
    const c2 = -r * r;
    let y1 = 0;
    let y0 = level * own * r * Math.sin(w);
    for (let i = 0; i < length; i++) {
      out[at + i] = out[at + i]! + y1;
      const y = c1 * y0 + c2 * y1;
      y1 = y0;
      y0 = y;
    }
  }
}

/** A short burst of noise at a second, which decays by 60 dB within `decay` seconds. */
export function burst(
  stage: Stage,
  second: number,
  colour: Colour,
  filters: readonly Filter[],
  level: number,
  decay: number,
  attack = 0.001,
): void {
  const fall = -6.9 / decay;
  pour(
    stage,
    colour,
    filters,
    (now) => {
      const since = now - second;
      if (since < 0) return 0;
      return level * (since < attack ? since / attack : Math.exp(fall * (since - attack)));
    },
    second,
    second + attack + decay,
  );
}

/** A random curve between 0 and 1 that changes direction `hz` times per second. */
export function wander(random: Random, hz: number, seconds: number, loop: boolean): Curve {
  const count = Math.max(2, Math.ceil(seconds * hz) + 2);
  const values = Float64Array.from({ length: count }, () => random.next());
  const round = loop ? Math.max(1, Math.round(seconds * hz)) : 0;
  const speed = loop ? round / seconds : hz;
  const value = (index: number) => values[loop ? index % round : Math.min(index, count - 1)]!;
  return (second) => {
    const place = Math.max(0, second * speed);
    const index = Math.floor(place);
    const mix = (1 - Math.cos(Math.PI * (place - index))) / 2;
    return value(index) * (1 - mix) + value(index + 1) * mix;
  };
}

/** Random moments over the whole sound, `perSecond` on average. */
export function* byChance({ out, random }: Stage, perSecond: number): Generator<number> {
  const end = out.length / EFFECT_RATE;
  for (let at = 0; ; ) {
    at -= Math.log(1 - random.next()) / perSecond;
    if (at >= end) return;
    yield at;
  }
}

/** Moments of a beat. In a loop the period is adjusted so that a whole number of beats fits. `jitter` in seconds. */
export function* onBeat(stage: Stage, period: number, jitter = 0): Generator<number> {
  const { out, seconds, loop, random } = stage;
  const fitted = loop ? seconds / Math.max(1, Math.round(seconds / period)) : period;
  const end = out.length / EFFECT_RATE;
  for (let beat = 0; beat * fitted < end - 0.001; beat++) {
    yield Math.max(0, beat * fitted + (loop ? 0 : random.signed() * jitter));
  }
}
