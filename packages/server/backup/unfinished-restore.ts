// A killed restore leaves an incomplete data directory, which must not be started.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../db/start-error.ts";

/** While this file exists in a data directory, a restore into it has not ended. */
export const UNFINISHED = "restore-unfinished";

/** @throws StartError when a restore into this data directory has not ended */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(join(dataDir, UNFINISHED))) return;
  throw new StartError(
    "DataDirectoryUnwritable",
    `A restore into ${dataDir} has not ended, so its data is not whole. Run "fullcast restore" again.`,
  );
}
