import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { test } from "node:test";
import { ApiError } from "@fullcast/contract";
import type { Handlers } from "./handlers.ts";
import { bearer, FULL_KEY, READING_KEY, smallServer } from "./small-server.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const readHealth: Handlers["readHealth"] = async () => ({ status: 200, data: { status: "ok", version: "1.0.0-beta" } });
const changeGenerationPreferences: Handlers["changeGenerationPreferences"] = async ({ body }) => ({
  status: 200,
  data: body,
});

function refusal(response: { readonly body: string }) {
  const { error, request_id } = JSON.parse(response.body);
  assert.match(request_id, /^req_/);
  assert.deepEqual(Object.keys(error).sort(), ["code", "details", "message", "retryable"]);
  return error;
}

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

test("HEAD tells the headers of GET and nothing else", async () => {
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

test("a malformed UUID in the path is 400 and names the parameter; upper case is read as lower case", async () => {
  let seen = "";
  const { app } = smallServer({
    readWorkflow: async ({ params }) => {
      seen = params.workflowRunId;
      throw new ApiError("NOT_FOUND");
    },
  });
  for (const id of ["1", "not-a-uuid", `${ID}0`, "%00", ID.replaceAll("-", "")]) {
    const response = await app.inject({ url: `/v1/studio/workflows/${id}`, headers: bearer(FULL_KEY) });
    assert.equal(response.statusCode, 400);
    const [issue] = refusal(response).details.issues;
    assert.deepEqual([issue.path, issue.in], ["workflowRunId", "path"]);
  }
  await app.inject({ url: `/v1/studio/workflows/${ID.toUpperCase()}`, headers: bearer(FULL_KEY) });
  assert.equal(seen, ID);
});

test("a path that cannot be decoded is an enveloped 400", async () => {
  const { app } = smallServer({});
  const response = await app.inject({ url: "/v1/studio/workflows/%zz", headers: bearer(FULL_KEY) });
  assert.equal(response.statusCode, 400);
  assert.equal(refusal(response).code, "INVALID_REQUEST");
});

const badBodies: {
  readonly [what: string]: { readonly payload?: string | Buffer; readonly type?: string; readonly path?: string };
} = {
  "no body": {},
  "no JSON": { payload: "{ not json" },
  "an empty body": { payload: "" },
  "another content type": { payload: "{}", type: "text/plain" },
  "no content type": { payload: '{"allow_fallbacks":true}', type: "" },
  "a form": { payload: "allow_fallbacks=true", type: "application/x-www-form-urlencoded" },
  "invalid UTF-8": { payload: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]) },
  "a wrong type": { payload: '{"allow_fallbacks":"yes"}', path: "allow_fallbacks" },
  "a missing field": { payload: "{}", path: "allow_fallbacks" },
  "an unknown key": { payload: '{"allow_fallbacks":true,"other":1}', path: "other" },
  "no object": { payload: "[]" },
  null: { payload: "null" },
  "a poisoned prototype": { payload: '{"allow_fallbacks":true,"__proto__":{"x":1}}' },
  "a poisoned prototype in escapes": { payload: '{"allow_fallbacks":true,"\\u005f_pr\\u006fto__":{"x":1}}' },
  "deep nesting": { payload: `{"allow_fallbacks":${"[".repeat(100_000)}${"]".repeat(100_000)}}` },
};

const preferences = smallServer({ changeGenerationPreferences });

for (const [what, { payload, type = "application/json", path }] of Object.entries(badBodies)) {
  test(`a body with ${what} is 400 INVALID_REQUEST`, async () => {
    const response = await preferences.app.inject({
      method: "PATCH",
      url: "/v1/me/generation-preferences",
      headers: { ...bearer(FULL_KEY), ...(type === "" ? {} : { "content-type": type }) },
      ...(payload === undefined ? {} : { payload }),
    });
    assert.equal(response.statusCode, 400);
    const error = refusal(response);
    assert.equal(error.code, "INVALID_REQUEST");
    assert.ok(error.details.issues.length > 0);
    if (path !== undefined) assert.equal(error.details.issues[0].path, path);
  });
}

test("a content type with parameters is JSON all the same", async () => {
  const { app, breaches } = smallServer({ changeGenerationPreferences });
  const response = await app.inject({
    method: "PATCH",
    url: "/v1/me/generation-preferences",
    headers: { ...bearer(FULL_KEY), "content-type": "application/json; charset=utf-8" },
    payload: '{"allow_fallbacks":false}',
  });
  assert.deepEqual(response.json().data, { allow_fallbacks: false });
  assert.deepEqual(breaches, []);
});

test("all faults are told at once, without the values that were sent", async () => {
  const { app, logged } = smallServer({});
  const response = await app.inject({
    method: "POST",
    url: "/v1/studio/exports",
    headers: bearer(FULL_KEY),
    payload: {
      schema_version: 2,
      section_id: "my-secret-story",
      document_version: 0,
      format: "ogg",
      speaker_registry_version: 1.5,
    },
  });
  assert.equal(response.statusCode, 400);
  const paths = refusal(response).details.issues.map((issue: { path: string }) => issue.path);
  assert.deepEqual(paths.sort(), [
    "document_version",
    "format",
    "idempotency-key",
    "mastering_version",
    "schema_version",
    "section_id",
    "speaker_registry_version",
  ]);
  assert.ok(!response.body.includes("my-secret-story"));
  assert.ok(!logged.join().includes("my-secret-story"));
});

test("a hostile key is neither echoed at length nor told a thousand times", async () => {
  const { app } = smallServer({});
  const payload = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${"k".repeat(5_000)}${index}`, 1]));
  const response = await app.inject({ method: "POST", url: "/v1/projects", headers: bearer(FULL_KEY), payload });
  assert.equal(response.statusCode, 400);
  assert.ok(response.body.length < 20_000);
});

test("an endpoint without a body takes none and minds none", async () => {
  const apiKey = {
    id: ID,
    name: "old",
    scopes: ["studio:read" as const],
    prefix: "fc_abcde",
    created_at: "2026-11-21T04:00:00.000Z",
    expires_at: null,
    last_used_at: null,
    revoked_at: "2026-11-21T05:00:00.000Z",
  };
  const { app, breaches } = smallServer({ revokeApiKey: async () => ({ status: 200, data: { api_key: apiKey } }) });
  for (const request of [
    {},
    { headers: { "content-type": "application/json" } },
    { headers: { "content-type": "application/json" }, payload: "{ not json" },
    { headers: { "content-type": "text/plain" }, payload: "words" },
  ]) {
    const response = await app.inject({
      method: "DELETE",
      url: `/v1/api-keys/${ID}`,
      ...request,
      headers: { ...request.headers, ...bearer(FULL_KEY) },
    });
    assert.equal(response.statusCode, 200);
  }
  assert.deepEqual(breaches, []);
});

test("a body that may be left out may be left out", async () => {
  const bodies: unknown[] = [];
  const { app } = smallServer({
    cancelWorkflow: async ({ body }) => {
      bodies.push(body);
      throw new ApiError("WORKFLOW_NOT_CANCELLABLE", { status: "completed" });
    },
  });
  const url = `/v1/studio/workflows/${ID}/cancel`;
  for (const payload of [undefined, { schema_version: 1 }, {}]) {
    const response = await app.inject({
      method: "POST",
      url,
      headers: bearer(FULL_KEY),
      ...(payload === undefined ? {} : { payload }),
    });
    assert.equal(response.statusCode, 409);
    assert.deepEqual(refusal(response).details, { status: "completed" });
  }
  assert.deepEqual(bodies, [undefined, { schema_version: 1 }, {}]);
  const wrong = await app.inject({ method: "POST", url, headers: bearer(FULL_KEY), payload: { schema_version: 2 } });
  assert.equal(wrong.statusCode, 400);
});

test("query values arrive as numbers with their defaults; unknown keys are ignored, keys given twice refused", async () => {
  const queries: unknown[] = [];
  const { app } = smallServer({
    listExports: async ({ query }) => {
      queries.push(query);
      return { status: 200, data: { schema_version: 1, exports: [], next_cursor: null } };
    },
  });
  const get = (query: string) => app.inject({ url: `/v1/studio/exports${query}`, headers: bearer(FULL_KEY) });
  assert.equal((await get("?limit=100&cursor=7&format=mp3&unknown=1&__proto__=x")).statusCode, 200);
  assert.equal((await get("")).statusCode, 200);
  assert.deepEqual(queries, [
    { cursor: 7, limit: 100, format: "mp3" },
    { cursor: 0, limit: 25 },
  ]);
  for (const query of [
    "?limit=0",
    "?limit=101",
    "?limit=1.5",
    "?limit=",
    "?limit=1e1",
    "?limit=1&limit=2",
    "?cursor=-1",
    "?section_id=x",
  ]) {
    const response = await get(query);
    assert.equal(response.statusCode, 400, query);
    assert.equal(refusal(response).details.issues[0].in, "query");
  }
});

test("the playback manifest refuses unknown query keys", async () => {
  const { app } = smallServer({});
  const url = `/v1/studio/sections/${ID}/playback-manifest?document_version=1&speaker_registry_version=1`;
  const response = await app.inject({ url: `${url}&other=1`, headers: bearer(FULL_KEY) });
  assert.equal(response.statusCode, 400);
  assert.equal(refusal(response).details.issues[0].path, "other");
  assert.equal((await app.inject({ url, headers: bearer(FULL_KEY) })).statusCode, 404);
  assert.equal((await app.inject({ url: `${url}&schema_version=3`, headers: bearer(FULL_KEY) })).statusCode, 400);
});

test("an unexpected fault is 500 INTERNAL; neither answer nor log tells its message", async () => {
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

test("an answer that breaks the contract is found in tests", async () => {
  const { app, breaches } = smallServer({
    readGenerationPreferences: async () => ({ status: 200, data: { allow_fallbacks: 1 as unknown as boolean } }),
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

async function listening(server: ReturnType<typeof smallServer>, use: (port: number, url: string) => Promise<void>) {
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  try {
    await use(Number(new URL(url).port), url);
  } finally {
    await server.app.close();
  }
}

test("a body over 8 MiB is 401 without a key and 400 with one, and the client sees the answer while it is sending", async () => {
  const payload = `{"title":"${"a".repeat(9 * 1024 * 1024)}"}`;
  const send = async (url: string, headers: { [name: string]: string }, chunked: boolean) => {
    const body = chunked ? new Blob([payload]).stream() : payload;
    const response = await fetch(`${url}/v1/studio/sections`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      duplex: "half",
    });
    return { status: response.status, ...refusal({ body: await response.text() }) };
  };
  await listening(smallServer({}), async (_port, url) => {
    for (const chunked of [false, true]) {
      assert.equal((await send(url, {}, chunked)).code, "UNAUTHENTICATED");
      const refused = await send(url, bearer(FULL_KEY), chunked);
      assert.deepEqual(
        [refused.status, refused.code, refused.details.limit_bytes],
        [400, "REQUEST_TOO_LARGE", 8_388_608],
      );
    }
  });
});

test("a body of exactly 8 MiB is read, one byte more is not", async () => {
  let units = 0;
  const { app } = smallServer({
    createStandaloneSection: async ({ body }) => {
      units = body.raw_text.length;
      throw new ApiError("IDEMPOTENCY_CONFLICT");
    },
  });
  const post = (size: number) => {
    const empty = JSON.stringify({
      schema_version: 1,
      actor_session_id: ID,
      client_mutation_id: ID,
      title: "",
      raw_text: "",
    });
    const payload = empty.replace('"raw_text":""', `"raw_text":"${"a".repeat(size - empty.length)}"`);
    const headers = { ...bearer(FULL_KEY), "content-type": "application/json" };
    return app.inject({ method: "POST", url: "/v1/studio/sections", headers, payload });
  };
  assert.equal((await post(8 * 1024 * 1024)).statusCode, 409);
  assert.ok(units > 8_388_000);
  assert.equal(refusal(await post(8 * 1024 * 1024 + 1)).code, "REQUEST_TOO_LARGE");
});

test("the signal aborts when the client goes away, and not when it was answered", async () => {
  const gone = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const server = smallServer({
    readProfile: async ({ signal }) => {
      signal.addEventListener("abort", () => gone.resolve());
      started.resolve();
      await gone.promise;
      throw new ApiError("INTERNAL");
    },
    readHealth: async (context) => {
      signals.push(context.signal);
      return readHealth(context);
    },
  });
  await listening(server, async (_port, url) => {
    await (await fetch(`${url}/v1/health`)).text();
    const leaving = new AbortController();
    const request = fetch(`${url}/v1/me`, { headers: bearer(FULL_KEY), signal: leaving.signal }).catch(() => {});
    await started.promise;
    leaving.abort();
    await request;
    await gone.promise;
    assert.deepEqual(
      signals.map((signal) => signal.aborted),
      [false],
    );
  });
});

test("what is not HTTP is answered with an enveloped 400", async () => {
  await listening(smallServer({}), async (port) => {
    const socket = connect(port, "127.0.0.1");
    socket.end("GARBAGE\r\n\r\n");
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    await once(socket, "close");
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(refusal({ body: answer.slice(answer.indexOf("\r\n\r\n") + 4) }).code, "INVALID_REQUEST");
  });
});

test("a connection without a request does not hold up the stop", async () => {
  const server = smallServer({ readHealth });
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  await (await fetch(`${url}/v1/health`)).text();
  const closed = once(socket, "close");
  socket.on("error", () => {});
  const before = performance.now();
  await server.app.close();
  await closed;
  assert.ok(performance.now() - before < 1_000);
});

test("what is being answered when the stop begins is answered", async () => {
  const started = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const server = smallServer({
    readHealth: async (context) => {
      started.resolve();
      await go.promise;
      return readHealth(context);
    },
  });
  const url = await server.app.listen({ host: "127.0.0.1", port: 0 });
  const response = fetch(`${url}/v1/health`);
  await started.promise;
  const closed = server.app.close();
  go.resolve();
  assert.equal((await response).status, 200);
  await (await response).text();
  await closed;
});

test("behind a trusted proxy an address is the client's own", async () => {
  const limits = { perAddress: { perSecond: 1, burst: 1 } };
  const { app } = smallServer({ readHealth }, { limits, trustProxy: true, clock: () => new Date(0) });
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
