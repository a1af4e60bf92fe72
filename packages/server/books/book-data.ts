// Reads and changes the book data of a project.

import { ApiError, type Book, type Caller } from "@fullcast/contract";
import type { StoredDetails } from "../db/tables.ts";
import { findTerms, lexiconEntries, respeakTerms } from "../documents/documents.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import { type BookData, bookOf, coverAsset, NO_DETAILS, writeBook } from "./store.ts";

const NOTHING_KNOWN: BookData = {
  title: null,
  author: null,
  language: null,
  details: NO_DETAILS,
  coverAssetId: null,
  format: null,
};

/** The book as the interface shows it. */
export function bookOnWire({ details, coverAssetId, title, author, language, format }: BookData): Book {
  return { title, author, language, ...details, lyrics: details.lyrics ?? false, cover_asset_id: coverAssetId, format };
}

export async function getBook(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  await findProject(services, caller, projectId);
  return { book: bookOnWire((await bookOf(services, projectId)) ?? NOTHING_KNOWN) };
}

/** Each field that is given replaces the stored one; null clears it. */
export type BookChange = {
  readonly [field in "title" | "author" | "language" | "cover_asset_id"]?: string | null | undefined;
} & { readonly [field in keyof StoredDetails]?: StoredDetails[field] | undefined };

/** @throws ApiError NOT_FOUND for an unknown project, or for a cover that the project does not have. */
export async function changeBook(
  services: Pick<Services, "db" | "clock" | "engines">,
  caller: Caller,
  projectId: string,
  body: BookChange,
) {
  const { title, author, language, cover_asset_id: coverAssetId } = body;
  const changed = given({ title, author, language, coverAssetId });
  const detailNames = [...Object.keys(NO_DETAILS), "lyrics"] as (keyof StoredDetails)[];
  const changedDetails = given(Object.fromEntries(detailNames.map((name) => [name, body[name]])));
  return services.db.transaction(async () => {
    // The lock also serialises two changes of one book.
    await lockProject(services, caller, projectId);
    if (coverAssetId && (await coverAsset(services, projectId, coverAssetId)) === undefined) {
      throw new ApiError("NOT_FOUND", { resource: "asset" });
    }
    const known = (await bookOf(services, projectId)) ?? NOTHING_KNOWN;
    const book: BookData = { ...known, ...changed, details: { ...known.details, ...changedDetails } };
    if (Object.keys(changed).length + Object.keys(changedDetails).length > 0) {
      await writeBook(services, projectId, book);
    }
    if (book.language !== known.language) await respeakLanguage(services, projectId);
    return { book: bookOnWire(book) };
  });
}

/** Entries of the lexicon may be for one language only: their lines follow the language of the book. */
async function respeakLanguage(services: Pick<Services, "db" | "engines">, projectId: string): Promise<void> {
  const entries = (await lexiconEntries(services, projectId)).filter(({ language }) => language !== null);
  if (entries.length === 0) return;
  const holders = await findTerms(services, projectId, entries);
  await respeakTerms(services, projectId, holders, await castsOf(services, projectId));
}

/** Only the fields that have a value; null is one. */
const given = (fields: { readonly [name: string]: unknown }) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
