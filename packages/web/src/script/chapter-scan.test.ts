// The scan of a chapter: what it found stays in view while the chapter is read once more.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "@fullcast/core/document";
import { ChapterScan } from "./chapter-scan.ts";
import { ScriptModel } from "./script-model.ts";

const line = (id: string, speakerId: string | null): Block => ({
  id,
  kind: "speech",
  block_version: 1,
  content: {
    type: "text",
    schema_version: "studio-ast-2",
    text: "“Who is there?” ",
    annotations: [],
    points: [],
    delivery_control_sets: [],
  },
  generation_profile_override: null,
  placement: null,
  speaker_id: speakerId,
});

test("unsure lines stay in view while the chapter is read again, and are those of the new reading at its end", async () => {
  const model = new ScriptModel();
  let blocks = [line("a", null), line("b", null), line("c", "tom")];
  let answer: (() => void) | null = null;
  let isHeld = false;
  const scan = new ChapterScan({
    model,
    read: async () => {
      if (isHeld) await new Promise<void>((resolve) => (answer = resolve));
      return { document: { blocks } };
    },
    isBusy: () => false,
    onChange: () => undefined,
    onFault: (error) => assert.fail(String(error)),
  });
  const open = () => {
    model.reset({ documentVersion: 1, title: "", count: blocks.length });
    model.fill(0, blocks);
  };
  open();
  await scan.run();
  assert.deepEqual(scan.marks.unsure, ["a", "b"]);

  isHeld = true;
  blocks = [line("a", "tom"), line("b", null), line("c", null)];
  open();
  const again = scan.run();
  assert.deepEqual(scan.marks.unsure, ["a", "b"]);
  // A line that a person assigns meanwhile leaves at once, and does not come back with the answer.
  model.replace([line("b", "tom")]);
  scan.note(["b"]);
  assert.deepEqual(scan.marks.unsure, ["a"]);
  await Promise.resolve();
  const end: unknown = answer;
  if (typeof end === "function") end();
  await again;
  assert.deepEqual(scan.marks.unsure, ["c"]);
});
