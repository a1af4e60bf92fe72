// The priority of a single thread. Linux schedules threads, and its setpriority(2) takes the number of a thread; elsewhere it
// would change the whole process.

import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

export const THREADS_HAVE_PRIORITIES = process.platform === "linux";

/**
 * Above that of the process. Between nice 0 and 5 a processor is shared 1024 to 335 (the kernel's sched_prio_to_weight): a batch
 * keeps a quarter of it beside a short story, and all of it alone.
 */
const NICE_OF_BATCH = 5;

/** Lowers the priority of the calling thread, for good. Without /proc, or where it is refused, the thread keeps its own. */
export function lowerPriority(): void {
  try {
    // "<process>/task/<thread>", of the thread that reads it; getPriority() is that of the process's first thread.
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (Number.isSafeInteger(thread) && thread > 0)
      setPriority(thread, Math.min(getPriority() + NICE_OF_BATCH, constants.priority.PRIORITY_LOW));
  } catch {
    // The work is the same, only its turns differ.
  }
}
