// A story from a file or standard input: read with a bound, decoded, and refused when it cannot become audio.

import { open } from "node:fs/promises";
import { basename, extname } from "node:path";
import type { Readable } from "node:stream";
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

/** `path` is absolute, or "-" for `stdin`. Throws StoryError. */
export async function readStory(path: string, stdin: Readable = process.stdin): Promise<Story> {
  const bytes = path === "-" ? await readAtMost(stdin) : await readFileAtMost(path);
  return storyFromBytes(bytes, path === "-" ? "Story" : titleOf(path));
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
    if (total > MAX_FILE_BYTES) throw tooLong();
  }
  return Buffer.concat(chunks);
}

function fileFault(error: unknown, path: string): StoryError {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return new StoryError("missing", `There is no file ${path}.`);
  const why = code === "EACCES" || code === "EPERM" ? "no permission" : (code ?? "unknown error");
  return new StoryError("unreadable", `${path} cannot be read (${why}).`);
}

function tooLong(): StoryError {
  return new StoryError(
    "too-long",
    "The text is longer than 8 MiB, the most that one section can hold. Split it into several files.",
  );
}
