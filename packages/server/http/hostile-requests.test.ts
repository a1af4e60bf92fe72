// Any hostile request to any row gets an enveloped refusal. It causes no server error, and the log contains nothing of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, type EndpointId, endpointRows, isErrorCode, requestErrors } from "@fullcast/contract";
import fc from "fast-check";
import { bearer, FULL_KEY, smallServer } from "./small-server.ts";

const MARK = "mark-of-the-request";
const UUID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const rows = Object.entries(endpointRows).filter(([, row]) => row.scope !== null);

const anyText = fc.oneof(
  fc.constantFrom(MARK, "", "__proto__", "constructor", "\u0000", "\ud800", "../..", "1e999", "-0", UUID, "1", "2"),
  fc.constant("x".repeat(5_000)),
  fc.string(),
);
const anyValue = fc.oneof(
  anyText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    1,
    2,
    -1,
    0.5,
    1e308,
    Number.MAX_SAFE_INTEGER + 2,
    true,
    null,
    [UUID],
    "prepare_sections",
    "create_audio",
  ),
);
const anyPart = (keys: readonly string[]) =>
  fc.dictionary(keys.length === 0 ? fc.string() : fc.oneof(fc.constantFrom(...keys), anyText), anyValue, {
    maxKeys: 8,
  });

const anyRequest = fc.constantFrom(...rows).chain(([id, row]) => {
  const shape = (row.body as { readonly shape?: object } | undefined)?.shape ?? {};
  return fc.record({
    id: fc.constant(id),
    params: fc.array(fc.oneof({ arbitrary: fc.constant(UUID), weight: 4 }, anyText), { minLength: 3, maxLength: 3 }),
    query: fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(row.query?.shape ?? { q: 1 })), fc.string()), anyText),
    body: fc.oneof(
      { arbitrary: anyPart([...Object.keys(shape), "workflow_kind"]).map((part) => JSON.stringify(part)), weight: 4 },
      { arbitrary: anyValue.map((value) => JSON.stringify(value) ?? ""), weight: 1 },
      { arbitrary: anyText, weight: 1 },
    ),
    type: fc.constantFrom("application/json", "application/json; charset=utf-8", "text/plain", MARK),
  });
});

test("a hostile request is refused in the envelope, by a documented code", async () => {
  // A code that no check returns shows that all checks passed.
  const pass = async () => {
    throw new ApiError("RATE_LIMITED");
  };
  const { app, logged, breaches } = smallServer(Object.fromEntries(rows.map(([id]) => [id, pass])));
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ id, params, query, body, type }) => {
      const row = endpointRows[id as EndpointId];
      let place = 0;
      const path = row.path.replace(/\{\w+\}/g, () => encodeURIComponent(params[place++]!.toWellFormed()) || "%20");
      const text = new URLSearchParams(query).toString();
      const response = await app.inject({
        method: row.method,
        url: `/v1${path}?${text}`,
        headers: { ...bearer(FULL_KEY), ...(row.method === "GET" ? {} : { "content-type": type }) },
        ...(row.method === "GET" ? {} : { payload: body }),
      });
      const { error, request_id } = response.json();
      assert.ok(
        isErrorCode(error.code) &&
          requestErrors[error.code as keyof typeof requestErrors].status === response.statusCode,
      );
      assert.ok([400, 404, 429].includes(response.statusCode), `${response.statusCode}`);
      seen.add(response.statusCode);
      assert.equal(response.headers["x-request-id"], request_id);
    }),
    { numRuns: 150 },
  );
  assert.ok(!logged.join("\n").includes(MARK));
  assert.deepEqual(breaches, []);
  assert.ok(seen.has(400) && seen.has(429));
});
