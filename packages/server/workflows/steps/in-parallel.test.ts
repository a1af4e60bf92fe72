import assert from "node:assert/strict";
import { test } from "node:test";
import { inParallel } from "./in-parallel.ts";

async function* numbers(count: number, taken: number[] = []): AsyncGenerator<number> {
  for (let index = 0; index < count; index++) {
    taken.push(index);
    yield index;
  }
}

test("every item is processed once, and never more than the limit in parallel", async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await inParallel(numbers(50), 4, async (item) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    done.push(item);
  });
  assert.equal(most, 4);
  assert.deepEqual(
    done.sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, index) => index),
  );
});

test("after the first error running work is awaited and nothing new starts", async () => {
  const taken: number[] = [];
  let finished = 0;
  await assert.rejects(
    inParallel(numbers(100, taken), 3, async (item) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (item === 5) throw new Error("five");
      finished++;
    }),
    /five/,
  );
  assert.ok(taken.length <= 10, `${taken.length} were taken`);
  assert.ok(finished >= 5);
});

test("an error of the source is thrown", async () => {
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    throw new Error("no more");
  }
  await assert.rejects(
    inParallel(broken(), 2, async () => undefined),
    /no more/,
  );
});
