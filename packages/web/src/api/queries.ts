// What the studio reads, by name. A room adds its own keys here, so that all rooms refresh the same entries.

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

export const keys = {
  profile: ["profile"],
  /** Also begins the keys of the library, so that both are refreshed together. */
  stories: ["stories"],
  chapters: (projectId: string) => ["story", projectId, "chapters"],
  book: (projectId: string) => ["story", projectId, "book"],
  speakers: (projectId: string) => ["story", projectId, "speakers"],
  run: (projectId: string, sectionId: string) => ["story", projectId, "run", sectionId],
  script: (sectionId: string) => ["script", sectionId],
  voices: ["voices"],
} as const;

export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: ({ signal }) => api.call("readProfile", { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const storiesQuery = queryOptions({
  queryKey: keys.stories,
  queryFn: ({ signal }) => api.call("listProjects", { signal }),
});

/** The library, page by page: the stories that have each word of a search. */
export const libraryQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.stories, "library", search],
    queryFn: ({ pageParam, signal }) =>
      api.call("listStories", {
        query: { ...(search === "" ? {} : { q: search }), ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });

export const chaptersQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.chapters(projectId),
    queryFn: ({ signal }) => api.call("readProjectSections", { params: { projectId }, signal }),
  });

export const bookQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.book(projectId),
    queryFn: async ({ signal }) => (await api.call("readBook", { params: { projectId }, signal })).book,
  });

export const speakersQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.speakers(projectId),
    queryFn: ({ signal }) => api.call("listSpeakers", { params: { projectId }, signal }),
  });

/** The latest run that works on this chapter; null when there was none. */
export const runQuery = (projectId: string, sectionId: string) =>
  queryOptions({
    queryKey: keys.run(projectId, sectionId),
    queryFn: ({ signal }) =>
      api.call("readLatestWorkflow", { params: { projectId }, query: { section_id: sectionId }, signal }),
  });

export const voicesQuery = queryOptions({
  queryKey: keys.voices,
  queryFn: async ({ signal }) => {
    const voices = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readVoices>> = await readVoices(cursor, signal);
      voices.push(...page.voices);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return voices;
  },
  staleTime: 60_000,
});

function readVoices(cursor: string | null, signal: AbortSignal) {
  return api.call("listVoices", { query: cursor === null ? {} : { cursor }, signal });
}
