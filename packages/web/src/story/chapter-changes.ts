// Changes of a story's chapters: one more, another title, another place, one less.

import { api, change } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import type { ChapterPlace } from "./chapter.tsx";
import { prepareChapter } from "./prepare-chapter.ts";

interface NewChapter {
  readonly projectId: string;
  /** The title of the story. A story of one chapter becomes one of several under this name. */
  readonly storyTitle: string;
  readonly isStandalone: boolean;
  readonly title: string;
  readonly text: string;
}

/** Adds a chapter at the end and starts its preparation. */
export async function addChapter({ projectId, storyTitle, isStandalone, title, text }: NewChapter) {
  const params = { projectId };
  if (isStandalone) await api.call("changeProject", { params, body: { schema_version: 1, name: storyTitle } });
  const { section_order_version } = await api.call("readProjectSections", { params });
  const made = await api.call("createSection", {
    params,
    body: { ...change(), base_section_order_version: section_order_version, title, raw_text: text },
  });
  const place = { projectId, sectionId: made.section.id };
  if (text.trim() !== "") await prepareChapter(place);
  return place;
}

/** An editing session of its own: an open script takes the new version over as it does that of another tab. */
export async function renameChapter({ sectionId }: ChapterPlace, title: string): Promise<void> {
  const { document } = await api.call("readDocument", { params: { sectionId }, query: { limit: 1 } });
  await api.call("editDocument", {
    params: { sectionId },
    body: {
      ...change(),
      actor_session_id: newId(),
      base_document_version: document.document_version,
      operations: [{ op: "set_title", title }],
    },
  });
}

export async function moveChapter(place: ChapterPlace, toIndex: number): Promise<void> {
  const { section_order_version } = await api.call("readProjectSections", { params: { projectId: place.projectId } });
  await api.call("moveSection", {
    params: place,
    body: { ...change(), base_section_order_version: section_order_version ?? 1, to_index: toIndex },
  });
}

export async function deleteChapter(place: ChapterPlace): Promise<void> {
  const answer = await api.call("readProjectSections", { params: { projectId: place.projectId } });
  const section = answer.sections.find((one) => one.id === place.sectionId);
  if (section === undefined) return;
  await api.call("deleteSection", {
    params: place,
    body: {
      ...change(),
      base_section_order_version: answer.section_order_version ?? 1,
      base_document_version: section.document_version,
    },
  });
}
