import assert from "node:assert/strict";
import { test } from "node:test";
import type { Database } from "./db.ts";
import { remembered } from "./remembered.ts";

const database = (kind: Database["kind"]) => ({ db: { kind } as Database });

test("on the embedded database the service loads once and then uses the cached value", async () => {
  let looks = 0;
  const memory = remembered(database("embedded"), async (key) => `${key} ${++looks}`);
  assert.deepEqual([await memory.get("a"), await memory.get("a"), await memory.get("b")], ["a 1", "a 1", "b 2"]);
  memory.forget();
  assert.equal(await memory.get("a"), "a 3");
});

test("on a shared database every request loads", async () => {
  let looks = 0;
  const memory = remembered(database("postgres"), async () => ++looks);
  assert.deepEqual([await memory.get("a"), await memory.get("a")], [1, 2]);
});

test("a value that was read before a change is not cached after it", async () => {
  let stored = "valid";
  const gate = Promise.withResolvers<void>();
  const memory = remembered(database("embedded"), async () => {
    const read = stored;
    await gate.promise;
    return read;
  });
  const early = memory.get("key");
  stored = "revoked";
  memory.forget();
  gate.resolve();
  assert.equal(await early, "valid");
  assert.equal(await memory.get("key"), "revoked");
});

test("a missing value is not cached", async () => {
  let found: string | undefined;
  const memory = remembered(database("embedded"), async () => found);
  assert.equal(await memory.get("key"), undefined);
  found = "there";
  assert.equal(await memory.get("key"), "there");
});
