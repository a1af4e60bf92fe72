// The thread's end of thread-pool.ts: takes jobs, answers each, and lets go of what it answered.

import { parentPort, type Transferable, workerData } from "node:worker_threads";
import type { FromThread, ThreadSettings, ToThread } from "./thread-pool.ts";

export interface JobContext<Item> {
  /** Whether the caller no longer wants the answer. */
  readonly stopped: () => boolean;
  /** Sends a part of a long result. Await it: the next part is not sent before the main thread has taken this one. */
  readonly send: (item: Item) => Promise<void>;
}

/**
 * @param answer An error that it throws ends the thread, since its state may be broken, and reaches the caller as the cause
 *   of a ThreadError. Refusals are answers.
 * @param moved Objects of the answer whose memory moves to the main thread.
 */
export function answerJobs<Job, Answer, Item = never>(
  answer: (job: Job, context: JobContext<Item>) => Answer | Promise<Answer>,
  moved: (answer: Answer) => Transferable[] = () => [],
): void {
  const port = parentPort;
  if (port === null) throw new Error("This module runs in a worker thread.");
  const { stops } = workerData as ThreadSettings;
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
