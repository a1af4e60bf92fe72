import assert from "node:assert/strict";
import { test } from "node:test";
import { urgencyOfRun } from "./urgency.ts";

test("a few chosen lines are urgent also in a long chapter; a short story is before a novel", () => {
  assert.equal(urgencyOfRun({ lines: 1, units: 900_000 }), 0);
  assert.equal(urgencyOfRun({ lines: 20, units: 900_000 }), 0);
  assert.equal(urgencyOfRun({ lines: 21, units: 900_000 }), 2);
  assert.equal(urgencyOfRun({ lines: null, units: 40_000 }), 1);
  assert.equal(urgencyOfRun({ lines: null, units: 40_001 }), 2);
});
