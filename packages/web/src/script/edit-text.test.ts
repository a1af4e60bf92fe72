// Other words for a line: marks follow the words they were put on.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextContent } from "@fullcast/core/document";
import fc from "fast-check";
import { withText } from "./edit-text.ts";

const content = (text: string, ...marks: readonly (readonly [number, number])[]): TextContent => ({
  type: "text",
  schema_version: "studio-ast-2",
  text,
  annotations: marks.map(([start_utf16, end_utf16], index) => ({
    kind: "pronunciation",
    id: String(index),
    start_utf16,
    end_utf16,
    alphabet: "alias",
    value: "x",
  })),
  points: [],
  delivery_control_sets: [],
});
const marked = (result: TextContent) =>
  result.annotations.map((one) => result.text.slice(one.start_utf16, one.end_utf16));

test("a mark before the change stays, a mark behind it moves with its word", () => {
  const before = content("Skerry is far from Mara", [0, 6], [19, 23]);
  assert.deepEqual(marked(withText(before, "Skerry is not at all far from Mara")), ["Skerry", "Mara"]);
});

test("a mark on a word that was replaced is dropped", () => {
  assert.deepEqual(marked(withText(content("to Skerry Point", [3, 9]), "to Harbour Point")), []);
});

test("a mark over the whole line covers the whole new line", () => {
  assert.deepEqual(marked(withText(content("Come in", [0, 7]), "Go away now")), ["Go away now"]);
});

test("marks stay inside the text, in order, and never cut a surrogate pair", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, fc.nat(), fc.nat(), (from, to, a, b) => {
      const cuts = Array.from({ length: from.length + 1 }, (_, at) => at).filter((at) => !isInsidePair(from, at));
      const [start = 0, end = 0] = [cuts[a % cuts.length] ?? 0, cuts[b % cuts.length] ?? 0].sort((x, y) => x - y);
      const result = withText(content(from, [start, end]), to);
      assert.equal(result.text, to);
      for (const { start_utf16, end_utf16 } of result.annotations) {
        assert.ok(start_utf16 >= 0 && start_utf16 <= end_utf16 && end_utf16 <= to.length);
        assert.ok(!isInsidePair(to, start_utf16) && !isInsidePair(to, end_utf16));
      }
    }),
    { numRuns: 500 },
  );
});

const isInsidePair = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");
