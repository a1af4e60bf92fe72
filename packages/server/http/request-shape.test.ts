// Shape: what a request must look like, and how its faults are reported.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@fullcast/contract";
import type { Handlers } from "./handlers.ts";
import { bearer, FULL_KEY, refusal, smallServer } from "./small-server.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const changeGenerationPreferences: Handlers["changeGenerationPreferences"] = async ({ body }) => ({
  status: 200,
  data: { allow_fallbacks: body.allow_fallbacks, allow_paid_retries: body.allow_paid_retries ?? false },
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
  const { app, logged } = smallServer({});
  const response = await app.inject({ url: "/v1/studio/workflows/%zz", headers: bearer(FULL_KEY) });
  assert.equal(response.statusCode, 400);
  assert.equal(refusal(response).code, "INVALID_REQUEST");
  assert.equal(refusal(response).details.issues[0].in, "path");
  const entries = logged.filter((line) => line.includes(response.json().request_id));
  assert.equal(entries.length, 1, "its id stands in the log, once");
  assert.equal(response.headers["x-request-id"], response.json().request_id);
});

test("a path that cannot be decoded counts against the rate like any other", async () => {
  const limits = { perAddress: { perSecond: 1, burst: 2 } };
  const { app } = smallServer({}, { limits, clock: () => new Date(0) });
  const statuses = [];
  for (let index = 0; index < 3; index++) statuses.push((await app.inject({ url: "/v1/%zz" })).statusCode);
  assert.deepEqual(statuses, [400, 400, 429]);
});

const badBodies: {
  readonly [what: string]: { readonly payload?: string | Buffer; readonly type?: string; readonly path?: string };
} = {
  "no body": {},
  "no JSON": { payload: "{ not json" },
  "an empty body": { payload: "" },
  "another content type": { payload: "{}", type: "text/plain" },
  "no content type": { payload: '{"allow_fallbacks":true}', type: "" },
  "two content types": { payload: "{}", type: "audio/wav, audio/wav", path: "content-type" },
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
  assert.deepEqual(response.json().data, { allow_fallbacks: false, allow_paid_retries: false });
  assert.deepEqual(breaches, []);
});

test("all faults are reported at once, without the values that were sent", async () => {
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

test("a hostile key is neither echoed at length nor repeated", async () => {
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

test("an optional body may be left out", async () => {
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
  // A field of the conventions that the endpoint does not need is not handed on.
  assert.deepEqual(bodies, [undefined, {}, {}]);
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
