// The sound of a chapter as one continuous stream: the segments of a mix, appended to one MediaSource while the server
// makes them. The element's time is the chapter's time. A finished file with the same audio takes its place: the browser
// reads it with ranges, so that every place in it is there at once.

import { api } from "../api/api.ts";
import { timelineLines } from "./timeline-lines.ts";

type Mix = Awaited<ReturnType<typeof readMix>>;
export type PlayedLine = Mix["segments"][number]["lines"][number];

export interface MixState {
  /** Seconds; null until the timeline is known. */
  readonly duration: number | null;
  /** Whether the duration contains estimates. */
  readonly isEstimate: boolean;
  /** Stretches without audio, seconds. */
  readonly unmade: readonly (readonly [number, number])[];
  readonly waiting: Mix["waiting"];
  /** Whether everything up to the end is in the element. */
  readonly isComplete: boolean;
}

export interface MixOptions {
  readonly voiceOnly: boolean;
  readonly soundsGainDb: number;
}

interface Wanted {
  readonly sectionId: string;
  readonly fromBlockId: string | null;
  readonly fromMs: number | null;
  readonly options: MixOptions;
}

export interface MixSource {
  /** Continues with another mix of the same chapter: from a line or a time on; what is buffered before stays. */
  follow(wanted: Wanted, keepUntil: number | null): void;
  /** Whether it is one finished file. It cannot follow another mix. */
  readonly isFile: boolean;
  /** Lines that were made, by their starts. */
  readonly lines: readonly PlayedLine[];
  close(): void;
}

/** Seconds of audio that are fetched ahead of the playhead, and kept behind it. */
const AHEAD = 90;
const BEHIND = 240;
const WAIT_MS = 8_000;
const PAUSE_MS = 1_500;

const readMix = (previewId: string, after: number, signal: AbortSignal) =>
  api.call("readMixPreview", { params: { previewId }, query: { after, wait_ms: WAIT_MS }, signal });

type Source = typeof MediaSource;
// Safari on iPhones has the managed kind only.
const SourceKind: Source | undefined =
  (globalThis as { readonly ManagedMediaSource?: Source }).ManagedMediaSource ?? globalThis.MediaSource;

export const canStream = (): boolean => SourceKind?.isTypeSupported('audio/mp4; codecs="mp4a.40.2"') === true;

/**
 * @param onChange called when what is known of the chapter changes
 * @param onFault called when the server refuses
 */
export function openMix(
  audio: HTMLAudioElement,
  first: Wanted,
  onChange: (state: MixState) => void,
  onFault: (error: unknown) => void,
): MixSource {
  if (SourceKind === undefined) throw new Error("This browser cannot play sound that is still being made.");
  const source = new SourceKind();
  const address = URL.createObjectURL(source);
  audio.disableRemotePlayback = true;
  audio.src = address;
  let lines: PlayedLine[] = [];
  let following = new AbortController();
  let buffer: Promise<SourceBuffer> | null = null;
  let isFile = false;

  const opened = new Promise<void>((resolve) => {
    if (source.readyState === "open") resolve();
    else source.addEventListener("sourceopen", () => resolve(), { once: true });
  });

  const bufferOf = (type: string): Promise<SourceBuffer> => {
    buffer ??= opened.then(() => source.addSourceBuffer(type));
    return buffer;
  };

  async function settled(sound: SourceBuffer): Promise<void> {
    if (sound.updating) await new Promise((resolve) => sound.addEventListener("updateend", resolve, { once: true }));
  }

  async function drop(sound: SourceBuffer, from: number, to: number): Promise<void> {
    await settled(sound);
    if (source.readyState === "closed" || from >= to) return;
    sound.remove(from, to);
    await settled(sound);
  }

  async function append(sound: SourceBuffer, bytes: ArrayBuffer): Promise<void> {
    await settled(sound);
    try {
      sound.appendBuffer(bytes);
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "QuotaExceededError") throw error;
      await drop(sound, 0, Math.max(0, audio.currentTime - 30));
      sound.appendBuffer(bytes);
    }
    await settled(sound);
    if (audio.currentTime > BEHIND * 2) await drop(sound, 0, audio.currentTime - BEHIND);
  }

  const setDuration = async (sound: SourceBuffer, seconds: number): Promise<void> => {
    await settled(sound);
    if (source.readyState !== "open") return;
    const { buffered } = sound;
    const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    const wanted = Math.max(seconds, end);
    if (Math.abs((Number.isFinite(source.duration) ? source.duration : -1) - wanted) > 0.001) source.duration = wanted;
  };

  /** Waits while enough is buffered ahead. */
  async function room(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && bufferedAhead(audio) > AHEAD) await pause(PAUSE_MS, signal);
  }

  async function run(wanted: Wanted, keepUntil: number | null, signal: AbortSignal): Promise<void> {
    const { preview_id } = await api.call("createMixPreview", {
      params: { sectionId: wanted.sectionId },
      body: {
        from_block_id: wanted.fromBlockId,
        from_ms: wanted.fromMs,
        voice_only: wanted.options.voiceOnly,
        sounds_gain_db: wanted.options.soundsGainDb,
      },
      signal,
    });
    let after = -1;
    let isFirst = true;
    while (!signal.aborted) {
      const mix = await readMix(preview_id, after, signal);
      if (signal.aborted) return;
      if (isFirst && keepUntil === null && mix.file !== null && (await playFile(wanted, mix, signal))) return;
      const sound = await bufferOf(mix.content_type);
      if (source.readyState === "ended" && mix.segments.length > 0) await settled(sound);
      if (mix.duration_ms !== null) await setDuration(sound, mix.duration_ms / 1000);
      for (const segment of mix.segments) {
        await room(signal);
        const bytes = await (await fetch(segment.url, { signal })).arrayBuffer();
        if (signal.aborted) return;
        if (isFirst) {
          isFirst = false;
          await settled(sound);
          sound.appendWindowEnd = Number.POSITIVE_INFINITY;
          // What was buffered of another mix ends where this one begins.
          const start = segment.start_ms / 1000;
          if (keepUntil === null) await drop(sound, 0, Number.POSITIVE_INFINITY);
          else await drop(sound, start, Number.POSITIVE_INFINITY);
          lines = keepUntil === null ? [] : lines.filter((line) => line.start_ms < segment.start_ms);
        }
        if (mix.state === "complete" && mix.duration_ms !== null) {
          await settled(sound);
          sound.appendWindowEnd = Math.max(0.001, mix.duration_ms / 1000);
        }
        await append(sound, bytes);
        lines = [...lines, ...segment.lines];
        after = segment.index;
        onChange(stateOf(mix, false));
      }
      const isComplete = mix.state === "complete" && mix.segments.length === 0;
      if (isComplete) {
        await settled(sound);
        if (source.readyState === "open") source.endOfStream();
      }
      onChange(stateOf(mix, isComplete));
      if (isComplete || mix.state === "ended") return;
      if (mix.state === "waiting" && mix.segments.length === 0) await pause(PAUSE_MS, signal);
    }
  }

  /** Plays the finished file; false when its lines are not known, as when the script changes at this moment. */
  async function playFile({ sectionId }: Wanted, mix: Mix, signal: AbortSignal): Promise<boolean> {
    const known = await timelineLines(sectionId, signal).catch(() => []);
    if (signal.aborted || mix.file === null || known.length === 0) return signal.aborted;
    isFile = true;
    lines = known;
    audio.src = mix.file.url;
    onChange({ duration: mix.file.duration_ms / 1000, isEstimate: false, unmade: [], waiting: null, isComplete: true });
    return true;
  }

  const follow = (wanted: Wanted, keepUntil: number | null): void => {
    following.abort();
    following = new AbortController();
    const { signal } = following;
    run(wanted, keepUntil, signal).catch((error: unknown) => {
      if (!signal.aborted) onFault(error);
    });
  };
  follow(first, null);
  return {
    follow,
    get isFile() {
      return isFile;
    },
    get lines() {
      return lines;
    },
    close() {
      following.abort();
      URL.revokeObjectURL(address);
    },
  };
}

function stateOf(mix: Mix, isComplete: boolean): MixState {
  return {
    duration: mix.duration_ms === null ? null : mix.duration_ms / 1000,
    isEstimate: mix.is_estimate,
    unmade: mix.unmade.map(([from = 0, to = 0]) => [from / 1000, to / 1000] as const),
    waiting: mix.waiting,
    isComplete,
  };
}

/** Seconds that are buffered from the playhead on. */
function bufferedAhead(audio: HTMLAudioElement): number {
  const { buffered, currentTime } = audio;
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime + 0.1 && buffered.end(i) > currentTime) return buffered.end(i) - currentTime;
  }
  return 0;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
