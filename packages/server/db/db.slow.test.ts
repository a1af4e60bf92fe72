import { after } from "node:test";
import { databaseBehaviour } from "./database-behaviour.ts";
import { type Database, openDatabase } from "./db.ts";
import { silentLog, testDataDirectory } from "./test-data-directory.ts";

let db: Database | undefined;
const cleanUp: (() => void)[] = [];
databaseBehaviour(async () => {
  const dataDir = await testDataDirectory({ after: (action) => cleanUp.push(action) });
  db = await openDatabase({ dataDir, url: null, log: silentLog });
  return db;
});
after(async () => {
  await db?.[Symbol.asyncDispose]();
  for (const action of cleanUp) action();
});
