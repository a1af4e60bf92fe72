import assert from "node:assert/strict";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import fc from "fast-check";
import { parseJson, readJsonBody } from "./json-body.ts";

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

function incoming(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers["content-type"] = "application/json";
  return request;
}

test("a body is put together from its pieces, up to the limit", async () => {
  for (const [limit, passes] of [
    [8, true],
    [7, false],
  ] as const) {
    const request = incoming();
    const read = readJsonBody(request, { limitBytes: limit, budget: null });
    for (const piece of ['{"a"', ":12", "}"]) request.push(piece);
    request.push(null);
    if (passes) assert.deepEqual(await read, { a: 12 });
    else await assert.rejects(read, { code: "REQUEST_TOO_LARGE" });
  }
});

test("a client that goes away ends the reading, before it began or in its midst", async () => {
  const gone = incoming();
  gone.destroy();
  await assert.rejects(readJsonBody(gone, { limitBytes: 100, budget: null }), { code: "INVALID_REQUEST" });
  const going = incoming();
  const read = readJsonBody(going, { limitBytes: 100, budget: null });
  going.push('{"a"');
  going.destroy();
  await assert.rejects(read, { code: "INVALID_REQUEST" });
});
