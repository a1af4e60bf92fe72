// A chapter without a finished file as one continuous stream: the segments of its mix, appended to one MediaSource while
// they are fetched. A browser without MediaSource plays the same segments as HLS. Players that chain files stop when a
// phone is locked.

import { bufferedAhead, type SoundBuffer, soundBuffer } from "../player/sound-buffer.ts";
import { type Ends, fileSource, type Source, setSpeed } from "./sources.ts";

interface Outline {
  readonly mix: string;
  readonly duration_ms: number;
  readonly segments: readonly (readonly [start_ms: number, duration_ms: number, block_id: string])[];
  readonly content_type: string;
  /** When the requested line begins now; null without one. */
  readonly line_ms: number | null;
}

export interface MixEnds extends Ends {
  /** The server does not answer, or answers again. It is asked until it does. */
  readonly onAway: (isAway: boolean) => void;
  /** The chapter was changed by its owner: the words have other times. */
  readonly onChanged: () => void;
}

/** Seconds that are fetched ahead of the playhead, and at which a changed chapter takes over. */
const AHEAD = 60;
const NEARLY_OVER = 0.3;
const LOOK_MS = 250;
/** Two places nearer than this are the same one, seconds. */
const SAME_PLACE = 0.01;
/** More than a frame of AAC, seconds. */
const FRAME = 0.05;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;
/** An outline that was fetched before Play was pressed. */
const FRESH_MS = 60_000;

type Kind = typeof MediaSource;
// Safari on iPhones has the managed kind only.
const SourceKind: Kind | undefined =
  (globalThis as { readonly ManagedMediaSource?: Kind }).ManagedMediaSource ?? globalThis.MediaSource;

const outlines = new Map<string, { readonly at: number; readonly outline: Promise<Outline | null> }>();

/** Fetches what a later Play needs first. */
export function prepareMix(address: string): void {
  const known = outlines.get(address);
  if (known !== undefined && performance.now() - known.at < FRESH_MS) return;
  const outline = readOutline(address).catch(() => null);
  outlines.set(address, { at: performance.now(), outline });
}

/** Sound that was fetched for a change of the mix, by address. */
const held = new Map<string, Promise<ArrayBuffer | null>>();

/**
 * Fetches what a mix needs to continue at a time, while another one is heard. The mix that is opened next uses it.
 * @returns whether it is there
 */
export async function holdMix(address: string, seconds: number): Promise<boolean> {
  prepareMix(address);
  const outline = await outlines.get(address)?.outline;
  if (outline == null || outline.segments.length === 0) {
    outlines.delete(address);
    return false;
  }
  const urls = ["header.mp4", `${segmentAt(outline, seconds)}.m4s`].map((file) => addressBelow(address, outline, file));
  for (const url of held.keys()) if (!urls.includes(url)) held.delete(url);
  for (const url of urls) {
    if (held.has(url)) continue;
    const bytes = fetch(url)
      .then((answer) => (answer.ok ? answer.arrayBuffer() : null))
      .catch(() => null);
    held.set(url, bytes);
    // What failed is fetched again by the next press.
    void bytes.then((found) => found === null && held.get(url) === bytes && held.delete(url));
  }
  return (await Promise.all(held.values())).every((bytes) => bytes !== null);
}

const addressBelow = (address: string, { mix }: Outline, file: string): string =>
  address.replace(/\.json$/, `/${mix}/${file}`);

const segmentAt = ({ segments }: Outline, seconds: number): number =>
  Math.max(
    0,
    segments.findLastIndex(([start]) => start <= seconds * 1000),
  );

/** @param address of the outline. Null: there is no audio, or the server does not answer. */
export async function mixSource(audio: HTMLAudioElement, address: string, ends: MixEnds): Promise<Source | null> {
  prepareMix(address);
  const outline = await outlines.get(address)?.outline;
  outlines.delete(address);
  if (outline == null || outline.segments.length === 0) return null;
  const kind = SourceKind;
  if (kind?.isTypeSupported(outline.content_type)) return stream(audio, address, outline, kind, ends);
  return fileSource(audio, address.replace(/json$/, "m3u8"), outline.duration_ms / 1000, ends);
}

function stream(audio: HTMLAudioElement, address: string, first: Outline, kind: Kind, ends: MixEnds): Source {
  const source = new kind();
  const object = URL.createObjectURL(source);
  const closing = new AbortController();
  let outline = first;
  let filling = new AbortController();
  let isBegun = false;
  let isAway = false;
  let hasHeader = false;
  /** Where playing begins, when the element does not know its sound yet. */
  let wanted: number | null = null;
  const { signal: closed } = closing;
  // A managed source opens only where the sound cannot go to another device.
  audio.disableRemotePlayback = true;
  audio.src = object;
  audio.addEventListener("ended", ends.onEnd, { signal: closed });
  audio.addEventListener("error", ends.onFault, { signal: closed });
  audio.addEventListener("loadedmetadata", () => moveTo(wanted), { signal: closed });
  // The playhead moves between the header and the first sound.
  const known = new Promise<void>((resolve) => {
    audio.addEventListener("loadedmetadata", () => resolve(), { signal: closed });
    closed.addEventListener("abort", () => resolve());
  });
  const opened = new Promise<void>((resolve) => source.addEventListener("sourceopen", () => resolve(), { once: true }));
  const opening = opened.then(async () => {
    const sound = soundBuffer(audio, source, source.addSourceBuffer(first.content_type));
    await sound.setDuration(outline.duration_ms / 1000);
    return sound;
  });

  function moveTo(seconds: number | null): void {
    wanted = audio.readyState === 0 ? seconds : null;
    // WebKit can lose a stream that seeks while its first sound comes in: it seeks only to another place.
    if (wanted === null && seconds !== null && Math.abs(audio.currentTime - seconds) > SAME_PLACE) {
      audio.currentTime = seconds;
    }
  }

  /** The bytes; null when the mix is another one now, or the link is closed. */
  async function fetched(file: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
    const url = addressBelow(address, outline, file);
    const ready = await held.get(url);
    held.delete(url);
    if (ready != null) return ready;
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(LAST_RETRY_MS, wait * 2)) {
      try {
        const answer = await fetch(url, { signal });
        if (answer.status < 500 && answer.status !== 429) {
          const bytes = answer.ok ? await answer.arrayBuffer() : null;
          away(false);
          return bytes;
        }
      } catch (error) {
        if (signal.aborted) throw error;
      }
      away(true);
      await pause(wait, signal);
    }
  }

  function away(next: boolean): void {
    if (isAway !== next) ends.onAway(next);
    isAway = next;
  }

  /** Fetches from a time on what is not buffered. */
  function fill(seconds: number): void {
    isBegun = true;
    filling.abort();
    filling = new AbortController();
    const { signal } = filling;
    append(segmentAt(outline, seconds), signal).catch(() => !signal.aborted && ends.onFault());
  }

  async function append(from: number, signal: AbortSignal): Promise<void> {
    // The header and the first segment are on their way together.
    const header = hasHeader ? null : fetched("header.mp4", signal);
    header?.catch(() => undefined);
    for (let index = from; index < outline.segments.length; index++) {
      if (isWhole(index)) continue;
      while (bufferedAhead(audio) > AHEAD) await pause(LOOK_MS, signal);
      const bytes = await fetched(`${index}.m4s`, signal);
      const start = await header;
      const sound = await opening;
      signal.throwIfAborted();
      if (bytes === null || (start === null && !hasHeader)) return changed(index, sound, signal);
      if (start !== null && !hasHeader) {
        await sound.append(start);
        hasHeader = true;
        await known;
        signal.throwIfAborted();
      }
      await sound.append(bytes);
    }
    await (await opening).end();
  }

  /** The chapter has another mix now: it continues at the same line. */
  async function changed(index: number, sound: SoundBuffer, signal: AbortSignal): Promise<void> {
    const [start_ms = 0, , line = ""] = outline.segments[index] ?? [];
    const next = await readOutline(`${address}?line=${line}`, signal);
    if (next === null || next.segments.length === 0 || next.mix === outline.mix) return ends.onFault();
    const at = Math.min(next.line_ms ?? start_ms, next.duration_ms) / 1000;
    const isSeamless = Math.abs(at * 1000 - start_ms) < 1;
    // What is buffered is heard to its end: it stays what it was.
    if (!isSeamless) while (bufferedAhead(audio) > NEARLY_OVER) await pause(LOOK_MS, signal);
    outline = next;
    ends.onChanged();
    if (!isSeamless) {
      await sound.drop(0, Number.POSITIVE_INFINITY);
      moveTo(at);
    }
    await sound.setDuration(next.duration_ms / 1000);
    fill(at);
  }

  /** Whether a segment is buffered, except for a part of a frame at its ends. */
  function isWhole(index: number): boolean {
    const [start = 0, duration = 0] = outline.segments[index] ?? [];
    const { buffered } = audio;
    for (let i = 0; i < buffered.length; i++) {
      const [from, to] = [start / 1000 + FRAME, (start + duration) / 1000 - FRAME];
      if (buffered.start(i) <= from && buffered.end(i) >= to) return true;
    }
    return false;
  }

  return {
    get duration() {
      return outline.duration_ms / 1000;
    },
    get time() {
      return wanted ?? audio.currentTime;
    },
    play() {
      if (!isBegun) fill(0);
      return audio.play();
    },
    pause: () => audio.pause(),
    seek(seconds) {
      moveTo(seconds);
      fill(seconds);
    },
    setSpeed: (speed) => setSpeed(audio, speed),
    close() {
      filling.abort();
      closing.abort();
      URL.revokeObjectURL(object);
    },
  };
}

/** Null when there is none, as below a link that was revoked. @throws TypeError when the server does not answer */
async function readOutline(address: string, signal: AbortSignal | null = null): Promise<Outline | null> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) return null;
  return ((await answer.json()) as { readonly data: Outline }).data;
}

/** @throws the signal's reason */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
