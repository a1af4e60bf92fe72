// The book data of a story: read from the book and given as options, stored with the project, and so part of every file
// that is made from the project.

import { randomUUID } from "node:crypto";
import { type BookDetails, LIMITS } from "@fullcast/contract/client";
import { type RubyReading, rubyEntries } from "@fullcast/core/lexicon";
import { type Client, hasCode } from "../connection/client.ts";
import type { Display } from "./progress-display.ts";

export interface BookFacts {
  readonly author: string | null;
  /** BCP 47. */
  readonly language: string | null;
  readonly details: BookDetails;
  /** Nothing has checked yet that the bytes are an image. */
  readonly cover: Uint8Array | null;
  /** Some of the data was given as options; a given cover replaces the project's. */
  readonly isGiven?: boolean;
  /** Null or absent: as the project has it. */
  readonly lyrics?: boolean | null;
  readonly undisclosed?: string | null;
}

/** Whether there is data that only a book's files have a place for. */
export const hasBookData = ({ author, cover, details, isGiven }: BookFacts): boolean =>
  isGiven === true || author !== null || cover !== null || details.series !== null || details.description !== null;

/** Stores what the project does not have yet. Reports a cover that cannot be read, and continues without it. */
export async function storeBookData(
  client: Client,
  projectId: string,
  title: string,
  facts: BookFacts,
  display: Display,
): Promise<void> {
  const params = { projectId };
  const { book } = await client.call("readBook", { params });
  const { author, language, details, cover, lyrics = null, undisclosed = null } = facts;
  const wanted = {
    title,
    author,
    language,
    ...details,
    ...(lyrics === null ? {} : { lyrics }),
    ...(undisclosed === null ? {} : { undisclosed_reason: undisclosed }),
  };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  if (names.some((name) => JSON.stringify(book[name]) !== JSON.stringify(wanted[name]))) {
    await client.call("changeBook", { params, body: { schema_version: 1, ...wanted } });
  }
  const contentType = cover === null ? null : imageType(cover);
  if (cover === null || (book.cover_asset_id !== null && facts.isGiven !== true)) return;
  try {
    if (contentType === null) throw new Error("no image");
    await client.call("putBookCover", { params, upload: { contentType, bytes: new Uint8Array(cover) } });
  } catch (error) {
    if (contentType !== null && !hasCode(error, "IMAGE_UNREADABLE", "REQUEST_TOO_LARGE")) throw error;
    display.say("The book's cover cannot be read. One is drawn from title and author.");
  }
}

/** The version of a lexicon that nothing has changed. */
const UNTOUCHED = 1;

/** Gives a project with an untouched lexicon the readings that the book puts beside its characters. */
export async function storeReadings(client: Client, projectId: string, ruby: readonly RubyReading[]): Promise<void> {
  const entries = rubyEntries(ruby, LIMITS.lexicon_entries);
  if (entries.length === 0) return;
  const params = { projectId };
  const { lexicon_version } = await client.call("readLexicon", { params });
  if (lexicon_version !== UNTOUCHED) return;
  await client.call("changeLexicon", {
    params,
    body: {
      ...{ schema_version: 1, actor_session_id: randomUUID(), client_mutation_id: randomUUID() },
      ...{ base_lexicon_version: lexicon_version, upsert: entries, delete: [] },
    },
  });
}

/** The type of an image by its first bytes; null when it is none of these. */
export function imageType(bytes: Uint8Array): "image/jpeg" | "image/png" | "image/gif" | "image/webp" | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG")) return "image/png";
  if (head.startsWith("GIF8")) return "image/gif";
  return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : null;
}
