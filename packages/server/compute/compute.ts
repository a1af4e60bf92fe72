// Runs work outside of the thread that answers requests: one pool of threads, one runner of limited child processes, and a
// fair queue between accounts. Always true: every thread and child has limits of memory and time, and a caller always gets
// an answer or an error.

export { createFairQueue, type FairQueue } from "./fair-queue.ts";
export { createFairTurns, type FairTurns } from "./fair-turns.ts";
export { type LastingEnd, type LastingProcess, lastingProcess } from "./lasting-process.ts";
export { type ProcessEnd, type ProcessLimits, runLimited } from "./limited-process.ts";
export { createThreadPool, ThreadError, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";
export { presentUrgency, type Urgency, withUrgency } from "./urgency.ts";
export { createUrgentFirst, type UrgentFirst } from "./urgent-first.ts";
