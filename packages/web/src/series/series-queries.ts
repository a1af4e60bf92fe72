// What the studio reads of series, and how a story joins one.

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { keys } from "../api/queries.ts";
import { shownSpeakers } from "../api/shown-speakers.ts";

/** Begins all keys of series. */
export const seriesKey = ["series"];
export const LONGEST_NAME = 200;

export const seriesListQuery = queryOptions({
  queryKey: [...seriesKey, "list"],
  queryFn: async ({ signal }) => (await api.call("listSeries", { signal })).series,
});

export const seriesQuery = (seriesId: string) =>
  queryOptions({
    queryKey: [...seriesKey, seriesId],
    queryFn: async ({ signal }) => {
      const { series } = await api.call("readSeries", { params: { seriesId }, signal });
      return { ...series, people: shownSpeakers(series.people) };
    },
  });

/** The series of a story with its proposals. Follows the cast: it is read again whenever the cast is. */
export const storySeriesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.speakers(projectId), "series"],
    queryFn: ({ signal }) => api.call("readProjectSeries", { params: { projectId }, signal }),
  });

/** A series of the account, or the name of a new one. */
export type WantedSeries = { readonly id: string } | { readonly name: string };

/** Puts a story into a series, which is made first when only its name is given. Null takes the story out of its series. */
export function useJoinSeries(projectId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (wanted: WantedSeries | null) => {
      const series_id = wanted === null ? null : "id" in wanted ? wanted.id : await created(wanted.name);
      await api.call("setProjectSeries", { params: { projectId }, body: { schema_version: 1, series_id } });
    },
    onSettled: () =>
      Promise.all(
        [seriesKey, storySeriesQuery(projectId).queryKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}

async function created(name: string): Promise<string> {
  const { series } = await api.call("createSeries", {
    body: { schema_version: 1, client_mutation_id: newId(), name },
  });
  return series.id;
}
