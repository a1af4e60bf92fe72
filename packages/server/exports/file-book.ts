// The tags, publication data and cover of a file, from its book.

import type { FileTags } from "@fullcast/core/audio-files";
import { type Disclosure, withStatement } from "@fullcast/core/disclosure";
import type { CoverShape } from "@fullcast/core/packaging";
import { bookOf, type CoverToDraw, coverAsset, coverToDraw, drawnCoverOf } from "../books/books.ts";
import type { StoredDetails } from "../db/tables.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import type { ExportRow } from "./store.ts";
import type { StoredPicture } from "./stored-render.ts";

export interface FileBook {
  /** Null for a standalone story without book data: the file's title is all that is known. */
  readonly title: string | null;
  readonly author: string | null;
  readonly language: string | null;
  readonly details: StoredDetails | null;
  readonly coverAssetId: string | null;
}

/** The book data of a project; a named project without any has its name as the title. */
export async function fileBook(
  services: Pick<Services, "db">,
  row: Pick<ExportRow, "account_id" | "project_id">,
): Promise<FileBook & { readonly isNamed: boolean }> {
  const project = await findProject(services, { accountId: row.account_id }, row.project_id);
  const isNamed = project.project_kind === "named";
  const known = await bookOf(services, row.project_id);
  return {
    isNamed,
    title: known?.title ?? (isNamed ? project.name?.trim() || null : null),
    author: known?.author ?? null,
    language: known?.language ?? null,
    details: known?.details ?? null,
    coverAssetId: known?.coverAssetId ?? null,
  };
}

/** The tags of the book that a file belongs to. Players show the description, so it ends with what is stated of the voices. */
export function bookTags({ author, details }: Pick<FileBook, "author" | "details">, disclosure: Disclosure | null) {
  return {
    artist: author,
    description: withStatement(details?.description ?? null, disclosure),
    disclosure,
    publisher: details?.publisher ?? null,
    published: details?.published ?? null,
    isbn: details?.isbn ?? null,
    series: details?.series ?? null,
    series_number: details?.series_number ?? null,
  } satisfies Partial<FileTags>;
}

/** A file's cover: a stored picture, or one that is drawn from title and author. */
export type FileCover =
  | { readonly kind: "given"; readonly sha256: string }
  | { readonly kind: "drawn"; readonly cover: CoverToDraw };

/** The shape of a drawn cover by format; a format without an entry has no cover. */
const SHAPES: Partial<Record<ExportRow["format"], CoverShape>> = {
  mp3: "square",
  m4b: "square",
  opus: "square",
  epub: "portrait",
};

/** @returns null for a format without covers; "gone" if the book's picture was removed. */
export async function fileCover(
  services: Pick<Services, "db">,
  row: Pick<ExportRow, "project_id" | "format">,
  book: FileBook & { readonly title: string },
): Promise<FileCover | null | "gone"> {
  const shape = SHAPES[row.format];
  if (shape === undefined) return null;
  if (book.coverAssetId !== null) {
    const asset = await coverAsset(services, row.project_id, book.coverAssetId);
    return asset === undefined ? "gone" : { kind: "given", sha256: asset.sha256 };
  }
  const { title, author, details } = book;
  const { series = null, series_number = null } = details ?? {};
  return { kind: "drawn", cover: coverToDraw({ title, author, series, series_number }, shape) };
}

/** The part of a file's key that depends on its cover. */
export const coverKey = (cover: FileCover | null): string | null =>
  cover === null ? null : cover.kind === "given" ? cover.sha256 : cover.cover.key;

/** The picture as a render needs it. */
export async function coverPicture(
  services: Pick<Services, "db" | "files" | "clock" | "newId">,
  row: Pick<ExportRow, "account_id" | "project_id">,
  cover: FileCover | null,
): Promise<StoredPicture | null> {
  if (cover === null) return null;
  if (cover.kind === "given") return { sha256: cover.sha256, content_type: "image/jpeg" };
  const owner = { accountId: row.account_id, projectId: row.project_id };
  const drawn = await drawnCoverOf(services, owner, cover.cover);
  return drawn === null ? null : { sha256: drawn.sha256, content_type: "image/png" };
}
