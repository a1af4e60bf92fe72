// The database on a PostgreSQL server does what the embedded one does.

import { after } from "node:test";
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
