// The reading process: gets one file from its parent, answers with a book or why it is none, and ends. It also ends when
// the parent does. It runs under the limits that limited-process.ts sets.

import { readFileSync } from "node:fs";
import type { ReadingAnswer, ReadingJob } from "./book-content.ts";
import { BookError } from "./book-error.ts";
import { readBookHere } from "./read-book-here.ts";

async function answerTo(job: ReadingJob): Promise<ReadingAnswer> {
  try {
    const { source } = job;
    const bytes =
      typeof source === "string" ? readFileSync(source) : Buffer.from(source.buffer, source.byteOffset, source.length);
    return { kind: "read", book: await readBookHere(bytes, job.format) };
  } catch (error) {
    if (error instanceof BookError) return { kind: "refused", fault: error.fault, message: error.message };
    return { kind: "refused", fault: "damaged", message: "The book cannot be read: it is damaged." };
  }
}

process.once("message", (job: ReadingJob) => {
  process.on("disconnect", () => process.exit(1));
  void answerTo(job).then((answer) => process.send?.(answer, () => process.exit(0)));
});
