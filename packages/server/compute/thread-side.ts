// The thread's side of thread-pool.ts. It receives jobs, answers each, and frees the memory of its answers.

import { parentPort, type Transferable, workerData } from "node:worker_threads";
import { lowerPriority } from "./low-priority.ts";
import type { FromThread, ThreadSettings, ToThread } from "./thread-pool.ts";

export interface JobContext<Item> {
  /** Whether the caller no longer wants the answer. */
  readonly stopped: () => boolean;
  /** Sends a part of a long result. Resolves when the main thread has received it; await it before the next part. */
  readonly send: (item: Item) => Promise<void>;
}

/**
 * @param answer A thrown error ends the thread, because its state may be broken, and becomes the cause of the caller's
 *   ThreadError. A refusal is an answer.
 * @param moved Objects of the answer whose memory moves to the main thread.
 */
export function answerJobs<Job, Answer, Item = never>(
  answer: (job: Job, context: JobContext<Item>) => Answer | Promise<Answer>,
  moved: (answer: Answer) => Transferable[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error("This module runs in a worker thread.");
  const { stops, isBatch } = workerData as ThreadSettings;
  if (isBatch) lowerPriority();
  const flags = new Int32Array(stops);
  const received = new Map<number, () => void>();

  const post = (id: number, value: Answer) =>
    port.postMessage({ kind: "answer", id, answer: value } satisfies FromThread<Answer, Item>, moved(value));

  port.on("message", (message: ToThread<Job>) => {
    if (message.kind === "received") {
      received.get(message.id)?.();
      received.delete(message.id);
      return;
    }
    const { id, slot, job } = message;
    const value = answer(job, {
      stopped: () => Atomics.load(flags, slot) === 1,
      send: (item) =>
        new Promise((resolve) => {
          received.set(id, resolve);
          port.postMessage({ kind: "item", id, item } satisfies FromThread<Answer, Item>);
        }),
    });
    if (value instanceof Promise) void value.then((late) => post(id, late));
    else post(id, value);
  });
}
