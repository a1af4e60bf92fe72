// Notes and sounds that a person adds: the page takes them as the server does.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "@fullcast/core/document";
import { addNote, addSound, deleteLine, isAdded } from "./new-lines.ts";
import { ScriptModel } from "./script-model.ts";

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
const NEW = "90000000-0000-4000-8000-000000000001";

function modelOf(count: number): ScriptModel {
  const model = new ScriptModel();
  model.reset({ documentVersion: 1, title: "", count });
  const blocks = Array.from(
    { length: count },
    (_, index): Block => ({
      id: idOf(index),
      kind: "narration",
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
      speaker_id: null,
    }),
  );
  model.fill(0, blocks);
  return model;
}

const at = (model: ScriptModel, index: number): Block => {
  const block = model.at(index);
  assert.ok(block !== undefined);
  return block;
};
const ids = (model: ScriptModel) => Array.from({ length: model.count }, (_, index) => at(model, index).id);

test("a note stands after its line and can be deleted again", () => {
  const model = modelOf(3);
  assert.ok(model.apply([addNote(at(model, 1), "Check the tide", NEW)], new Set()));
  assert.deepEqual(ids(model), [idOf(0), idOf(1), NEW, idOf(2)]);
  assert.ok(isAdded(at(model, 2)) && !isAdded(at(model, 1)));
  assert.ok(model.apply([deleteLine(at(model, 2))], new Set()));
  assert.deepEqual(ids(model), [idOf(0), idOf(1), idOf(2)]);
});

test("a sound of its own stands after its line; one that begins with a line stands before it", () => {
  const sound = { prompt: "rain", duration_ms: 4000 };
  const alone = modelOf(2);
  assert.ok(alone.apply([addSound(at(alone, 0), undefined, sound, null, NEW)], new Set()));
  assert.deepEqual(ids(alone), [idOf(0), NEW, idOf(1)]);
  assert.equal(at(alone, 1).placement, null);

  const under = modelOf(3);
  const place = { beginsWith: idOf(0), until: idOf(2) };
  assert.ok(under.apply([addSound(at(under, 0), undefined, sound, place, NEW)], new Set()));
  assert.deepEqual(ids(under), [NEW, idOf(0), idOf(1), idOf(2)]);
  assert.deepEqual(at(under, 0).placement, {
    anchor_block_id: idOf(0),
    anchor: "start",
    offset_ms: 0,
    gain_db: 0,
    fade_in_ms: 0,
    fade_out_ms: 0,
    until_block_id: idOf(2),
    until_anchor: "end",
  });
});
