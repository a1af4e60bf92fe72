// What the rooms of sounds read, and how a story gets and loses a sound.

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { newId } from "../api/new-id.ts";

export type SoundScope = "mine" | "shared" | "public";

export const SOUNDS = ["sounds"];
const POLL_MS = 1_000;

interface Wanted {
  readonly scope: SoundScope;
  readonly words: string;
  /** Each sound states whether it is in this story. */
  readonly projectId?: string;
}

/** Pages of a library. Read again every second while a sound of it is being checked. */
export const libraryQuery = ({ scope, words, projectId }: Wanted) =>
  infiniteQueryOptions({
    queryKey: [...SOUNDS, scope, words, projectId ?? ""],
    queryFn: ({ signal, pageParam }) =>
      api.call("listSounds", {
        query: {
          scope,
          limit: 50,
          ...(words === "" ? {} : { q: words }),
          ...(projectId === undefined ? {} : { project_id: projectId }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.sounds.some((sound) => sound.status === "processing")) === true
        ? POLL_MS
        : false,
  });

export const storySoundsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...SOUNDS, "story", projectId],
    queryFn: async ({ signal }) => {
      const sounds = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof readStorySounds>> = await readStorySounds(projectId, cursor, signal);
        sounds.push(...page.sounds);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return sounds;
    },
  });

const readStorySounds = (projectId: string, cursor: string | null, signal?: AbortSignal) =>
  api.call("listProjectSounds", {
    params: { projectId },
    query: { limit: 100, ...(cursor === null ? {} : { cursor }) },
    ...(signal === undefined ? {} : { signal }),
  });

/** Links a sound to a story, or takes it out. */
export async function setInStory(projectId: string, soundId: string, isWanted: boolean): Promise<void> {
  const { sound_source_registry_version } = await api.call("listProjectSounds", {
    params: { projectId },
    query: { limit: 1 },
  });
  const body = {
    schema_version: "studio-project-sound-source-1" as const,
    client_mutation_id: newId(),
    sound_effect_id: soundId,
    expected_registry_version: sound_source_registry_version,
  };
  if (isWanted) await api.call("linkProjectSound", { params: { projectId }, body });
  else await api.call("unlinkProjectSound", { params: { projectId, soundId }, body });
}
