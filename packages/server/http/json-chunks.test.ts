import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isBigJson, JsonText, jsonChunks } from "./json-chunks.ts";

async function written(value: unknown): Promise<string> {
  let text = "";
  for await (const chunk of jsonChunks("<", value, ">")) text += Buffer.from(chunk).toString("utf8");
  return text;
}

test("slices equal the text of JSON.stringify", async () => {
  const big = fc
    .array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 4 })
    .map((items) => Array.from({ length: 1_201 }, (_, index) => items[index % items.length]));
  const value = fc.oneof(
    big,
    fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), big, fc.dictionary(fc.string(), big, { maxKeys: 2 })), {
      maxKeys: 4,
    }),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(value, async (data) => assert.equal(await written(data), `<${JSON.stringify(data)}>`)),
    { numRuns: 60 },
  );
});

test("fields that are undefined are left out, as JSON.stringify does", async () => {
  const value = { a: undefined, b: Array.from({ length: 600 }, () => 1), c: undefined };
  assert.equal(await written(value), `<${JSON.stringify(value)}>`);
});

test("JSON that is written already goes out as it is, in pieces, and is what it is the text of", async () => {
  const list = Array.from({ length: 200_000 }, (_, index) => `boat ${index}`);
  const text = JSON.stringify({ list });
  const value = {
    before: 1,
    manifest: new JsonText([Buffer.from(text.slice(0, 9)), Buffer.from(text.slice(9))]),
    after: ["x"],
  };
  assert.equal(await written(value), `<{"before":1,"manifest":${text},"after":["x"]}>`);
  assert.deepEqual(JSON.parse(JSON.stringify(value)), { before: 1, manifest: { list }, after: ["x"] });
});

test("only big arrays are worth slices", () => {
  const items = (length: number) => Array.from({ length }, () => 0);
  assert.equal(isBigJson({ document: { blocks: items(501) } }), true);
  assert.equal(isBigJson({ document: { blocks: items(500) } }), false);
  assert.equal(isBigJson(null), false);
});
