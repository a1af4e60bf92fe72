import { rm } from "node:fs/promises";
import { ApiError, type Book, type Caller } from "@fullcast/contract";
import { requireStorage } from "../accounts/accounts.ts";
import { isDiskFull } from "../disk-full.ts";
import type { RawBody } from "../http/http.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import { getBook } from "./book-data.ts";
import { type Importer, readInTurn } from "./import-book.ts";
import { putOriginal, type StoredOriginal, storeOriginal } from "./originals.ts";

/**
 * Keeps an EPUB as the original of a story.
 * @throws ApiError NOT_FOUND, BOOK_UNREADABLE for a file that is no EPUB, STORAGE_FULL, STORAGE_QUOTA_EXCEEDED
 */
export async function uploadOriginal(
  services: Importer,
  caller: Caller,
  projectId: string,
  upload: RawBody,
  signal: AbortSignal,
): Promise<{ book: Book }> {
  await findProject(services, caller, projectId);
  await requireStorage(services, caller.accountId);
  const path = services.files.temporary(".book");
  try {
    const { sha256 } = await upload.save(path);
    const file = { path, sha256, contentType: upload.contentType };
    const original = await keptOriginal(services, caller, file, signal);
    await services.db.transaction(async () => {
      await lockProject(services, caller, projectId);
      await putOriginal(services, caller.accountId, projectId, original);
    });
    return { book: (await getBook(services, caller, projectId)).book };
  } catch (error) {
    throw isDiskFull(error) ? new ApiError("STORAGE_FULL") : error;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Reads a file as a book and moves it into the store.
 * @throws ApiError BOOK_UNREADABLE for a file that is no EPUB
 */
export async function keptOriginal(
  services: Pick<Importer, "files">,
  caller: Pick<Caller, "accountId">,
  { path, sha256, contentType }: { readonly path: string; readonly sha256: string; readonly contentType: string },
  signal: AbortSignal,
): Promise<StoredOriginal> {
  const book = await readInTurn(caller, { path, contentType, filename: null }, signal);
  const original = await storeOriginal(services, book, path, sha256);
  if (original !== null) return original;
  throw new ApiError("BOOK_UNREADABLE", {
    reason: "wrong_type",
    explanation: `The file is no EPUB; its format is ${book.format}.`,
  });
}
