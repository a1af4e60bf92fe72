// The child's end of limited-process.ts: takes the one job, sends progress and one answer, and ends the process. It also
// ends it when the parent is gone.

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
  // An answer that nobody reads.
  process.stdout.on("error", leave);

  async function work(received: Job): Promise<void> {
    const answer = await task.answer(received, (progress) => {
      writeFrame(process.stdout, { kind: "progress", progress });
    });
    writeFrame(process.stdout, { kind: "answered", answer }, () => process.exit(0));
  }
}
