import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { barLine, plainLine, STAGES, type StageProgress } from "./progress-line.ts";

const SPEAKING: StageProgress = {
  stage: "Speaking",
  fraction: 0.5,
  blocks: { done: 1204, total: 2310 },
  audioMs: 3_000_000,
  elapsedMs: 30_000,
  remainingMs: 31_400,
};

test("a wide terminal shows bar, percent, blocks, time left and speed", () => {
  assert.equal(
    barLine(SPEAKING, 120),
    "Speaking          ████████████░░░░░░░░░░░░   50 %  1,204 of 2,310 blocks  0:31 left  100 × real time",
  );
});

test("a narrow terminal loses the least important parts first, the stage last", () => {
  assert.equal(barLine(SPEAKING, 70), "Speaking          ██████░░░░░   50 %  1,204 of 2,310 blocks  0:31 left");
  assert.equal(barLine(SPEAKING, 55), "Speaking           50 %  1,204 of 2,310 blocks");
  assert.equal(barLine(SPEAKING, 24), "Speaking           50 %");
  assert.equal(barLine(SPEAKING, 5), "Speak");
});

test("no line is ever wider than the terminal", () => {
  const progress = fc.record({
    stage: fc.constantFrom(...STAGES),
    fraction: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    blocks: fc.option(fc.record({ done: fc.nat(100_000), total: fc.nat(100_000) })),
    audioMs: fc.option(fc.nat(1e9)),
    elapsedMs: fc.nat(1e8),
    remainingMs: fc.option(fc.nat(1e8)),
  });
  fc.assert(
    fc.property(progress, fc.integer({ min: 1, max: 200 }), (state, columns) => {
      assert.ok([...barLine(state, columns)].length <= columns);
    }),
  );
});

test("a log line says the same without a bar", () => {
  assert.equal(plainLine(SPEAKING), "Speaking:  50 %, 1,204 of 2,310 blocks, 0:31 left, 100 × real time");
  const unknown = {
    ...SPEAKING,
    stage: "Casting",
    fraction: null,
    blocks: null,
    audioMs: null,
    remainingMs: null,
  } as const;
  assert.equal(plainLine(unknown), "Casting …");
});

test("without an estimate from the server the time left is estimated from the pace so far", () => {
  const own = { ...SPEAKING, stage: "Saving", blocks: null, audioMs: null, remainingMs: null } as const;
  assert.equal(plainLine({ ...own, fraction: 0.25, elapsedMs: 20_000 }), "Saving:  25 %, 1:00 left");
  assert.equal(plainLine({ ...own, fraction: 0.01, elapsedMs: 20_000 }), "Saving:   1 %");
  assert.equal(plainLine({ ...own, fraction: 0.5, elapsedMs: 100 }), "Saving:  50 %");
});
