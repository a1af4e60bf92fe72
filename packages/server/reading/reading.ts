// Reads books: text, Markdown, HTML, EPUB and DOCX into chapters, title, author, language and cover. The server and the command
// line use it. Always true: a file is read in a separate limited process; a chapter is well-formed text that fits into a
// section and contains no scripts, navigation or notes.

import { fileURLToPath } from "node:url";
import { type ProcessLimits, runLimited } from "../compute/compute.ts";
import type { BookContent, ReadingAnswer, ReadingJob, ReadingRequest } from "./book-content.ts";
import { BookError } from "./book-error.ts";

export {
  type BookChapter,
  type BookContent,
  type BookFormat,
  type BookWarning,
  type LeftOutPart,
  MAX_BOOK_BYTES,
  MAX_CHAPTERS,
  wholeText,
} from "./book-content.ts";
export { BookError, type BookFault } from "./book-error.ts";
export { bookFormatOfName } from "./format-of-name.ts";
export { readOriginal } from "./original.ts";

/** 64 MiB of markup take about 15 s on a slow processor and 1 GB of memory. */
const LIMITS: ProcessLimits = {
  memoryKib: 3 * 1024 * 1024,
  heapMib: 1_536,
  cpuSeconds: 60,
  // Only a hanging process reaches this limit. On a busy machine a minute of work takes several minutes.
  wallSeconds: 300,
  fileBytes: 0,
};
const PROGRAM = fileURLToPath(new URL("./book-process.ts", import.meta.url));

/**
 * Reads a book. A file must not change in the meantime.
 *
 * @param options.signal Kills the process within moments; then the promise rejects with the signal's reason.
 * @throws BookError
 */
export async function readBook(
  job: ReadingJob,
  options: { readonly signal?: AbortSignal; readonly limits?: Partial<ProcessLimits> } = {},
): Promise<BookContent> {
  const { signal, limits } = options;
  const request: ReadingRequest = {
    bytes: typeof job.source === "string" ? null : job.source,
    format: job.format,
  };
  const end = await runLimited<ReadingAnswer>(PROGRAM, request, {
    limits: { ...LIMITS, ...limits },
    signal,
    input: typeof job.source === "string" ? job.source : undefined,
  });
  if (end.kind === "answered") {
    if (end.answer.kind === "refused") throw new BookError(end.answer.fault, end.answer.message);
    return end.answer.book;
  }
  if (end.kind === "aborted") throw signal?.reason;
  if (end.kind === "stopped") throw new Error("the reading process was stopped");
  if (end.kind === "unstarted") throw new Error("the reading process could not be started");
  throw new BookError("limits", "The book cannot be read within the memory and the time that a file may take.");
}
