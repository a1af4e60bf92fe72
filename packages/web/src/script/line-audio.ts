// Plays one take: that of a line under the line's id, another one under its own. One sounds at a time.

import { useSyncExternalStore } from "react";

let audio: HTMLAudioElement | null = null;
let playing: string | null = null;
const listeners = new Set<() => void>();

function report(id: string | null): void {
  playing = id;
  for (const listener of listeners) listener();
}

/** Plays the take at a signed URL, or stops it when this line sounds already. */
export function toggleLine(blockId: string, url: string): void {
  if (playing === blockId) {
    stopLine();
    return;
  }
  soundLine(blockId, url);
}

/** Plays what is at a signed URL under this id, in place of what sounds. */
export function soundLine(id: string, url: string): void {
  audio ??= new Audio();
  audio.onended = () => report(null);
  audio.onerror = () => report(null);
  audio.src = url;
  report(id);
  audio.play().catch(() => report(null));
}

export function stopLine(): void {
  audio?.pause();
  report(null);
}

/** The line that sounds now; null when there is silence. */
export function usePlayingLine(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => playing,
  );
}
