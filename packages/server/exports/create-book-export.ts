import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import { requireStorage } from "../accounts/accounts.ts";
import { bookOf, coverAsset, originalOf } from "../books/books.ts";
import { canonicalRequest, once } from "../db/once.ts";
import type { ExportedBook } from "../db/tables.ts";
import { type SectionRow, sectionsOfProject } from "../documents/documents.ts";
import { findProject, lockProject, type ProjectRow } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { EXPORT_QUEUE } from "./advance.ts";
import { insertBookExport, sameBooksUnderWay } from "./book-store.ts";
import { chooseSections } from "./choose-sections.ts";
import type { CreateProjectExportBody } from "./create-project-export.ts";
import { getBookExport } from "./read-book-exports.ts";
import { type ExportRow, QUEUED } from "./store.ts";

export interface CreateBookExportBody extends CreateProjectExportBody {
  readonly book?:
    | ({ readonly [field in Exclude<keyof ExportedBook, "pages" | "highlight">]?: ExportedBook[field] | undefined } & {
        readonly pages?: "own" | "original" | undefined;
        readonly highlight?: "word" | "sentence" | undefined;
      })
    | undefined;
}

type Creator = Pick<Services, "db" | "clock" | "newId" | "jobs" | "signer" | "publicUrl" | "settings">;

/** Creates one export of all chosen sections. Captures selection, versions and book data in one transaction. */
export async function createBookExport(
  services: Creator,
  caller: Caller,
  projectId: string,
  idempotencyKey: string,
  body: CreateBookExportBody,
) {
  await findProject(services, caller, projectId);
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: `book-export:${idempotencyKey}`,
      operation: "createBookExport",
      request: canonicalRequest({ ...body }, { projectId }),
    },
    async () => {
      const project = await lockProject(services, caller, projectId);
      await requireStorage(services, caller.accountId);
      const chosen = chooseSections(await sectionsOfProject(services, projectId), body.sections);
      const row = queuedRow(services, project, body.format);
      const sections = chosen.map(({ id, title, document_version }, place) => ({
        export_id: row.id,
        place,
        section_id: id,
        title,
        document_version,
      }));
      await requireOriginal(services, project.id, body);
      const captured = { book: await describedBook(services, project, chosen, body.book), sections };
      const isUnderWay = (await sameBooksUnderWay(services, row, captured)).length > 0;
      await insertBookExport(services, { ...row, cache_result: isUnderWay ? "coalesced" : "miss" }, captured);
      await services.jobs.enqueue(EXPORT_QUEUE, row.id, {}, { party: row.account_id, urgency: 2 });
      return { id: row.id };
    },
  );
  const data = await getBookExport(services, caller, projectId, result.id);
  return replayed ? { status: 200 as const, data } : { status: 202 as const, data };
}

/** @throws ApiError INVALID_REQUEST when the narration cannot be put into the pages of an original EPUB */
async function requireOriginal(
  services: Pick<Services, "db">,
  projectId: string,
  { format, book }: CreateBookExportBody,
): Promise<void> {
  const isEpub = format === "epub";
  if (!isEpub && (book?.pages !== undefined || book?.highlight !== undefined))
    throw invalidField("book.pages", `and book.highlight are for EPUB, not for ${format}`);
  if (book?.pages !== "original") return;
  if (book.part !== undefined && book.part !== "whole")
    throw invalidField("book.part", `is ${book.part}; an original EPUB holds the whole book`);
  if (book.credits === true)
    throw invalidField("book.credits", "is true; an original EPUB has no page for spoken credits");
  if ((await originalOf(services, projectId)) === undefined)
    throw invalidField(
      "book.pages",
      "is original, but no EPUB is kept for this story; set it with PUT …/book/original",
    );
}

/** The book data of the request; where a field is absent, that of the project's book, else the project's or story's name. */
async function describedBook(
  services: Pick<Services, "db">,
  project: ProjectRow,
  [first]: readonly SectionRow[],
  given: CreateBookExportBody["book"] = {},
): Promise<ExportedBook> {
  const known = await bookOf(services, project.id);
  const name = project.project_kind === "named" ? project.name : first?.title;
  const valueOr = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value);
  const cover_asset_id = valueOr(given.cover_asset_id, known?.coverAssetId ?? null);
  if (cover_asset_id !== null && (await coverAsset(services, project.id, cover_asset_id)) === undefined) {
    throw new ApiError("NOT_FOUND", { resource: "asset" });
  }
  return {
    title: given.title ?? known?.title ?? (name?.trim() || "Untitled"),
    author: valueOr(given.author, known?.author ?? null),
    language: valueOr(given.language, known?.language ?? null),
    narrator: given.narrator ?? null,
    cover_asset_id,
    details: known?.details ?? null,
    credits: given.credits ?? false,
    chapters: given.chapters ?? "sections",
    part: given.part ?? "whole",
    // Only what differs from the usual: rows and keys of other files stay as they were.
    ...(given.pages === "original" ? { pages: given.pages } : {}),
    ...(given.highlight === "sentence" ? { highlight: given.highlight } : {}),
  };
}

function queuedRow(
  services: Pick<Services, "clock" | "newId">,
  project: ProjectRow,
  format: ExportRow["format"],
): ExportRow {
  return {
    ...QUEUED,
    id: services.newId(),
    account_id: project.account_id,
    project_id: project.id,
    section_id: null,
    document_version: null,
    format,
    cache_result: "miss",
    speaker_registry_version: project.speaker_registry_version,
    mastering_version: project.mastering_version,
    created_at: services.clock(),
  };
}
