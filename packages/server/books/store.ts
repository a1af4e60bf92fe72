// The SQL of books.

import type { BookDetails } from "@fullcast/contract";
import type { Selectable } from "kysely";
import type { MediaAssetsTable, ProjectBooksTable, StoredDetails } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

export interface BookData {
  readonly title: string | null;
  readonly author: string | null;
  readonly language: string | null;
  readonly details: StoredDetails;
  /** A JPEG among the account's assets. */
  readonly coverAssetId: string | null;
  /** The format of the imported file; null when the book was not imported. */
  readonly format: Selectable<ProjectBooksTable>["source_format"];
}

export const NO_DETAILS: BookDetails = {
  series: null,
  series_number: null,
  description: null,
  publisher: null,
  published: null,
  isbn: null,
  contributors: [],
};

/** The book data of a project; null when none was ever imported or set. */
export async function bookOf({ db }: Db, projectId: string): Promise<BookData | null> {
  const row = await db.q.selectFrom("project_books").selectAll().where("project_id", "=", projectId).executeTakeFirst();
  if (row === undefined) return null;
  const { title, author, language, cover_asset_id: coverAssetId, source_format: format } = row;
  return { title, author, language, details: { ...NO_DETAILS, ...row.details }, coverAssetId, format };
}

/** When the book data of the project last changed; null: never. */
export async function bookChangedAt({ db }: Db, projectId: string): Promise<Date | null> {
  const row = await db.q
    .selectFrom("project_books")
    .select("updated_at")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row?.updated_at ?? null;
}

/** Replaces the book data of the project. Runs in the caller's transaction. */
export async function writeBook(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  book: BookData,
): Promise<void> {
  const row = {
    title: book.title,
    author: book.author,
    language: book.language,
    details: JSON.stringify(book.details),
    cover_asset_id: book.coverAssetId,
    source_format: book.format,
    updated_at: clock(),
  };
  await db.q
    .insertInto("project_books")
    .values({ project_id: projectId, ...row })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(row))
    .execute();
}

export async function insertCover({ db }: Db, projectId: string, assetId: string): Promise<void> {
  await db.q.insertInto("book_covers").values({ asset_id: assetId, project_id: projectId, drawn_key: null }).execute();
}

/** The asset of a given cover of the project with these bytes. */
export async function coverWithHash({ db }: Db, projectId: string, sha256: string): Promise<string | undefined> {
  const row = await db.q
    .selectFrom("media_assets")
    .innerJoin("book_covers", "book_covers.asset_id", "media_assets.id")
    .select("media_assets.id")
    .where("book_covers.project_id", "=", projectId)
    .where("book_covers.drawn_key", "is", null)
    .where("media_assets.sha256", "=", sha256)
    .executeTakeFirst();
  return row?.id;
}

/** A cover that was drawn for the project under this key. */
export async function drawnCover({ db }: Db, projectId: string, key: string) {
  return db.q
    .selectFrom("media_assets")
    .innerJoin("book_covers", "book_covers.asset_id", "media_assets.id")
    .select(["media_assets.sha256", "media_assets.content_type"])
    .where("book_covers.project_id", "=", projectId)
    .where("book_covers.drawn_key", "=", key)
    .executeTakeFirst();
}

/** The EPUB that the project was imported from, or last updated from as a whole. */
export async function originalOf({ db }: Db, projectId: string) {
  return db.q
    .selectFrom("media_assets")
    .innerJoin("book_originals", "book_originals.asset_id", "media_assets.id")
    .select(["media_assets.sha256", "media_assets.content_type"])
    .where("book_originals.project_id", "=", projectId)
    .executeTakeFirst();
}

export async function insertOriginal({ db }: Db, projectId: string, assetId: string): Promise<void> {
  await db.q.insertInto("book_originals").values({ project_id: projectId, asset_id: assetId }).execute();
}

/** @returns the asset of the original that the project had. */
export async function deleteOriginal({ db }: Db, projectId: string): Promise<string[]> {
  const rows = await db.q
    .deleteFrom("book_originals")
    .where("project_id", "=", projectId)
    .returning("asset_id")
    .execute();
  return rows.map((row) => row.asset_id);
}

/** Does nothing when another transaction has inserted the same cover. */
export async function insertDrawnCover({ db }: Db, projectId: string, assetId: string, key: string): Promise<void> {
  await db.q
    .insertInto("book_covers")
    .values({ asset_id: assetId, project_id: projectId, drawn_key: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The asset of one of the project's covers; undefined when the project has no such cover. */
export async function coverAsset(
  { db }: Db,
  projectId: string,
  assetId: string,
): Promise<Selectable<MediaAssetsTable> | undefined> {
  return db.q
    .selectFrom("media_assets")
    .innerJoin("book_covers", "book_covers.asset_id", "media_assets.id")
    .selectAll("media_assets")
    .where("media_assets.id", "=", assetId)
    .where("book_covers.project_id", "=", projectId)
    .executeTakeFirst();
}

/** Deletes all covers of a project. @returns the ids of their assets. */
export async function deleteCovers({ db }: Db, projectId: string): Promise<string[]> {
  await db.q.updateTable("project_books").set({ cover_asset_id: null }).where("project_id", "=", projectId).execute();
  const rows = await db.q.deleteFrom("book_covers").where("project_id", "=", projectId).returning("asset_id").execute();
  return rows.map((row) => row.asset_id);
}
