// Starts finding the dialogue of chapters, and who says it.

import { api, change } from "../api/api.ts";
import type { ChapterPlace } from "./chapter.tsx";

/** The chapters of one request; the server takes no more. */
const CHAPTERS_AT_ONCE = 100;

export const prepareChapter = ({ projectId, sectionId }: ChapterPlace) => prepare(projectId, [sectionId]);

/** In the given order: a person who is known from one chapter is recognised in the next. */
export async function prepareChapters(projectId: string, sectionIds: readonly string[]): Promise<void> {
  for (let from = 0; from < sectionIds.length; from += CHAPTERS_AT_ONCE) {
    await prepare(projectId, sectionIds.slice(from, from + CHAPTERS_AT_ONCE));
  }
}

const prepare = (projectId: string, sectionIds: readonly string[]) =>
  api.call("startWorkflow", {
    params: { projectId },
    body: { ...change(), workflow_kind: "prepare_sections", section_ids: [...sectionIds] },
  });
