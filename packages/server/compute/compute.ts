// Work away from the thread that answers requests: one pool of threads, one runner of limited child processes, and a queue
// that is fair between accounts. Always true: every thread and child has a limit of memory and of time, and a caller
// always gets an answer or an error.

export { createFairQueue, type FairQueue } from "./fair-queue.ts";
export { createFairTurns, type FairTurns } from "./fair-turns.ts";
export { type LastingEnd, type LastingProcess, lastingProcess } from "./lasting-process.ts";
export { type ProcessEnd, type ProcessLimits, runLimited } from "./limited-process.ts";
export { createThreadPool, ThreadError, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";
