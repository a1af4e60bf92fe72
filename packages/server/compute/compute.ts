// Long pure computations away from the thread that answers requests. Each call has a worker thread of its own, which
// ends with it: structuring a whole novel takes about a second and happens once per section.

import { Worker } from "node:worker_threads";
import type { StructureOptions, StructureResult } from "@fullcast/core/structure";

export { createFairQueue, type FairQueue } from "./fair-queue.ts";
export { type ProcessEnd, type ProcessLimits, runLimited } from "./limited-process.ts";

export interface StructureTask {
  readonly text: string;
  readonly options: StructureOptions;
}

/** @throws what structuring throws, or when the thread dies (out of memory). */
export function structureInThread(task: StructureTask, signal?: AbortSignal): Promise<StructureResult> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL("./structure-thread.ts", import.meta.url), { workerData: task });
    const stop = () => {
      reject(signal?.reason);
      void worker.terminate();
    };
    signal?.addEventListener("abort", stop, { once: true });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", (code) => {
      signal?.removeEventListener("abort", stop);
      reject(new Error(`the structuring thread ended with code ${code} before it answered`));
    });
  });
}
