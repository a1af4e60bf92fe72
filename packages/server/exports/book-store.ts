// The SQL of book exports: the tables beside `exports`.

import { isDeepStrictEqual } from "node:util";
import type { Selectable } from "kysely";
import { insertMany } from "../db/db.ts";
import type { BookExportSectionsTable, ExportedBook } from "../db/tables.ts";
import type { Services } from "../services.ts";
import { EXPORT_COLUMNS, type ExportRow, insertExport, UNFINISHED } from "./store.ts";

type Db = Pick<Services, "db">;
export type BookSectionRow = Selectable<BookExportSectionsTable>;

export interface Book {
  readonly book: ExportedBook;
  /** In the order of the file. */
  readonly sections: readonly BookSectionRow[];
}

export async function insertBookExport(services: Db, row: ExportRow, { book, sections }: Book): Promise<void> {
  const { db } = services;
  await insertExport(services, row);
  await db.q
    .insertInto("book_exports")
    .values({ export_id: row.id, project_id: row.project_id, book: JSON.stringify(book) })
    .execute();
  await insertMany(db, "book_export_sections", sections);
}

/** Book data and sections of book exports, by export id. */
export async function booksById({ db }: Db, ids: readonly string[]): Promise<Map<string, Book>> {
  if (ids.length === 0) return new Map();
  const books = await db.q
    .selectFrom("book_exports")
    .select(["export_id", "book"])
    .where("export_id", "in", ids)
    .execute();
  const sections = await db.q
    .selectFrom("book_export_sections")
    .selectAll()
    .where("export_id", "in", ids)
    .orderBy("export_id")
    .orderBy("place")
    .execute();
  const bySection = Map.groupBy(sections, (section) => section.export_id);
  return new Map(books.map(({ export_id, book }) => [export_id, { book, sections: bySection.get(export_id) ?? [] }]));
}

/** Unfinished exports of the same file: the same sections, versions and book data. */
export async function sameBooksUnderWay(services: Db, row: ExportRow, { book, sections }: Book): Promise<ExportRow[]> {
  const others = await services.db.q
    .selectFrom("exports")
    .select(EXPORT_COLUMNS)
    .where("project_id", "=", row.project_id)
    .where("section_id", "is", null)
    .where("completed_at", "is", null)
    .where("status", "in", UNFINISHED)
    .where("id", "!=", row.id)
    .where("format", "=", row.format)
    .where("speaker_registry_version", "=", row.speaker_registry_version)
    .where("mastering_version", "=", row.mastering_version)
    .execute();
  const books = await booksById(
    services,
    others.map(({ id }) => id),
  );
  const captured = (one: Book) => [one.book, one.sections.map(({ export_id, ...section }) => section)];
  return others.filter(({ id }) => {
    const other = books.get(id);
    return other !== undefined && isDeepStrictEqual(captured(other), captured({ book, sections }));
  });
}

/** @throws Error when the rows are missing; they are written in one transaction with the export. */
export async function loadBook(services: Db, exportId: string): Promise<Book> {
  const book = (await booksById(services, [exportId])).get(exportId);
  if (book === undefined) throw new Error(`book export ${exportId} has no book data`);
  return book;
}

/** Newest first. */
export async function bookExportPage(
  { db }: Db,
  page: {
    readonly projectId: string;
    readonly format: ExportRow["format"] | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<ExportRow[]> {
  let select = db.q
    .selectFrom("exports")
    .select(EXPORT_COLUMNS)
    .where("project_id", "=", page.projectId)
    .where("section_id", "is", null);
  if (page.format !== undefined) select = select.where("format", "=", page.format);
  return select.orderBy("created_at", "desc").orderBy("id", "desc").offset(page.offset).limit(page.limit).execute();
}
