// The sound of a chapter as one continuous stream: the segments of a mix, appended to one MediaSource while the server
// makes them. The element's time is the chapter's time. A finished file with the same audio takes its place: the browser
// reads it with ranges, so that every place in it is there at once.

import { api, ClientError } from "../api/api.ts";
import { bufferedAhead, firstBuffered, type SoundBuffer, soundBuffer } from "./sound-buffer.ts";
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
  /** Whether the chapter can be heard with one narrator beside its cast. */
  readonly hasNarratorTakes: boolean;
  /** Whether everything up to the end is in the element. */
  readonly isComplete: boolean;
  /** Whether the server does not answer now. It is asked again. */
  readonly isAway: boolean;
}

export interface MixOptions {
  readonly voiceOnly: boolean;
  readonly soundsGainDb: number;
  readonly oneNarrator: boolean;
}

interface Wanted {
  readonly sectionId: string;
  readonly fromBlockId: string | null;
  readonly fromMs: number | null;
  readonly options: MixOptions;
}

export interface MixSource {
  /**
   * Continues with another mix of the same chapter: from a line or a time on; what is buffered before stays.
   * @param keepUntil seconds; null keeps nothing
   * @param isAfterEdit The lines before can have other lengths now. The line that is heard is finished before the playhead
   *   moves to the new time of the line after it.
   */
  follow(wanted: Wanted, keepUntil: number | null, isAfterEdit?: boolean): void;
  /** Asks again for what comes after the last line that is there. */
  goOn(): void;
  /** Whether an edit waits for the end of the line that is heard: what is buffered behind it is about to go. */
  readonly isAtSeam: boolean;
  /** Whether it is one finished file. It cannot follow another mix. */
  readonly isFile: boolean;
  /** Lines that were made, by their starts. */
  readonly lines: readonly PlayedLine[];
  close(): void;
}

/** Seconds of audio that are fetched ahead of the playhead. */
const AHEAD = 90;
/** A mix that the server has given up is begun again when less than this is buffered, seconds. */
const LOW = 20;
const WAIT_MS = 8_000;
const PAUSE_MS = 1_500;
/** A line that begins this much earlier or later after an edit is no longer at the same place of the stream, seconds. */
const MOST_SHIFT = 0.1;
/** How near to its end a line is finished, seconds, and how often that is looked at. */
const SEAM = 0.1;
const SEAM_LOOK_MS = 40;
/** Between two questions while a line cannot be spoken. */
const FIRST_LOOK_MS = 3_000;
const LAST_LOOK_MS = 15_000;
/** Between two tries while the server does not answer. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;

const readMix = (previewId: string, after: number, signal: AbortSignal) =>
  api.call("readMixPreview", { params: { previewId }, query: { after, wait_ms: WAIT_MS }, signal });

type Source = typeof MediaSource;
// Safari on iPhones has the managed kind only.
const SourceKind: Source | undefined =
  (globalThis as { readonly ManagedMediaSource?: Source }).ManagedMediaSource ?? globalThis.MediaSource;

/**
 * @param onChange called when what is known of the chapter changes
 * @param onFault called when the server refuses for good
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
  let last: Wanted = first;
  let buffer: Promise<SoundBuffer> | null = null;
  let isFile = false;
  let isAtSeam = false;
  let state: MixState = {
    duration: null,
    isEstimate: true,
    unmade: [],
    waiting: null,
    hasNarratorTakes: false,
    isComplete: false,
    isAway: false,
  };

  const report = (change: Partial<MixState>): void => {
    state = { ...state, ...change };
    onChange(state);
  };

  const opened = new Promise<void>((resolve) => {
    if (source.readyState === "open") resolve();
    else source.addEventListener("sourceopen", () => resolve(), { once: true });
  });

  const bufferOf = (type: string): Promise<SoundBuffer> => {
    buffer ??= opened.then(() => soundBuffer(audio, source, source.addSourceBuffer(type)));
    return buffer;
  };

  /** Tries again while the server does not answer; what is buffered plays on meanwhile. */
  async function patiently<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(LAST_RETRY_MS, wait * 2)) {
      try {
        const answer = await ask();
        if (state.isAway) report({ isAway: false });
        return answer;
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error;
        if (!state.isAway) report({ isAway: true });
        await pause(wait, signal);
        signal.throwIfAborted();
      }
    }
  }

  /** The bytes of a segment; null when its address has expired. */
  const bytesOf = (url: string, signal: AbortSignal): Promise<ArrayBuffer | null> =>
    patiently(signal, async () => {
      const answer = await fetch(url, { signal });
      if (answer.ok) return answer.arrayBuffer();
      if (answer.status >= 500 || answer.status === 429) throw new TypeError(`A segment answers ${answer.status}.`);
      return null;
    });

  async function run(
    wanted: Wanted,
    keepUntil: number | null,
    isAfterEdit: boolean,
    signal: AbortSignal,
  ): Promise<"end" | "gone"> {
    const { preview_id } = await patiently(signal, () =>
      api.call("createMixPreview", {
        params: { sectionId: wanted.sectionId },
        body: {
          from_block_id: wanted.fromBlockId,
          from_ms: wanted.fromMs,
          voice_only: wanted.options.voiceOnly,
          sounds_gain_db: wanted.options.soundsGainDb,
          one_narrator: wanted.options.oneNarrator,
        },
        signal,
      }),
    );
    let after = -1;
    let look = FIRST_LOOK_MS;
    for (;;) {
      const mix = await patiently(signal, () => readMix(preview_id, after, signal));
      const isFirst = after < 0;
      if (isFirst && keepUntil === null && mix.file !== null && (await playFile(wanted, mix, signal))) return "end";
      const sound = await bufferOf(mix.content_type);
      if (mix.duration_ms !== null) await sound.setDuration(mix.duration_ms / 1000);
      const known = knownOf(mix);
      for (const segment of mix.segments) {
        // The first one takes the place of what is buffered at the playhead, so it never waits for room.
        if (after >= 0) await room(audio, signal);
        const bytes = await bytesOf(segment.url, signal);
        signal.throwIfAborted();
        // The next answer has new addresses.
        if (bytes === null) break;
        const start = segment.start_ms / 1000;
        const isMoved = after < 0 && isAfterEdit && keepUntil !== null && Math.abs(start - keepUntil) > MOST_SHIFT;
        if (isMoved) {
          await until(() => audio.currentTime >= keepUntil || bufferedAhead(audio) < SEAM, signal, SEAM_LOOK_MS);
          signal.throwIfAborted();
          await sound.cutAt(Number.POSITIVE_INFINITY);
          await sound.drop(0, Number.POSITIVE_INFINITY);
          lines = [];
        } else if (after < 0) {
          await sound.cutAt(Number.POSITIVE_INFINITY);
          // What was buffered of another mix ends where this one begins.
          await sound.drop(keepUntil === null ? 0 : start, Number.POSITIVE_INFINITY);
          lines = keepUntil === null ? [] : lines.filter((line) => line.start_ms < segment.start_ms);
        }
        if (mix.state === "complete" && mix.duration_ms !== null) await sound.cutAt(mix.duration_ms / 1000);
        if (isMoved) audio.currentTime = start;
        isAtSeam = false;
        await sound.append(bytes);
        lines.push(...segment.lines);
        after = segment.index;
        report({ ...known, isComplete: false });
      }
      forget();
      const isComplete = mix.state === "complete" && mix.segments.length === 0;
      if (isComplete) await sound.end();
      report({ ...known, isComplete });
      if (isComplete) return "end";
      if (mix.state === "ended") return "gone";
      if (mix.state === "waiting" && mix.segments.length === 0) {
        await pause(look, signal);
        look = Math.min(LAST_LOOK_MS, look * 1.5);
      } else look = FIRST_LOOK_MS;
      signal.throwIfAborted();
    }
  }

  /** Lines whose sound is no longer buffered: the playhead cannot reach them without another mix. */
  function forget(): void {
    const from = firstBuffered(audio) * 1000;
    const kept = lines.findIndex((line) => line.start_ms + line.duration_ms >= from);
    if (kept > 0) lines.splice(0, kept);
  }

  /** Plays the finished file; false when its lines are not known, as when the script changes at this moment. */
  async function playFile({ sectionId }: Wanted, mix: Mix, signal: AbortSignal): Promise<boolean> {
    const known = await timelineLines(sectionId, signal).catch(() => []);
    signal.throwIfAborted();
    if (mix.file === null || known.length === 0) return false;
    isFile = true;
    lines = known;
    audio.src = mix.file.url;
    const duration = mix.file.duration_ms / 1000;
    report({
      duration,
      isEstimate: false,
      unmade: [],
      waiting: null,
      hasNarratorTakes: mix.narrator_takes,
      isComplete: true,
    });
    return true;
  }

  const follow = (wanted: Wanted, keepUntil: number | null, isAfterEdit = false): void => {
    following.abort();
    following = new AbortController();
    last = wanted;
    isAtSeam = isAfterEdit;
    const { signal } = following;
    run(wanted, keepUntil, isAfterEdit, signal)
      .catch((error: unknown) => {
        // The server deletes a mix that was not asked for in half an hour.
        if (error instanceof ClientError && error.status === 404 && lines.length > 0) return "gone" as const;
        throw error;
      })
      .then(async (end) => {
        if (end === "end") return;
        await until(() => !audio.paused && bufferedAhead(audio) < LOW, signal);
        if (!signal.aborted) goOn();
      })
      .catch((error: unknown) => {
        if (!signal.aborted) onFault(error);
      });
  };

  const goOn = (): void => {
    const line = lines.at(-1);
    const { sectionId, options } = last;
    if (line === undefined) follow(last, null);
    else follow({ sectionId, fromBlockId: line.block_id, fromMs: null, options }, line.start_ms / 1000);
  };

  follow(first, null);
  return {
    follow,
    goOn,
    get isAtSeam() {
      return isAtSeam;
    },
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

/** Whether the same question can have another answer in a moment. */
function isPassing(error: unknown): boolean {
  if (error instanceof ClientError) return error.retryable || error.status >= 500;
  return error instanceof TypeError;
}

const knownOf = (mix: Mix): Pick<MixState, "duration" | "isEstimate" | "unmade" | "waiting" | "hasNarratorTakes"> => ({
  duration: mix.duration_ms === null ? null : mix.duration_ms / 1000,
  isEstimate: mix.is_estimate,
  unmade: mix.unmade.map(([from = 0, to = 0]) => [from / 1000, to / 1000] as const),
  waiting: mix.waiting,
  hasNarratorTakes: mix.narrator_takes,
});

/** Waits while enough is buffered ahead. */
const room = (audio: HTMLAudioElement, signal: AbortSignal): Promise<void> =>
  until(() => bufferedAhead(audio) <= AHEAD, signal);

async function until(holds: () => boolean, signal: AbortSignal, lookMs = PAUSE_MS): Promise<void> {
  while (!signal.aborted && !holds()) await pause(lookMs, signal);
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
