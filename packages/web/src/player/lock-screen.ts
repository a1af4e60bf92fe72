// What a lock screen shows of a chapter of the studio: the words at once, author and cover when they are read.

import { api } from "../api/api.ts";
import { describeHere } from "./media-keys.ts";

interface Described {
  readonly projectId: string;
  readonly title: string;
  readonly storyTitle: string;
}

let described: Described | null = null;

export async function describeOnLockScreen(track: Described): Promise<void> {
  if (!("mediaSession" in navigator)) return;
  described = track;
  const { title, storyTitle, projectId } = track;
  describeHere({ title, artist: storyTitle, album: "Fullcast", cover: null });
  try {
    const { book } = await api.call("readBook", { params: { projectId } });
    const assetId = book.cover_asset_id;
    const cover = assetId === null ? null : await api.call("createMediaAccessUrl", { params: { assetId } });
    if (described !== track) return;
    const album = book.title ?? storyTitle;
    describeHere({ title, artist: book.author ?? album, album, cover: cover?.url ?? null });
  } catch {
    // The words stand already.
  }
}
