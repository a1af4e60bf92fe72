import assert from "node:assert/strict";
import { test } from "node:test";
import { createFairTurns } from "./fair-turns.ts";

function order(turns: ReturnType<typeof createFairTurns<string>>, end = false): string[] {
  const all: string[] = [];
  for (let item = turns.peek(); item !== undefined; item = turns.peek()) {
    turns.start(item);
    if (end) turns.end(item);
    all.push(item);
  }
  return all;
}

test("an account with one request does not wait behind an account with many", () => {
  const turns = createFairTurns<string>();
  for (const item of ["a1", "a2", "a3", "a4"]) turns.add(item, "a", "run");
  turns.add("b1", "b", "run");
  assert.deepEqual(order(turns), ["a1", "b1", "a2", "a3", "a4"]);
  assert.equal(turns.size, 0);
});

test("the account with the fewest requests under way is next", () => {
  const turns = createFairTurns<string>();
  turns.add("a1", "a", "run");
  turns.add("a2", "a", "run");
  turns.start("a1");
  turns.start("a2");
  turns.add("a3", "a", "run");
  turns.add("b1", "b", "run");
  turns.add("b2", "b", "run");
  assert.deepEqual(order(turns), ["b1", "b2", "a3"]);
});

test("the runs of one account take turns", () => {
  const turns = createFairTurns<string>();
  for (const item of ["x1", "x2", "x3"]) turns.add(item, "a", "x");
  for (const item of ["y1", "y2"]) turns.add(item, "a", "y");
  assert.deepEqual(order(turns, true), ["x1", "y1", "x2", "y2", "x3"]);
});

test("an item that left is never next, and cannot start", () => {
  const turns = createFairTurns<string>();
  turns.add("a1", "a", "run");
  turns.add("a2", "a", "run");
  turns.leave("a1");
  assert.equal(turns.start("a1"), false);
  assert.deepEqual(turns.clear(), ["a2"]);
  assert.equal(turns.peek(), undefined);
});

test("what runs at once counts for its account: the others are next", () => {
  const turns = createFairTurns<string>();
  turns.addRunning("a1", "a");
  turns.add("a2", "a", "a");
  turns.add("b1", "b", "b");
  assert.equal(turns.peek(), "b1");
  turns.end("a1");
  turns.start("b1");
  assert.equal(turns.peek(), "a2");
});
