// A person between two recorded speakers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BAND_CENTRES } from "@fullcast/core/sound";
import { blended } from "./blend.ts";
import type { FliteSpeech } from "./flite-module.ts";

const ORDER = 3;

/** Speech of phones with a number of frames each; every frame's coefficients are those that `value` gives its phone. */
function speech(phones: readonly (readonly [name: string, frames: number])[], value: (phone: number) => number) {
  const step = 0.005;
  const count = phones.reduce((sum, [, frames]) => sum + frames, 0);
  const cepstra = phones.flatMap(([, frames], i) => Array<number>(frames * ORDER).fill(value(i)));
  let seconds = 0;
  return {
    frames: {
      stepSeconds: step,
      sampleRate: 16_000,
      warping: 0.42,
      count,
      hz: new Float32Array(count).fill(100),
      order: ORDER,
      cepstra: Float32Array.from(cepstra),
      voicing: new Float32Array(count * BAND_CENTRES.length).fill(1),
    },
    phones: phones.map(([name, frames]) => {
      const startSeconds = seconds;
      seconds += frames * step;
      return { name, startSeconds, endSeconds: seconds };
    }),
  } satisfies FliteSpeech;
}

const first = speech(
  [
    ["pau", 2],
    ["ae", 8],
    ["t", 4],
  ],
  (phone) => phone,
);

test("each phone gets a spectrum between those of the same phone of both, whatever its length", () => {
  const second = speech(
    [
      ["pau", 5],
      ["ae", 3],
      ["t", 11],
    ],
    (phone) => phone + 10,
  );
  const { frames, phones } = blended(first, second, 0.25);
  assert.deepEqual(phones, first.phones);
  assert.deepEqual(frames.hz, first.frames.hz);
  assert.deepEqual(
    [...frames.cepstra].map((value) => Math.round(value * 1e4) / 1e4),
    [...first.frames.cepstra].map((value) => value + 2.5),
  );
});

test("a share of nothing or of all is one of the two", () => {
  const second = speech(
    [
      ["pau", 2],
      ["ae", 8],
      ["t", 4],
    ],
    (phone) => 3 * phone,
  );
  assert.deepEqual(blended(first, second, 0).frames.cepstra, first.frames.cepstra);
  assert.deepEqual(blended(first, second, 1).frames.cepstra, second.frames.cepstra);
});

test("without the same phones the first one speaks alone", () => {
  const other = speech(
    [
      ["pau", 2],
      ["eh", 8],
      ["t", 4],
    ],
    () => 9,
  );
  assert.equal(blended(first, other, 0.5), first);
  assert.equal(
    blended(
      first,
      speech([], () => 0),
      0.5,
    ),
    first,
  );
});
