// Access to the database of a test server.

import { createLog } from "@fullcast/server";
import { openDatabase } from "../../packages/server/db/db.ts";
import type { TestServer } from "./server.ts";

/** Closes the server, works on its database, starts it again. */
export async function inDatabase(
  server: TestServer,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>,
): Promise<void> {
  await server.restart(async () => {
    const { dataDir, databaseUrl } = server.settings;
    await using db = await openDatabase({ dataDir, url: databaseUrl, log: createLog("error", process.stderr) });
    await work(db);
  });
}
