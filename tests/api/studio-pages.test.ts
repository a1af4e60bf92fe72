// The studio's addresses: the shell and its policy, its built parts, and pages that say that there is nothing.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { sharedAccount } from "./server.ts";
import { media, spokenStory } from "./story.ts";

const server = await sharedAccount();
const PAGE = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const open = (path: string, headers: { readonly [name: string]: string } = PAGE) =>
  fetch(server.url + path, { headers });

const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code;

/** A request as it stands; fetch chooses Host and decodes bodies itself. */
const raw = (path: string, headers: { readonly [name: string]: string }) =>
  new Promise<{ status: number; headers: { readonly [name: string]: unknown }; bytes: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const sent = httpRequest({ hostname, port, path, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) });
    });
    sent.once("error", reject).end();
  });

describe("the shell", () => {
  test("is answered at every address of the studio, without a session", async () => {
    const story = `/stories/${randomUUID()}`;
    for (const path of [
      "/",
      "/new",
      "/sounds",
      "/account",
      story,
      `${story}/chapters/${randomUUID()}`,
      "/?from=mail",
    ]) {
      const answer = await open(path);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
      assert.match(await answer.text(), /<div id="studio">/);
    }
  });

  test("says with 404 at other addresses that there is nothing; a program gets the envelope", async () => {
    for (const path of [
      "/nothing",
      "/stories",
      "/stories/12",
      `/stories/${randomUUID()}/chapters/x`,
      "/account/keys",
    ]) {
      const answer = await open(path);
      assert.equal(answer.status, 404, path);
      assert.match(await answer.text(), /<div id="studio">/);
    }
    for (const path of ["/v1/nothing", "/v2/health", "/nothing.js", "/assets/nothing.js", "/assets/../package.json"]) {
      const answer = await open(path);
      assert.equal(answer.status, 404, path);
      assert.equal(await codeOf(answer), "NOT_FOUND");
    }
    assert.equal(await codeOf(await open("/nothing", {})), "NOT_FOUND");
  });

  test("lets scripts, styles and sounds of this server run and no other, with a nonce of each answer", async () => {
    const [first, second] = [await open("/"), await open("/")];
    const policyOf = (answer: Response) => answer.headers.get("content-security-policy") ?? "";
    assert.notEqual(policyOf(first), policyOf(second));
    const nonce = /style-src 'self' 'nonce-([\w-]{22})'/.exec(policyOf(first))?.[1] ?? "";
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' blob:",
      "media-src 'self' blob:",
      "worker-src 'self'",
      "manifest-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      assert.ok(policyOf(first).split("; ").includes(directive), directive);
    assert.doesNotMatch(policyOf(first), /unsafe|https?:|\*/);
    assert.match(first.headers.get("permissions-policy") ?? "", /microphone=\(self\)/);
    assert.equal(first.headers.get("referrer-policy"), "same-origin");
    const html = await first.text();
    assert.ok(nonce !== "" && html.includes(`nonce="${nonce}"`));
    assert.doesNotMatch(html, /FULLCAST_NONCE/);
    // No script of the page is inline.
    for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g))
      assert.ok(attributes?.includes(' src="/') && body === "", attributes);
    for (const word of ["/docs", "/v1/openapi.json", "/v1/health", "npm run narrate"])
      assert.ok(html.includes(word), word);
  });

  test("is refused under a name that is not this server's", async () => {
    for (const path of ["/", `/stories/${randomUUID()}`, "/docs"]) {
      const answer = await raw(path, { ...PAGE, host: "rebound.example" });
      assert.equal(answer.status, 403, path);
      assert.match(answer.bytes.toString(), /^<!doctype html>.*FULLCAST_PUBLIC_URL/s);
      const asked = await raw(path, { host: "rebound.example", accept: "application/json" });
      assert.equal(JSON.parse(asked.bytes.toString()).error.code, "HOST_NOT_ALLOWED");
    }
    assert.equal((await raw("/", { ...PAGE, host: "localhost:9" })).status, 200);
    assert.equal((await raw("/v1/health", { host: "rebound.example" })).status, 200);
    const key = { authorization: `Bearer ${server.key}` };
    assert.equal((await raw("/v1/me", { host: "rebound.example", ...key })).status, 200);
  });
});

describe("a built part", () => {
  const parts = async () =>
    [...(await (await open("/")).text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");

  test("has a hash in its name, is kept for a year, and comes compressed as the client likes", async () => {
    const paths = await parts();
    assert.ok(paths.some((path) => path.endsWith(".js")) && paths.some((path) => path.endsWith(".css")));
    for (const path of paths) {
      assert.match(path, /-[\w-]{8}\.\w+$/);
      const plain = await raw(path, {});
      assert.equal(plain.status, 200);
      assert.equal(plain.headers["cache-control"], "public, max-age=31536000, immutable");
      assert.equal(plain.headers["x-content-type-options"], "nosniff");
      assert.match(String(plain.headers["content-type"]), /^text\/(?:javascript|css); charset=utf-8$/);
      const brotli = await raw(path, { "accept-encoding": "gzip;q=0.5, br" });
      assert.equal(brotli.headers["content-encoding"], "br");
      assert.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes));
      const gzip = await raw(path, { "accept-encoding": "gzip" });
      assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
      assert.equal(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size, 3);
      const again = await raw(path, { "accept-encoding": "br", "if-none-match": String(brotli.headers.etag) });
      assert.deepEqual([again.status, again.bytes.length], [304, 0]);
    }
  });

  test("is never the stamp, a page or a compressed copy by its own name", async () => {
    const [path = ""] = await parts();
    for (const other of ["/stamp.txt", "/index.html", `${path}.br`, `${path}.gz`])
      assert.equal((await open(other)).status, 404, other);
  });
});

test("signed URLs begin with the origin of the page that asks, so that its policy lets them load", async () => {
  const story = await spokenStory(server.client);
  const signIn = await server.request("/session", {
    method: "POST",
    key: null,
    body: JSON.stringify({ key: server.key }),
  });
  const cookie = (signIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const { port } = new URL(server.url);
  for (const name of ["localhost", "127.0.0.1"]) {
    const answer = await raw(`/v1/studio/sections/${story.sectionId}/media`, { host: `${name}:${port}`, cookie });
    const { blocks } = JSON.parse(answer.bytes.toString()).data;
    const urls = blocks.flatMap((block: { playback_url: string | null }) => block.playback_url ?? []);
    assert.ok(urls.length > 0);
    for (const url of urls) assert.equal(new URL(url).origin, `http://${name}:${port}`);
  }
  for (const { playback_url } of await media(server.client, story.sectionId))
    if (playback_url !== null) assert.ok(playback_url.startsWith(server.url));
});
