// Checks texts in a thread, within limits. Accounts take turns.

import { commandRejected } from "@fullcast/contract";
import { createFairQueue, createThreadPool, ThreadError } from "../compute/compute.ts";
import type { CheckAnswer, CheckJob } from "./manuscript-thread.ts";

/** UTF-16 units of the texts of one check: twenty long novels. */
export const MOST_UNITS = 16 * 1024 * 1024;
const HEAP_MIB = 1_024;
const PATIENCE_MS = 60_000;
const IDLE_MS = 10_000;
const AT_ONCE = 1;

const pool = createThreadPool<CheckJob, CheckAnswer>({
  program: new URL("./manuscript-thread.ts", import.meta.url),
  threads: AT_ONCE,
  heapMib: HEAP_MIB,
  patienceMs: () => PATIENCE_MS,
  idleMs: IDLE_MS,
});
const turns = createFairQueue({ atOnce: AT_ONCE });

/**
 * @param read Reads the texts when it is the account's turn, so that texts that wait take no memory.
 * @throws ApiError STUDIO_COMMAND_REJECTED when the check exceeds its memory or time
 */
export async function checkTexts<Read extends { readonly job: CheckJob }>(
  accountId: string,
  read: () => Promise<Read>,
  signal: AbortSignal,
): Promise<Read & { readonly found: CheckAnswer }> {
  return turns.run(
    accountId,
    async () => {
      const texts = await read();
      try {
        return { ...texts, found: await pool.run(texts.job, { signal }) };
      } catch (error) {
        if (!(error instanceof ThreadError) || error.kind !== "limits") throw error;
        throw commandRejected("limits", { seconds: PATIENCE_MS / 1000, mebibytes: HEAP_MIB });
      }
    },
    signal,
  );
}
