// The conventions: `schema_version`, `actor_session_id` and `client_mutation_id` may be sent at every mutation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { endpointRows, endpoints } from "./contract.ts";
import { examplesOf } from "./openapi.ts";

const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const CONVENTIONS = { schema_version: 1, actor_session_id: ID, client_mutation_id: ID };

const mutations = Object.entries(endpointRows).flatMap(([id, row]) =>
  row.method === "GET" || row.body === undefined ? [] : [{ id, body: row.body, example: examplesOf(id, row).body }],
);

test("every mutation with a JSON body accepts all three fields, and those that it does not need change nothing", () => {
  assert.ok(mutations.length > 40);
  for (const { id, body, example = {} } of mutations) {
    const plain = body.parse(example);
    const full = body.safeParse({ ...CONVENTIONS, ...(example as object) });
    assert.ok(full.success, `${id}: ${full.error?.message}`);
    const own = Object.keys(plain as object);
    const unused = Object.keys(CONVENTIONS).filter((name) => !own.includes(name));
    // A quote and a change of a sound name the fields as optional; the others leave them out of what they hand on.
    const seen = Object.entries(full.data as object).filter(([name]) => !unused.includes(name));
    assert.deepEqual(Object.fromEntries(seen), plain, id);
  }
});

test("each of the fields is checked where it is sent, and nothing else is accepted", () => {
  const issues = (body: object) =>
    endpoints.changeGenerationPreferences.body
      .safeParse({ allow_fallbacks: true, ...body })
      .error?.issues.map(({ code, path }) => [code, ...path]);
  assert.deepEqual(issues({ schema_version: 2 }), [["invalid_value", "schema_version"]]);
  assert.deepEqual(issues({ actor_session_id: "me" }), [["invalid_format", "actor_session_id"]]);
  assert.deepEqual(issues({ client_mutation_id: "" }), [["invalid_format", "client_mutation_id"]]);
  assert.deepEqual(issues({ base_version: 1 }), [["unrecognized_keys"]]);
});

test("what the pages require stays required", () => {
  const missing = (id: "createStandaloneSection" | "createProject" | "sendFeedback") =>
    endpoints[id].body.safeParse({}).error?.issues.map(({ path }) => path[0]);
  assert.deepEqual(missing("createStandaloneSection")?.slice(0, 3), Object.keys(CONVENTIONS));
  assert.deepEqual(missing("createProject"), ["schema_version", "client_mutation_id", "name"]);
  assert.deepEqual(missing("sendFeedback"), ["schema_version", "client_mutation_id", "category", "message"]);
});
