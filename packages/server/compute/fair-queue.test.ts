import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createFairQueue } from "./fair-queue.ts";

/** A task that runs until it is released. */
function heldTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, letGo: resolve };
}

test("an account with many tasks does not delay another account's single task", async () => {
  const queue = createFairQueue({ atOnce: 1 });
  const order: string[] = [];
  const first = heldTask();
  const all = [queue.run("busy", first.work)];
  for (let index = 0; index < 20; index++) all.push(queue.run("busy", async () => void order.push(`busy ${index}`)));
  all.push(queue.run("small", async () => void order.push("small")));
  first.letGo();
  await Promise.all(all);
  assert.ok(order.indexOf("small") <= 1, order.join());
});

test("one account never runs two tasks at once, even if there is room", async () => {
  const queue = createFairQueue({ atOnce: 4 });
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 8 }, () =>
      queue.run("one", async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
      }),
    ),
  );
  assert.equal(most, 1);
});

test("a task that is aborted while it waits never runs; the next one does", async () => {
  const queue = createFairQueue({ atOnce: 1 });
  const held = heldTask();
  const first = queue.run("a", held.work);
  const controller = new AbortController();
  const ran: string[] = [];
  const second = queue.run("b", async () => void ran.push("second"), controller.signal);
  const third = queue.run("b", async () => "third");
  controller.abort(new Error("left"));
  await assert.rejects(second, /left/);
  held.letGo();
  await first;
  assert.equal(await third, "third");
  assert.deepEqual(ran, []);
});

test("a task that fails passes its error on and frees its place", async () => {
  const queue = createFairQueue({ atOnce: 1 });
  await assert.rejects(
    queue.run("a", async () => {
      throw new Error("broken");
    }),
    /broken/,
  );
  assert.equal(await queue.run("a", async () => 7), 7);
});

test("for any mix of accounts: all tasks run within the limits, and no account waits for two turns of another", async () => {
  const accounts = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(accounts, fc.integer({ min: 1, max: 3 }), async (list, atOnce) => {
      const queue = createFairQueue({ atOnce });
      const running: number[] = [];
      const began: number[] = [];
      const left = new Map<number, number>();
      for (const account of list) left.set(account, (left.get(account) ?? 0) + 1);
      await Promise.all(
        list.map((account) =>
          queue.run(`${account}`, async () => {
            assert.ok(!running.includes(account) && running.length < atOnce);
            running.push(account);
            began.push(account);
            await new Promise((resolve) => setImmediate(resolve));
            running.splice(running.indexOf(account), 1);
          }),
        ),
      );
      assert.equal(began.length, list.length);
      for (const [account, count] of left) {
        let turnsOfOthers = new Map<number, number>();
        let seen = 0;
        for (const one of began) {
          if (seen === count) break;
          if (one === account) {
            seen++;
            turnsOfOthers = new Map();
          } else {
            const turns = (turnsOfOthers.get(one) ?? 0) + 1;
            turnsOfOthers.set(one, turns);
            assert.ok(turns <= 2, `account ${one} had ${turns} turns while ${account} waited: ${began}`);
          }
        }
      }
    }),
  );
});
