import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import fc from "fast-check";
import { parseJson } from "./json-body.ts";

const refuses = (bytes: string | Buffer, words: RegExp) =>
  assert.throws(
    () => parseJson(Buffer.from(bytes)),
    (error: { code?: string; details?: unknown }) =>
      error.code === "INVALID_REQUEST" && words.test(JSON.stringify(error.details)),
  );

test("what it reads is what JSON.parse reads", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      fc.pre(!text.includes("__proto__"));
      assert.deepEqual(parseJson(Buffer.from(text)), JSON.parse(text));
    }),
  );
});

test("nesting is allowed to the limit and refused beyond it, brackets inside strings do not count", () => {
  const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  assert.ok(parseJson(Buffer.from(nested(LIMITS.json_depth))));
  refuses(nested(LIMITS.json_depth + 1), /levels deep/);
  refuses("[".repeat(8 * 1024 * 1024), /levels deep/);
  assert.equal(parseJson(Buffer.from(JSON.stringify(`\\"${"[".repeat(1_000)}`))), `\\"${"[".repeat(1_000)}`);
  refuses(`"never closed${"[".repeat(1_000)}`, /not valid JSON/);
});

test("a __proto__ key is refused, the same word inside a text is not", () => {
  refuses('{"a":{"__proto__" : 1}}', /__proto__/);
  refuses('{"\\u005F\\u005fproto__":1}', /__proto__/);
  const text = { raw_text: 'she wrote {"__proto__": 1} on the wall' };
  assert.deepEqual(parseJson(Buffer.from(JSON.stringify(text))), text);
});

test("bytes that are not UTF-8 are refused", () => {
  refuses(Buffer.from([0x22, 0xc3, 0x28, 0x22]), /UTF-8/);
});
