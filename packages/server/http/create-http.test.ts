import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@fullcast/contract";
import { DatabaseUnavailable, QueryError } from "../db/db.ts";
import { StorageError } from "../files/files.ts";
import { bearer, FULL_KEY, READING_KEY, readHealth, refusal, smallServer } from "./small-server.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
test("health needs no key, is enveloped, and its request id stands in the body, the header and the log", async () => {
  let asked = 0;
  const { app, logged } = smallServer(
    { readHealth },
    {
      authenticate: async () => {
        asked++;
        return null;
      },
    },
  );
  const response = await app.inject({ url: "/v1/health" });
  assert.equal(response.statusCode, 200);
  const { data, request_id } = response.json();
  assert.deepEqual(data, { status: "ok", version: "1.0.0-beta" });
  assert.match(request_id, /^req_[0-9a-f-]{36}$/);
  assert.equal(response.headers["x-request-id"], request_id);
  assert.equal(response.headers["content-type"], "application/json; charset=utf-8");
  assert.equal(response.headers["x-content-type-options"], "nosniff");
  assert.equal(response.headers["cache-control"], "no-store");
  assert.ok(logged.some((line) => line.includes(request_id)));
  assert.equal(asked, 0);
});

test("HEAD returns the headers of GET and nothing else", async () => {
  const { app } = smallServer({ readHealth });
  const response = await app.inject({ method: "HEAD", url: "/v1/health" });
  assert.deepEqual([response.statusCode, response.body], [200, ""]);
  assert.equal(response.headers["content-type"], "application/json; charset=utf-8");
});

test("a client cannot choose the request id", async () => {
  const { app } = smallServer({ readHealth });
  const response = await app.inject({ url: "/v1/health", headers: { "request-id": "mine", "x-request-id": "mine" } });
  assert.match(response.json().request_id, /^req_/);
});

test("unknown paths and methods are an enveloped 404, with or without a key, and are not logged by name", async () => {
  const { app, logged } = smallServer({ readHealth });
  for (const request of [
    { url: "/v1/nothing-secret" },
    { url: "/v1/health", method: "DELETE" as const },
    { url: "/v2/health" },
    {
      url: "/v1/nothing-secret",
      method: "POST" as const,
      payload: "{",
      headers: { "content-type": "application/json" },
    },
    { url: "/v1/studio/../../etc/passwd", headers: bearer(FULL_KEY) },
  ]) {
    const response = await app.inject(request);
    assert.equal(response.statusCode, 404, request.url);
    assert.equal(refusal(response).code, "NOT_FOUND");
  }
  assert.ok(!logged.join().includes("nothing-secret"));
});

test("no key, a wrong key and another scheme are 401 UNAUTHENTICATED", async () => {
  const { app } = smallServer({});
  for (const authorization of [
    undefined,
    "Bearer wrong",
    "Bearer ",
    "Basic ZmM6ZmM=",
    FULL_KEY,
    `Bearer ${"x".repeat(600)}`,
  ]) {
    const response = await app.inject({ url: "/v1/me", headers: authorization === undefined ? {} : { authorization } });
    assert.equal(response.statusCode, 401);
    assert.equal(response.headers["www-authenticate"], "Bearer");
    assert.deepEqual(
      { code: "UNAUTHENTICATED", retryable: false },
      { code: refusal(response).code, retryable: refusal(response).retryable },
    );
  }
});

test("the checks come in the order key, scope, shape, handler", async () => {
  const { app } = smallServer({});
  const request = {
    method: "POST" as const,
    url: "/v1/studio/projects/not-a-uuid/sections",
    payload: "{ not json",
  };
  const json = { "content-type": "application/json" };
  assert.equal(refusal(await app.inject({ ...request, headers: json })).code, "UNAUTHENTICATED");
  const unscoped = refusal(await app.inject({ ...request, headers: { ...json, ...bearer(READING_KEY) } }));
  assert.equal(unscoped.code, "INSUFFICIENT_SCOPE");
  assert.deepEqual(unscoped.details, { required_scope: "studio:write" });
  assert.equal(
    refusal(await app.inject({ ...request, headers: { ...json, ...bearer(FULL_KEY) } })).code,
    "INVALID_REQUEST",
  );
  const shaped = await app.inject({ url: `/v1/studio/workflows/${ID}`, headers: bearer(READING_KEY) });
  assert.equal(refusal(shaped).code, "NOT_FOUND");
});

test("an unexpected fault is 500 INTERNAL; neither answer nor log contains its message", async () => {
  const { app, logged } = smallServer({
    readProfile: async () => {
      throw new TypeError("once upon a time at /home/someone/story.txt");
    },
  });
  const response = await app.inject({ url: "/v1/me", headers: bearer(FULL_KEY) });
  assert.equal(response.statusCode, 500);
  const error = refusal(response);
  assert.equal(error.code, "INTERNAL");
  assert.ok(!/once upon|home|\.ts/.test(response.body));
  const line = logged.find((entry) => entry.includes("request failed"));
  assert.ok(line?.includes('"error":"TypeError"') && line.includes('"at":"create-http.test.ts:'));
  assert.ok(!logged.join().includes("once upon"));
});

test("a database or a storage that is away is 503 with Retry-After, never 500", async () => {
  const faults: [Error, string][] = [
    [new DatabaseUnavailable("once upon a time"), "DATABASE_UNAVAILABLE"],
    [new QueryError("57P03", "once upon a time", null, null), "DATABASE_UNAVAILABLE"],
    [new QueryError("40001", "once upon a time", null, null), "SERVICE_UNAVAILABLE"],
    [new StorageError("io"), "STORAGE_UNAVAILABLE"],
  ];
  for (const [fault, code] of faults) {
    const { app, breaches } = smallServer({ readProfile: () => Promise.reject(fault) });
    const response = await app.inject({ url: "/v1/me", headers: bearer(FULL_KEY) });
    assert.deepEqual([response.statusCode, refusal(response).code, breaches.length], [503, code, 0]);
    assert.ok(Number(response.headers["retry-after"]) >= 1);
    assert.ok(!response.body.includes("once upon"));
  }
});

test("an answer that breaks the contract is found in tests", async () => {
  const { app, breaches } = smallServer({
    readGenerationPreferences: async () => ({
      status: 200,
      data: { allow_fallbacks: 1 as unknown as boolean, allow_paid_retries: false },
    }),
    readProfile: async () => {
      throw new ApiError("VERSION_CONFLICT");
    },
  });
  assert.equal((await app.inject({ url: "/v1/me/generation-preferences", headers: bearer(FULL_KEY) })).statusCode, 500);
  assert.equal((await app.inject({ url: "/v1/me", headers: bearer(FULL_KEY) })).statusCode, 500);
  assert.equal(breaches.length, 2);
  assert.match(breaches[0]!, /^readGenerationPreferences: /);
  assert.match(breaches[1]!, /^readProfile: undocumented VERSION_CONFLICT/);
});

test("above the rate a key waits as long as Retry-After says, and another key does not", async () => {
  let now = Date.parse("2026-11-21T00:00:00Z");
  const { app } = smallServer({}, { limits: { perKey: { perSecond: 0.5, burst: 2 } }, clock: () => new Date(now) });
  const get = async (key: string) => app.inject({ url: `/v1/studio/workflows/${ID}`, headers: bearer(key) });
  assert.deepEqual([(await get(FULL_KEY)).statusCode, (await get(FULL_KEY)).statusCode], [404, 404]);
  const limited = await get(FULL_KEY);
  assert.equal(limited.statusCode, 429);
  assert.equal(limited.headers["retry-after"], "2");
  assert.deepEqual([refusal(limited).code, refusal(limited).retryable], ["RATE_LIMITED", true]);
  assert.equal((await get(READING_KEY)).statusCode, 404);
  now += 2_000;
  assert.equal((await get(FULL_KEY)).statusCode, 404);
});

test("above the rate an address waits, even without a key", async () => {
  const { app } = smallServer(
    { readHealth },
    { limits: { perAddress: { perSecond: 1, burst: 1 } }, clock: () => new Date(0) },
  );
  assert.equal((await app.inject({ url: "/v1/health" })).statusCode, 200);
  const limited = await app.inject({ url: "/v1/health" });
  assert.deepEqual([limited.statusCode, refusal(limited).code], [429, "RATE_LIMITED"]);
});

test("behind a trusted proxy an address is the client's own", async () => {
  const limits = { perAddress: { perSecond: 1, burst: 1 } };
  const { app } = smallServer({ readHealth }, { limits, trustedProxies: 1, clock: () => new Date(0) });
  const from = async (address: string) =>
    (await app.inject({ url: "/v1/health", headers: { "x-forwarded-for": address } })).statusCode;
  assert.deepEqual([await from("192.0.2.1"), await from("192.0.2.2"), await from("192.0.2.1")], [200, 200, 429]);
});

test("a long list leaves in slices, whole and enveloped; HEAD leaves nothing of it behind", async () => {
  const apiKey = {
    id: ID,
    name: "“quoted” \u0001 😀",
    scopes: [],
    prefix: "fc_",
    created_at: "2026-11-21T04:00:00.000Z",
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
  };
  const api_keys = Array.from({ length: 3_001 }, () => apiKey);
  const { app, breaches } = smallServer({ listApiKeys: async () => ({ status: 200, data: { api_keys } }) });
  const response = await app.inject({ url: "/v1/api-keys", headers: bearer(FULL_KEY) });
  const { data, request_id } = response.json();
  assert.deepEqual(data, { api_keys });
  assert.equal(request_id, response.headers["x-request-id"]);
  const head = await app.inject({ method: "HEAD", url: "/v1/api-keys", headers: bearer(FULL_KEY) });
  assert.deepEqual([head.statusCode, head.body], [200, ""]);
  assert.deepEqual(breaches, []);
});

test("further routes can be added beside the table", async () => {
  const { app } = smallServer({});
  app.get("/docs", async (_request, reply) => reply.type("text/html").send("<p>words</p>"));
  const response = await app.inject({ url: "/docs" });
  assert.deepEqual([response.statusCode, response.body], [200, "<p>words</p>"]);
});

test("bad keys of an address end in 429; a valid key of the same address is never refused because of them", async () => {
  let now = 0;
  const caller = { accountId: ID, keyId: ID, scopes: new Set(["studio:read"] as const) };
  const { app } = smallServer(
    {},
    {
      limits: { failedKeys: { perSecond: 0.5, burst: 2 }, perAddress: { perSecond: 1, burst: 8 } },
      clock: () => new Date(now),
      recall: (key) => (key === "fc_remembered" ? caller : null),
      authenticate: async (key) => (key === "fc_valid" ? caller : null),
    },
  );
  const get = (key: string | null) =>
    app.inject({ url: `/v1/studio/workflows/${ID}`, headers: key === null ? {} : bearer(key) });
  assert.deepEqual([(await get("fc_a")).statusCode, (await get("fc_b")).statusCode], [401, 401]);
  const limited = await get("fc_c");
  assert.deepEqual([limited.statusCode, limited.headers["retry-after"]], [429, "2"]);
  // Far more than the address may send: bad keys do not count for it.
  for (let index = 0; index < 20; index++) assert.equal((await get(`fc_${index}`)).statusCode, 429);
  assert.equal((await get("fc_valid")).statusCode, 404);
  assert.equal((await get("fc_remembered")).statusCode, 404);
  assert.equal((await get(null)).statusCode, 401, "a request without a key is no bad key");
  now += 2_000;
  assert.equal((await get("fc_d")).statusCode, 401);
});
