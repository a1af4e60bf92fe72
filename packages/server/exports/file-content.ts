// What a file is made of: of a section or of a book. Whoever makes files asks here and need not know which it is.

import type { RenderJob } from "../codec/codec.ts";
import type { Services } from "../services.ts";
import { bookContent } from "./book-content.ts";
import { sectionContent } from "./section-content.ts";
import { type ExportRow, isOfSection } from "./store.ts";

export type ContentServices = Pick<
  Services,
  "db" | "files" | "engines" | "ledger" | "clock" | "newId" | "log" | "cores"
>;

export interface FileContent {
  /** Two files of the same key are the same, byte by byte. */
  readonly key: string;
  readonly manifestHash: string;
  /** The stored timeline; only a section has one. */
  readonly timelineSha256: string | null;
  readonly durationMs: number;
  /** What the file is called, without its extension. */
  readonly name: string;
  /** Asked for only when there is no such file yet. */
  job(): Promise<Omit<RenderJob, "output_path" | "concurrency">>;
}

/** @throws ExportFailure; the signal's reason when it is aborted. */
export async function contentOf(services: ContentServices, row: ExportRow, signal: AbortSignal): Promise<FileContent> {
  return isOfSection(row) ? sectionContent(services, row) : bookContent(services, row, signal);
}
