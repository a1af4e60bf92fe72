// Pauses inside a sentence: frames are left out or repeated, and the words' times follow.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { SpeechFrames } from "@fullcast/core/sound";
import fc from "fast-check";
import { pauseAfter } from "../natural/phrasing.ts";
import type { Sentence, Token } from "../natural/sentences.ts";
import type { Phone } from "../natural/word-times.ts";
import { withPauses } from "./pauses.ts";

const STEP = 0.005;
const MARKS = ["", "~", ",", ";"] as const;

interface Word {
  /** Frames of the word and of the synthesiser's pause behind it; 0 for none. */
  readonly spoken: number;
  readonly pause: number;
  readonly mark: Token["mark"];
}

/** A sentence whose frames carry their own number, with silences at both ends. */
function speechOf(words: readonly Word[]) {
  const phones: Phone[] = [];
  const times: { start: number; end: number; startSeconds: number; endSeconds: number }[] = [];
  let count = 0;
  const add = (name: string, frames: number) => {
    phones.push({ name, startSeconds: count * STEP, endSeconds: (count + frames) * STEP });
    count += frames;
  };
  add("pau", 20);
  for (const [i, { spoken, pause }] of words.entries()) {
    times.push({ start: 2 * i, end: 2 * i + 1, startSeconds: count * STEP, endSeconds: (count + spoken) * STEP });
    add("aa", spoken);
    if (pause > 0) add("pau", pause);
  }
  add("pau", 30);
  const numbers = Float32Array.from({ length: count }, (_, i) => i);
  const frames: SpeechFrames = {
    stepSeconds: STEP,
    sampleRate: 16_000,
    warping: 0.42,
    count,
    hz: numbers,
    order: 1,
    cepstra: numbers,
    voicing: numbers,
  };
  const tokens = words.map(
    ({ mark }, i): Token => ({ start: 2 * i, end: 2 * i + 1, spoken: "x", phones: null, emphasised: false, mark }),
  );
  const sentence: Sentence = { tokens, endsLine: false };
  return { speech: { frames, phones }, times, sentence };
}

const words = fc.array(
  fc.record({
    spoken: fc.integer({ min: 3, max: 80 }),
    pause: fc.integer({ min: 0, max: 90 }),
    mark: fc.constantFrom(...MARKS),
  }),
  { minLength: 1, maxLength: 12 },
);
const paces = fc.double({ min: 0.6, max: 1.5, noNaN: true });

/** The whole speech between its outer silences. */
function spokenWith(list: readonly Word[], pace: number) {
  const { speech, times, sentence } = speechOf(list);
  const range = { from: times[0]!.startSeconds, to: times.at(-1)!.endSeconds, pace };
  return { times, ...withPauses(speech, times, sentence, range) };
}

test("pauses are as long as their marks ask, at the pace of the line", () => {
  fc.assert(
    fc.property(words, paces, (list, pace) => {
      const { words: moved } = spokenWith(list, pace);
      for (const [i, { pause, mark }] of list.slice(0, -1).entries()) {
        const heard = moved[i + 1]!.startSeconds - moved[i]!.endSeconds;
        const wanted = pause === 0 ? 0 : Math.max(2 * STEP, pauseAfter(mark) * pace);
        assert.ok(Math.abs(heard - wanted) <= STEP / 2 + 1e-3, `${heard} s for ${wanted} s after "${mark}"`);
      }
    }),
  );
});

test("no frame of a word is lost, repeated or moved, and every word's time is where its frames are", () => {
  fc.assert(
    fc.property(words, paces, (list, pace) => {
      const { times, frames, words: moved } = spokenWith(list, pace);
      assert.equal(moved.length, list.length);
      for (const [i, { startSeconds, endSeconds }] of moved.entries()) {
        const from = Math.round(startSeconds / STEP);
        const first = Math.round(times[i]!.startSeconds / STEP);
        for (let frame = 0; frame < list[i]!.spoken; frame++) assert.equal(frames.hz[from + frame], first + frame);
        assert.ok(Math.abs(endSeconds - startSeconds - list[i]!.spoken * STEP) < 1e-3);
      }
    }),
  );
});

test("every kind of value is taken from the same frame", () => {
  fc.assert(
    fc.property(words, paces, (list, pace) => {
      const { frames } = spokenWith(list, pace);
      assert.deepEqual([frames.hz.length, frames.cepstra.length, frames.voicing.length], Array(3).fill(frames.count));
      assert.deepEqual(frames.cepstra, frames.hz);
      assert.deepEqual(frames.voicing, frames.hz);
    }),
  );
});
