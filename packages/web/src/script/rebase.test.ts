// Edits that meet a newer script.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block, EditOperation, SpokenBlock } from "@fullcast/core/document";
import { rebase } from "./rebase.ts";

const line = (text: string, version = 1, speaker_id: string | null = null): SpokenBlock => ({
  id: "a",
  kind: "speech",
  block_version: version,
  content: {
    type: "text",
    schema_version: "studio-ast-2",
    text,
    annotations: [],
    points: [],
    delivery_control_sets: [],
  },
  generation_profile_override: null,
  placement: null,
  speaker_id,
});
const held = (...blocks: readonly Block[]) => new Map(blocks.map((block) => [block.id, block]));
const write = (text: string): EditOperation => ({
  op: "replace_block",
  block_id: "a",
  base_block_version: 1,
  set: { content: line(text).content },
});

test("when another line changed, the edit goes on with the new document version", () => {
  const rebased = rebase([write("mine")], held(line("old")), held(line("old")));
  assert.deepEqual(rebased, { kind: "ready", operations: [write("mine")] });
});

test("when the other side changed the speaker, my words go onto the line with that speaker", () => {
  const rebased = rebase([write("mine")], held(line("old")), held(line("old", 2, "tom")));
  assert.equal(rebased.kind, "ready");
  const [operation] = rebased.kind === "ready" ? rebased.operations : [];
  assert.equal(operation?.op === "replace_block" && operation.base_block_version, 2);
  assert.equal(operation?.op === "replace_block" && operation.set.speaker_id, undefined);
});

test("when both sides wrote other words, a person chooses", () => {
  const rebased = rebase([write("mine")], held(line("old")), held(line("theirs", 2)));
  assert.equal(rebased.kind, "conflict");
  assert.deepEqual(rebased.kind === "conflict" && [rebased.mine, rebased.theirs], ["mine", "theirs"]);
});

test("when both sides wrote the same words, nothing is sent", () => {
  assert.equal(rebase([write("same")], held(line("old")), held(line("same", 2))).kind, "lost");
});

test("a line that was deleted takes no edit", () => {
  assert.equal(rebase([write("mine")], held(line("old")), held()).kind, "lost");
});

test("a speaker is given whatever else happened to the line", () => {
  const assign: EditOperation = { op: "assign_speaker", block_ids: ["a", "gone"], speaker_id: "mara" };
  assert.deepEqual(rebase([assign], held(line("old")), held(line("theirs", 4))), {
    kind: "ready",
    operations: [{ ...assign, block_ids: ["a"] }],
  });
});

test("a cut is made only in the words that it was chosen for", () => {
  const split: EditOperation = { op: "split_block", block_id: "a", base_block_version: 1, offset_utf16: 2 };
  assert.equal(rebase([split], held(line("old words")), held(line("new words", 2))).kind, "lost");
  const rebased = rebase([split], held(line("old words")), held(line("old words", 5, "tom")));
  assert.deepEqual(rebased, { kind: "ready", operations: [{ ...split, base_block_version: 5 }] });
});
