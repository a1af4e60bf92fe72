import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { ApiError } from "@fullcast/contract";
import fc from "fast-check";
import type { SendableFile } from "./send-file.ts";
import { smallServer } from "./small-server.ts";

const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));

function fileServer(changes: Partial<SendableFile> = {}) {
  let opened = 0;
  const file: SendableFile = {
    size: bytes.length,
    contentType: "audio/mpeg",
    etag: "abc123",
    disposition: "inline",
    open: (range) => {
      opened++;
      return Readable.from([bytes.subarray(range?.start ?? 0, (range?.end ?? bytes.length - 1) + 1)]);
    },
    ...changes,
  };
  const { app, breaches } = smallServer({ readSignedMedia: async () => ({ file }) });
  const get = (headers: { [name: string]: string } = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ url: "/v1/media/token", headers, method });
  return { get, breaches, opened: () => opened };
}

test("the whole file comes with its length, tag and type, and may not act as a page", async () => {
  const { get, breaches } = fileServer();
  const response = await get();
  assert.equal(response.statusCode, 200);
  assert.deepEqual(response.rawPayload, bytes);
  assert.equal(response.headers["content-length"], "1000");
  assert.equal(response.headers["content-type"], "audio/mpeg");
  assert.equal(response.headers["accept-ranges"], "bytes");
  assert.equal(response.headers.etag, '"abc123"');
  assert.equal(response.headers["x-content-type-options"], "nosniff");
  assert.match(String(response.headers["content-security-policy"]), /sandbox/);
  assert.match(String(response.headers["x-request-id"]), /^req_/);
  assert.deepEqual(breaches, []);
});

const ranges: readonly (readonly [string, number, number])[] = [
  ["bytes=0-0", 0, 0],
  ["bytes=10-19", 10, 19],
  ["bytes=990-", 990, 999],
  ["bytes=990-5000", 990, 999],
  ["bytes=-1", 999, 999],
  ["bytes=-5000", 0, 999],
  ["bytes= 0-9", 0, 9],
];

for (const [range, start, end] of ranges) {
  test(`Range: ${range} answers 206 with exactly those bytes`, async () => {
    const response = await fileServer().get({ range });
    assert.equal(response.statusCode, 206);
    assert.deepEqual(response.rawPayload, bytes.subarray(start, end + 1));
    assert.equal(response.headers["content-range"], `bytes ${start}-${end}/1000`);
    assert.equal(response.headers["content-length"], String(end - start + 1));
  });
}

for (const range of ["bytes=0-1,5-6", "bytes=5-4", "bytes=-", "items=0-1", "bytes=a-b"]) {
  test(`Range: ${range} is no single byte range and answers the whole file`, async () => {
    const response = await fileServer().get({ range });
    assert.equal(response.statusCode, 200);
    assert.equal(response.rawPayload.length, 1_000);
  });
}

for (const range of ["bytes=1000-", "bytes=1000-1001", "bytes=-0"]) {
  test(`Range: ${range} lies outside and answers an enveloped 416`, async () => {
    const { get, opened } = fileServer();
    const response = await get({ range });
    assert.equal(response.statusCode, 416);
    assert.equal(response.headers["content-range"], "bytes */1000");
    assert.equal(response.headers["content-type"], "application/json; charset=utf-8");
    assert.equal(response.json().error.code, "RANGE_NOT_SATISFIABLE");
    assert.equal(opened(), 0);
  });
}

test("HEAD returns the same headers and opens nothing", async () => {
  const { get, opened } = fileServer();
  const whole = await get({}, "HEAD");
  assert.deepEqual([whole.statusCode, whole.headers["content-length"], whole.rawPayload.length], [200, "1000", 0]);
  const part = await get({ range: "bytes=0-9" }, "HEAD");
  assert.deepEqual([part.statusCode, part.headers["content-length"]], [206, "10"]);
  assert.equal(opened(), 0);
});

test("If-None-Match with the tag answers 304 without a body", async () => {
  for (const tag of ['"abc123"', 'W/"abc123"', '"other", "abc123"', "*"]) {
    const { get, opened } = fileServer();
    const response = await get({ "if-none-match": tag });
    assert.deepEqual([response.statusCode, response.rawPayload.length, opened()], [304, 0, 0]);
    assert.equal(response.headers.etag, '"abc123"');
  }
  assert.equal((await fileServer().get({ "if-none-match": '"other"' })).statusCode, 200);
});

test("If-Range with another tag answers the whole file", async () => {
  assert.equal((await fileServer().get({ range: "bytes=0-9", "if-range": '"other"' })).statusCode, 200);
  assert.equal((await fileServer().get({ range: "bytes=0-9", "if-range": '"abc123"' })).statusCode, 206);
});

test("an empty file answers 200 with nothing", async () => {
  const { get, opened } = fileServer({ size: 0 });
  const response = await get();
  assert.deepEqual([response.statusCode, response.headers["content-length"], opened()], [200, "0", 0]);
});

test("a client that goes away closes the file", async () => {
  const closed = Promise.withResolvers<void>();
  const endless = new Readable({
    read() {
      this.push(bytes);
    },
    destroy(error, done) {
      closed.resolve();
      done(error);
    },
  });
  const { app } = smallServer({
    readSignedMedia: async () => ({
      file: { size: 1e12, contentType: "audio/mpeg", etag: "abc123", disposition: "inline", open: () => endless },
    }),
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const leaving = new AbortController();
  const response = await fetch(`${url}/v1/media/token`, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await closed.promise;
  await app.close();
});

test("a file that cannot be opened is an enveloped error without the file's headers", async () => {
  const { get } = fileServer({
    open: () => {
      throw new ApiError("NOT_FOUND");
    },
  });
  const response = await get();
  assert.equal(response.statusCode, 404);
  assert.equal(response.json().error.code, "NOT_FOUND");
  for (const name of ["etag", "content-disposition", "accept-ranges", "content-range"]) {
    assert.equal(response.headers[name], undefined, name);
  }
  assert.equal(response.headers["cache-control"], "no-store");
  assert.notEqual(response.headers["content-length"], "1000");
});

/** Of all code units, lone surrogates too. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x7f })), {
    minLength: 1,
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units));

test("any file name fits into the header and comes out again", async () => {
  let filename = "";
  const open = () => Readable.from([]);
  const { app } = smallServer({
    readSignedMedia: async () => ({
      file: { size: 0, contentType: "audio/mpeg", etag: "abc123", disposition: "attachment", filename, open },
    }),
  });
  await fc.assert(
    fc.asyncProperty(anyText, async (name) => {
      filename = name;
      const response = await app.inject({ url: "/v1/media/token" });
      assert.equal(response.statusCode, 200);
      const [, encoded] = /^attachment; filename="[^"\\]*"; filename\*=UTF-8''([\w.!#$&+^`|~%-]+)$/.exec(
        String(response.headers["content-disposition"]),
      )!;
      assert.equal(decodeURIComponent(encoded!), name.toWellFormed());
    }),
    { numRuns: 100 },
  );
});
