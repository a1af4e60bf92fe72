// One SourceBuffer of a MediaSource, with its rules: one operation at a time, and a duration that is never below what is there.

/** Seconds behind the playhead that stay for a step back, and those that are freed when the browser has no more room. */
const BEHIND = 240;
const KEPT_WHEN_FULL = 30;

export interface SoundBuffer {
  /** Seconds. The duration becomes at least what is buffered. */
  setDuration(seconds: number): Promise<void>;
  /** What is appended after a time is cut off; infinity cuts nothing. */
  cutAt(seconds: number): Promise<void>;
  append(bytes: ArrayBuffer): Promise<void>;
  drop(from: number, to: number): Promise<void>;
  /** No more follows. */
  end(): Promise<void>;
}

export function soundBuffer(audio: HTMLMediaElement, source: MediaSource, sound: SourceBuffer): SoundBuffer {
  async function settled(): Promise<void> {
    // Two operations can wait for the same end of a third one.
    while (sound.updating) await new Promise((resolve) => sound.addEventListener("updateend", resolve, { once: true }));
  }

  async function drop(from: number, to: number): Promise<void> {
    await settled();
    if (source.readyState === "closed" || from >= to) return;
    sound.remove(from, to);
    await settled();
  }

  return {
    drop,
    async append(bytes) {
      await settled();
      try {
        sound.appendBuffer(bytes);
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
        await drop(0, Math.max(0, audio.currentTime - KEPT_WHEN_FULL));
        sound.appendBuffer(bytes);
      }
      await settled();
      if (audio.currentTime > BEHIND * 2) await drop(0, audio.currentTime - BEHIND);
    },
    async setDuration(seconds) {
      await settled();
      if (source.readyState !== "open") return;
      const { buffered } = sound;
      const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
      const wanted = Math.max(seconds, end);
      if (Math.abs((Number.isFinite(source.duration) ? source.duration : -1) - wanted) > 0.001) {
        source.duration = wanted;
      }
    },
    async cutAt(seconds) {
      await settled();
      sound.appendWindowEnd = Math.max(0.001, seconds);
    },
    async end() {
      await settled();
      if (source.readyState === "open") source.endOfStream();
    },
  };
}

/** Seconds that are buffered from the playhead on. */
export function bufferedAhead({ buffered, currentTime }: HTMLMediaElement): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime + 0.1 && buffered.end(i) > currentTime) return buffered.end(i) - currentTime;
  }
  return 0;
}

/** The stretches of buffered sound that lie before the playhead, with a little room, are all that is left of old lines. */
export const firstBuffered = ({ buffered, currentTime }: HTMLMediaElement): number =>
  buffered.length > 0 ? Math.min(buffered.start(0), currentTime) : currentTime;
