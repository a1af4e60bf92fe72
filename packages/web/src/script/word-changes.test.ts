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

test("marks beside a changed word stay", () => {
  assert.deepEqual(wordChanges("“Don’t trim the wick,” he said.", "“Don’t trim the lamp’s wick,” he said."), [
    { kind: "same", text: "“Don’t trim the " },
    { kind: "new", text: "lamp’s " },
    { kind: "same", text: "wick,” he said." },
  ]);
  assert.deepEqual(wordChanges("the wick,”", "the lamp,”"), [
    { kind: "same", text: "the " },
    { kind: "gone", text: "wick" },
    { kind: "new", text: "lamp" },
    { kind: "same", text: ",”" },
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
