import assert from "node:assert/strict";
import { test } from "node:test";
import { exceededLimit, MANIFEST_LIMITS } from "./limits.ts";

test("a manifest accepts each limit exactly; one more of anything is refused with its name", () => {
  assert.equal(exceededLimit(MANIFEST_LIMITS), null);
  for (const [subject, limit] of Object.entries(MANIFEST_LIMITS)) {
    assert.deepEqual(exceededLimit({ ...MANIFEST_LIMITS, [subject]: limit + 1 }), {
      kind: "too_large",
      subject,
      count: limit + 1,
      limit,
    });
  }
});
