// The database on a PostgreSQL server does what the embedded one does.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { databaseBehaviour } from "../../packages/server/db/database-behaviour.ts";
import { type Database, openDatabase } from "../../packages/server/db/db.ts";
import { createLog } from "../../packages/server/log.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

let server: PostgresServer | undefined;
let db: Database | undefined;
databaseBehaviour(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  db = await openDatabase({ dataDir: "unused", url, log: createLog("error", process.stderr) });
  return db;
});
after(async () => {
  await db?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

test("the server gives up the connections of a machine that disappears within half a minute", async () => {
  const own = db ?? assert.fail("no database");
  const settings = "current_setting('tcp_keepalives_idle')::int + 3 * current_setting('tcp_keepalives_interval')::int";
  const count = "current_setting('tcp_keepalives_count')::int";
  for (let connection = 0; connection < 3; connection++) {
    await own.transaction(async () => {
      const { rows } = await own.execute(`select ${settings} as seconds, ${count} as count`, []);
      assert.deepEqual(rows, [{ seconds: 30, count: 3 }]);
    });
  }
});
