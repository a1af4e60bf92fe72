// This version opens the dump of a PostgreSQL database of every release that has a fixture.

import { after } from "node:test";
import { upgradeBehaviour } from "../upgrades/check-upgrade.ts";
import { restoreDatabase, startPostgres } from "./postgres.ts";

const server = await startPostgres();
after(() => server[Symbol.asyncDispose]());

upgradeBehaviour("postgres", async (dumpFile) => {
  const url = await server.createDatabase();
  await restoreDatabase(url, dumpFile);
  return url;
});
