// A story of one chapter from its text: it is stored, its dialogue is found, and its script opens.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, change } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { prepareChapter } from "../story/prepare-chapter.ts";

export interface WrittenStory {
  readonly title: string;
  readonly text: string;
}

/** @param onMade Called before the script opens. */
export function useCreateStory(onMade?: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (read: () => WrittenStory | Promise<WrittenStory>) => {
      const { title, text } = await read();
      const made = await api.call("createStandaloneSection", { body: { ...change(), title, raw_text: text } });
      const place = { projectId: made.project_id, sectionId: made.section.id };
      await prepareChapter(place);
      return place;
    },
    onSuccess: (place) => {
      onMade?.();
      queries.setQueryData(keys.newScript(place.sectionId), true);
      void queries.invalidateQueries({ queryKey: keys.stories });
      void navigate({ to: "/stories/$projectId/chapters/$sectionId", params: place, hash: "script" });
    },
  });
}
