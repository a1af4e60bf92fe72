// Jobs on a PostgreSQL server do what they do on the embedded database, also with several processes.

import { after } from "node:test";
import { type Database, openDatabase } from "../../packages/server/db/db.ts";
import { jobsBehaviour } from "../../packages/server/jobs/jobs-behaviour.ts";
import { createLog } from "../../packages/server/log.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

let server: PostgresServer | undefined;
let db: Database | undefined;
jobsBehaviour(async () => {
  server = await startPostgres();
  const url = await server.createDatabase();
  db = await openDatabase({ dataDir: "unused", url, log: createLog("error", process.stderr) });
  return db;
});
after(async () => {
  await db?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});
