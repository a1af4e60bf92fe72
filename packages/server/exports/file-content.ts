// The content of an export's file, of a section or of a book: the one entry for code that makes files.

import { bookContent } from "./book-content.ts";
import type { ContentServices, FileContent } from "./content.ts";
import { sectionContent } from "./section-content.ts";
import { type ExportRow, isOfSection } from "./store.ts";

/** @throws ExportFailure; the signal's reason when it is aborted. */
export async function contentOf(services: ContentServices, row: ExportRow, signal: AbortSignal): Promise<FileContent> {
  return isOfSection(row) ? sectionContent(services, row) : bookContent(services, row, signal);
}
