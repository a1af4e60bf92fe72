// A server with prepared data. The rooms' functions write directly into its tables, because creating the data through the
// API would take hours.

import { randomUUID } from "node:crypto";
import { ensureOwner } from "../packages/server/accounts/accounts.ts";
import { type Database, openDatabase } from "../packages/server/db/db.ts";
import { keepCatalogue } from "../packages/server/engines/catalogue-keeper.ts";
import { createEngines, type KeptEngines, withKeeper } from "../packages/server/engines/registry.ts";
import { openJobs } from "../packages/server/jobs/jobs.ts";
import { createLog } from "../packages/server/log.ts";
import { freshData, type ServerData, type StartedServer, startedServer } from "./started-server.ts";

export interface Filling {
  readonly db: Database;
  readonly engines: KeptEngines;
  readonly clock: () => Date;
  readonly newId: () => string;
  readonly accountId: string;
}

/** Fills a fresh data folder, starts the server on it, and returns the result of `fill`. Disposing removes everything. */
export async function prefilledServer<T>(
  fill: (filling: Filling) => Promise<T>,
): Promise<{ readonly server: StartedServer; readonly filled: T }> {
  const data = freshData();
  const filled = await fillData(data, fill);
  return { filled, server: await startedServer(data) };
}

/** Fills a data folder. */
export async function fillData<T>(data: ServerData, fill: (filling: Filling) => Promise<T>): Promise<T> {
  const log = createLog("error", process.stderr);
  await using db = await openDatabase({ dataDir: data.dataDir, url: null, log });
  await using jobs = await openJobs(db, log);
  const basics = { db, jobs, clock: () => new Date(), newId: randomUUID, log };
  const speaking = createEngines();
  // The server finds the catalogue as it left it, and works out no intents beside what is measured.
  const keeper = await keepCatalogue(basics, speaking.list(), { onChange: async () => undefined });
  await using engines = withKeeper(speaking, keeper);
  const parts = { ...basics, engines };
  const { accountId } = await ensureOwner(parts, data.apiKey, async () => undefined);
  return await fill({ ...parts, accountId });
}
