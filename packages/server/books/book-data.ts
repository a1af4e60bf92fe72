// Reads and changes the book data of a project.

import { ApiError, type Book, type Caller } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { canonicalJson } from "@fullcast/core/json";
import type { StoredDetails } from "../db/tables.ts";
import {
  addProjectEntry,
  findTerms,
  lexiconEntries,
  NO_CHANGES,
  type ProjectChanges,
  respeakTerms,
  respeakUnspoken,
} from "../documents/documents.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import { type BookData, bookOf, coverAsset, NO_DETAILS, originalOf, writeBook } from "./store.ts";

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
  return {
    title,
    author,
    language,
    ...details,
    lyrics: details.lyrics ?? false,
    undisclosed_reason: details.undisclosed_reason ?? null,
    cover_asset_id: coverAssetId,
    format,
  };
}

export async function getBook(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  await findProject(services, caller, projectId);
  const book = bookOnWire((await bookOf(services, projectId)) ?? NOTHING_KNOWN);
  return { book, has_original: (await originalOf(services, projectId)) !== undefined };
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
  const detailNames = [...Object.keys(NO_DETAILS), "lyrics", "undisclosed_reason"] as (keyof StoredDetails)[];
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
    if (language !== undefined) await respeakLanguage(services, projectId, book.language !== known.language);
    await recordChange(services, projectId, known, book);
    return { book: bookOnWire(book) };
  });
}

/** Makes an entry of the project's history, if a field changed. */
async function recordChange(
  services: Pick<Services, "db" | "clock">,
  projectId: string,
  was: BookData,
  is: BookData,
): Promise<void> {
  const [before, after] = [fieldsOf(was), fieldsOf(is)];
  const names = Object.keys(after).filter((name) => !isSame(before[name], after[name]));
  if (names.length === 0) return;
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  await addProjectEntry(
    services,
    { projectId, actorSessionId: null, summary: summaryOf(names) },
    { ...NO_CHANGES, book: { before: only(before), after: only(after) } },
  );
}

/** The studio translates these sentences. */
const SUMMARIES: { readonly [field: string]: string } = {
  title: "Changed the title of the book",
  author: "Changed the author of the book",
  language: "Changed the language of the book",
  cover_asset_id: "Changed the cover of the book",
};

function summaryOf([name = "", ...others]: readonly string[]): string {
  return (others.length === 0 ? SUMMARIES[name] : undefined) ?? "Changed the book data";
}

interface Fields {
  readonly [name: string]: unknown;
}

/** What a person can change, with the names of the API. */
function fieldsOf(book: BookData): Fields {
  const { format: _format, ...fields } = bookOnWire(book);
  return fields;
}

const isSame = (one: unknown, other: unknown) =>
  canonicalJson((one ?? null) as JsonValue) === canonicalJson((other ?? null) as JsonValue);

/**
 * Reverts a change of the book for undo. Runs in the caller's transaction, which holds the project.
 * @returns false, without a change, when one of its fields changed again
 */
export async function putBookBack(
  services: Pick<Services, "db" | "clock" | "engines">,
  projectId: string,
  { book: change }: ProjectChanges,
): Promise<boolean> {
  if (change === undefined) return true;
  const known = (await bookOf(services, projectId)) ?? NOTHING_KNOWN;
  const now = fieldsOf(known);
  if (!Object.entries(change.after).every(([name, value]) => isSame(now[name], value))) return false;
  const { title, author, language, cover_asset_id, ...details } = { ...now, ...change.before } as Book;
  await writeBook(services, projectId, {
    title,
    author,
    language,
    details,
    coverAssetId: cover_asset_id,
    format: known.format,
  });
  if (language !== known.language) await respeakLanguage(services, projectId, true);
  return true;
}

/**
 * Figures are read by the rules of the book's language, and entries of the lexicon may be for one language only. Lines that
 * were never spoken follow the language, also when it is given again; lines with audio only where such an entry holds.
 */
async function respeakLanguage(services: Pick<Services, "db" | "engines">, projectId: string, isOther: boolean) {
  const casts = await castsOf(services, projectId);
  await respeakUnspoken(services, projectId, casts);
  if (!isOther) return;
  const entries = (await lexiconEntries(services, projectId)).filter((entry) => entry.language !== null);
  if (entries.length === 0) return;
  await respeakTerms(services, projectId, await findTerms(services, projectId, entries), casts);
}

/** Only the fields that have a value; null is one. */
const given = (fields: { readonly [name: string]: unknown }) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
