import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { joinScripts, splitScripts } from "./script-file.ts";

test("scripts of several sections come back from one text", () => {
  const script = fc
    .array(fc.constantFrom("ANN: Hi.", "", "(waits)", "== x ==", "=== no. x"))
    .map((lines) => lines.map((line) => `${line}\n`).join(""));
  fc.assert(
    fc.property(fc.array(script, { minLength: 1, maxLength: 4 }), (texts) => {
      const scripts = texts.map((text, index) => ({ number: index + 1, title: `The ${index}\n=== day`, text }));
      const numbers = scripts.map(({ number }) => number);
      assert.deepEqual(
        splitScripts(joinScripts(scripts), numbers),
        scripts.map(({ number, text }) => ({ number, text })),
      );
    }),
  );
});

test("a text that cannot be assigned to sections is refused", () => {
  assert.throws(
    () => splitScripts("ANN: Hi.\n", [1, 2]),
    /2 sections: each script needs a line like “=== 1\. Title ===”/,
  );
  assert.throws(() => splitScripts("ANN: Hi.\n=== 1. A ===\n", [1, 2]), /each script needs a line/);
  assert.throws(() => splitScripts("=== 3. A ===\n", [1, 2]), /names section 3; the project has no such section/);
  assert.throws(() => splitScripts("=== 1. A ===\n=== 1. A ===\n", [1, 2]), /names section 1 twice/);
});
