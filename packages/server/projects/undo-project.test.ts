import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { orderBack } from "./undo-project.ts";

test("the order before a move comes back; added sections keep their places and deleted ones are left out", () => {
  const move = { before: ["a", "b", "c"], after: ["c", "a", "b"] };
  assert.deepEqual(orderBack(["c", "a", "b"], move), ["a", "b", "c"]);
  assert.deepEqual(orderBack(["c", "a", "b", "new"], move), ["a", "b", "c", "new"]);
  assert.deepEqual(orderBack(["c", "b"], move), ["b", "c"]);
  assert.deepEqual(orderBack(["new"], move), ["new"]);
  assert.equal(orderBack(["b", "c", "a"], move), null);
});

test("undone and done again, any move leaves the order as it was, also beside sections that came and went since", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 1 }).chain((before) =>
        fc.record({
          before: fc.constant(before.map(String)),
          after: fc.shuffledSubarray(before, { minLength: before.length }).map((ids) => ids.map(String)),
          gone: fc.subarray(before).map((ids) => ids.map(String)),
          added: fc.integer({ min: 0, max: 3 }),
        }),
      ),
      ({ before, after, gone, added }) => {
        const present = [
          ...after.filter((id) => !gone.includes(id)),
          ...Array.from({ length: added }, (_, at) => `new ${at}`),
        ];
        const back = orderBack(present, { before, after }) ?? assert.fail("a conflict");
        assert.deepEqual(back.toSorted(), present.toSorted());
        assert.deepEqual(orderBack(back, { before: after, after: before }), present);
      },
    ),
  );
});
