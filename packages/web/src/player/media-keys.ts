// Media keys and the lock screen: they show what plays and where, and they move the player.

interface Described {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly cover: string | null;
}

export function describeHere({ title, artist, album, cover }: Described): void {
  if (!("mediaSession" in navigator)) return;
  const artwork = cover === null ? [] : [{ src: cover }];
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork });
}

export function showPlaying(isPlaying: boolean): void {
  if ("mediaSession" in navigator) navigator.mediaSession.playbackState = isPlaying ? "playing" : "paused";
}

export function showPosition({
  duration,
  playbackRate,
  currentTime,
}: Pick<HTMLMediaElement, "duration" | "playbackRate" | "currentTime">): void {
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
