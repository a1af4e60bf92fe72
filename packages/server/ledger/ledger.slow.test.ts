import { after } from "node:test";
import { openTestDatabase } from "../db/test-data-directory.ts";
import { ledgerBehaviour } from "./ledger-behaviour.ts";

const cleanUp: (() => Promise<void> | void)[] = [];
after(async () => {
  for (const action of cleanUp) await action();
});
ledgerBehaviour(async () => (await openTestDatabase({ after: (action) => cleanUp.push(action) })).db);
