// Reads a story from a file or standard input (text, Markdown, HTML, EPUB or DOCX) with the service's own readers and size
// limit. Refuses a file that cannot become audio.

import { open } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { Readable } from "node:stream";
import type { BookDetails } from "@fullcast/contract/client";
import type { RubyReading } from "@fullcast/core/lexicon";
import {
  type BookChapter,
  BookError,
  type BookFault,
  bookFormatOfName,
  MAX_BOOK_BYTES,
  readBook,
  wholeText,
} from "@fullcast/server/reading";

export type StoryFault = BookFault | "missing" | "unreadable";

/** Why a file cannot be a story; the message is for people and says what to do. */
export class StoryError extends Error {
  override readonly name = "StoryError";
  readonly fault: StoryFault;
  constructor(fault: StoryFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface Story {
  /** Well-formed, without NUL, with at least one letter or digit. */
  readonly text: string;
  readonly encoding: string;
  /** The title that the book or its first lines state, else one made from the file's name. */
  readonly title: string;
  readonly author: string | null;
  readonly language: string | null;
  /** Series, description, publisher and the like. */
  readonly details: BookDetails;
  /** The bytes as the book holds them; nothing has checked yet that they are an image. */
  readonly cover: Uint8Array | null;
  /** Whether the file states its chapters; those of a plain text are found by its headings. */
  readonly isBook: boolean;
  /** At least one. */
  readonly chapters: readonly BookChapter[];
  /** Characters with the readings that the book puts beside them. */
  readonly ruby: readonly RubyReading[];
}

/** `path` is absolute, or "-" for `stdin`. Throws StoryError. */
export async function readStory(path: string, stdin: Readable = process.stdin): Promise<Story> {
  const bytes = path === "-" ? await readAtMost(stdin) : await readFileAtMost(path);
  const title = path === "-" ? "Story" : titleOf(path);
  return storyFromBytes(bytes, title, basename(path));
}

/** Reads a story from bytes. `name` distinguishes formats that look alike (Markdown). Throws StoryError. */
export async function storyFromBytes(bytes: Uint8Array, title: string, name: string): Promise<Story> {
  try {
    const book = await readBook({ source: bytes, format: bookFormatOfName(name) });
    const { encoding, author, language, details, cover, chapters, ruby = [] } = book;
    const isBook = book.format !== "text";
    return {
      text: wholeText(book),
      encoding,
      title: book.title ?? title,
      author,
      language,
      details,
      cover,
      isBook,
      chapters,
      ruby,
    };
  } catch (error) {
    throw error instanceof BookError ? new StoryError(error.fault, error.message) : error;
  }
}

/** "the_black-cat.txt" → "The black cat"; at most 200 characters. */
export function titleOf(path: string): string {
  const name = basename(path, extname(path))
    .replaceAll(/[\s_-]+/g, " ")
    .trim()
    .toWellFormed();
  const short = [...name].slice(0, 200).join("");
  return short === "" ? "Story" : short[0]?.toUpperCase() + short.slice(1);
}

async function readFileAtMost(path: string): Promise<Uint8Array> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path);
  } catch (error) {
    throw fileFault(error, path);
  }
  try {
    if ((await file.stat()).isDirectory()) {
      throw new StoryError("unreadable", `${path} is a folder; name a text file.`);
    }
    return await readAtMost(file.createReadStream({ autoClose: false }));
  } catch (error) {
    throw error instanceof StoryError ? error : fileFault(error, path);
  } finally {
    await file.close();
  }
}

async function readAtMost(stream: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Uint8Array);
    total += (chunk as Uint8Array).length;
    if (total > MAX_BOOK_BYTES) throw new StoryError("too_long", "The file is larger than 64 MiB.");
  }
  return Buffer.concat(chunks);
}

function fileFault(error: unknown, path: string): StoryError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return new StoryError("missing", `There is no file ${path}.`);
  const why = code === "EACCES" || code === "EPERM" ? "no permission" : (code ?? "unknown error");
  return new StoryError("unreadable", `${path} cannot be read (${why}).`);
}
