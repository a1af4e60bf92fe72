import assert from "node:assert/strict";
import { test } from "node:test";
import { applyOperations, type Block, type EditOperation, type TextContent } from "@fullcast/core/document";
import { editSummary } from "./edit-summary.ts";

const NARRATOR = "11111111-1111-4111-8111-111111111111";
const MARA = "22222222-2222-4222-8222-222222222222";
const idOf = (index: number) => `9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b${String(index).padStart(2, "0")}`;

const content = (text: string): TextContent => ({
  type: "text",
  schema_version: "studio-ast-2",
  text,
  annotations: [],
  points: [],
  delivery_control_sets: [],
});
const block = (index: number, text: string): Block => ({
  id: idOf(index),
  kind: "speech",
  block_version: 1,
  speaker_id: NARRATOR,
  content: content(text),
  generation_profile_override: null,
  placement: null,
});

function summary(operations: readonly EditOperation[], texts = ["“Well,” he said. ", "“No.”"]): string {
  const blocks = texts.map((text, index) => block(index, text));
  const entries = blocks.map((one) => ({ block: one, nextIsNeighbour: true }));
  const edited = applyOperations({ entries, startsScript: true }, operations, {
    newId: () => idOf(90),
    speakerIds: new Set([NARRATOR, MARA]),
  });
  if (edited.kind !== "edited") throw new Error(JSON.stringify(edited));
  const known = new Set(blocks.map(({ id }) => id));
  return editSummary({
    operations,
    before: blocks,
    edited,
    added: [...edited.changed].filter((id) => !known.has(id)).length,
  });
}
const base = (index: number) => ({ block_id: idOf(index), base_block_version: 1 });

test("an edit of one line is named and quoted", () => {
  assert.equal(
    summary([{ op: "assign_speaker", block_ids: [idOf(1)], speaker_id: MARA }]),
    "Changed the speaker of 1 block: “No.”",
  );
  assert.equal(
    summary([{ op: "replace_block", ...base(1), set: { content: content("“Yes.”") } }]),
    "Changed the words of 1 block: “No.”",
  );
  assert.equal(
    summary([{ op: "split_block", ...base(0), offset_utf16: 8, new_block_id: idOf(7) }]),
    "Split 1 block: “Well,” he said.”",
  );
});

test("several lines are counted; edits of several kinds are stated in numbers", () => {
  const both: EditOperation = { op: "assign_speaker", block_ids: [idOf(0), idOf(1)], speaker_id: MARA };
  assert.equal(summary([both]), "Changed the speaker of 2 blocks");
  assert.equal(summary([{ op: "merge_blocks", blocks: [base(0), base(1)] }]), "Merged 2 blocks");
  assert.equal(
    summary([
      { op: "replace_block", ...base(0), set: { kind: "excluded", speaker_id: null } },
      { op: "replace_block", ...base(1), set: { kind: "excluded", speaker_id: null } },
    ]),
    "Left out 2 blocks",
  );
  assert.equal(
    summary([
      { op: "set_title", title: "Two" },
      { op: "assign_speaker", block_ids: [idOf(1)], speaker_id: MARA },
    ]),
    "Changed 1 block, set the title: “No.”",
  );
});

test("a quotation ends at forty characters, never inside a character", () => {
  const text = `${"a".repeat(39)}\u{1F600} and more`;
  assert.equal(
    summary([{ op: "assign_speaker", block_ids: [idOf(0)], speaker_id: MARA }], [text]),
    `Changed the speaker of 1 block: “${"a".repeat(39)}…”`,
  );
});
