import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { LEAST_COMPRESSED_BYTES, preferredEncoding } from "./compress.ts";
import { addPublicRoutes, inline } from "./public-routes.ts";
import { bearer, FULL_KEY, readHealth, smallServer } from "./small-server.ts";

const DECODERS = { gzip: gunzipSync, br: brotliDecompressSync };

/** A page of voices of about this many bytes, written in slices when there are more than 500. */
function serverWithVoices(count: number, name = "Agnes 😀") {
  const voice = {
    voice_id: randomUUID(),
    name,
    provider: "espeak",
    model: "espeak-ng",
    language: "en-GB",
    accent: null,
    gender: "female" as const,
    age: "old" as const,
    tags: [],
    description: "British, unhurried.",
    license: "GPL-3.0-or-later",
    publishable: true,
    preparation_required: false,
    preview_url: null,
    available: true,
  };
  const data = { voices: Array.from({ length: count }, () => voice), next_cursor: null };
  const { app } = smallServer({ readHealth, listVoices: async () => ({ status: 200, data }) });
  const ask = (accept: string | undefined, method: "GET" | "HEAD" = "GET") =>
    app.inject({
      method,
      url: "/v1/voices",
      headers: { ...bearer(FULL_KEY), ...(accept === undefined ? {} : { "accept-encoding": accept }) },
    });
  return { app, ask, data };
}

for (const [kind, count] of [
  ["one piece", 100],
  ["slices", 2_000],
] as const) {
  for (const encoding of ["gzip", "br"] as const) {
    test(`a long answer in ${kind} is compressed with ${encoding}, and nothing of it is changed`, async () => {
      const { ask, data } = serverWithVoices(count);
      const answer = await ask(encoding);
      assert.deepEqual(
        [answer.statusCode, answer.headers["content-encoding"], answer.headers.vary],
        [200, encoding, "accept-encoding"],
      );
      assert.equal(answer.headers["content-type"], "application/json; charset=utf-8");
      const text = DECODERS[encoding](answer.rawPayload).toString("utf8");
      assert.deepEqual(JSON.parse(text).data, data);
      assert.ok(answer.rawPayload.length < text.length / 5, `${answer.rawPayload.length} of ${text.length} bytes`);
    });
  }
  test(`an answer in ${kind} to a client that accepts no encoding of ours is plain and varies`, async () => {
    const { ask, data } = serverWithVoices(count);
    for (const accept of [undefined, "", "identity", "deflate, zstd", "gzip;q=0, br;q=0"]) {
      const answer = await ask(accept);
      assert.deepEqual([answer.headers["content-encoding"], answer.headers.vary], [undefined, "accept-encoding"]);
      assert.deepEqual(answer.json().data, data);
    }
  });
}

test("a surrogate pair on the edge of two slices stays whole", async () => {
  // The names move the edges of the slices over every position of the pair.
  for (const name of ["😀", "x😀", "xx😀", "😀😀😀"]) {
    const { ask, data } = serverWithVoices(300, name.repeat(150));
    const answer = await ask("gzip");
    assert.deepEqual(JSON.parse(gunzipSync(answer.rawPayload).toString("utf8")).data, data);
  }
});

test("a short answer is sent as it is", async () => {
  const { app } = serverWithVoices(1);
  const answer = await app.inject({ url: "/v1/health", headers: { "accept-encoding": "gzip, br" } });
  assert.deepEqual([answer.headers["content-encoding"], answer.headers.vary], [undefined, undefined]);
  assert.equal(Number(answer.headers["content-length"]), answer.rawPayload.length);
});

test("HEAD has no encoding and no body", async () => {
  const answer = await serverWithVoices(100).ask("gzip", "HEAD");
  assert.deepEqual([answer.statusCode, answer.headers["content-encoding"], answer.body], [200, undefined, ""]);
});

test("pages and texts are compressed too; a strong tag becomes a weak one; files never are", async () => {
  const { app } = smallServer({});
  const long = "<p>Many mornings.</p>".repeat(1_000);
  const pieces = async function* () {
    for (let at = 0; at < 1_000; at++) yield "<p>Many mornings.</p>";
  };
  const file = { size: long.length, contentType: "text/plain", etag: "tag", disposition: "inline" as const };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("etag", '"strong"');
    done();
  });
  addPublicRoutes(app, [
    { path: "/page", answer: async () => ({ kind: "page", status: 200, html: long, style: inline(""), script: null }) },
    { path: "/text", answer: async () => ({ kind: "text", contentType: "application/xml", text: pieces() }) },
    {
      path: "/file",
      answer: async () => ({
        kind: "file",
        file: { ...file, open: async () => (await import("node:stream")).Readable.from([long]) },
      }),
    },
  ]);
  for (const url of ["/page", "/text"]) {
    const answer = await app.inject({ url, headers: { "accept-encoding": "br" } });
    assert.deepEqual([answer.headers["content-encoding"], answer.headers.etag], ["br", 'W/"strong"']);
    assert.equal(brotliDecompressSync(answer.rawPayload).toString("utf8"), long);
  }
  const plain = await app.inject({ url: "/file", headers: { "accept-encoding": "br, gzip" } });
  assert.deepEqual([plain.headers["content-encoding"], plain.body], [undefined, long]);
});

test("the encoding with the highest weight is taken, gzip where both weigh the same", () => {
  for (const [header, expected] of [
    ["gzip, deflate, br, zstd", "gzip"],
    ["br;q=1.0, gzip;q=0.8", "br"],
    ["*", "gzip"],
    ["gzip;q=0, *", "br"],
    ["*;q=0", null],
    ["GZIP", "gzip"],
    ["br;q=x", null],
  ] as const) {
    assert.equal(preferredEncoding(header), expected, header);
  }
  fc.assert(
    fc.property(fc.string(), (header) => {
      assert.ok(["gzip", "br", null].includes(preferredEncoding(header)));
    }),
  );
  assert.ok(LEAST_COMPRESSED_BYTES > 10_000);
});
