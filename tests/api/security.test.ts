// No secrets in errors and logs, signed URLs for exactly one file, headers, and rate limits.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Writable } from "node:stream";
import { after, describe, test } from "node:test";
import { endpointRows } from "@fullcast/contract";
import { createLog } from "@fullcast/server";
import { bodyOf, described, headersOf, nowhere } from "./requests.ts";
import { sharedServer, startTestServer } from "./server.ts";
import { playbackManifest, spokenStory, studioMutation } from "./story.ts";

let logged = "";
const log = createLog(
  "debug",
  new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  }),
);
const server = await sharedServer({}, log);
/** Words that occur nowhere else. */
const STORY = "The quokka of Vladivostok sang to the zeppelin.";
const WORDS = ["quokka", "Vladivostok", "zeppelin"];
const story = await spokenStory(server.client, STORY, "Quokka");
const manifest = await playbackManifest(server.client, story);
const mediaUrl = manifest.assets[0]?.url ?? "";
const token = mediaUrl.split("/").at(-1) ?? "";
const { raw_key } = await server.client.call("createApiKey", {
  body: { name: "secret", scopes: ["studio:read"], expires_in_days: null },
});

describe("nothing secret", () => {
  test("is in any error: input is never quoted", async () => {
    const hostile = [
      `{"title": "${STORY}"`,
      JSON.stringify({ ...studioMutation(), title: { text: STORY }, raw_text: [STORY] }),
      JSON.stringify({ text: `${STORY}\u0000`, title: `${STORY}\ud800`, raw_text: `${STORY}\u0000` }),
      `"${STORY}"`,
      `[${JSON.stringify(STORY)}]`,
    ];
    for (const { row } of described) {
      // An account's event stream answers 200 and stays open.
      if (row.scope === null || row.path === "/events") continue;
      for (const sent of row.method === "GET" ? [undefined] : hostile) {
        const answer = await server.request(
          `${nowhere(row)}?q=${encodeURIComponent(`${STORY}\u0000`)}&cursor=${token}`,
          {
            method: row.method,
            // A stream that is admitted would stay open.
            headers: { ...headersOf(), ...(row.answer === "events" ? { "last-event-id": STORY } : {}) },
            ...(sent === undefined ? {} : { body: sent }),
          },
        );
        if (answer.status < 400) continue;
        assertClean(JSON.stringify(answer.body), `${row.method} ${row.path}`);
      }
    }
  });
  test("is in the log, for any bad requests", async () => {
    for (const [path, init] of [
      [`/me?key=${raw_key}`, { key: raw_key }],
      [`/${raw_key}`, {}],
      [`/media/${token}x`, { key: null }],
      [`/studio/sections/${encodeURIComponent(STORY)}/document`, {}],
      [`/studio/sections/%zz${raw_key}`, {}],
      ["/studio/sections", { method: "POST", body: STORY }],
      ["/me", { headers: { authorization: `Bearer ${raw_key}x` } }],
      ["/me", { headers: { authorization: `Basic ${raw_key}`, cookie: STORY, "user-agent": STORY } }],
    ] as const) {
      await server.request(path, init);
    }
    await server.request(mediaUrl, { key: null });
    assert.ok(logged.split("\n").length > 100, "the log tells of requests");
    assertClean(logged, "the log");
    assert.ok(!logged.includes("fullcast-test-"), "the log names a path");
  });
  test("is in an internal error: it has a request id, which is also in the log", async () => {
    const { body } = await server.request("/nothing");
    assert.ok(logged.includes(body.request_id));
  });
});

function assertClean(text: string, where: string): void {
  for (const secret of [...WORDS, raw_key, server.key, token]) {
    const at = text.indexOf(secret);
    assert.equal(at, -1, `${where}: …${text.slice(Math.max(0, at - 80), at)}`);
  }
}

describe("a signed URL", () => {
  const open = (changed: string) => server.request(`/media/${changed}`, { key: null });
  test("opens its one file without a key, and nothing when a character of it is changed", async () => {
    assert.equal((await open(token)).status, 200);
    const other = (character: string | undefined) => (character === "A" ? "B" : "A");
    for (const place of [0, 5, token.indexOf(".") - 1, token.indexOf(".") + 1, token.length - 1]) {
      const { status, body } = await open(token.slice(0, place) + other(token[place]) + token.slice(place + 1));
      assert.deepEqual([status, body.error.code], [403, "MEDIA_URL_INVALID"], `${place}`);
    }
  });
  test("cannot be given another object or a later expiry: both belong to what is signed", async () => {
    const [payload = "", mac = ""] = token.split(".");
    const [object, expires, ...rest] = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    for (const changed of [
      [object, expires + 3_600, ...rest],
      [randomUUID(), expires, ...rest],
      [object, expires, { more: "" }],
    ]) {
      const forged = `${Buffer.from(JSON.stringify(changed)).toString("base64url")}.${mac}`;
      assert.equal((await open(forged)).status, 403);
    }
  });
  test("is no key", async () => {
    assert.equal((await server.request("/me", { key: token })).status, 401);
  });
});

describe("response headers", () => {
  test("of every JSON answer forbid sniffing, storing, framing and referrers", async () => {
    for (const one of described) {
      const row = endpointRows[one.id];
      if (row.answer !== undefined && row.answer !== "data") continue;
      const body = bodyOf(one);
      const { headers, status } = await server.request(nowhere(row), {
        method: row.method,
        key: null,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      assert.equal(headers.get("x-content-type-options"), "nosniff", `${one.id} ${status}`);
      assert.equal(headers.get("cache-control"), "no-store", one.id);
      assert.equal(headers.get("referrer-policy"), "no-referrer", one.id);
      assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/, one.id);
    }
  });
  test("of a file let a browser do nothing with it but play or save it", async () => {
    const { headers } = await server.request(mediaUrl, { key: null });
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    assert.match(headers.get("cache-control") ?? "", /^private/);
    assert.match(headers.get("content-security-policy") ?? "", /sandbox/);
    assert.ok(headers.get("content-disposition"));
  });
});

describe("rates", async () => {
  const limited = await startTestServer({
    FULLCAST_RATE_LIMIT_PER_KEY: "6",
    FULLCAST_RATE_LIMIT_PER_ADDRESS: "40",
    FULLCAST_RATE_LIMIT_FAILED_KEYS: "3",
  });
  after(() => limited[Symbol.asyncDispose]());
  const statuses = async (count: number, key: string | null, path = "/me") => {
    const answers = [];
    for (let index = 0; index < count; index++) answers.push(await limited.request(path, { key }));
    return answers;
  };
  test("a valid key is not refused because of bad ones, also after a restart and a revocation", async () => {
    const server = await startTestServer({ FULLCAST_RATE_LIMIT_FAILED_KEYS: "3" });
    after(() => server[Symbol.asyncDispose]());
    const flood = async () => {
      const answers = [];
      for (let index = 0; index < 8; index++) answers.push(await server.request("/me", { key: `fc_${randomUUID()}` }));
      return answers.map((answer) => answer.status);
    };
    assert.deepEqual(await flood(), [401, 401, 401, 429, 429, 429, 429, 429]);
    assert.equal((await server.request("/me")).status, 200);
    const body = { name: "to revoke", scopes: ["account:read"] as const, expires_in_days: null };
    const { api_key, raw_key } = await server.client.call("createApiKey", { body });
    await server.client.call("revokeApiKey", { params: { apiKeyId: api_key.id } });
    assert.equal((await server.request("/me")).status, 200);
    assert.equal((await server.request("/me", { key: raw_key })).status, 429);
    await server.restart();
    await flood();
    assert.equal((await server.request("/me")).status, 200);
  });
  test("of one key, of keys that open nothing and of one address end in 429 with Retry-After", async () => {
    const byKey = await statuses(7, limited.key);
    assert.deepEqual(
      byKey.map((answer) => answer.status),
      [200, 200, 200, 200, 200, 200, 429],
    );
    const last = byKey.at(-1);
    assert.deepEqual([last?.body.error.code, last?.body.error.retryable], ["RATE_LIMITED", true]);
    assert.ok(Number(last?.headers.get("retry-after")) >= 1);
    const failed = await statuses(4, `fc_${randomUUID()}`);
    assert.deepEqual(
      failed.map((answer) => answer.status),
      [401, 401, 401, 429],
    );
    const byAddress = await statuses(45, null, "/health");
    assert.equal(byAddress.at(0)?.status, 200);
    assert.equal(byAddress.at(-1)?.status, 429);
  });
});
