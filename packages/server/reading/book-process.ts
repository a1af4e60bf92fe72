// The reading process. It reads one file, answers with a book or with the reason why it cannot be read, and ends.

import { readFileSync } from "node:fs";
import { answerParent, INPUT_DESCRIPTOR } from "../compute/child-side.ts";
import type { ReadingAnswer, ReadingRequest } from "./book-content.ts";
import { BookError } from "./book-error.ts";
import { readBookHere } from "./read-book-here.ts";

async function answerTo({ bytes, format }: ReadingRequest): Promise<ReadingAnswer> {
  try {
    const file =
      bytes === null ? readFileSync(INPUT_DESCRIPTOR) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return { kind: "read", book: await readBookHere(file, format) };
  } catch (error) {
    if (error instanceof BookError) return { kind: "refused", fault: error.fault, message: error.message };
    return { kind: "refused", fault: "damaged", message: "The book cannot be read: it is damaged." };
  }
}

answerParent<ReadingRequest, ReadingAnswer>({ answer: answerTo });
