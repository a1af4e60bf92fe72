// What a book says of itself, told to the project that holds it: whoever makes files of the project later finds it there.

import { type Client, hasCode } from "../connection/client.ts";
import type { Display } from "./progress-display.ts";

export interface BookFacts {
  readonly author: string | null;
  /** BCP 47. */
  readonly language: string | null;
  /** As it lies in the book: whether it is a picture is not known yet. */
  readonly cover: Uint8Array | null;
}

/** Whether there is anything that only a book can say in its file. */
export const isTold = ({ author, cover }: BookFacts): boolean => author !== null || cover !== null;

/** Tells what the project does not know yet; a picture that cannot be read is said and left out. */
export async function tellBook(
  client: Client,
  projectId: string,
  title: string,
  facts: BookFacts,
  display: Display,
): Promise<void> {
  const params = { projectId };
  const { book } = await client.call("readBook", { params });
  const { author, language, cover } = facts;
  if (book.title !== title || book.author !== author || book.language !== language) {
    await client.call("changeBook", { params, body: { schema_version: 1, title, author, language } });
  }
  const contentType = cover === null ? null : imageType(cover);
  if (cover === null || book.cover_asset_id !== null) return;
  try {
    if (contentType === null) throw new Error("no picture");
    await client.call("putBookCover", { params, upload: { contentType, bytes: new Uint8Array(cover) } });
  } catch (error) {
    if (contentType !== null && !hasCode(error, "IMAGE_UNREADABLE", "REQUEST_TOO_LARGE")) throw error;
    display.say("The book's cover cannot be read; the file has none.");
  }
}

/** What a picture is by its first bytes. */
function imageType(bytes: Uint8Array): "image/jpeg" | "image/png" | "image/gif" | "image/webp" | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG")) return "image/png";
  if (head.startsWith("GIF8")) return "image/gif";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}
