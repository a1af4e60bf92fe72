// The account behind a key, and its keys.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { SCOPES } from "@fullcast/contract";
import { refusalOf, refused, sharedServer } from "./server.ts";

const server = await sharedServer();
const create = (
  body: { name?: string; scopes?: readonly (typeof SCOPES)[number][]; expires_in_days?: number | null } = {},
) =>
  server.client.call("createApiKey", {
    body: { name: randomUUID(), scopes: ["studio:read"], expires_in_days: null, ...body },
  });
const list = async () => (await server.client.call("listApiKeys")).api_keys;
const revoke = (apiKeyId: string) => server.client.call("revokeApiKey", { params: { apiKeyId } });

describe("the owner", () => {
  test("has the plan unlimited and a key with all scopes", async () => {
    const me = await server.client.call("readProfile");
    assert.deepEqual([me.username, me.plan], ["owner", "unlimited"]);
    const [key, ...others] = await list();
    assert.deepEqual(others, []);
    assert.deepEqual([...(key?.scopes ?? [])].sort(), [...SCOPES].sort());
    assert.deepEqual([key?.expires_at, key?.revoked_at], [null, null]);
  });
  test("starts with allow_fallbacks enabled; a change is saved and outlives a restart", async () => {
    const preferences = () => server.client.call("readGenerationPreferences");
    assert.deepEqual(await preferences(), { allow_fallbacks: true, allow_paid_retries: false });
    const changed = await server.client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
    assert.deepEqual(changed, { allow_fallbacks: false, allow_paid_retries: false });
    const both = { allow_fallbacks: false, allow_paid_retries: true };
    assert.deepEqual(await server.client.call("changeGenerationPreferences", { body: both }), both);
    await server.client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
    await server.restart();
    assert.deepEqual(await preferences(), both);
  });
});

describe("creating a key", () => {
  test("returns raw_key once; listing never does", async () => {
    const { api_key, raw_key } = await create({ name: "laptop", scopes: ["studio:read", "studio:write"] });
    assert.match(raw_key, /^fc_\S{40,}$/);
    assert.ok(raw_key.startsWith(api_key.prefix) && api_key.prefix.length <= 12);
    const listed = (await list()).find((key) => key.id === api_key.id);
    assert.deepEqual(listed, api_key);
    assert.ok(!JSON.stringify(await list()).includes(raw_key.slice(12)));
  });
  test("stores only a hash: no file of the data directory holds the key", { skip: onPostgres() }, async () => {
    const { raw_key } = await create();
    const files = globSync("**/*", { cwd: server.dataDir, withFileTypes: true }).filter((entry) => entry.isFile());
    assert.ok(files.length > 100);
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      assert.ok(!bytes.includes(raw_key) && !bytes.includes(server.key), file.name);
    }
  });
  test("with a scope that the calling key lacks is 403 and names the scope", async () => {
    const weak = await server.withScopes("api_keys:write", "studio:read");
    const body = { name: "stronger", scopes: ["studio:read", "studio:write"] as const, expires_in_days: null };
    const refusal = await refused(weak.call("createApiKey", { body }), 403, "INSUFFICIENT_SCOPE");
    assert.deepEqual(refusal.details, { required_scope: "studio:write" });
    await weak.call("createApiKey", { body: { ...body, name: "as strong", scopes: ["studio:read"] } });
  });
  test("that outlives the calling key is 403 and names its end; as long or shorter works", async () => {
    const brief = await create({ scopes: ["api_keys:write", "studio:read"], expires_in_days: 2 });
    const client = server.withKey(brief.raw_key);
    const make = (expires_in_days: number | null) =>
      client.call("createApiKey", { body: { name: randomUUID(), scopes: ["studio:read"], expires_in_days } });
    for (const days of [null, 3, 3_650]) {
      const { details } = await refused(make(days), 403, "API_KEY_OUTLIVES_CREATOR");
      assert.deepEqual(details, { field: "expires_in_days", expires_at: brief.api_key.expires_at });
    }
    assert.ok(((await make(1)).api_key.expires_at ?? "") < (brief.api_key.expires_at ?? ""));
  });
  test("with the name of another active key is 409; of twenty at once exactly one succeeds", async () => {
    const name = "the one name";
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        create({ name }).then(
          () => 201,
          (error) => error.status,
        ),
      ),
    );
    assert.deepEqual([...outcomes].sort(), [201, ...Array.from({ length: 19 }, () => 409)]);
    await refused(create({ name }), 409, "API_KEY_NAME_TAKEN");
  });
  test("with the name of a revoked key succeeds", async () => {
    const name = "used before";
    const { api_key } = await create({ name });
    await revoke(api_key.id);
    await create({ name });
  });
  test("accepts an expiry of 1 to 3650 days, or none", async () => {
    for (const expires_in_days of [1, 3650]) {
      const { api_key } = await create({ expires_in_days });
      const days = (Date.parse(api_key.expires_at ?? "") - Date.parse(api_key.created_at)) / 86_400_000;
      assert.equal(days, expires_in_days);
    }
    assert.equal((await create({ expires_in_days: null })).api_key.expires_at, null);
    for (const expires_in_days of [0, 3651, -1, 1.5])
      await refused(create({ expires_in_days }), 400, "INVALID_REQUEST");
  });
  test("accepts a name of 1 to 80 units and at least one scope, none twice", async () => {
    await create({ name: "n".repeat(80) });
    for (const body of [
      { name: "" },
      { name: "n".repeat(81) },
      { name: "nul \0" },
      { scopes: [] },
      { scopes: ["studio:read", "studio:read"] as const },
      { scopes: ["everything" as "admin"] },
    ]) {
      await refused(create(body), 400, "INVALID_REQUEST");
    }
  });
});

describe("a key", () => {
  test("states its last use", async () => {
    const { api_key, raw_key } = await create({ scopes: ["account:read"] });
    assert.equal(api_key.last_used_at, null);
    await server.withKey(raw_key).call("readProfile");
    const used = (await list()).find((key) => key.id === api_key.id)?.last_used_at;
    assert.ok(Date.parse(used ?? "") >= Date.parse(api_key.created_at), String(used));
  });
  test("opens nothing from the moment of its revocation", async () => {
    const { api_key, raw_key } = await create({ scopes: ["account:read"] });
    const client = server.withKey(raw_key);
    await client.call("readProfile");
    const { api_key: revoked } = await revoke(api_key.id);
    assert.ok(revoked.revoked_at !== null);
    await refused(client.call("readProfile"), 401, "UNAUTHENTICATED");
    await server.restart();
    await refused(server.withKey(raw_key).call("readProfile"), 401, "UNAUTHENTICATED");
  });
  test("that is revoked already is revoked again without changes", async () => {
    const { api_key } = await create();
    const first = await revoke(api_key.id);
    assert.deepEqual(await revoke(api_key.id), first);
  });
  test("that does not exist cannot be revoked: 404", async () => {
    await refused(revoke(randomUUID()), 404, "NOT_FOUND");
  });
  test("may revoke itself", async () => {
    const { api_key, raw_key } = await create({ scopes: ["api_keys:write"] });
    const client = server.withKey(raw_key);
    await client.call("revokeApiKey", { params: { apiKeyId: api_key.id } });
    assert.equal((await refusalOf(client.call("listApiKeys"))).status, 401);
  });
  test("still opens after a restart", async () => {
    const { raw_key } = await create({ scopes: ["account:read"] });
    await server.restart();
    assert.equal((await server.withKey(raw_key).call("readProfile")).username, "owner");
  });
});

function onPostgres(): boolean {
  return process.env.FULLCAST_TEST_POSTGRES !== undefined;
}
