// A server on data that were there before it: what takes hours to make through the interface is written into its tables by
// the rooms' own functions.

import { randomUUID } from "node:crypto";
import { ensureOwner } from "../packages/server/accounts/accounts.ts";
import { type Database, openDatabase } from "../packages/server/db/db.ts";
import { createEngines, type Engines } from "../packages/server/engines/registry.ts";
import { createLog } from "../packages/server/log.ts";
import { refreshAllIntents } from "../packages/server/speakers/speakers.ts";
import { freshData, type ServerData, type StartedServer, startedServer } from "./started-server.ts";

export interface Filling {
  readonly db: Database;
  readonly engines: Engines;
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

async function fillData<T>(data: ServerData, fill: (filling: Filling) => Promise<T>): Promise<T> {
  const log = createLog("error", process.stderr);
  await using db = await openDatabase({ dataDir: data.dataDir, url: null, log });
  await using engines = createEngines();
  const parts = { db, engines, clock: () => new Date(), newId: randomUUID };
  const { accountId } = await ensureOwner(parts, data.apiKey, async () => undefined);
  // Otherwise the server works out all intents at its start, and would be measured beside that.
  await refreshAllIntents({ ...parts, log });
  return await fill({ ...parts, accountId });
}
