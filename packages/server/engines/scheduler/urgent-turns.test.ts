import assert from "node:assert/strict";
import { test } from "node:test";
import { createUrgentTurns } from "./urgent-turns.ts";

test("the most urgent is next, and of five turns one belongs to the least urgent", () => {
  const turns = createUrgentTurns<string>();
  for (let at = 0; at < 10; at++) {
    turns.add(`batch ${at}`, "account", "novel", 2);
    turns.add(`person ${at}`, "account", "preview", 0);
  }
  const order: string[] = [];
  for (let next = turns.peek(); next !== undefined; next = turns.peek()) {
    assert.ok(turns.start(next));
    order.push(next);
    turns.end(next);
  }
  const kinds = order.map((item) => item.split(" ")[0]);
  assert.deepEqual(kinds.slice(0, 10), [...Array(4).fill("person"), "batch", ...Array(4).fill("person"), "batch"]);
  assert.equal(order.length, 20);
  assert.equal(turns.size, 0);
});

test("what left the queue is not started, and clear() returns all that wait", () => {
  const turns = createUrgentTurns<string>();
  turns.add("a", "one", "run", 2);
  turns.add("b", "one", "run", 1);
  turns.add("c", "two", "run", 0);
  turns.leave("c");
  assert.equal(turns.start("c"), false);
  assert.deepEqual([turns.size, turns.peek()], [2, "b"]);
  assert.deepEqual([...turns.clear()].toSorted(), ["a", "b"]);
  assert.equal(turns.size, 0);
});
