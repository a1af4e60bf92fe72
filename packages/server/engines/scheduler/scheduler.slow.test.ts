import { after } from "node:test";
import { openTestDatabase } from "../../db/test-data-directory.ts";
import { schedulerBehaviour } from "./scheduler-behaviour.ts";

const cleanUp: (() => Promise<void> | void)[] = [];
after(async () => {
  for (const action of cleanUp) await action();
});
schedulerBehaviour(async () => (await openTestDatabase({ after: (action) => cleanUp.push(action) })).db);
