// The lines of a chapter, window by window; the first ones can be read before the screen of the chapter is there.

import { api } from "../api/api.ts";

/** Lines of one read. */
export const WINDOW = 200;
/** What was read ahead is used within this time. Later the script is read again: it can have changed. */
const FRESH_MS = 5_000;

type Lines = ReturnType<typeof readLines>;

let ahead: { readonly sectionId: string; readonly at: number; readonly lines: Lines } | null = null;

export function readLines(sectionId: string, from: number, limit: number, signal?: AbortSignal) {
  return api.call("readDocument", {
    params: { sectionId },
    query: { from_index: from, limit },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Requests the first lines of a chapter that is about to be shown. */
export function readFirstLines(sectionId: string): void {
  if (ahead?.sectionId === sectionId && isFresh(ahead)) return;
  const lines = readLines(sectionId, 0, WINDOW);
  lines.catch(() => undefined);
  ahead = { sectionId, at: performance.now(), lines };
}

/** The first lines if they were requested just now. They are given once. */
export function takeFirstLines(sectionId: string): Lines | null {
  const taken = ahead;
  ahead = null;
  return taken?.sectionId === sectionId && isFresh(taken) ? taken.lines : null;
}

const isFresh = ({ at }: { readonly at: number }): boolean => performance.now() - at < FRESH_MS;
