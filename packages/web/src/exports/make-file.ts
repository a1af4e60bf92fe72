// Asks for files of a story.

import { api, type BookExport, type Export } from "../api/api.ts";
import { newId } from "../api/new-id.ts";

export type Format = Export["format"];
export type Part = BookExport["book"]["part"];
/** What is set and lit in an EPUB. */
export type EpubLook = Pick<BookExport["book"], "pages" | "highlight">;
export const USUAL_LOOK: EpubLook = { pages: "own", highlight: "word" };

/** The file of a chapter as it is now. The same file is not made twice. */
export async function makeChapterFile(projectId: string, sectionId: string, format: Format) {
  const document = await api.call("readDocument", { params: { sectionId }, query: { from_index: 0, limit: 1 } });
  const { mastering_version } = await api.call("readMasteringProfile", { params: { projectId } });
  return api.call("createExport", {
    headers: { "idempotency-key": newId() },
    body: {
      schema_version: 1,
      section_id: sectionId,
      document_version: document.document.document_version,
      speaker_registry_version: document.speaker_registry_version,
      mastering_version,
      format,
    },
  });
}

export interface BookFile {
  readonly format: Format;
  /** In any order; the file has the order of the story. */
  readonly sectionIds: readonly string[];
  readonly credits: boolean;
  readonly part: Part;
  /** Of another format: null. */
  readonly epub: EpubLook | null;
}

/** One file of the chosen chapters as they are now. */
export const makeBookFile = (projectId: string, { format, sectionIds, credits, part, epub }: BookFile) =>
  api.call("createBookExport", {
    params: { projectId },
    headers: { "idempotency-key": newId() },
    body: {
      ...{ schema_version: 1, format, pin: "current", sections: [...sectionIds] },
      book: { credits, part, ...epub },
    },
  });

/** A file for each of the chosen chapters. */
export const makeFileForEach = (projectId: string, format: Format, sectionIds: readonly string[]) =>
  api.call("createProjectExport", {
    params: { projectId },
    headers: { "idempotency-key": newId() },
    body: { schema_version: 1, format, pin: "current", sections: [...sectionIds] },
  });
