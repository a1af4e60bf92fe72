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

function fill(model: ScriptModel, blocks: readonly Block[]): void {
  model.reset({ documentVersion: 1, title: "", count: blocks.length });
  model.fill(0, blocks);
}

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
  const open = () => fill(model, blocks);
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

test("a scan is complete for the reading that it scanned, not for a newer one", async () => {
  const model = new ScriptModel();
  const answers: (() => void)[] = [];
  let blocks = [line("raw", "narrator")];
  const scan = new ChapterScan({
    model,
    read: async () => {
      const answer = { document: { blocks } };
      await new Promise<void>((resolve) => answers.push(resolve));
      return answer;
    },
    isBusy: () => false,
    onChange: () => undefined,
    onFault: (error) => assert.fail(String(error)),
  });
  const open = () => fill(model, blocks);
  const answerAll = async (...scans: readonly Promise<void>[]) => {
    const ended = Promise.all(scans).then(() => true);
    while (!(await Promise.race([ended, new Promise<false>((resolve) => setImmediate(resolve, false))])))
      for (const answer of answers.splice(0)) answer();
  };
  open();
  await answerAll(scan.run());
  assert.equal(scan.isComplete, true);

  blocks = [line("a", null), line("b", "tom")];
  open();
  assert.equal(scan.isComplete, false);
  const first = scan.run();
  blocks = [line("c", null), line("d", null)];
  open();
  await answerAll(first);
  assert.equal(scan.isComplete, false);
  await answerAll(scan.run());
  assert.equal(scan.isComplete, true);
  assert.deepEqual(scan.marks.unsure, ["c", "d"]);
});

test("a line that is deleted while a chapter is scanned hides no unsure line further down", async () => {
  const model = new ScriptModel();
  let blocks = Array.from({ length: 4100 }, (_, index) => line(`line-${index}`, index % 100 === 99 ? null : "tom"));
  const deleted = "line-5";
  let isWindowTwo = false;
  const scan = new ChapterScan({
    model,
    read: async (from, limit) => {
      const answer = { document: { blocks: blocks.slice(from, from + limit) } };
      if (from > 0 && !isWindowTwo) {
        isWindowTwo = true;
        blocks = blocks.filter((block) => block.id !== deleted);
        model.apply([{ op: "delete_block", block_id: deleted, base_block_version: 1 }], new Set(["tom"]));
        scan.note([deleted]);
      }
      return answer;
    },
    isBusy: () => false,
    onChange: () => undefined,
    onFault: (error) => assert.fail(String(error)),
  });
  fill(model, blocks);
  await scan.run();
  assert.equal(isWindowTwo, true);
  assert.equal(scan.isComplete, true);
  assert.equal(scan.marks.unsure.length, 41);
});
