// The player: one audio element for the whole studio, so that changing the screen never stops the sound.

import { api, ClientError } from "../api/api.ts";
import { awaitSound } from "./first-sound.ts";
import { isFlagged, toggleLineFlag } from "./flag-line.ts";
import { lastStarted } from "./last-started.ts";
import { type ListeningPlace, readPlace, writePlace } from "./listening-place.ts";
import { lightWord } from "./lit-words.ts";
import { describeOnLockScreen } from "./lock-screen.ts";
import { showPlaying, showPosition, takeMediaKeys } from "./media-keys.ts";
import { type MixOptions, type MixSource, type MixState, openMix, type PlayedLine } from "./mix-source.ts";
import { bufferedAhead } from "./sound-buffer.ts";
import { readSpeed, writeSpeed } from "./speed.ts";

export interface Track {
  readonly projectId: string;
  readonly sectionId: string;
  readonly title: string;
  readonly storyTitle: string;
}

export type Sleep = { readonly kind: "time"; readonly at: number } | { readonly kind: "chapter" } | null;

export interface Bookmark {
  readonly section_id: string;
  readonly block_id: string;
  readonly offset_ms: number;
}

export interface PlayerState {
  readonly track: Track | null;
  readonly isPlaying: boolean;
  /** Play was pressed and no sound came yet. */
  readonly isStarting: boolean;
  /** Seconds of the chapter. */
  readonly time: number;
  readonly duration: number;
  readonly mix: MixState | null;
  readonly speed: number;
  readonly sleep: Sleep;
  readonly options: MixOptions;
  readonly lineId: string | null;
  readonly bookmarks: readonly Bookmark[];
  /** The line that was flagged last. */
  readonly flaggedId: string | null;
  /** The line that has the newest bookmark. */
  readonly bookmarkedId: string | null;
  /** A newer place of this story, from another device or another chapter: the listener can go there. */
  readonly elsewhere: Elsewhere | null;
  readonly fault: unknown;
}

export interface Elsewhere {
  readonly sectionId: string;
  readonly blockId: string;
  readonly offsetMs: number;
}

const LOWEST_SPEED = 0.5;
const HIGHEST_SPEED = 3;
const SAVE_MS = 5_000;
/** A hole in what is buffered, after a line became shorter: the playhead steps over it. */
const MOST_HOLE = 3;
/** Two places nearer than this are the same one, seconds. */
const SAME_PLACE = 0.01;
/** A browser that cannot play what it got twice in this time has a fault; once, it gets a new address. */
const AGAIN_MS = 10_000;

const audio = new Audio();
audio.preload = "auto";
const listeners = new Set<() => void>();
let source: MixSource | null = null;
let savedAt = 0;
/** Whether this device moved since the place was written. One that did not must not replace a newer place. */
let isMoved = false;
/** The newest writing that this device knows, by the clock of the server. */
let knownAt: string | null = null;
let reopenedAt = Number.NEGATIVE_INFINITY;
/** The sound stopped because the next line cannot be spoken. It continues when the line is available. */
let isHeldUp = false;
/** Where playing continues once the first segment is there: a line and a word or an offset in it, or a time. */
let pending: {
  readonly blockId: string | null;
  readonly offsetMs: number;
  readonly time: number | null;
  /** Where the word begins in the text of the line. */
  readonly wordAt?: number | undefined;
} | null = null;

const NOWHERE = { section_id: null, block_id: null, offset_ms: 0 } as const;

let state: PlayerState = {
  track: null,
  isPlaying: false,
  isStarting: false,
  time: 0,
  duration: 0,
  mix: null,
  speed: readSpeed(LOWEST_SPEED, HIGHEST_SPEED),
  sleep: null,
  options: { voiceOnly: false, soundsGainDb: 0, oneNarrator: false },
  lineId: null,
  bookmarks: [],
  flaggedId: null,
  bookmarkedId: null,
  elsewhere: null,
  fault: null,
};

function set(change: Partial<PlayerState>): void {
  if (change.isStarting !== undefined && change.isStarting !== state.isStarting) awaitSound(change.isStarting);
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

function lineAt(seconds: number): PlayedLine | undefined {
  const ms = seconds * 1000 + 20;
  return lastStarted(source?.lines ?? [], ms);
}

function open(track: Track, fromBlockId: string | null, fromMs: number | null): void {
  source?.close();
  isHeldUp = false;
  set({ track, mix: null, fault: null, time: fromMs === null ? 0 : fromMs / 1000, duration: 0, lineId: null });
  source = openMix(
    audio,
    { sectionId: track.sectionId, fromBlockId, fromMs, options: state.options },
    (mix) => {
      set({ mix, duration: mix.duration ?? state.duration });
      arrive();
      if (mix.waiting !== null && pending !== null) set({ isStarting: false });
      if (isHeldUp && mix.waiting === null && bufferedAhead(audio) > 0.5) {
        isHeldUp = false;
        start();
      }
    },
    (fault) => {
      audio.pause();
      set({ fault: audio.error ?? fault, isStarting: false, isPlaying: false });
    },
  );
  audio.playbackRate = state.speed;
  void describeOnLockScreen(track);
}

/** Leaves a finished file for a mix that begins with the line that is heard, and continues in it. */
function reopen(track: Track): void {
  const line = lineAt(audio.currentTime);
  const isOn = state.isPlaying || state.isStarting;
  if (line === undefined) return;
  const ms = audio.currentTime * 1000;
  const offsetMs = Math.max(0, ms - line.start_ms);
  const wordAt = lastStarted(line.words, ms)?.start_utf16;
  audio.pause();
  pending = isOn ? { blockId: line.block_id, offsetMs, time: null, wordAt } : null;
  open(track, line.block_id, null);
  set({ isStarting: isOn });
}

/** Opens the chapter again at one of its times. */
function openAt(track: Track, time: number, plays: boolean): void {
  pending = plays ? { blockId: null, offsetMs: 0, time } : null;
  open(track, null, time * 1000);
  set({ isStarting: plays });
}

/** Moves the playhead to where playing begins, once its sound is there. */
function arrive(): void {
  const first = source?.lines[0];
  if (pending === null || first === undefined) return;
  const { blockId, offsetMs, time, wordAt } = pending;
  const line = blockId === null ? first : (source?.lines.find((one) => one.block_id === blockId) ?? first);
  pending = null;
  const isWhole = first.start_ms <= 1_500 && blockId === null && time === null;
  const word = wordAt === undefined ? undefined : line.words.find(({ start_utf16 }) => start_utf16 === wordAt);
  const inLine = word?.start_ms ?? line.start_ms + Math.min(offsetMs, line.duration_ms);
  const at = time ?? (isWhole ? 0 : inLine / 1000);
  // WebKit can lose the stream when it seeks at the moment in which it begins.
  if (Math.abs(audio.currentTime - at) > SAME_PLACE) audio.currentTime = at;
  start();
}

function start(): void {
  void audio.play().catch((fault: unknown) => {
    if (fault instanceof DOMException && fault.name === "AbortError") return;
    // The error event of the same fault follows. It opens the sound again if it was wanted.
    if (audio.error !== null) return;
    set({ fault, isStarting: false });
  });
}

function save(isNow = false): void {
  const { track } = state;
  const line = lineAt(audio.currentTime);
  if (track === null || line === undefined || !isMoved) return;
  if (!isNow && performance.now() - savedAt < SAVE_MS) return;
  savedAt = performance.now();
  isMoved = false;
  void writePlace(track.projectId, {
    section_id: track.sectionId,
    block_id: line.block_id,
    offset_ms: Math.max(0, Math.round(audio.currentTime * 1000 - line.start_ms)),
  }).then((written) => {
    if (written === null) isMoved = true;
    else if (state.track?.projectId === track.projectId) learn(written);
  });
}

const learn = ({ updated_at }: ListeningPlace): void => {
  if (knownAt === null || (updated_at !== null && updated_at > knownAt)) knownAt = updated_at;
};

/** The place that another device wrote since, where this one is not; null without one. */
function elsewhereOf(place: ListeningPlace, sectionId: string, blockId: string | null): Elsewhere | null {
  const isNews = place.updated_at !== null && (knownAt === null || place.updated_at > knownAt);
  if (!isNews || place.section_id === null || place.block_id === null) return null;
  if (place.section_id === sectionId && place.block_id === blockId) return null;
  return { sectionId: place.section_id, blockId: place.block_id, offsetMs: place.offset_ms };
}

/** A device that was left for a while may be behind another one. */
async function lookElsewhere(): Promise<void> {
  const { track } = state;
  if (track === null) return;
  const place = await readPlace(track.projectId);
  if (place === null || state.track !== track) return;
  const elsewhere = elsewhereOf(place, track.sectionId, state.lineId);
  set({ bookmarks: place.bookmarks, ...(elsewhere === null ? {} : { elsewhere }) });
  learn(place);
}

/** Bookmarks are changed in those that the server has now: another device may have added some. */
async function changeBookmarks(change: (all: readonly Bookmark[]) => readonly Bookmark[]): Promise<void> {
  const { track } = state;
  if (track === null) return;
  set({ bookmarks: change(state.bookmarks) });
  const place = await readPlace(track.projectId);
  if (place === null) return;
  const { section_id, block_id, offset_ms } = place;
  const written = await writePlace(track.projectId, {
    ...{ section_id, block_id, offset_ms },
    bookmarks: change(place.bookmarks),
  });
  if (written === null || state.track?.projectId !== track.projectId) return;
  set({ bookmarks: written.bookmarks });
  learn(written);
}

const isSameBookmark = (one: Bookmark, other: Bookmark): boolean =>
  one.section_id === other.section_id && one.block_id === other.block_id && one.offset_ms === other.offset_ms;

audio.addEventListener("playing", () => {
  set({ isPlaying: true, isStarting: false, fault: null });
  if (!isFollowing) {
    isFollowing = true;
    requestAnimationFrame(follow);
  }
  showPlaying(true);
});
audio.addEventListener("pause", () => {
  set({ isPlaying: false });
  showPlaying(false);
  if (!audio.ended) save(true);
});
audio.addEventListener("waiting", () => {
  stepOverHole();
  if (state.mix?.waiting == null || bufferedAhead(audio) > 0.5) return;
  isHeldUp = true;
  audio.pause();
});
audio.addEventListener("error", () => {
  // The address of a finished file is valid for some minutes: the next one plays on. Other errors end there as well.
  const { track } = state;
  if (track === null || source === null || audio.getAttribute("src") === null) return;
  if (performance.now() - reopenedAt < AGAIN_MS) {
    set({ fault: audio.error, isPlaying: false, isStarting: false });
    return;
  }
  reopenedAt = performance.now();
  openAt(track, state.time, state.isPlaying || state.isStarting);
});
audio.addEventListener("timeupdate", () => {
  const line = lineAt(audio.currentTime);
  if (state.isPlaying) isMoved = true;
  set({ time: audio.currentTime, lineId: line?.block_id ?? null });
  const { sleep } = state;
  if (sleep?.kind === "time" && Date.now() >= sleep.at) {
    set({ sleep: null });
    audio.pause();
  }
  save();
  showPosition(audio);
});
audio.addEventListener("ended", () => {
  set({ isPlaying: false });
  if (state.sleep?.kind === "chapter") {
    set({ sleep: null });
    void player.chapter(1, false);
    return;
  }
  void player.chapter(1);
});

function stepOverHole(): void {
  const { buffered, currentTime } = audio;
  for (let i = 0; i < buffered.length; i++) {
    const start = buffered.start(i);
    if (start > currentTime && start - currentTime < MOST_HOLE) {
      audio.currentTime = start + 0.01;
      return;
    }
  }
}

let isFollowing = false;

/** Lights the word that is heard, in every frame while something plays. A page that is silent draws no frame for it. */
function follow(): void {
  const line = lineAt(audio.currentTime);
  const ms = audio.currentTime * 1000;
  const word = lastStarted(line?.words ?? [], ms + 30);
  lightWord(line === undefined || word === undefined || ms > word.end_ms + 250 ? null : { line, word });
  isFollowing = state.isPlaying;
  if (isFollowing) requestAnimationFrame(follow);
}

export const player = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  state: (): PlayerState => state,

  /** Plays a chapter: from a line and an offset into it, else from where it was left. */
  async play(track: Track, fromBlockId: string | null = null, offsetMs = 0): Promise<void> {
    if (track.projectId !== state.track?.projectId) {
      knownAt = null;
      set({ elsewhere: null });
    }
    set({ isStarting: true, track, fault: null });
    // Phones let a page play only in answer to a touch: the element is woken here, before anything is awaited.
    if (audio.src === "") void audio.play().catch(() => undefined);
    const place = await readPlace(track.projectId);
    if (place !== null) {
      // A line was chosen: the listener does not want another place.
      const elsewhere = fromBlockId === null ? elsewhereOf(place, track.sectionId, place.block_id) : null;
      set({ bookmarks: place.bookmarks, elsewhere });
      learn(place);
    }
    const isHere = fromBlockId === null && place?.section_id === track.sectionId;
    const blockId = fromBlockId ?? (isHere ? place.block_id : null);
    pending = { blockId, offsetMs: isHere ? place.offset_ms : offsetMs, time: null };
    try {
      open(track, blockId, null);
    } catch (fault) {
      set({ fault, isStarting: false });
    }
  },
  /** Space in a chapter: pauses what plays, else plays from this line. */
  toggle(track: Track, fromBlockId: string): void {
    if (state.isPlaying || state.isStarting) player.pause();
    else void player.play(track, fromBlockId);
  },
  resume(): void {
    const { track, mix, fault } = state;
    if (source === null || track === null) return;
    // A key of the phone or of a headset resumes without looking at the page.
    void lookElsewhere();
    if (audio.error !== null) {
      openAt(track, state.time, true);
      return;
    }
    // What stopped it may be over: the line is tried again.
    if (!source.isFile && (fault !== null || mix?.waiting != null || pending !== null)) {
      set({ fault: null, isStarting: true });
      isHeldUp = pending === null && bufferedAhead(audio) < 0.5;
      source.goOn();
      if (isHeldUp || pending !== null) return;
    }
    start();
  },
  pause(): void {
    audio.pause();
    isHeldUp = false;
    set({ isStarting: false });
  },
  seek(seconds: number): void {
    const { track } = state;
    if (track === null || source === null) return;
    const target = Math.min(Math.max(0, seconds), state.duration);
    isMoved = true;
    const wasPlaying = state.isPlaying || state.isStarting;
    set({ time: target });
    // Buffered sound of before an edit is about to be replaced, and the playhead moved: the new mix begins at this place instead.
    if (source.isFile || (isBuffered(target) && !source.isAtSeam)) {
      audio.currentTime = target;
      return;
    }
    pending = wasPlaying ? { blockId: null, offsetMs: 0, time: target } : null;
    audio.pause();
    set({ isStarting: wasPlaying });
    source.follow(
      { sectionId: track.sectionId, fromBlockId: null, fromMs: target * 1000, options: state.options },
      null,
    );
    if (!wasPlaying) audio.currentTime = target;
  },
  skip: (seconds: number): void => player.seek(audio.currentTime + seconds),
  setSpeed(speed: number): void {
    const next = Math.min(HIGHEST_SPEED, Math.max(LOWEST_SPEED, speed));
    audio.playbackRate = next;
    audio.defaultPlaybackRate = next;
    writeSpeed(next);
    set({ speed: next });
  },
  setSleep: (sleep: Sleep): void => set({ sleep }),
  /** Another mix from the line that is heard on. */
  setOptions(options: MixOptions): void {
    const isOtherVoice = options.oneNarrator !== state.options.oneNarrator;
    set({ options });
    const { track } = state;
    const line = lineAt(audio.currentTime);
    if (track === null || source === null || line === undefined) return;
    // In another voice the lines have other lengths.
    if (source.isFile || isOtherVoice) {
      reopen(track);
      return;
    }
    // The playing line is mixed again from its beginning; the playhead stays in it.
    source.follow({ sectionId: track.sectionId, fromBlockId: line.block_id, fromMs: null, options }, audio.currentTime);
  },
  /** The script changed: the playing line is finished, and the rest is made again. */
  refresh(sectionId: string): void {
    const { track, options } = state;
    if (track?.sectionId !== sectionId || source === null) return;
    if (source.isFile) {
      reopen(track);
      return;
    }
    const ms = audio.currentTime * 1000;
    const next = source.lines.find((line) => line.start_ms > ms);
    if (next === undefined) return;
    source.follow({ sectionId, fromBlockId: next.block_id, fromMs: null, options }, next.start_ms / 1000, true);
  },
  /** The next or the previous chapter. The end of the last one is the end of the story: Play starts at the beginning. */
  async chapter(step: 1 | -1, plays = true): Promise<void> {
    const { track } = state;
    if (track === null) return;
    const { sections } = await api.call("readProjectSections", { params: { projectId: track.projectId } });
    const at = sections.findIndex((section) => section.id === track.sectionId);
    const next = sections[at + step];
    if (next === undefined) {
      const written = audio.ended ? await writePlace(track.projectId, NOWHERE) : null;
      if (written !== null) learn(written);
      return;
    }
    pending = plays ? { blockId: null, offsetMs: 0, time: null } : null;
    open({ ...track, sectionId: next.id, title: next.title.trim() || `${at + step + 1}` }, null, null);
    set({ isStarting: plays });
  },
  /** Flags the line that is heard, so that it is found in the script; again takes the flag away. */
  async flag(): Promise<void> {
    const { track } = state;
    const line = lineAt(audio.currentTime);
    if (track === null || line === undefined) return;
    try {
      await toggleLineFlag(track.sectionId, line.block_id);
      set({ flaggedId: isFlagged(line.block_id) ? line.block_id : null });
    } catch (fault) {
      set({ fault });
    }
  },
  addBookmark(): void {
    const { track } = state;
    const line = lineAt(audio.currentTime);
    if (track === null || line === undefined) return;
    const offset_ms = Math.max(0, Math.round(audio.currentTime * 1000 - line.start_ms));
    const bookmark = { section_id: track.sectionId, block_id: line.block_id, offset_ms };
    set({ bookmarkedId: line.block_id });
    void changeBookmarks((all) => [...all, bookmark]);
  },
  removeBookmark(bookmark: Bookmark): void {
    if (bookmark.block_id === state.bookmarkedId) set({ bookmarkedId: null });
    void changeBookmarks((all) => all.filter((one) => !isSameBookmark(one, bookmark)));
  },
  /** Plays from the place of the other device. */
  async goElsewhere(): Promise<void> {
    const { track, elsewhere } = state;
    if (track === null || elsewhere === null) return;
    const { sectionId, blockId, offsetMs } = elsewhere;
    const { sections } = await api.call("readProjectSections", { params: { projectId: track.projectId } });
    const at = sections.findIndex((section) => section.id === sectionId);
    set({ elsewhere: null });
    const title = sections[at]?.title.trim() || `${at + 1}`;
    if (at >= 0) await player.play({ ...track, sectionId, title }, blockId, offsetMs);
  },
  stayHere: (): void => set({ elsewhere: null }),
  isGone: (fault: unknown): boolean => fault instanceof ClientError && fault.status === 404,
};

function isBuffered(seconds: number): boolean {
  const { buffered } = audio;
  for (let i = 0; i < buffered.length; i++) {
    if (seconds >= buffered.start(i) && seconds < buffered.end(i) - 0.2) return true;
  }
  return false;
}

takeMediaKeys({
  onPlay: () => player.resume(),
  onPause: () => player.pause(),
  onSkip: (seconds) => player.skip(seconds),
  onSeek: (seconds) => player.seek(seconds),
  onChapter: (step) => void player.chapter(step),
});
globalThis.addEventListener?.("pagehide", () => save(true));
const lookAgain = () => {
  const isUsed = state.isPlaying || state.isStarting || document.visibilityState === "hidden";
  if (!isUsed) void lookElsewhere();
};
globalThis.addEventListener?.("focus", lookAgain);
globalThis.document?.addEventListener?.("visibilitychange", lookAgain);
