// A story from a file or standard input – text, Markdown, HTML or an EPUB –, read with a bound, decoded, and refused when it
// cannot become audio.

import { open } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { Readable } from "node:stream";
import { marked } from "marked";
import { epubText } from "./book/epub-text.ts";
import { markupText } from "./book/markup-text.ts";
import { decodeText, type TextEncodingName } from "./decode-text.ts";
import { StoryError } from "./story-error.ts";

export { StoryError, type StoryFault } from "./story-error.ts";

export interface Story {
  /** Well-formed, without NUL, with at least one letter or digit, at most MAX_STORY_BYTES of UTF-8. */
  readonly text: string;
  readonly encoding: TextEncodingName;
  /** From the file's name. */
  readonly title: string;
}

/** The longest text a section can hold, bytes of UTF-8. */
export const MAX_STORY_BYTES = 8 * 1024 * 1024;

/** UTF-16 takes at most twice the bytes of UTF-8: more than this is too long in any encoding. */
const MAX_FILE_BYTES = 2 * MAX_STORY_BYTES + 4;
/** A book holds pictures too. */
const MAX_BOOK_BYTES = 64 * 1024 * 1024;

/** `path` is absolute, or "-" for `stdin`. Throws StoryError. */
export async function readStory(path: string, stdin: Readable = process.stdin): Promise<Story> {
  const bytes = path === "-" ? await readAtMost(stdin) : await readFileAtMost(path);
  const title = path === "-" ? "Story" : titleOf(path);
  if (isEpub(bytes)) {
    const book = await epubText(bytes);
    return storyFromBytes(Buffer.from(book.text.toWellFormed(), "utf8"), book.title ?? title);
  }
  const story = storyFromBytes(bytes, title);
  const markup = markupOf(path, story.text);
  if (markup === null) return story;
  const read = markupText(markup, false);
  const { text } = storyFromBytes(Buffer.from(read.text, "utf8"), title);
  return { ...story, text, title: read.title ?? title };
}

/** A ZIP whose first file is stored and says what it is (OCF 4.3). */
function isEpub(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 120)).toString("latin1");
  return head.startsWith("PK\u0003\u0004") && head.includes("mimetypeapplication/epub+zip");
}

/** HTML is known by its beginning; Markdown looks like any text and is known by the file's name. */
function markupOf(path: string, text: string): string | null {
  if (/^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)[\s>]/i.test(text.slice(0, 1_000))) return text;
  if (!/\.(?:md|markdown)$/i.test(path)) return null;
  try {
    return marked.parse(text, { async: false });
  } catch {
    throw new StoryError("unreadable", "The Markdown is nested too deeply to be read.");
  }
}

/** The rules that make bytes a story. Throws StoryError. */
export function storyFromBytes(bytes: Uint8Array, title: string): Story {
  if (bytes.length > MAX_FILE_BYTES) throw tooLong();
  const { text, encoding } = decodeText(bytes);
  if (text === "") throw new StoryError("empty", "The file is empty.");
  if (Buffer.byteLength(text) > MAX_STORY_BYTES) throw tooLong();
  if (!/[\p{L}\p{N}]/u.test(text)) {
    throw new StoryError("blank", "There is nothing to speak in the file: it holds no letter and no digit.");
  }
  return { text, encoding, title };
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
    if (total > MAX_BOOK_BYTES) throw tooLarge();
  }
  return Buffer.concat(chunks);
}

function fileFault(error: unknown, path: string): StoryError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return new StoryError("missing", `There is no file ${path}.`);
  const why = code === "EACCES" || code === "EPERM" ? "no permission" : (code ?? "unknown error");
  return new StoryError("unreadable", `${path} cannot be read (${why}).`);
}

function tooLarge(): StoryError {
  return new StoryError("too-long", "The file is larger than 64 MiB; a story may have 8 MiB of text.");
}

function tooLong(): StoryError {
  return new StoryError(
    "too-long",
    "The text is longer than 8 MiB, the most that one section can hold. Split it into several files.",
  );
}
