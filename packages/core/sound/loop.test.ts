// Sounds that repeat: no click, no dip at the seams, the same from any position.

import assert from "node:assert/strict";
import { test } from "node:test";
import { applyJoins, loopJoin, loopRegion, passesBetween, type SoundLoop } from "./loop.ts";

const RATE = 44_100;

/** A generator of numbers from -1 to 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

function noise(seconds: number, edge = 0): Float32Array {
  const next = random(7);
  return faded(
    Float32Array.from({ length: seconds * RATE }, () => 0.3 * next()),
    edge,
  );
}

const tone = (seconds: number, hz: number): Float32Array =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / RATE));

function faded(samples: Float32Array, edge: number): Float32Array {
  for (let i = 0; i < edge; i++) {
    samples[i] = (samples[i]! * i) / edge;
    samples[samples.length - 1 - i] = (samples[samples.length - 1 - i]! * i) / edge;
  }
  return samples;
}

const HOP = 882;

function loopOf(sound: Float32Array): SoundLoop {
  const levels = Array.from({ length: Math.ceil(sound.length / HOP) }, (_, i) => {
    const part = sound.subarray(i * HOP, (i + 1) * HOP);
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
  });
  return loopJoin(loopRegion(levels, HOP, sound.length), RATE, (from, to) => sound.slice(from, to));
}

/** The positions [from, to) of a sound that repeats. */
function repeated(sound: Float32Array, loop: SoundLoop, from: number, to: number): Float32Array {
  const out = new Float32Array(to - from);
  for (const pass of passesBetween(loop, from, to)) {
    const shift = pass.at - pass.from;
    const first = Math.max(pass.from, from - shift);
    const part = sound.slice(first, Math.max(first, Math.min(pass.to, to - shift)));
    applyJoins(part, first, pass, loop);
    for (let i = 0; i < part.length; i++) out[first + shift - from + i]! += part[i]!;
  }
  return out;
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

function levelSpread(samples: Float32Array, window: number): number {
  const levels: number[] = [];
  for (let at = 0; at + window <= samples.length; at += window) levels.push(rms(samples.subarray(at, at + window)));
  return 20 * Math.log10(Math.max(...levels) / Math.min(...levels));
}

test("noise with faded ends repeats at one level", () => {
  const sound = noise(4, RATE / 4);
  const whole = repeated(sound, loopOf(sound), 0, 60 * RATE).subarray(RATE / 2);
  assert.ok(levelSpread(whole, RATE / 10) < 1, `${levelSpread(whole, RATE / 10)} dB`);
});

test("a tone of any pitch repeats without a dip and without a click", () => {
  for (const hz of [55, 110.3, 261.63, 440, 997, 3_210.7]) {
    const sound = tone(3, hz);
    const whole = repeated(sound, loopOf(sound), 0, 20 * RATE);
    assert.ok(levelSpread(whole, RATE / 10) < 0.9, `${hz} Hz: ${levelSpread(whole, RATE / 10)} dB`);
    let step = 0;
    for (let i = 1; i < whole.length; i++) step = Math.max(step, Math.abs(whole[i]! - whole[i - 1]!));
    const own = 2 * 0.3 * Math.sin((Math.PI * hz) / RATE);
    assert.ok(step < own * 1.1 + 1e-4, `${hz} Hz: a step of ${step}, the tone's own largest is ${own}`);
  }
});

test("any part equals the same part of the whole", () => {
  const sound = noise(1.3, 2_000);
  const loop = loopOf(sound);
  const whole = repeated(sound, loop, 0, 15 * RATE);
  const next = random(3);
  for (let round = 0; round < 40; round++) {
    const from = Math.floor((next() + 1) * 7 * RATE);
    const to = Math.min(whole.length, from + Math.ceil((next() + 1) * RATE));
    assert.deepEqual(repeated(sound, loop, from, to), whole.slice(from, to), `${from} to ${to}`);
  }
});

test("silence and the shortest sounds repeat", () => {
  for (const sound of [new Float32Array(4_410), noise(0.1), tone(0.1, 440)]) {
    const loop = loopOf(sound);
    assert.ok(loop.to - loop.from - loop.overlap > 0);
    assert.ok(repeated(sound, loop, 0, RATE).every(Number.isFinite));
  }
});
