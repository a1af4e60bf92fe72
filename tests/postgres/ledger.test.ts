// The ledger on a PostgreSQL server does what it does on the embedded database, also when many change it at once.

import { after } from "node:test";
import { type Database, openDatabase } from "../../packages/server/db/db.ts";
import { ledgerBehaviour } from "../../packages/server/ledger/ledger-behaviour.ts";
import { createLog } from "../../packages/server/log.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

let server: PostgresServer | undefined;
let db: Database | undefined;
ledgerBehaviour(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  db = await openDatabase({ dataDir: "unused", url, log: createLog("error", process.stderr) });
  return db;
});
after(async () => {
  await db?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});
