// What the studio reads, by name. A room adds its own keys here, so that all rooms refresh the same entries.

import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";
import { shownSpeakers } from "./shown-speakers.ts";

export const keys = {
  profile: ["profile"],
  /** Also begins the keys of the library, so that both are refreshed together. */
  stories: ["stories"],
  /** Begins all keys of the story. */
  story: (projectId: string) => ["story", projectId],
  chapters: (projectId: string) => ["story", projectId, "chapters"],
  book: (projectId: string) => ["story", projectId, "book"],
  /** The links of a story and its chapters, with what to look at before publishing. */
  share: (projectId: string) => ["story", projectId, "share"],
  speakers: (projectId: string) => ["story", projectId, "speakers"],
  run: (projectId: string, sectionId: string) => ["story", projectId, "run", sectionId],
  script: (sectionId: string) => ["script", sectionId],
  /** Set while this page waits for the script of a chapter that it made. Its end is announced once. */
  newScript: (sectionId: string) => ["new-script", sectionId],
  voices: ["voices"],
  engines: ["engines"],
  takes: (sectionId: string) => ["takes", sectionId],
} as const;

/** After an undo or redo: reads again what it may have changed outside the script. */
export function readAfterStep(
  queries: QueryClient,
  { projectId, sectionId }: { readonly projectId: string; readonly sectionId: string },
  scope: "section" | "project",
): void {
  const changed =
    scope === "section"
      ? [keys.takes(sectionId)]
      : [keys.takes(sectionId), keys.story(projectId), keys.script(sectionId), keys.stories];
  for (const queryKey of changed) void queries.invalidateQueries({ queryKey });
}

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
    queryFn: async ({ signal }) => {
      const answer = await api.call("listSpeakers", { params: { projectId }, signal });
      return { ...answer, speakers: shownSpeakers(answer.speakers) };
    },
  });

/** The latest run that works on this chapter; null when there was none. */
export const runQuery = (projectId: string, sectionId: string) =>
  queryOptions({
    queryKey: keys.run(projectId, sectionId),
    queryFn: ({ signal }) =>
      api.call("readLatestWorkflow", { params: { projectId }, query: { section_id: sectionId }, signal }),
  });

/** How often engines that do not answer are looked at again, in ms. The server asks them in the background. */
const AWAY_POLL_MS = 5_000;

export const enginesQuery = queryOptions({
  queryKey: keys.engines,
  queryFn: async ({ signal, client }) => {
    const before = client.getQueryData<Awaited<ReturnType<typeof readEngines>>>(keys.engines);
    const now = await readEngines(signal);
    const state = (list: typeof now | undefined) =>
      list?.engines.map(({ provider, status }) => `${provider} ${status}`);
    // An engine that came back brings its voices.
    if (before !== undefined && String(state(before)) !== String(state(now)))
      void client.invalidateQueries({ queryKey: keys.voices });
    return now;
  },
  refetchInterval: ({ state }) =>
    state.data?.engines.some(({ status }) => status === "unreachable") === true && AWAY_POLL_MS,
});

const readEngines = (signal: AbortSignal) => api.call("listEngines", { signal });

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
