// Starts finding the dialogue of a chapter, and who says it.

import { api, change } from "../api/api.ts";

export function prepareChapter(place: { readonly projectId: string; readonly sectionId: string }) {
  return api.call("startWorkflow", {
    params: { projectId: place.projectId },
    body: { ...change(), workflow_kind: "prepare_sections", section_ids: [place.sectionId] },
  });
}
