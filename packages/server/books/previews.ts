// Previews of imports: books that were read and whose chapters and titles the client chooses next.
// Always true: a preview creates no project; it is deleted with its import and after a day; its cover is an asset of the
// account that becomes the project's.

import { rm } from "node:fs/promises";
import { ApiError, type BookDetails, type Caller, commandRejected, invalidField, LIMITS } from "@fullcast/contract";
import { countWords } from "@fullcast/core/document";
import type { RubyReading } from "@fullcast/core/lexicon";
import { sql } from "kysely";
import { requireStorage } from "../accounts/accounts.ts";
import { canonicalRequest, committedBefore, type OnceRequest, once } from "../db/once.ts";
import { isDiskFull } from "../disk-full.ts";
import type { RawBody } from "../http/http.ts";
import { addAsset, removeAssets } from "../media/media.ts";
import type { BookChapter, BookContent } from "../reading/reading.ts";
import type { Services } from "../services.ts";
import { bookOnWire } from "./book-data.ts";
import {
  addBook,
  answer,
  coverOf,
  type Imported,
  type Importer,
  nameOf,
  readInTurn,
  type Stored,
  warningsOf,
} from "./import-book.ts";
import { addOriginalAsset, storeOriginal } from "./originals.ts";
import { type BookData, insertCover, insertOriginal } from "./store.ts";

/** The fields of a stored preview other than its chapters. */
interface PreviewedBook {
  readonly title: string;
  readonly author: string | null;
  readonly language: string | null;
  readonly details: BookDetails;
  readonly format: Exclude<BookData["format"], null>;
  readonly warnings: Imported["warnings"];
  /** The EPUB among the account's assets; absent for other files, and in previews of earlier versions. */
  readonly original_asset_id?: string | null;
  /** Absent without any, and in previews of earlier versions. */
  readonly ruby?: readonly RubyReading[];
}

interface Chapter extends BookChapter {
  readonly reason: Reason | null;
}

const REASONS = {
  bibliography: "bibliography",
  colophon: "colophon",
  contents: "contents",
  "cover page": "cover_page",
  credits: "credits",
  imprint: "imprint",
  index: "index",
  "lists of pictures and tables": "lists",
  notes: "notes",
  "title page": "title_page",
} as const;
type Reason = (typeof REASONS)[keyof typeof REASONS];

const OPENING_UNITS = 160;

/**
 * Reads a book's file and keeps the result for a day.
 * @param signal Stops reading when the client has disconnected.
 * @throws ApiError BOOK_UNREADABLE, STORAGE_FULL, STORAGE_QUOTA_EXCEEDED
 */
export async function previewImport(
  services: Importer,
  caller: Caller,
  { filename, upload }: { readonly filename: string | null; readonly upload: RawBody },
  signal: AbortSignal,
) {
  const path = services.files.temporary(".book");
  try {
    await requireStorage(services, caller.accountId);
    const { sha256 } = await upload.save(path);
    const content = await readInTurn(caller, { path, contentType: upload.contentType, filename }, signal);
    const cover = await coverOf(services, caller, content);
    const original = await storeOriginal(services, content, path, sha256);
    const chapters = chaptersOf(content);
    const book: PreviewedBook = {
      title: content.title ?? nameOf(filename) ?? content.chapters[0]?.title ?? "",
      author: content.author,
      language: content.language,
      details: content.details,
      format: content.format,
      warnings: warningsOf(content, cover),
    };
    const stored = cover !== null && "sha256" in cover ? cover : null;
    return await services.db.transaction(async () => {
      const coverAssetId =
        stored === null
          ? null
          : await addAsset(services, { accountId: caller.accountId, contentType: "image/jpeg", ...stored });
      const original_asset_id = original === null ? null : await addOriginalAsset(services, caller.accountId, original);
      const previewed = { ...book, original_asset_id, ...(content.ruby === undefined ? {} : { ruby: content.ruby }) };
      const { id, expires_at } = await keep(services, caller, previewed, coverAssetId, chapters);
      const { warnings, ...data } = book;
      return {
        import_id: id,
        expires_at: expires_at.toISOString(),
        book: bookOnWire({ ...data, coverAssetId }),
        chapters: chapters.map(({ title, text, reason }, index) => ({
          index,
          title,
          words: countWords(text),
          source_text_length: text.length,
          opening: openingOf(text),
          included: reason === null,
          reason,
        })),
        warnings,
      };
    });
  } catch (error) {
    throw isDiskFull(error) ? new ApiError("STORAGE_FULL") : error;
  } finally {
    await rm(path, { force: true });
  }
}

/** All chapters in the order of the file: front matter, what is read, back matter. */
function chaptersOf({ chapters, leftOut = [] }: BookContent): readonly Chapter[] {
  const left = (isFront: boolean) =>
    leftOut.flatMap((one): Chapter[] => {
      const reason = (REASONS as { readonly [matter: string]: Reason })[one.matter] ?? "notes";
      return one.isFront === isFront ? [{ title: one.title, text: one.text, reason }] : [];
    });
  return [...left(true), ...chapters.map((one) => ({ ...one, reason: null })), ...left(false)];
}

const openingOf = (text: string): string =>
  text
    .slice(0, 10 * OPENING_UNITS)
    .replaceAll(/\s+/gu, " ")
    .trim()
    .slice(0, OPENING_UNITS)
    .replace(/[\ud800-\udbff]$/, "");

const HOUR_MS = 3_600_000;

/** Stores a preview and drops the oldest ones of the account. Runs in the caller's transaction. */
async function keep(
  services: Pick<Services, "db" | "clock" | "newId">,
  { accountId }: Pick<Caller, "accountId">,
  book: PreviewedBook,
  coverAssetId: string | null,
  chapters: readonly Chapter[],
): Promise<{ readonly id: string; readonly expires_at: Date }> {
  const { db, clock, newId } = services;
  const created_at = clock();
  const row = { id: newId(), expires_at: new Date(created_at.getTime() + LIMITS.import_preview_hours * HOUR_MS) };
  await db.q
    .insertInto("book_previews")
    .values({ ...row, account_id: accountId, book: JSON.stringify(book), cover_asset_id: coverAssetId, created_at })
    .execute();
  for (const [index, { title, text, reason }] of chapters.entries())
    await db.q
      .insertInto("book_preview_chapters")
      .values({ preview_id: row.id, index, title, text, words: countWords(text), left_out: reason })
      .execute();
  const old = await db.q
    .selectFrom("book_previews")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .offset(LIMITS.import_previews)
    .execute();
  await removePreviews(
    services,
    old.map(({ id }) => id),
  );
  return row;
}

export interface ApplyBody {
  readonly title?: string | undefined;
  readonly author?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly chapters?: readonly { readonly index: number; readonly title?: string | undefined }[] | undefined;
}

/**
 * Creates a named project from a preview and deletes the preview. A repeated request returns the same project.
 * @throws ApiError NOT_FOUND for a deleted preview; INVALID_REQUEST for a chapter that it does not have
 */
export async function applyImport(services: Importer, caller: Caller, importId: string, body: ApplyBody) {
  const request: OnceRequest = {
    accountId: caller.accountId,
    key: `import-preview:${importId}`,
    operation: "applyImport",
    request: canonicalRequest({ ...body }, { importId }),
  };
  if ((await committedBefore<Stored>(services, request)) === null) await requireStorage(services, caller.accountId);
  const { result, replayed } = await once<Stored>(services, request, async () => {
    const preview = await services.db.q
      .selectFrom("book_previews")
      .selectAll()
      .where("id", "=", importId)
      .where("account_id", "=", caller.accountId)
      .where("expires_at", ">", services.clock())
      .forUpdate()
      .executeTakeFirst();
    if (preview === undefined) throw new ApiError("NOT_FOUND", { resource: "import" });
    const { warnings, original_asset_id: originalId, ruby = [], ...book } = preview.book as PreviewedBook;
    const { title = book.title, author = book.author, language = book.language } = body;
    const assetId = preview.cover_asset_id;
    const imported = await addBook(
      services,
      caller,
      { ...book, title, author, language },
      {
        cover: (projectId) => (assetId === null ? null : insertCover(services, projectId, assetId).then(() => assetId)),
        chapters: chosenChapters(services, importId, body.chapters),
        ruby,
        warnings,
      },
    );
    if (originalId != null) await insertOriginal(services, imported.project.id, originalId);
    await services.db.q.deleteFrom("book_previews").where("id", "=", importId).execute();
    return imported as unknown as Stored;
  });
  return answer(result, replayed);
}

/** The chosen chapters in their order, read one at a time. @throws ApiError INVALID_REQUEST for one that is not there */
async function* chosenChapters(
  { db }: Pick<Services, "db">,
  importId: string,
  chosen: ApplyBody["chapters"],
): AsyncGenerator<BookChapter> {
  const rows = await db.q
    .selectFrom("book_preview_chapters")
    .select(["index", "left_out"])
    .where("preview_id", "=", importId)
    .orderBy("index")
    .execute();
  const wanted =
    chosen ?? rows.filter((row) => row.left_out === null).map(({ index }) => ({ index, title: undefined }));
  for (const [at, { index, title }] of wanted.entries()) {
    const row = await db.q
      .selectFrom("book_preview_chapters")
      .select(["title", "text"])
      .where("preview_id", "=", importId)
      .where("index", "=", index)
      .executeTakeFirst();
    if (row === undefined) throw invalidField(`chapters.${at}.index`, "is no chapter of this preview");
    yield { title: title ?? row.title, text: row.text };
  }
}

export interface IncludedChapter {
  readonly index: number;
  readonly title: string;
  readonly text: string;
}

/**
 * The chapters of a preview that its import includes by default, and the language of the book.
 * @param most UTF-16 units of text at most
 * @throws ApiError NOT_FOUND for a deleted preview, STUDIO_COMMAND_REJECTED for too much text
 */
export async function includedChapters(
  { db, clock }: Pick<Services, "db" | "clock">,
  { accountId }: Pick<Caller, "accountId">,
  importId: string,
  most: number,
): Promise<{ readonly language: string | null; readonly chapters: readonly IncludedChapter[] }> {
  const preview = await db.q
    .selectFrom("book_previews")
    .select("book")
    .where("id", "=", importId)
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock())
    .executeTakeFirst();
  if (preview === undefined) throw new ApiError("NOT_FOUND", { resource: "import" });
  const included = db.q
    .selectFrom("book_preview_chapters")
    .where("preview_id", "=", importId)
    .where("left_out", "is", null);
  const { units } = await included
    .select(sql<number>`coalesce(sum(length(text)), 0)::float8`.as("units"))
    .executeTakeFirstOrThrow();
  if (units > most) throw commandRejected("too_much_text", { characters: units, limit: most });
  const chapters = await included.select(["index", "title", "text"]).orderBy("index").execute();
  return { language: (preview.book as PreviewedBook).language, chapters };
}

/** Removes previews with their covers. Runs in the caller's transaction. */
async function removePreviews(services: Pick<Services, "db" | "clock">, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await services.db.q
    .deleteFrom("book_previews")
    .where("id", "in", ids)
    .returning(["id", "cover_asset_id", "book"])
    .execute();
  for (const { id, cover_asset_id, book } of gone) {
    const assets = [cover_asset_id, (book as PreviewedBook).original_asset_id ?? null];
    await removeAssets(
      services,
      id,
      assets.filter((asset) => asset !== null),
    );
  }
}

/** Removes previews that were not imported in time. */
export async function removeOldBookPreviews(services: Pick<Services, "db" | "clock">): Promise<void> {
  const { db, clock } = services;
  const old = await db.q.selectFrom("book_previews").select("id").where("expires_at", "<", clock()).execute();
  await db.transaction(() =>
    removePreviews(
      services,
      old.map(({ id }) => id),
    ),
  );
}

/** Removes the previews of an account that is deleted. Runs in the caller's transaction. */
export async function removeBookPreviewsOf(services: Pick<Services, "db" | "clock">, accountId: string): Promise<void> {
  const rows = await services.db.q
    .selectFrom("book_previews")
    .select("id")
    .where("account_id", "=", accountId)
    .execute();
  await removePreviews(
    services,
    rows.map(({ id }) => id),
  );
}
