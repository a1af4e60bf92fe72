// The difference of two texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { wordChanges } from "./word-changes.ts";

test("a changed word is gone and new; the others stay", () => {
  assert.deepEqual(wordChanges("He laughed aloud.", "He smiled aloud."), [
    { kind: "same", text: "He " },
    { kind: "gone", text: "laughed" },
    { kind: "new", text: "smiled" },
    { kind: "same", text: " aloud." },
  ]);
});

test("what is not gone is the new text, and what is not new is the old one", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", " ", "\n", "“so”")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const runs = wordChanges(before, after);
      const joined = (kind: string) =>
        runs
          .filter((one) => one.kind !== kind)
          .map((one) => one.text)
          .join("");
      assert.equal(joined("new"), before);
      assert.equal(joined("gone"), after);
    }),
  );
});
