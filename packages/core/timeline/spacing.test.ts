import assert from "node:assert/strict";
import { test } from "node:test";
import type { PassageBreak } from "../document/document.ts";
import { spacingMs } from "./spacing.ts";

test("spacing grows from inside a sentence to the chapter, and a little with another voice", () => {
  const sentence = (sentenceEnded: boolean): PassageBreak => ({ kind: "same_paragraph", sentenceEnded });
  const rising = [sentence(false), sentence(true), { kind: "new_paragraph" }, { kind: "after_heading" }].concat([
    { kind: "scene_break" },
    { kind: "before_heading" },
  ]) as PassageBreak[];
  const lengths = rising.map((one) => spacingMs(one, false));
  assert.deepEqual(
    lengths,
    [...lengths].sort((a, b) => a - b),
  );
  assert.ok(lengths.every((ms) => Number.isInteger(ms) && ms >= 1));
  assert.ok(spacingMs(sentence(true), true) > spacingMs(sentence(true), false));
  assert.equal(spacingMs({ kind: "scene_break" }, true), spacingMs({ kind: "scene_break" }, false));
});
