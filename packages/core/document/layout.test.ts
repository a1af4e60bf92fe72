import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block, TextContent } from "./blocks.ts";
import { layoutRole, lineLayout, type PassageBreak, walkPassages } from "./layout.ts";

function content(text: string, role: "heading" | "scene_break" | null = null): TextContent {
  return {
    type: "text",
    schema_version: "studio-ast-2",
    text,
    annotations:
      role === null
        ? []
        : [
            {
              kind: "extension",
              id: "a",
              start_utf16: 0,
              end_utf16: text.length,
              namespace: "fullcast.structure",
              name: role,
              version: 1,
              payload: null,
            },
          ],
    points: [],
    delivery_control_sets: [],
  };
}

function block(value: string | TextContent): Block {
  return {
    id: "b",
    kind: "narration",
    block_version: 1,
    generation_profile_override: null,
    content: typeof value === "string" ? content(value) : value,
    placement: null,
    speaker_id: null,
  };
}

/** The breaks between spoken blocks; blocks without letters are not spoken. */
function breaks(values: readonly (string | TextContent)[]): (PassageBreak["kind"] | null)[] {
  const blocks = values.map(block);
  const source = blocks.map((one) => (one.kind === "sfx" ? "" : one.content.text)).join("");
  const walk = walkPassages(lineLayout(source));
  return blocks
    .map((one) => {
      const spoken = one.kind === "narration" && /\p{L}/u.test(one.content.text);
      const answer = walk.pass(one, spoken);
      return spoken ? (answer?.kind ?? null) : undefined;
    })
    .filter((answer) => answer !== undefined);
}

test("a quotation and its tag are one paragraph, a blank line begins another", () => {
  assert.deepEqual(breaks(["“Well,” ", "said she, ", "“come in.”\n\n", "He came in.\r\n\r\n", "It rained."]), [
    null,
    "same_paragraph",
    "same_paragraph",
    "new_paragraph",
    "new_paragraph",
  ]);
});

test("in hard-wrapped text a line break does not start a paragraph, but an indented line does", () => {
  const wrapped =
    "It was late in the evening when the old boat came slowly\nround the point and into the still water of the harbour, and\nnobody on the quay looked up";
  assert.deepEqual(breaks([`${wrapped}\n`, "“but me,” said the boy,\n", "who had waited.\n   ", "The boat stopped."]), [
    null,
    "same_paragraph",
    "same_paragraph",
    "new_paragraph",
  ]);
});

test("where each line is a paragraph, a line break is one", () => {
  const lines = [
    "The boat came slowly round the point that evening.\n",
    "“Nobody waited for me on the quay,” he said.\n",
  ];
  assert.deepEqual(breaks([...lines, "It was true."]), [null, "new_paragraph", "new_paragraph"]);
});

test("scene breaks and headings have their own spacing, with or without an annotation", () => {
  const title = content("CHAPTER I\n\n", "heading");
  const subtitle = content("The Harbour\n\n", "heading");
  assert.deepEqual(breaks([title, subtitle, "It rained.\n\n", "* * *\n\n", "It stopped.\n\n", title, "It snowed."]), [
    null,
    "between_headings",
    "after_heading",
    "scene_break",
    "before_heading",
    "after_heading",
  ]);
  assert.equal(layoutRole(content("⁂\n")), "scene_break");
  assert.equal(layoutRole(content("---\n", "scene_break")), "scene_break");
  assert.equal(layoutRole(content("...")), "paragraph");
  assert.equal(layoutRole(content("\n\n")), "paragraph");
});

test("a sentence that ended inside the quotation marks ended", () => {
  const walk = walkPassages("wrapped");
  walk.pass(block("“Stop!” "), true);
  assert.deepEqual(walk.pass(block("He stopped. "), true), { kind: "same_paragraph", sentenceEnded: true });
  assert.deepEqual(walk.pass(block("“I,” "), true), { kind: "same_paragraph", sentenceEnded: true });
  assert.deepEqual(walk.pass(block("She said, "), true), { kind: "same_paragraph", sentenceEnded: false });
  walk.pass(block("“stop!” "), true);
  assert.deepEqual(
    walk.pass(block("cried Ann."), true),
    { kind: "same_paragraph", sentenceEnded: false },
    "it goes on",
  );
});
