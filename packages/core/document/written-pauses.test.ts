import assert from "node:assert/strict";
import { test } from "node:test";
import { readWrittenScript, scriptFromWritten } from "./document.ts";

test("any number of pauses can come after a line, at a cost that grows with their number alone", () => {
  const pauses = 60_000;
  const text = `ANN: One.\n${"[PAUSE 1s]\n".repeat(pauses)}`;
  const parts = readWrittenScript(text);
  assert.ok(!("kind" in parts));
  let ids = 0;
  const blocks = scriptFromWritten(text, parts, {
    newId: () => `${++ids}`,
    speakerOf: () => "ann",
    narratorId: "narrator",
    delivery: () => null,
  });
  const [line] = blocks;
  assert.equal(blocks.length, pauses + 1);
  assert.equal(line?.content.type === "text" && line.content.points.length, pauses);
});
