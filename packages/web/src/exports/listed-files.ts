// The files of a story: of one chapter, of the book, and those made for each chapter at once.

import { queryOptions } from "@tanstack/react-query";
import { api, type BookExport, type Export, type ProjectExport } from "../api/api.ts";

const WATCH_MS = 1_000;
/** Signed addresses are valid for 15 minutes. They are read again before they end. */
const RENEW_MS = 10 * 60_000;
const SHOWN = 20;
const JOBS_SHOWN = 5;

/** One row of the list of files. */
export interface ListedFile {
  readonly id: string;
  readonly kind: "chapter" | "book";
  readonly format: Export["format"];
  readonly status: Export["status"];
  readonly percent: number;
  readonly createdAt: string;
  readonly isUnderWay: boolean;
  readonly isOld: boolean;
  readonly error: Export["error"];
  readonly artifact: Export["artifact"];
  /** Of one chapter: null for a book. */
  readonly sectionId: string | null;
  /** Of a book: its title. */
  readonly title: string | null;
  /** Of a book: what the file holds. */
  readonly book: BookExport["book"] | null;
}

const isUnderWay = (one: { readonly completed_at: string | null }) => one.completed_at === null;
const pace = (isBusy: boolean): number => (isBusy ? WATCH_MS : RENEW_MS);

export const chapterFilesQuery = (sectionId: string) =>
  queryOptions({
    queryKey: ["exports", sectionId],
    queryFn: ({ signal }) => api.call("listExports", { query: { section_id: sectionId, limit: SHOWN }, signal }),
    refetchInterval: ({ state }) => pace(state.data?.exports.some(isUnderWay) === true),
  });

export const bookFilesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["book-exports", projectId],
    queryFn: ({ signal }) =>
      api.call("listBookExports", { params: { projectId }, query: { limit: SHOWN / 2 }, signal }),
    refetchInterval: ({ state }) => pace(state.data?.exports.some(isUnderWay) === true),
  });

export const fileSetsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["project-exports", projectId],
    queryFn: ({ signal }) =>
      api.call("listProjectExports", { params: { projectId }, query: { limit: JOBS_SHOWN }, signal }),
    refetchInterval: ({ state }) =>
      pace(state.data?.exports.some(({ status }) => status === "queued" || status === "running") === true),
  });

/** Newest first; a chapter's file stands once, also when it was made together with others. */
export function listedFiles(
  chapterFiles: readonly Export[],
  bookFiles: readonly BookExport[],
  sets: readonly ProjectExport[],
): readonly ListedFile[] {
  const chapters = new Map(chapterFiles.map((one) => [one.id, one]));
  for (const set of sets) for (const { export: one } of set.sections) if (one !== null) chapters.set(one.id, one);
  return [
    ...[...chapters.values()].map((one) => ({
      ...common(one),
      kind: "chapter" as const,
      sectionId: one.section_id,
      title: null,
      book: null,
      isOld: !one.authority.is_current,
    })),
    ...bookFiles.map((one) => ({
      ...common(one),
      kind: "book" as const,
      sectionId: null,
      title: one.book.title,
      book: one.book,
      isOld: false,
    })),
  ].sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

function common(one: Export | BookExport) {
  return {
    id: one.id,
    format: one.format,
    status: one.status,
    percent: one.percent,
    createdAt: one.created_at,
    isUnderWay: isUnderWay(one),
    error: one.error,
    artifact: one.artifact,
  };
}
