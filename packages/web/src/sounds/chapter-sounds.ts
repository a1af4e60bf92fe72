// Whether the sounds of chapters play. Create audio adds none to a chapter where they do not.

import { queryOptions } from "@tanstack/react-query";
import { api, change } from "../api/api.ts";
import { keys } from "../api/queries.ts";

export const chapterSoundsQuery = (sectionId: string) =>
  queryOptions({
    queryKey: [...keys.script(sectionId), "sounds"],
    queryFn: async ({ signal }) =>
      (await api.call("readDocument", { params: { sectionId }, query: { limit: 1 }, signal })).sound_effects_enabled,
  });

/** One edit of each chapter that is not so already, which Undo takes back. */
export async function setChapterSounds(sectionIds: readonly string[], enabled: boolean): Promise<void> {
  for (const sectionId of sectionIds) {
    const params = { sectionId };
    const { document, sound_effects_enabled } = await api.call("readDocument", { params, query: { limit: 1 } });
    if (sound_effects_enabled === enabled) continue;
    await api.call("editDocument", {
      params,
      body: {
        ...change(),
        base_document_version: document.document_version,
        operations: [{ op: "set_sound_effects_enabled", enabled }],
      },
    });
  }
}
