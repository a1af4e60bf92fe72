import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openDatabase } from "../db/db.ts";
import { silentLog, testDataDirectory } from "../db/test-data-directory.ts";
import { createAuthenticator } from "./authenticate.ts";
import { ensureOwner } from "./owner.ts";

const [FIRST, SECOND] = ["a".repeat(40), "b".repeat(40)];
const never = () => assert.fail("no key is generated");

test("the owner keeps its mark through renaming; a new owner key revokes the one before; a revoked one stays revoked", async (t) => {
  await using db = await openDatabase({ dataDir: await testDataDirectory(t), url: null, log: silentLog });
  const services = { db, clock: () => new Date(), newId: randomUUID, log: silentLog };
  await using authenticator = createAuthenticator(services);
  const opens = async (key: string) => (await authenticator.authenticate(key))?.accountId ?? null;

  const owner = await ensureOwner(services, FIRST, never);
  assert.equal(await opens(FIRST), owner.accountId);
  // The owner takes another name, and another account takes the name "owner".
  await db.q.updateTable("accounts").set({ username: "mara" }).where("id", "=", owner.accountId).execute();
  const other = { id: randomUUID(), username: "owner", display_name: "Tom", avatar_url: null, email: null };
  await db.q
    .insertInto("accounts")
    .values({ ...other, plan: "free", created_at: new Date(0) })
    .execute();

  authenticator.forgetAccount(owner.accountId);
  assert.deepEqual(await ensureOwner(services, SECOND, never), { ...owner, keyFault: null });
  assert.deepEqual([await opens(FIRST), await opens(SECOND)], [null, owner.accountId]);
  assert.equal((await ensureOwner(services, FIRST, never)).keyFault, "revoked");
  assert.equal(await opens(FIRST), null);
});

test("bad keys cost one query at a time, and no valid key waits for more than two", async (t) => {
  await using db = await openDatabase({ dataDir: await testDataDirectory(t), url: null, log: silentLog });
  const services = { db, clock: () => new Date(), newId: randomUUID, log: silentLog };
  const owner = await ensureOwner(services, FIRST, never);
  let queries = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      if (name === "q") queries += 1;
      return Reflect.get(target, name, target);
    },
  });
  await using authenticator = createAuthenticator({ ...services, db: counted });
  const bad = Array.from({ length: 400 }, () => authenticator.authenticate(randomUUID()));
  const valid = await authenticator.authenticate(FIRST);
  assert.equal(valid?.accountId, owner.accountId);
  assert.deepEqual(new Set(await Promise.all(bad)), new Set([null]));
  // The first key alone, then 200 at once.
  assert.ok(queries <= 4, `${queries} queries for 401 keys`);
  assert.equal(authenticator.recall(FIRST)?.accountId, owner.accountId);
});
