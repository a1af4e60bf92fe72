// Speaking a line again: a further take, heard when it is there. The take that plays stays until a person chooses another.

import { queryOptions, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, change } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { soundLine } from "./line-audio.ts";

const POLL_MS = 300;
const mutationKey = (blockId: string) => ["speak-again", blockId];

export const takesQuery = (sectionId: string, blockId: string) =>
  queryOptions({
    queryKey: [...keys.takes(sectionId), blockId],
    queryFn: ({ signal }) => api.call("listTakes", { params: { sectionId, blockId }, signal }),
  });

/** Whether a further take of the line is being made. */
export function useIsSpeakingAgain(blockId: string): boolean {
  return useIsMutating({ mutationKey: mutationKey(blockId) }) > 0;
}

/** What shows the line: the desk of the script, or a list of lines. */
interface ShownLines {
  readonly params: { readonly sectionId: string };
  /** Resolves when edits are saved. */
  readonly settled: () => Promise<unknown>;
  readonly readMedia: () => Promise<unknown>;
}

export function useSpeakAgain(desk: ShownLines, blockId: string) {
  const queries = useQueryClient();
  const { sectionId } = desk.params;
  return useMutation({
    mutationKey: mutationKey(blockId),
    mutationFn: async () => {
      await desk.settled();
      const params = { sectionId, blockId };
      const known = new Set((await api.call("listTakes", { params })).takes.map((take) => take.id));
      const { run } = await api.call("requestTakes", { params, body: { ...change(), count: 1 } });
      await ended(run.id);
      const found = await api.call("listTakes", { params });
      queries.setQueryData(takesQuery(sectionId, blockId).queryKey, found);
      return found.takes.find((take) => !known.has(take.id)) ?? null;
    },
    onSuccess: async (take) => {
      if (take !== null) soundLine(take.id, take.url);
      await desk.readMedia();
    },
  });
}

async function ended(workflowRunId: string): Promise<void> {
  for (;;) {
    const { run } = await api.call("readWorkflow", { params: { workflowRunId } });
    if (run.completed_at !== null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
