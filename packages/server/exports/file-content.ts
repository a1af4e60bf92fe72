// The content of an export's file, of a section or of a book: the one entry for code that makes files.

import type { Services } from "../services.ts";
import { bookContent } from "./book-content.ts";
import { sectionContent } from "./section-content.ts";
import { type ExportRow, isOfSection } from "./store.ts";
import type { StoredRender } from "./stored-render.ts";

export type ContentServices = Pick<
  Services,
  "db" | "files" | "engines" | "scheduler" | "ledger" | "clock" | "newId" | "log" | "cores"
>;

export interface FileContent {
  /** Files with the same key have the same bytes. */
  readonly key: string;
  readonly manifestHash: string;
  /** The stored timeline; only a section has one. */
  readonly timelineSha256: string | null;
  readonly durationMs: number;
  /** The file's name without its extension. */
  readonly name: string;
  /** Called only when no file with this key exists. */
  job(): Promise<StoredRender>;
}

/** @throws ExportFailure; the signal's reason when it is aborted. */
export async function contentOf(services: ContentServices, row: ExportRow, signal: AbortSignal): Promise<FileContent> {
  return isOfSection(row) ? sectionContent(services, row) : bookContent(services, row, signal);
}
