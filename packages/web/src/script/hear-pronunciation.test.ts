import assert from "node:assert/strict";
import { test } from "node:test";
import { sampleAround } from "./hear-pronunciation.ts";

test("a sample is the whole text, or whole words around the word", () => {
  assert.equal(sampleAround(" Skerry rose. ", { text: "Skerry", start: 1 }), "Skerry rose.");
  const text = `${"before ".repeat(80)}Skerry ${"after ".repeat(80)}`;
  const sample = sampleAround(text, { text: "Skerry", start: text.indexOf("Skerry") });
  assert.match(sample, /^(?:before )+Skerry(?: after)+$/);
  assert.ok(sample.length > 200 && sample.length <= 300, String(sample.length));
});
