import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { TextContent } from "../document/document.ts";
import { controlSet } from "../document/edit-samples.ts";
import { structureText } from "../structure/structure.ts";
import { spokenLength, spokenLengths } from "./spoken-length.ts";

const content = (text: string): TextContent => ({
  type: "text",
  schema_version: "studio-ast-2",
  text,
  annotations: [],
  points: [],
  delivery_control_sets: [],
});
const whole = (text: string) => [...spokenLengths(content(text))].reduce((sum, length) => sum + length, 0);

test("counts the spoken text, not the written text", () => {
  assert.equal(spokenLength(content("12 boats")), "twelve boats".length);
  assert.equal(spokenLength(content("“Quite,” he said. ")), "Quite, he said.".length);
  assert.equal(spokenLength(content(" — ")), 0);
});

test("counts the override text of the speaking engine", () => {
  const set = controlSet({ provider_text_override: "Twelve of the boats" });
  const directed = { ...content("12 boats"), delivery_control_sets: [set] };
  assert.equal(spokenLength(directed, {}, "espeak"), 19);
  assert.equal(spokenLength(directed, {}, "piper"), "twelve boats".length);
  assert.equal(
    spokenLength({ ...directed, delivery_control_sets: [{ ...set, format: "vendor-tags-3" }] }, {}, "espeak"),
    "twelve boats".length,
  );
  const unstructured = { ...directed, delivery_control_sets: [{ ...set, provider: "fullcast" }] };
  assert.deepEqual([...spokenLengths(unstructured)], ["twelve boats".length], "structuring leaves the sets out");
});

test("counts a long text in parts that end at the ends of lines", () => {
  const line = "The 3rd boat of 1924 left at 7 p.m. and was late.\n";
  assert.equal(
    whole(line.repeat(500)),
    500 * spokenLength(content(line)) + 500 - [...spokenLengths(content(line.repeat(500)))].length,
  );
});

const SENTENCES = [
  "“It was 1924,” said Mara, “and No. 7 was late.”",
  "Dr. Quill paid $1,250.75 on 3/4/1899.",
  "She had 21 boats; 3/4 of them leaked.",
  "“St. John’s Rd. is 5 km away!” cried Fenn.",
  "He counted: 1, 2, 3.",
  "CHAPTER XII",
  "“Why?” she asked. “7:45 a.m. is early.”",
  "* * *",
  "They met at 10° C, in the 1890s.",
];

test("of a text that is not structured yet is never less than of its blocks", () => {
  const texts = fc
    .array(fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 })
    .map((paragraphs) => paragraphs.map((sentences) => sentences.join(" ")).join("\n\n"));
  fc.assert(
    fc.property(texts, (text) => {
      const { blocks } = structureText(text);
      const spoken = blocks
        .filter((block) => block.kind === "speech" || block.kind === "narration")
        .map((block) => spokenLength(content(text.slice(block.start_utf16, block.end_utf16))))
        .reduce((sum, length) => sum + length, 0);
      assert.ok(spoken <= whole(text), `${spoken} of ${whole(text)}: ${text}`);
      assert.ok(whole(text) <= spoken + text.length * 0.1 + 20, `${spoken} of ${whole(text)}: ${text}`);
    }),
  );
});
