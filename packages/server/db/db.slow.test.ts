import { after } from "node:test";
import { databaseBehaviour } from "./database-behaviour.ts";
import { openTestDatabase } from "./test-data-directory.ts";

const cleanUp: (() => Promise<void> | void)[] = [];
after(async () => {
  for (const action of cleanUp) await action();
});
databaseBehaviour(async () => (await openTestDatabase({ after: (action) => cleanUp.push(action) })).db);
