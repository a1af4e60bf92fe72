import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block, EditOperation } from "@fullcast/core/document";
import type { Speaker } from "../api/api.ts";
import { editWords } from "./edit-words.ts";

const text = (words: string) => ({ type: "text", text: words }) as Block["content"];
const blocks = [
  { id: "a", kind: "speech", content: text("One.") },
  { id: "b", kind: "speech", content: text("Two.") },
  { id: "c", kind: "note", content: { type: "note", schema_version: "studio-ast-2", text: "⚑" } },
] as unknown as readonly Block[];
const model = {
  indexOf: (id: string) => blocks.findIndex((one) => one.id === id),
  find: (id: string) => blocks.find((one) => one.id === id),
};
const people = { byId: new Map([["mara", { id: "mara", name: "Mara" } as Speaker]]) };
const words = (...operations: readonly EditOperation[]) => editWords(operations, model, people);
const base = (id: string) => ({ block_id: id, base_block_version: 1 });

test("an edit is named with its line, or with how many lines it changes", () => {
  assert.equal(words({ op: "assign_speaker", block_ids: ["b"], speaker_id: "mara" }), "Line 2: Mara");
  assert.equal(words({ op: "assign_speaker", block_ids: ["a", "b"], speaker_id: null }), "2 lines: No speaker");
  assert.equal(words({ op: "split_block", ...base("a"), offset_utf16: 2 }), "Line 1 is two lines now");
  assert.equal(words({ op: "replace_block", ...base("b"), set: { kind: "excluded" } }), "Line 2 is left out");
  assert.equal(words({ op: "replace_block", ...base("b"), set: { content: text("Other.") } }), "Line 2 has new words");
  assert.equal(words({ op: "delete_block", ...base("c") }), "Flag taken away");
});

test("a merge is named, not the speaker that it gives the line before", () => {
  const adapt: EditOperation = { op: "replace_block", ...base("b"), set: { kind: "speech", speaker_id: "mara" } };
  assert.equal(
    words(adapt, { op: "merge_blocks", blocks: [base("a"), base("b")] }),
    "Line 2 is merged with the line above",
  );
});

test("a direction is stated by its own control, and nothing is said of it here", () => {
  assert.equal(words({ op: "replace_block", ...base("a"), set: { content: text("One.") } }), "");
  assert.equal(words(), "");
});
