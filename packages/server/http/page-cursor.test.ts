import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@fullcast/contract";
import fc from "fast-check";
import { readCursor, writeCursor } from "./page-cursor.ts";

const place = fc.record({
  at: fc.integer({ min: 0, max: 253_402_300_799_999 }).map((ms) => new Date(ms)),
  id: fc.uuid(),
});

test("a cursor that was written is read back, in its own list only", () => {
  fc.assert(
    fc.property(place, (written) => {
      const cursor = writeCursor(written, "named");
      assert.deepEqual(readCursor(cursor, ["named", "stories"]), { ...written, list: "named" });
      assert.throws(() => readCursor(cursor), ApiError);
      assert.throws(() => readCursor(cursor, ["stories"]), ApiError);
    }),
  );
});

test("any other text is refused, absurd times included; what is read is a time that ISO 8601 writes with four digits", () => {
  const almost = fc
    .tuple(fc.constantFrom("", "a"), fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.uuid(), fc.string())
    .map(([list, ms, id, rest]) => Buffer.from(`${list}_${ms}_${id}${rest}`).toString("base64url"));
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), almost), (cursor) => {
      try {
        assert.match(readCursor(cursor).at.toISOString(), /^\d{4}-/);
      } catch (error) {
        assert.ok(error instanceof ApiError && error.code === "INVALID_REQUEST");
      }
    }),
    { numRuns: 1_000 },
  );
});
