import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { cloneConsentText, markedName, markIn, REFERENCE_MS, referenceFault } from "./custom-voices.ts";

const LIMITS = { files: 3, bytes: 10_000_000 };
const reference = (duration_ms: number, size_bytes = 1_000_000) => ({ name: "Anna reads", duration_ms, size_bytes });

test("recordings are taken within the limits of time, number and size, and the fault states the value", () => {
  assert.equal(referenceFault([reference(REFERENCE_MS.min)], LIMITS), null);
  assert.equal(referenceFault([reference(REFERENCE_MS.max)], LIMITS), null);
  assert.match(referenceFault([], LIMITS) ?? "", /at least one/);
  assert.match(referenceFault([reference(REFERENCE_MS.min - 1)], LIMITS) ?? "", /5 to 300 seconds together, not of 5$/);
  assert.match(referenceFault([reference(200_000), reference(100_001)], LIMITS) ?? "", /not of 300$/);
  assert.match(referenceFault(Array(4).fill(reference(9_000)), LIMITS) ?? "", /at most 3 recordings.*not 4/);
  assert.match(
    referenceFault([reference(9_000, 12_345_678)], LIMITS) ?? "",
    /at most 10 MB .*“Anna reads” has 12\.3 MB/,
  );
});

test("a mark is found in the name that it ends, and in no other name", () => {
  for (let i = 0; i < 100; i += 1) {
    const id = randomUUID();
    assert.equal(markIn(markedName(id)), id);
    assert.equal(markIn(`Anna ${markedName(id)}`), id);
    for (const other of [id, `${markedName(id)}x`, `xfullcast-${id}`, `fullcast-${id.slice(1)}`, "Anna"])
      assert.equal(markIn(other), null, other);
  }
});

test("the text of a consent names the person and the engine, in both languages, and says whose consent it is", () => {
  for (const language of ["en", "de"] as const) {
    const self = cloneConsentText(language, { person: "Anna Bell", by: "self", engine: "Chatterbox" });
    const other = cloneConsentText(language, { person: "Anna Bell", by: "other", engine: "Chatterbox" });
    assert.notEqual(self, other);
    for (const text of [self, other]) {
      assert.equal(text.split("\n\n").length, 5);
      assert.match(text, /Anna Bell/);
      assert.match(text, /Chatterbox/);
    }
  }
});
