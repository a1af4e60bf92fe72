import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { withUrgency } from "../compute/compute.ts";
import { createTurns } from "./turns.ts";

test("an exclusive turn runs alone, shared turns may overlap, and turns keep their order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ alone: fc.boolean(), steps: fc.integer({ min: 0, max: 5 }) }), { maxLength: 40 }),
      async (callers) => {
        const turns = createTurns();
        const begun: number[] = [];
        const now = new Set<number>();
        await Promise.all(
          callers.map(async ({ alone, steps }, index) => {
            await (alone ? turns.take() : turns.share());
            begun.push(index);
            now.add(index);
            for (let step = 0; step <= steps; step++) {
              if (alone) assert.equal(now.size, 1);
              else for (const other of now) assert.equal(callers[other]?.alone, false);
              await Promise.resolve();
            }
            now.delete(index);
            turns.pass();
          }),
        );
        assert.deepEqual(
          begun,
          callers.map((_, index) => index),
        );
      },
    ),
  );
});

test("shared turns run at once, and later ones do not delay a waiting exclusive turn", async () => {
  const turns = createTurns();
  await turns.share();
  await turns.share();
  const order: string[] = [];
  const alone = turns.take().then(() => order.push("alone"));
  const later = turns.share().then(() => order.push("later"));
  turns.pass();
  assert.deepEqual(order, []);
  turns.pass();
  await alone;
  assert.deepEqual(order, ["alone"]);
  turns.pass();
  await later;
});

test("the more urgent is next, and beside urgent work a batch gets one turn of five", async () => {
  const turns = createTurns();
  await turns.take();
  const order: string[] = [];
  const use = (urgency: 0 | 2, name: string) =>
    withUrgency(urgency, async () => {
      await turns.take();
      order.push(name);
      turns.pass();
    });
  const all = [
    ...Array.from({ length: 3 }, () => use(2, "batch")),
    ...Array.from({ length: 10 }, () => use(0, "person")),
  ];
  turns.pass();
  await Promise.all(all);
  assert.equal(order.map((name) => name[0]).join(""), "ppppbppppbppb");
});
