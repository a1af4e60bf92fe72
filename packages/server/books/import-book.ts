import { rm, stat } from "node:fs/promises";
import { ApiError, type BookImport, type Caller, LIMITS } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { type RubyReading, rubyEntries } from "@fullcast/core/lexicon";
import { requireStorage } from "../accounts/accounts.ts";
import { drawSvg, imageTypeOf } from "../codec/codec.ts";
import { createFairQueue } from "../compute/compute.ts";
import { committedBefore, type OnceRequest, once } from "../db/once.ts";
import { isDiskFull } from "../disk-full.ts";
import { addSection, writeLexicon } from "../documents/documents.ts";
import type { RawBody } from "../http/http.ts";
import { addProject } from "../projects/projects.ts";
import {
  type BookChapter,
  type BookContent,
  BookError,
  type BookFormat,
  bookFormatOfName,
  readBook,
} from "../reading/reading.ts";
import type { Services } from "../services.ts";
import { bookOnWire } from "./book-data.ts";
import { addCover, type StoredCover, storeCover } from "./covers.ts";
import { putOriginal, storeOriginal } from "./originals.ts";
import { type BookData, writeBook } from "./store.ts";

export type Importer = Pick<Services, "db" | "files" | "clock" | "newId" | "settings">;

/** The formats of content types. Absent: the bytes or the name decide. */
const CLAIMS: Readonly<Record<string, BookFormat>> = {
  "text/plain": "text",
  "text/markdown": "markdown",
  "text/html": "html",
  "application/xhtml+xml": "html",
  "application/epub+zip": "epub",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
};

/** The result that a replay returns. It contains no text. */
export type Imported = Omit<BookImport, "idempotent_replay">;

/**
 * Creates a named project from a book's file.
 *
 * @param signal Stops reading when the client has disconnected.
 * @throws ApiError BOOK_UNREADABLE, IDEMPOTENCY_CONFLICT, STORAGE_FULL, STORAGE_QUOTA_EXCEEDED, and what the body's own
 * reading throws.
 */
export async function importBook(
  services: Importer,
  caller: Caller,
  given: { readonly key: string; readonly filename: string | null; readonly upload: RawBody },
  signal: AbortSignal,
) {
  const { key, filename, upload } = given;
  const path = services.files.temporary(".book");
  try {
    const { sha256 } = await upload.save(path);
    const request: OnceRequest = {
      accountId: caller.accountId,
      key: `import:${key}`,
      operation: "importBook",
      request: { sha256, content_type: upload.contentType, filename },
    };
    const before = await committedBefore<Stored>(services, request);
    if (before !== null) return answer(before, true);
    await requireStorage(services, caller.accountId);
    const book = await readInTurn(caller, { path, contentType: upload.contentType, filename }, signal);
    const cover = await coverOf(services, caller, book);
    const original = await storeOriginal(services, book, path, sha256);
    const { result, replayed } = await once<Stored>(services, request, async () => {
      const imported = await storeBook(services, caller, book, cover, nameOf(filename));
      await putOriginal(services, caller.accountId, imported.project.id, original);
      return imported as unknown as Stored;
    });
    return answer(result, replayed);
  } catch (error) {
    throw isDiskFull(error) ? new ApiError("STORAGE_FULL") : error;
  } finally {
    await rm(path, { force: true });
  }
}

export type Stored = { readonly [key: string]: JsonValue };

export function answer(result: Stored, replayed: boolean) {
  const data: BookImport = { ...(result as unknown as Imported), idempotent_replay: replayed };
  return replayed ? { status: 200 as const, data } : { status: 201 as const, data };
}

/** One import of an account at a time. */
const accounts = createFairQueue({ atOnce: Number.POSITIVE_INFINITY });
/** Reading takes time that grows with the file: small files never wait for large ones. */
const SMALL_BYTES = 1024 * 1024;
const small = createFairQueue({ atOnce: 2 });
const large = createFairQueue({ atOnce: 2 });

/** Reads a received file when it is the account's turn. @throws ApiError BOOK_UNREADABLE */
export const readInTurn = (
  { accountId }: Pick<Caller, "accountId">,
  file: { readonly path: string; readonly contentType: string; readonly filename: string | null },
  signal: AbortSignal,
): Promise<BookContent> =>
  inTurn(accountId, file.path, () => readUpload(file.path, file.contentType, file.filename, signal), signal);

/** Runs `work` when it is the account's turn; accounts take turns. */
async function inTurn<T>(accountId: string, path: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const { size } = await stat(path);
  const lane = size <= SMALL_BYTES ? small : large;
  return accounts.run(accountId, () => lane.run(accountId, work, signal), signal);
}

async function readUpload(
  path: string,
  contentType: string,
  filename: string | null,
  signal: AbortSignal,
): Promise<BookContent> {
  const named = filename === null ? null : bookFormatOfName(filename);
  const claimed = CLAIMS[contentType] ?? null;
  try {
    return await readBook(
      { source: path, format: claimed === "text" && named === "markdown" ? named : (claimed ?? named) },
      { signal },
    );
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    throw new ApiError("BOOK_UNREADABLE", { reason: error.fault, explanation: error.message });
  }
}

/** Pixels of the longer side of a cover that is drawn from an SVG: what audiobook shops ask for. */
const SVG_EDGE = 2_400;

/** The stored cover, null if the book has none, or the fault of an unusable cover. */
export async function coverOf(
  services: Importer,
  caller: Caller,
  { cover }: BookContent,
): Promise<StoredCover | { readonly fault: string } | null> {
  if (cover === null) return null;
  const bytes = Buffer.from(cover.buffer, cover.byteOffset, cover.length);
  const type = imageTypeOf(bytes);
  if (type !== null) return storeCover(services, caller, bytes, type);
  if (!isSvg(bytes)) return { fault: "it is not a PNG, JPEG, GIF, WebP or SVG image" };
  const drawn = await drawSvg(caller, bytes, { mostEdge: SVG_EDGE });
  return "fault" in drawn ? drawn : storeCover(services, caller, Buffer.from(drawn.png), "image/png");
}

const isSvg = (bytes: Buffer): boolean => /<(?:\w+:)?svg[\s>]/.test(bytes.toString("latin1", 0, 4_096));

/** Writes the project with its content. Runs in the caller's transaction. */
async function storeBook(
  services: Importer,
  caller: Caller,
  book: BookContent,
  cover: Awaited<ReturnType<typeof coverOf>>,
  fileTitle: string | null,
): Promise<Imported> {
  const title = book.title ?? fileTitle ?? book.chapters[0]?.title ?? "";
  const { author, language, details, format } = book;
  return addBook(
    services,
    caller,
    { title, author, language, details, format },
    {
      cover: (projectId) =>
        cover !== null && "sha256" in cover ? addCover(services, caller.accountId, projectId, cover) : null,
      chapters: book.chapters,
      ruby: book.ruby ?? [],
      warnings: warningsOf(book, cover),
    },
  );
}

/** The warnings about a book that was read. */
export function warningsOf({ warnings }: BookContent, cover: Awaited<ReturnType<typeof coverOf>>) {
  const unreadable = cover !== null && "fault" in cover;
  if (!unreadable) return warnings;
  return [...warnings, { code: "cover_unreadable" as const, message: `The cover was left out: ${cover.fault}.` }];
}

interface BookParts {
  /** Gives the project its cover. @returns the asset's id */
  readonly cover: (projectId: string) => Promise<string> | null;
  readonly chapters: Iterable<BookChapter> | AsyncIterable<BookChapter>;
  /** They become entries of the lexicon. */
  readonly ruby: readonly RubyReading[];
  readonly warnings: Imported["warnings"];
}

/** Writes a named project with a section for each chapter. Runs in the caller's transaction. */
export async function addBook(
  services: Pick<Services, "db" | "clock" | "newId">,
  caller: Pick<Caller, "accountId">,
  book: Omit<BookData, "coverAssetId">,
  { cover, chapters, ruby, warnings }: BookParts,
): Promise<Imported> {
  const name = cut(book.title ?? "", LIMITS.project_name_units);
  const projectId = services.newId();
  await addProject(services, { id: projectId, accountId: caller.accountId, name });
  const data: BookData = { ...book, coverAssetId: await cover(projectId) };
  await writeBook(services, projectId, data);
  const entries = rubyEntries(ruby, LIMITS.lexicon_entries).map((entry) => ({ ...entry, id: services.newId() }));
  if (entries.length > 0) await writeLexicon(services, projectId, { upsert: entries, deleted: [] });
  const at = services.clock();
  const actorSessionId = services.newId();
  const sections: Imported["sections"][number][] = [];
  for await (const chapter of chapters) {
    const sectionIndex = sections.length;
    const id = services.newId();
    await addSection(services, {
      id,
      projectId,
      accountId: caller.accountId,
      title: chapter.title,
      sectionIndex,
      blockId: services.newId(),
      text: chapter.text,
      at,
      actorSessionId,
    });
    sections.push({ section_id: id, title: chapter.title, source_text_length: chapter.text.length });
  }
  return { project: { id: projectId, name, project_kind: "named" }, book: bookOnWire(data), sections, warnings };
}

/** "the_mill.epub" → "the mill"; null when nothing is left. */
export function nameOf(filename: string | null): string | null {
  const base = (filename ?? "").split(/[\\/]/).at(-1) ?? "";
  const name = base
    .replace(/\.[A-Za-z]{1,12}$/, "")
    .replaceAll(/[\s_\p{Cc}]+/gu, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}

/** Never within a surrogate pair. */
const cut = (text: string, units: number): string =>
  text
    .slice(0, units)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
