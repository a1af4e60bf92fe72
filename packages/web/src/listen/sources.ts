// What a chapter of the public page is played from: its finished file, or its takes one after the other.

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

interface Ends {
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

interface Unit {
  readonly url: string;
  readonly duration_ms: number;
  readonly pause_before_ms: number;
}

/** Takes with the pauses of the timeline between them. */
export async function takesSource(
  audio: HTMLAudioElement,
  playlist: string,
  { onEnd, onFault }: Ends,
): Promise<Source | null> {
  const answer = await fetch(playlist);
  if (!answer.ok) return null;
  const { data } = (await answer.json()) as { readonly data: { readonly units: readonly Unit[]; duration_ms: number } };
  const starts: number[] = [];
  let end = 0;
  for (const unit of data.units) {
    starts.push((end + unit.pause_before_ms) / 1000);
    end += unit.pause_before_ms + unit.duration_ms;
  }
  if (starts.length === 0) return null;
  const closing = new AbortController();
  const { signal } = closing;
  let at = 0;
  let offset: number | null = 0;
  let loaded = -1;
  let timer = 0;
  const load = () => {
    if (loaded === at) return;
    loaded = at;
    audio.src = data.units[at]?.url ?? "";
  };
  const start = async () => {
    load();
    if (offset !== null) {
      const wanted = offset;
      offset = null;
      if (wanted > 0) audio.currentTime = wanted;
    }
    await audio.play();
  };
  const next = () => {
    if (at + 1 >= data.units.length) return onEnd();
    at += 1;
    offset = 0;
    timer = window.setTimeout(
      () => start().catch(onFault),
      (data.units[at]?.pause_before_ms ?? 0) / audio.defaultPlaybackRate,
    );
  };
  audio.addEventListener("ended", next, { signal });
  audio.addEventListener("error", () => loaded >= 0 && onFault(), { signal });
  return {
    duration: data.duration_ms / 1000,
    get time() {
      return (starts[at] ?? 0) + (offset ?? (loaded === at ? audio.currentTime : 0));
    },
    play: start,
    pause() {
      clearTimeout(timer);
      audio.pause();
    },
    seek(seconds) {
      const wasPlaying = !audio.paused;
      clearTimeout(timer);
      audio.pause();
      at = Math.max(
        0,
        starts.findLastIndex((one) => one <= seconds),
      );
      offset = Math.max(0, Math.min(seconds - (starts[at] ?? 0), (data.units[at]?.duration_ms ?? 0) / 1000 - 0.05));
      if (wasPlaying) start().catch(onFault);
    },
    setSpeed: (speed) => setSpeed(audio, speed),
    close() {
      clearTimeout(timer);
      closing.abort();
    },
  };
}

/** The default rate counts for what is loaded next. */
function setSpeed(audio: HTMLAudioElement, speed: number): void {
  audio.defaultPlaybackRate = speed;
  audio.playbackRate = speed;
}
