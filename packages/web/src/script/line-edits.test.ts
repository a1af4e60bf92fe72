// What the keys and buttons of the script do to its lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "@fullcast/core/document";
import { assignOperations, followingSame } from "./line-edits.ts";
import { ScriptModel } from "./script-model.ts";

const TOM = "70000000-0000-4000-8000-000000000001";
const MARA = "70000000-0000-4000-8000-000000000002";
const IDA = "70000000-0000-4000-8000-000000000003";

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

function modelOf(speakers: readonly string[]): ScriptModel {
  const blocks = speakers.map(
    (speaker_id, index): Block => ({
      id: idOf(index),
      kind: "speech",
      block_version: 1,
      content: {
        type: "text",
        schema_version: "studio-ast-2",
        text: `Line ${index}. `,
        annotations: [],
        points: [],
        delivery_control_sets: [],
      },
      generation_profile_override: null,
      placement: null,
      speaker_id,
    }),
  );
  const model = new ScriptModel();
  model.reset({ documentVersion: 1, title: "", count: blocks.length });
  model.fill(0, blocks);
  return model;
}

const assign = (model: ScriptModel, indexes: readonly number[], speakerId: string) =>
  assert.ok(model.apply(assignOperations(model, indexes.map(idOf), speakerId), new Set([TOM, MARA, IDA])));

test("the following lines of the same speaker end before the first one that a person assigned", () => {
  const model = modelOf([TOM, MARA, TOM, TOM, TOM]);
  assign(model, [3], TOM);
  assert.deepEqual(followingSame(model, 0), [idOf(0), idOf(2)]);
});

test("lines that a person gave to somebody else do not end them", () => {
  const model = modelOf([TOM, TOM, MARA, TOM]);
  assign(model, [1], IDA);
  assert.deepEqual(followingSame(model, 0), [idOf(0), idOf(3)]);
});

test("the marked line itself belongs to them also when a person assigned it", () => {
  const model = modelOf([TOM, TOM]);
  assign(model, [0], TOM);
  assert.deepEqual(followingSame(model, 0), [idOf(0), idOf(1)]);
});
