import assert from "node:assert/strict";
import { test } from "node:test";
import { createUrgentFirst } from "./urgent-first.ts";

function all(queue: ReturnType<typeof createUrgentFirst<string>>, most = Number.POSITIVE_INFINITY): string[] {
  const taken: string[] = [];
  for (let item = queue.take(); item !== undefined; item = queue.take()) {
    taken.push(item);
    if (taken.length >= most) break;
  }
  return taken;
}

test("the most urgent is next; equals are first in, first out", () => {
  const queue = createUrgentFirst<string>();
  queue.add("batch", 2);
  queue.add("short 1", 1);
  queue.add("person", 0);
  queue.add("short 2", 1);
  assert.equal(queue.size, 4);
  assert.deepEqual(all(queue), ["person", "short 1", "short 2", "batch"]);
  assert.equal(queue.size, 0);
});

test("beside a long batch, a short story of 40 lines takes 50 turns at most, and the batch never stands still", () => {
  const queue = createUrgentFirst<string>();
  for (let i = 0; i < 400; i++) queue.add(`novel ${i}`, 2);
  for (let i = 0; i < 40; i++) queue.add(`story ${i}`, 1);
  const taken = all(queue).map((item) => item.split(" ")[0]);
  const last = taken.lastIndexOf("story") + 1;
  assert.ok(last <= 50, `the story ended at turn ${last}`);
  assert.ok(taken.slice(0, last).filter((one) => one === "novel").length >= 9);
  assert.equal(taken.length, 440);
});

test("what is put back is the first of its urgency; what left is never next", () => {
  const queue = createUrgentFirst<string>();
  for (const item of ["a", "b", "c"]) queue.add(item, 1);
  queue.putBack("again", 1);
  queue.leave("b");
  assert.deepEqual(all(queue, 2), ["again", "a"]);
  assert.deepEqual(queue.clear(), ["c"]);
  assert.equal(queue.take(), undefined);
});
