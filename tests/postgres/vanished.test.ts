// A database server that disappears without closing its connections: what waits for it fails soon, and work continues when
// another one is there.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DatabaseUnavailable, openDatabase } from "../../packages/server/db/db.ts";
import { silentLog } from "../../packages/server/db/test-data-directory.ts";
import { movableAddress } from "./address.ts";
import { startPostgres } from "./postgres.ts";

/** 15 s until a statement is long, three looks, and the time of a busy machine. */
const SOON_MS = 90_000;

const opened = new AsyncDisposableStack();
after(() => opened.disposeAsync());

test("statements and transactions that wait for a server that disappeared fail, and further ones reach the server that follows", async () => {
  const server = opened.use(await startPostgres());
  const url = await server.createDatabase();
  const address = opened.use(await movableAddress(server.port));
  const db = opened.use(await openDatabase({ dataDir: "unused", url: address.of(url), log: silentLog }));
  const slow = () => db.execute("select pg_sleep(20)", []);
  // One that the server answers is not given up when it takes long.
  await slow();
  const began = Promise.withResolvers<void>();
  const inTransaction = db.transaction(async () => {
    await db.execute("create table if not exists kept (n int)", []);
    began.resolve();
    await slow();
  });
  const waiting = [slow(), inTransaction].map((one) =>
    one.then(
      () => "answered",
      (error: unknown) => error,
    ),
  );
  await began.promise;
  address.vanish();
  const from = performance.now();
  const late = db.execute("select 1", []).catch((error: unknown) => error);
  for (const outcome of await Promise.all([...waiting, late]))
    assert.ok(outcome instanceof DatabaseUnavailable, String(outcome));
  assert.ok(performance.now() - from < SOON_MS);
  address.leadTo(server.port);
  const { rows } = await db.execute("select 1 as one", []);
  assert.deepEqual(rows, [{ one: 1 }]);
});
