import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { watchServer } from "./server-watch.ts";

/** A watch with a clock of its own. A look asks a server that answers as `isThere` states. */
function watched() {
  const state = { time: 0, isThere: true, gone: 0 };
  const watch = watchServer({
    answers: async () => state.isThere,
    onGone: () => {
      state.gone += 1;
    },
    now: () => state.time,
  });
  /** A statement that ends only when it is given up. */
  const waiting = () => {
    let isGivenUp = false;
    const end = Promise.withResolvers<void>();
    const ran = watch.run(
      () => end.promise,
      () => {
        isGivenUp = true;
        end.reject(new Error("given up"));
      },
    );
    ran.catch(() => undefined);
    return { ran, finish: end.resolve, isGivenUp: () => isGivenUp };
  };
  return { state, watch, waiting };
}

test("a statement is given up after three looks without an answer, and those that began just now are not", async () => {
  const { state, watch, waiting } = watched();
  const old = waiting();
  state.time = 20_000;
  state.isThere = false;
  const young = waiting();
  for (const expected of [false, false, true]) {
    await watch.look();
    assert.equal(old.isGivenUp(), expected);
  }
  await assert.rejects(old.ran, /given up/);
  assert.equal(young.isGivenUp(), false);
  assert.equal(state.gone, 1);
});

test("a statement is never given up unless three looks in a row, while one runs for long, had no answer", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ isThere: fc.boolean(), passes: fc.integer({ min: 0, max: 20_000 }), ends: fc.boolean() })),
      async (steps) => {
        const { state, watch, waiting } = watched();
        let statement = waiting();
        let since = 0;
        let row = 0;
        for (const { isThere, passes, ends } of steps) {
          if (ends) {
            statement.finish();
            await statement.ran;
            statement = waiting();
            since = state.time;
          }
          state.time += passes;
          state.isThere = isThere;
          await watch.look();
          const isLong = state.time - since > 15_000;
          row = isLong && !isThere ? row + 1 : 0;
          assert.equal(statement.isGivenUp(), row === 3);
          if (row === 3) return;
        }
      },
    ),
  );
});

test("the answer of a statement is passed on, and an ended one is not given up", async () => {
  const { state, watch } = watched();
  const giveUp = () => assert.fail("given up");
  assert.equal(await watch.run(async () => 7, giveUp), 7);
  await assert.rejects(
    watch.run(async () => {
      throw new Error("refused");
    }, giveUp),
    /refused/,
  );
  state.time = 60_000;
  state.isThere = false;
  for (let look = 0; look < 5; look++) await watch.look();
  assert.equal(state.gone, 0);
});
