// Conventions of all endpoints, and the order of checks.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { type Endpoint, endpointRows, SCOPES, type Scope } from "@fullcast/contract";
import { PNG } from "./images.ts";
import { bodyOf, described, headersOf, nowhere, queryOf } from "./requests.ts";
import { sharedServer } from "./server.ts";
import { createStory, studioMutation, TEXT } from "./story.ts";

const server = await sharedServer();
const rows = Object.entries(endpointRows);
const withKey = rows.filter(([, row]) => row.scope !== null);
const anywhere = (row: Endpoint) => row.path.replace(/\{\w+\}/g, () => randomUUID());
const everywhere = async (check: (id: string, row: Endpoint) => Promise<void>) => {
  for (const [id, row] of withKey) await check(id, row);
};

describe("health", () => {
  test("needs no authentication and states status and version in the envelope", async () => {
    const answer = await server.request("/health", { key: null });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body.data, { status: "ok", version: "1.0.0-beta" });
    assert.match(answer.body.request_id, /^req_/);
  });
  test("performs no account checks: a bad key changes nothing", async () => {
    assert.equal((await server.request("/health", { key: "fc_no_such_key" })).status, 200);
  });
  test("answers HEAD without a body", async () => {
    const answer = await server.request("/health", { method: "HEAD", key: null });
    assert.equal(answer.status, 200);
    assert.equal(answer.body.length, 0);
  });
});

describe("readiness", () => {
  test("needs no key; names the object store while it cannot be written, and recovers afterwards", async () => {
    const ready = await server.request("/ready", { key: null });
    assert.deepEqual([ready.status, ready.body.data], [200, { status: "ready" }]);
    const folder = join(server.dataDir, "temp");
    await rename(folder, `${folder}-away`);
    try {
      const { status, body } = await server.request("/ready", { key: null });
      assert.deepEqual(
        [status, body.error.code, body.error.retryable, body.error.details],
        [503, "SERVICE_UNAVAILABLE", true, { unavailable: ["object_store"] }],
      );
      assert.equal((await server.request("/health", { key: null })).status, 200);
    } finally {
      await rename(`${folder}-away`, folder);
    }
    assert.equal((await server.request("/ready", { key: null })).status, 200);
  });
});

describe("every answer", () => {
  test("has a request id of its own, also in the header X-Request-Id", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => server.request("/me")));
    const ids = answers.map((answer) => answer.body.request_id);
    assert.equal(new Set(ids).size, 3);
    assert.deepEqual(
      answers.map((answer) => answer.headers.get("x-request-id")),
      ids,
    );
  });
  test("takes no request id from the client", async () => {
    const { body } = await server.request("/me", { headers: { "x-request-id": "req_mine", "request-id": "req_mine" } });
    assert.notEqual(body.request_id, "req_mine");
  });
  test("of an unknown path is 404 NOT_FOUND in the error envelope, with or without a key", async () => {
    for (const path of ["/nothing", "/studio", "/studio/sections/", `${server.url}/v2/health`, "/%2e%2e/me", "/me/"]) {
      for (const key of [null, server.key]) {
        const answer = await server.request(path, { key });
        assert.deepEqual([answer.status, answer.body.error.code], [404, "NOT_FOUND"], path);
      }
    }
  });
  test("of a path with a method that it does not have is 404", async () => {
    for (const [path, method] of [
      ["/me", "DELETE"],
      ["/health", "POST"],
      ["/studio/sections", "GET"],
    ] as const) {
      assert.equal((await server.request(path, { method })).status, 404, `${method} ${path}`);
    }
  });
  test("of a path that is no valid URL is 400", async () => {
    assert.equal((await server.request("/studio/sections/%zz/document")).status, 400);
  });
});

describe("key, then scope, then shape, then existence:", () => {
  test("every endpoint but the public ones is 401 UNAUTHENTICATED without a key, whatever else is wrong", async () => {
    await everywhere(async (id, row) => {
      const body = row.method === "GET" ? {} : { body: "not json" };
      const answer = await server.request(row.path.replace(/\{\w+\}/g, "x"), {
        method: row.method,
        key: null,
        ...body,
      });
      assert.deepEqual([answer.status, answer.body.error?.code], [401, "UNAUTHENTICATED"], id);
      assert.equal(answer.headers.get("www-authenticate"), "Bearer", id);
    });
  });
  test("a key that is unknown, of another kind or malformed is 401", async () => {
    for (const authorization of [
      `Bearer fc_${"x".repeat(43)}`,
      `Basic ${Buffer.from(`owner:${server.key}`).toString("base64")}`,
      server.key,
      "Bearer",
      `Bearer ${server.key} ${server.key}`,
      `Bearer ${"k".repeat(5_000)}`,
    ]) {
      const answer = await server.request("/me", { headers: { authorization } });
      assert.deepEqual([answer.status, answer.body.error.code], [401, "UNAUTHENTICATED"]);
    }
  });
  test("a key that lacks the scope is 403 INSUFFICIENT_SCOPE, which names the scope, before the request is checked", async () => {
    const keys = new Map<Scope, string>();
    for (const scope of SCOPES) {
      const scopes = SCOPES.filter((one) => one !== scope);
      const body = { name: `all but ${scope}`, scopes, expires_in_days: null };
      keys.set(scope, (await server.client.call("createApiKey", { body })).raw_key);
    }
    await everywhere(async (id, row) => {
      if (row.scope === null || row.scope === "any") return;
      const body = row.method === "GET" ? {} : { body: "not json" };
      const path = row.path.replace(/\{\w+\}/g, "x");
      const key = keys.get(row.scope) ?? assert.fail(`no key without ${row.scope}`);
      const answer = await server.request(path, { method: row.method, key, ...body });
      assert.deepEqual([answer.status, answer.body.error?.code], [403, "INSUFFICIENT_SCOPE"], id);
      assert.deepEqual(answer.body.error.details, { required_scope: row.scope }, id);
    });
  });
  test("a key with only an endpoint's scope is admitted there", async () => {
    const clients = new Map<string, string>();
    for (const scope of new Set(withKey.map(([, row]) => row.scope))) {
      if (scope === null || scope === "any") continue;
      const { raw_key } = await server.client.call("createApiKey", {
        body: { name: `only ${scope}`, scopes: [scope], expires_in_days: 1 },
      });
      clients.set(scope, raw_key);
    }
    await everywhere(async (id, row) => {
      // "any" admits a key with any scope.
      const key = clients.get(row.scope === "any" ? "account:read" : (row.scope ?? "")) ?? null;
      const body = row.body === undefined ? {} : { body: "{}" };
      // A stream stays open; one with an unknown last event is refused after the key was admitted.
      const headers = row.answer === "events" ? { "last-event-id": "none" } : {};
      const { status } = await server.request(anywhere(row), { method: row.method, key, headers, ...body });
      assert.ok(![401, 403].includes(status) || anywhere(row).includes("/projects/"), `${id}: ${status}`);
    });
  });
  test("a malformed UUID in a path is 400 everywhere", async () => {
    await everywhere(async (id, row) => {
      // The ids of engines and models are words.
      if (!row.path.includes("{") || /\{(?:provider|model)\}/.test(row.path)) return;
      const body = row.body === undefined ? {} : { body: "{}" };
      const path = row.path.replace(/\{\w+\}/g, "not-a-uuid");
      const answer = await server.request(path, { method: row.method, ...body });
      assert.deepEqual([answer.status, answer.body.error.code], [400, "INVALID_REQUEST"], id);
    });
  });
  test("an unknown id is 404, or 403 where the endpoint lists no 404", async () => {
    const refuses403 = new Set(["readProjectSections", "createSection", "readLatestWorkflow"]);
    const TYPES = new Map([
      ["recordTake", "audio/wav"],
      ["updateFromBook", "text/plain"],
      ["putBookOriginal", "application/epub+zip"],
    ]);
    for (const one of described) {
      const { id, row } = one;
      // Endpoints without ids, and signed URLs, have no unknown ids.
      if (row.scope === null || !row.path.includes("{")) continue;
      const body = row.upload === undefined ? JSON.stringify(bodyOf(one)) : PNG;
      const type = TYPES.get(id) ?? "image/png";
      const answer = await server.request(nowhere(row) + queryOf(one), {
        method: row.method,
        headers: { ...headersOf(), ...(row.upload === undefined ? {} : { "content-type": type }) },
        ...(body === undefined ? {} : { body }),
      });
      const expected = refuses403.has(id) ? [403, "FORBIDDEN"] : [404, "NOT_FOUND"];
      assert.deepEqual([answer.status, answer.body.error?.code], expected, id);
    }
  });
  test("a request that is wrong in shape and names nothing that exists is 400", async () => {
    const answer = await server.request(`/studio/projects/${randomUUID()}/workflows`, { method: "POST", body: "{}" });
    assert.equal(answer.status, 400);
  });
});

describe("a body", () => {
  const send = (body: NonNullable<RequestInit["body"]>, headers: { [name: string]: string } = {}) =>
    server.request("/studio/sections", { method: "POST", body, headers });
  const invalid = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    assert.deepEqual([status, body.error.code, body.error.retryable], [400, "INVALID_REQUEST", false]);
    assert.ok(body.error.details.issues.length > 0);
    for (const issue of body.error.details.issues) {
      assert.equal(typeof issue.path, "string");
      assert.equal(typeof issue.message, "string");
    }
    return body.error.details.issues as { path: string; message: string }[];
  };
  const valid = () => ({ ...studioMutation(), title: "t", raw_text: TEXT });

  test("that is not JSON is 400, and the answer does not quote it", async () => {
    const issues = await invalid(send('{"title": "a secret of mine", '));
    assert.ok(!JSON.stringify(issues).includes("secret"));
  });
  test("without Content-Type application/json is 400", async () => {
    await invalid(send(JSON.stringify(valid()), { "content-type": "text/plain" }));
    await invalid(send(JSON.stringify(valid()), { "content-type": "application/x-www-form-urlencoded" }));
  });
  test("that is missing, or no object, is 400", async () => {
    await invalid(server.request("/studio/sections", { method: "POST" }));
    for (const body of ["null", "[]", '"text"', "1"]) await invalid(send(body));
  });
  test("with an unknown key is 400 and names it", async () => {
    const issues = await invalid(send(JSON.stringify({ ...valid(), colour: "red" })));
    assert.deepEqual(
      issues.map((issue) => issue.path),
      ["colour"],
    );
  });
  test("with several faults states all of them at once", async () => {
    const issues = await invalid(send(JSON.stringify({ ...valid(), title: 5, client_mutation_id: "x" })));
    assert.deepEqual(issues.map((issue) => issue.path).sort(), ["client_mutation_id", "title"]);
  });
  test("of another schema_version is 400", async () => {
    for (const schema_version of [0, 2, "1", null]) await invalid(send(JSON.stringify({ ...valid(), schema_version })));
  });
  test("that is not UTF-8 is 400", async () => {
    const bytes = Buffer.from(JSON.stringify({ ...valid(), title: "?" }), "latin1");
    bytes[bytes.indexOf("?")] = 0xe9;
    await invalid(send(bytes));
  });
  test("that is nested thousands of levels deep, or names __proto__, is 400", async () => {
    await invalid(send(`${"[".repeat(100_000)}${"]".repeat(100_000)}`));
    await invalid(send(`{"__proto__": {"admin": true}, ${JSON.stringify(valid()).slice(1)}`));
  });
});

describe("a query", () => {
  test("with unknown keys is answered as if they were not there", async () => {
    const { sectionId } = await createStory(server.client);
    assert.equal((await server.request(`/studio/sections/${sectionId}/document?colour=red`)).status, 200);
    assert.equal((await server.request("/voices?colour=red")).status, 200);
  });
  test("whose known keys do not fit is 400", async () => {
    for (const query of ["limit=0", "limit=1001", "limit=x", "limit=1.5", "gender=robot", "limit=1&limit=2"]) {
      const answer = await server.request(`/voices?${query}`);
      assert.deepEqual([answer.status, answer.body.error?.code], [400, "INVALID_REQUEST"], query);
    }
  });
});
