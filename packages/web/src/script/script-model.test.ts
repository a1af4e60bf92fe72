// The page's script after an edit is the script that the server makes of it, whatever part of it is loaded.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { applyOperations, type Block, type EditOperation } from "@fullcast/core/document";
import fc from "fast-check";
import { ScriptModel } from "./script-model.ts";

const TOM = "70000000-0000-4000-8000-000000000001";
const MARA = "70000000-0000-4000-8000-000000000002";
const SPEAKERS = new Set([TOM, MARA]);

const line = (index: number): Block => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  kind: "speech",
  block_version: 1,
  content: {
    type: "text",
    schema_version: "studio-ast-2",
    text: `Line number ${index}. `,
    annotations: [],
    points: [],
    delivery_control_sets: [],
  },
  generation_profile_override: null,
  placement: null,
  speaker_id: TOM,
});

function modelOf(blocks: readonly Block[]): ScriptModel {
  const model = new ScriptModel();
  model.reset({ documentVersion: 1, title: "", count: blocks.length });
  model.fill(0, blocks);
  return model;
}

const linesOf = (model: ScriptModel) => Array.from({ length: model.count }, (_, index) => model.at(index));

/** An operation on the blocks as they are, chosen by two numbers. */
function operationOn(blocks: readonly Block[], kind: number, where: number): EditOperation {
  const at = where % blocks.length;
  const block = blocks[at]!;
  const base = { block_id: block.id, base_block_version: block.block_version };
  const next = blocks[at + 1];
  switch (kind % 6) {
    case 0:
      return { op: "assign_speaker", block_ids: [block.id], speaker_id: MARA };
    case 1:
      return { op: "split_block", ...base, offset_utf16: 4, new_block_id: randomUUID() };
    case 2:
      return next === undefined || blocks.length < 3
        ? { op: "assign_speaker", block_ids: [block.id], speaker_id: TOM }
        : {
            op: "merge_blocks",
            blocks: [base, { block_id: next.id, base_block_version: next.block_version }],
          };
    case 3:
      return { op: "move_block", ...base, after_block_id: at === 0 ? (next?.id ?? null) : null };
    case 4:
      return blocks.length < 3
        ? { op: "assign_speaker", block_ids: [block.id], speaker_id: TOM }
        : { op: "delete_block", ...base };
    default:
      return {
        op: "insert_block",
        after_block_id: block.id,
        block: { id: randomUUID(), kind: "speech", content: line(1).content, speaker_id: MARA },
      };
  }
}

test("edits one after the other leave the same lines in the same order as on the server", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 12 }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 12 }),
      (size, edits) => {
        let blocks: readonly Block[] = Array.from({ length: size }, (_, index) => line(index));
        const model = modelOf(blocks);
        for (const [kind, where] of edits) {
          const operation = operationOn(blocks, kind, where);
          const entries = blocks.map((block) => ({ block, nextIsNeighbour: true }));
          let serial = 0;
          const context = { speakerIds: SPEAKERS, newId: () => `90000000-0000-4000-8000-${serial++}` };
          const expected = applyOperations({ entries, startsScript: true }, [operation], context);
          if (expected.kind !== "edited") continue;
          assert.ok(model.apply([operation], SPEAKERS));
          blocks = expected.blocks;
          assert.deepEqual(
            linesOf(model).map((block) => block?.id),
            blocks.map((block) => block.id),
          );
          assert.deepEqual(
            linesOf(model).map((block) => [block?.block_version, block?.speaker_id]),
            blocks.map((block) => [block.block_version, block.speaker_id]),
          );
        }
      },
    ),
    { numRuns: 200 },
  );
});

test("a line is found again after lines before it came and went", () => {
  const model = modelOf(Array.from({ length: 400 }, (_, index) => line(index)));
  for (let round = 0; round < 100; round++) {
    const first = model.at(0)!;
    model.apply([{ op: "delete_block", block_id: first.id, base_block_version: first.block_version }], SPEAKERS);
  }
  assert.equal(model.indexOf(line(399).id), 299);
});

test("an edit next to lines that are not loaded is not applied here", () => {
  const model = new ScriptModel();
  model.reset({ documentVersion: 1, title: "", count: 10 });
  model.fill(4, [line(4)]);
  const merge: EditOperation = { op: "split_block", block_id: line(4).id, base_block_version: 1, offset_utf16: 4 };
  assert.equal(model.apply([merge], SPEAKERS), false);
  assert.deepEqual(model.missing(0, 10), { from: 0, to: 4 });
});

test("an older answer does not undo a newer edit", () => {
  const model = modelOf([line(0), line(1)]);
  model.apply([{ op: "assign_speaker", block_ids: [line(0).id], speaker_id: MARA }], SPEAKERS);
  model.replace([line(0)]);
  assert.equal(model.at(0)?.speaker_id, MARA);
});
