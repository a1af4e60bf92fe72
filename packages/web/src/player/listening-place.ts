// Where a story was left: a line and an offset into it, kept by the server, so that it is the same on every device.

import type { Bookmark } from "./player.ts";

export interface ListeningPlace {
  /** Null with block_id: nothing was heard yet, or the line is gone. */
  readonly section_id: string | null;
  readonly block_id: string | null;
  readonly offset_ms: number;
  readonly bookmarks: readonly Bookmark[];
  /** When it was written, by the clock of the server. Null: never. */
  readonly updated_at: string | null;
}

/** What is written. Without bookmarks they stay: another device may have added some. */
export type WrittenPlace = Pick<ListeningPlace, "section_id" | "block_id" | "offset_ms"> &
  Partial<Pick<ListeningPlace, "bookmarks">>;

const addressOf = (projectId: string) => `/v1/me/listening/${projectId}`;
const NEVER: ListeningPlace = { section_id: null, block_id: null, offset_ms: 0, bookmarks: [], updated_at: null };

/** Null when the server does not answer. */
export const readPlace = (projectId: string): Promise<ListeningPlace | null> => asked(projectId, {});

/** @returns the stored place; null when it could not be written: it is written with the next one */
export const writePlace = (projectId: string, place: WrittenPlace): Promise<ListeningPlace | null> =>
  asked(projectId, {
    method: "PUT",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(place),
  });

async function asked(projectId: string, init: RequestInit): Promise<ListeningPlace | null> {
  try {
    const answer = await fetch(addressOf(projectId), init);
    if (!answer.ok) return null;
    const { data } = (await answer.json()) as { readonly data: Partial<ListeningPlace> | null };
    return data === null ? null : { ...NEVER, ...data };
  } catch {
    return null;
  }
}
