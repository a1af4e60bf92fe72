// The child's side of limited-process.ts: receives one job, sends progress and one answer, and ends the process. It also ends
// the process when the parent is gone. serveParent() is the child's side of lasting-process.ts: it answers each job in order.

import { frameReader, writeFrame } from "./frames.ts";

/** The descriptors of the files that the parent opened for the child. */
export const INPUT_DESCRIPTOR = 3;
export const OUTPUT_DESCRIPTOR = 4;

export interface ChildTask<Job, Answer, Progress> {
  /** Must not throw. Errors are part of the answer. */
  readonly answer: (job: Job, report: (progress: Progress) => void) => Answer | Promise<Answer>;
  /** Removes files that must not remain when the parent is gone. */
  readonly abandon?: (job: Job) => void;
}

/** Whether an error reports a failed allocation: the message is V8's, the code is Node's. */
function isOutOfMemory(error: Error & { code?: unknown }): boolean {
  if (error.code === "ERR_MEMORY_ALLOCATION_FAILED") return true;
  return error instanceof RangeError && /allocation failed|out of memory/i.test(error.message);
}

export function answerParent<Job, Answer, Progress = never>(task: ChildTask<Job, Answer, Progress>): void {
  const read = frameReader<Job>();
  let job: Job | null = null;
  process.stdin.on("data", (chunk: Buffer) => {
    for (const received of read(chunk)) {
      if (job !== null) continue;
      job = received;
      void work(received);
    }
  });
  const leave = () => {
    if (job !== null) task.abandon?.(job);
    process.exit(1);
  };
  process.stdin.on("end", leave);
  // When the memory limit refuses an allocation outside of the JavaScript heap, Node throws; inside of the heap, V8 aborts.
  // The parent must see the same end for both.
  process.on("uncaughtException", (error) => (isOutOfMemory(error) ? process.abort() : leave()));
  // The parent does not read this answer.
  process.stdout.on("error", leave);

  async function work(received: Job): Promise<void> {
    const answer = await task.answer(received, (progress) => {
      writeFrame(process.stdout, { kind: "progress", progress });
    });
    writeFrame(process.stdout, { kind: "answered", answer }, () => process.exit(0));
  }
}

/** Answers one job after the other until the parent is gone. `answer` must not throw; errors are part of the answer. */
export function serveParent<Job, Answer>(answer: (job: Job) => Answer | Promise<Answer>): void {
  const read = frameReader<Job>();
  let last: Promise<void> = Promise.resolve();
  const leave = () => process.exit(1);
  process.stdin.on("data", (chunk: Buffer) => {
    for (const job of read(chunk)) last = last.then(async () => writeFrame(process.stdout, await answer(job)));
  });
  process.stdin.on("end", leave);
  process.stdout.on("error", leave);
  process.on("uncaughtException", (error) => (isOutOfMemory(error) ? process.abort() : leave()));
}
