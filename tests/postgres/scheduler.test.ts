// Turns at engines on a PostgreSQL server.

import { after } from "node:test";
import { type Database, openDatabase } from "../../packages/server/db/db.ts";
import { schedulerBehaviour } from "../../packages/server/engines/scheduler/scheduler-behaviour.ts";
import { createLog } from "../../packages/server/log.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

let server: PostgresServer | undefined;
let db: Database | undefined;
schedulerBehaviour(async () => {
  server = await startPostgres();
  db = await openDatabase({
    dataDir: "unused",
    url: await server.createDatabase(),
    log: createLog("error", process.stderr),
  });
  return db;
});
after(async () => {
  await db?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});
