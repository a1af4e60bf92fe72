// The catalogue of engines on a PostgreSQL server does what it does on the embedded database.

import { after, before } from "node:test";
import { openDatabase } from "../../packages/server/db/db.ts";
import { catalogueBehaviour } from "../../packages/server/engines/catalogue-behaviour.ts";
import { createLog } from "../../packages/server/log.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

let server: PostgresServer | undefined;
before(async () => {
  server = await startPostgres();
});
after(() => server?.[Symbol.asyncDispose]());
catalogueBehaviour(async (t) => {
  const url = (await server?.createDatabase()) ?? "";
  const db = await openDatabase({ dataDir: "unused", url, log: createLog("error", process.stderr) });
  t.after(() => db[Symbol.asyncDispose]());
  return db;
});
