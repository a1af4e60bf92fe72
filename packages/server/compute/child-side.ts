// The child's end of limited-process.ts: takes the one job, sends progress and one answer, and ends the process. It also
// ends it when the parent is gone. serveParent() is the same for lasting-process.ts: one answer for each job, in order.

import { frameReader, writeFrame } from "./frames.ts";

/** Where the child finds the files that its parent opened for it. */
export const INPUT_DESCRIPTOR = 3;
export const OUTPUT_DESCRIPTOR = 4;

export interface ChildTask<Job, Answer, Progress> {
  /** Must not throw: what goes wrong is part of the answer. */
  readonly answer: (job: Job, report: (progress: Progress) => void) => Answer | Promise<Answer>;
  /** Removes what must not stay when the parent is gone. */
  readonly abandon?: (job: Job) => void;
}

/** Whether an error states that memory was refused: the message is V8's, the code is Node's. */
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
  // An allocation outside of the JavaScript heap that the limit of memory refuses is an exception, where one inside of it
  // is an abort. Both are the same end for the parent.
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

/** Answers one job after the other until the parent is gone. `answer` must not throw: what goes wrong is part of it. */
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
