// The lock screen and media keys: they show chapter, story, author, cover and place, and they move the player.

import { api } from "../api/api.ts";

interface Described {
  readonly projectId: string;
  readonly title: string;
  readonly storyTitle: string;
}

let described: Described | null = null;

/** The words at once, author and cover when they are read. Without them it plays the same. */
export async function describeOnLockScreen(track: Described): Promise<void> {
  if (!("mediaSession" in navigator)) return;
  described = track;
  const { title, storyTitle, projectId } = track;
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist: storyTitle, album: "Fullcast" });
  try {
    const { book } = await api.call("readBook", { params: { projectId } });
    const assetId = book.cover_asset_id;
    const cover = assetId === null ? null : await api.call("createMediaAccessUrl", { params: { assetId } });
    if (described !== track) return;
    navigator.mediaSession.metadata = new MediaMetadata({
      title,
      artist: book.author ?? book.title ?? storyTitle,
      album: book.title ?? storyTitle,
      artwork: cover === null ? [] : [{ src: cover.url }],
    });
  } catch {
    // The words stand already.
  }
}

export function showPlaying(isPlaying: boolean): void {
  if ("mediaSession" in navigator) navigator.mediaSession.playbackState = isPlaying ? "playing" : "paused";
}

export function showPosition({ duration, playbackRate, currentTime }: HTMLMediaElement): void {
  if (!("mediaSession" in navigator) || !(duration > 0) || !Number.isFinite(duration)) return;
  navigator.mediaSession.setPositionState({ duration, playbackRate, position: Math.min(currentTime, duration) });
}

interface MediaKeys {
  readonly onPlay: () => void;
  readonly onPause: () => void;
  readonly onSkip: (seconds: number) => void;
  readonly onSeek: (seconds: number) => void;
  readonly onChapter: (step: 1 | -1) => void;
}

const STEP_SECONDS = 15;

export function takeMediaKeys({ onPlay, onPause, onSkip, onSeek, onChapter }: MediaKeys): void {
  if (!("mediaSession" in navigator)) return;
  const { mediaSession } = navigator;
  mediaSession.setActionHandler("play", onPlay);
  mediaSession.setActionHandler("pause", onPause);
  mediaSession.setActionHandler("seekbackward", ({ seekOffset }) => onSkip(-(seekOffset ?? STEP_SECONDS)));
  mediaSession.setActionHandler("seekforward", ({ seekOffset }) => onSkip(seekOffset ?? STEP_SECONDS));
  mediaSession.setActionHandler("seekto", ({ seekTime }) => seekTime !== undefined && onSeek(seekTime));
  mediaSession.setActionHandler("previoustrack", () => onChapter(-1));
  mediaSession.setActionHandler("nexttrack", () => onChapter(1));
}
