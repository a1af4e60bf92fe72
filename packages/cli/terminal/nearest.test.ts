import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nearestName } from "./nearest.ts";

test("a slip is recognised, and a part that only one name holds", () => {
  const names = ["The Ferry at Dunmore", "The Lighthouse", "Emma"];
  assert.equal(nearestName("The Fery at Dunmroe", names), "The Ferry at Dunmore");
  assert.equal(nearestName("lighthouse", names), "The Lighthouse");
  assert.equal(nearestName("Ema", names), "Emma");
  for (const other of ["Moby Dick", "The", "", "xy"]) assert.equal(nearestName(other, names), null);
});

test("any name is found again after two neighbouring letters were swapped", () => {
  const name = fc.string({ unit: fc.constantFrom(..."abcdefghij"), minLength: 4, maxLength: 20 });
  fc.assert(
    fc.property(name, fc.nat(), (whole, random) => {
      const at = random % (whole.length - 1);
      const slipped =
        whole.slice(0, at) +
        whole
          .slice(at, at + 2)
          .split("")
          .reverse()
          .join("") +
        whole.slice(at + 2);
      assert.equal(nearestName(slipped, ["zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz", whole]), whole);
    }),
  );
});
