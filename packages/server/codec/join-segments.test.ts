import assert from "node:assert/strict";
import { test } from "node:test";
import { createFrameJoiner } from "./join-segments.ts";
import { SEAM_FRAMES, type Segment } from "./segment.ts";

const PER_SEGMENT = 10;

/** A segment whose frames are two bytes: the segment and the frame's number. */
function segment(index: number, firstFrame: number, endFrame: number, windows: (frame: number) => number): Segment {
  const numbers = Array.from({ length: endFrame - firstFrame }, (_, i) => firstFrame + i);
  return {
    index,
    firstFrame,
    sizes: Uint32Array.from(numbers, () => 2),
    windows: Int16Array.from(numbers, windows),
    bytes: Uint8Array.from(numbers.flatMap((frame) => [index, frame])),
  };
}

/** Which segment each frame of the joined file comes from. */
function join(segments: readonly Segment[], total: number): number[] {
  const joiner = createFrameJoiner(PER_SEGMENT, total);
  const runs = [...segments.map((one) => joiner.add(one)), joiner.end()];
  const bytes = runs.flatMap((run) => [...run.bytes]);
  assert.equal(
    runs.reduce((sum, run) => sum + run.sizes.length, 0),
    total,
  );
  assert.deepEqual(
    bytes.filter((_, i) => i % 2 === 1),
    Array.from({ length: total }, (_, i) => i),
    "every frame once, in order",
  );
  return bytes.filter((_, i) => i % 2 === 0);
}

const long = (): number => 0;

test("where both agree on the windows, the change is at the boundary", () => {
  const joined = join([segment(0, 0, 13, long), segment(1, 7, 23, long), segment(2, 17, 27, long)], 25);
  assert.deepEqual(joined.indexOf(1), 10);
  assert.deepEqual(joined.indexOf(2), 20);
});

test("where they differ at the boundary, the change moves to where they agree", () => {
  const differs = (frame: number): number => (frame === 10 ? 1 : 0);
  const joined = join([segment(0, 0, 13, long), segment(1, 7, 20, differs)], 20);
  // The frame before the change must agree as well: its right half is overlapped with the left half of the next.
  assert.equal(joined.indexOf(1), 9);
});

test("where they never agree, the change is at the boundary", () => {
  const joined = join([segment(0, 0, 13, long), segment(1, 7, 20, () => 5)], 20);
  assert.equal(joined.indexOf(1), 10);
});

test("a last segment that is shorter than the overlap is joined too", () => {
  assert.equal(join([segment(0, 0, 13, long), segment(1, 7, 12, long)], 11).length, 11);
  assert.deepEqual(join([segment(0, 0, 8, long)], 6), [0, 0, 0, 0, 0, 0]);
  assert.ok(SEAM_FRAMES >= 3);
});
