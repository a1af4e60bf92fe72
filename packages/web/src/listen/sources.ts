// What a chapter of the public page is played from: a file that the browser reads by ranges, or a stream (mix-stream.ts).

export interface Source {
  /** Seconds; 0 until it is known. */
  readonly duration: number;
  readonly time: number;
  play(): Promise<void>;
  pause(): void;
  seek(seconds: number): void;
  setSpeed(speed: number): void;
  close(): void;
}

export interface Ends {
  readonly onEnd: () => void;
  readonly onFault: () => void;
}

export function fileSource(audio: HTMLAudioElement, address: string, known: number, { onEnd, onFault }: Ends): Source {
  const closing = new AbortController();
  const { signal } = closing;
  let wanted: number | null = null;
  audio.src = address;
  audio.addEventListener("ended", onEnd, { signal });
  audio.addEventListener("error", onFault, { signal });
  audio.addEventListener(
    "loadedmetadata",
    () => {
      if (wanted !== null) audio.currentTime = wanted;
      wanted = null;
    },
    { signal },
  );
  return {
    get duration() {
      return Number.isFinite(audio.duration) ? audio.duration : known;
    },
    get time() {
      return wanted ?? audio.currentTime;
    },
    play: () => audio.play(),
    pause: () => audio.pause(),
    seek(seconds) {
      if (audio.readyState === 0) wanted = seconds;
      else audio.currentTime = seconds;
    },
    setSpeed: (speed) => setSpeed(audio, speed),
    close: () => closing.abort(),
  };
}

/** The default rate counts for what is loaded next. */
export function setSpeed(audio: HTMLAudioElement, speed: number): void {
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
}
