// Where a story was left: a line and an offset into it, kept by the server, so that it is the same on every device.

import type { Bookmark } from "./player.ts";

export interface ListeningPlace {
  /** Null with block_id: nothing was heard yet, or the line is gone. */
  readonly section_id: string | null;
  readonly block_id: string | null;
  readonly offset_ms: number;
  readonly bookmarks: readonly Bookmark[];
}

const addressOf = (projectId: string) => `/v1/me/listening/${projectId}`;

/** Null when the server does not answer. */
export async function readPlace(projectId: string): Promise<ListeningPlace | null> {
  try {
    const answer = await fetch(addressOf(projectId));
    if (!answer.ok) return null;
    const { data } = (await answer.json()) as { readonly data: Partial<ListeningPlace> | null };
    return data === null ? null : { section_id: null, block_id: null, offset_ms: 0, bookmarks: [], ...data };
  } catch {
    return null;
  }
}

/** A place that cannot be written is written with the next one. */
export async function writePlace(projectId: string, place: ListeningPlace): Promise<void> {
  await fetch(addressOf(projectId), {
    method: "PUT",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(place),
  }).catch(() => undefined);
}
