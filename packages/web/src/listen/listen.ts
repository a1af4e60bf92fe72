// The entry of the public page: a player over the text that the server wrote. Without it the page reads the same.

import { clockTime } from "../player/times.ts";
import { createBar } from "./bar.ts";
import { addKeepButton } from "./keep-button.ts";
import { fileSource, type Source, takesSource } from "./sources.ts";
import { type Lights, readWords } from "./words.ts";

interface Chapter {
  readonly title: string;
  readonly box: HTMLElement;
  readonly file: string | null;
  readonly playlist: string | null;
  readonly timeline: string;
  readonly seconds: number;
}

interface Place {
  readonly timeline: string;
  readonly seconds: number;
}

const SAVE_MS = 3_000;
const KEY = `fullcast.place.${location.pathname.split("/")[2] ?? ""}`;

const chapters = [...document.querySelectorAll<HTMLElement>(".listen[data-timeline]")].map((box): Chapter => {
  const { title = "", file, playlist, timeline = "", seconds = "0" } = box.dataset;
  return { title, box, file: file ?? null, playlist: playlist ?? null, timeline, seconds: Number(seconds) };
});

if (chapters.length > 0) start(chapters);

function start(all: readonly Chapter[]): void {
  const audio = new Audio();
  audio.preload = "none";
  let chapter: Chapter = all[0] as Chapter;
  let source: Source | null = null;
  let lights: Lights | null = null;
  let isPlaying = false;
  let speed = 1;
  let savedAt = 0;
  let sleepAt = Number.POSITIVE_INFINITY;
  let sleepsAtEnd = false;

  const bar = createBar({
    onToggle: () => (isPlaying ? pause() : void play()),
    onSeek: (seconds) => void seek(seconds),
    onSkip: (seconds) => void seek((source?.time ?? 0) + seconds),
    onSpeed: (next) => {
      speed = next;
      source?.setSpeed(next);
    },
    onSleep: (minutes) => {
      sleepsAtEnd = minutes < 0;
      sleepAt = minutes > 0 ? Date.now() + minutes * 60_000 : Number.POSITIVE_INFINITY;
    },
  });

  async function open(next: Chapter): Promise<Source | null> {
    source?.close();
    lights?.(null);
    chapter = next;
    const ends = { onEnd: () => void ended(), onFault: () => fail("The audio cannot be loaded.") };
    if (next.file !== null) source = fileSource(audio, next.file, next.seconds, ends);
    else source = next.playlist === null ? null : await takesSource(audio, next.playlist, ends).catch(() => null);
    source?.setSpeed(speed);
    const opened = source;
    // The words come after the sound.
    void readWords(next.timeline, next.box.closest("article")).then((found) => {
      if (source === opened) lights = found;
    });
    return source;
  }

  async function play(next: Chapter = chapter, seconds: number | null = null): Promise<void> {
    isPlaying = true;
    bar.say("");
    show();
    if (source === null || next !== chapter) await open(next);
    if (source === null) return fail("There is no audio yet.");
    if (seconds !== null) source.seek(seconds);
    describe();
    try {
      await source.play();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "AbortError") fail("This part cannot be played.");
    }
  }

  function pause(): void {
    isPlaying = false;
    source?.pause();
    save();
    show();
  }

  async function seek(seconds: number): Promise<void> {
    const from = source ?? (await open(chapter));
    from?.seek(Math.max(0, Math.min(seconds, from.duration || seconds)));
    show();
  }

  async function ended(): Promise<void> {
    const next = all[all.indexOf(chapter) + 1];
    isPlaying = false;
    if (next === undefined || sleepsAtEnd) {
      sleepsAtEnd = false;
      bar.say("The end.");
      source?.seek(0);
      return show();
    }
    await play(next, 0);
  }

  function fail(words: string): void {
    isPlaying = false;
    bar.say(words);
    show();
  }

  function save(): void {
    if (source === null) return;
    savedAt = Date.now();
    const place: Place = { timeline: chapter.timeline, seconds: source.time };
    try {
      localStorage.setItem(KEY, JSON.stringify(place));
    } catch {
      // A browser that keeps nothing has no place to continue at.
    }
  }

  function show(): void {
    bar.show({
      title: chapter.title,
      time: source?.time ?? 0,
      duration: source?.duration || chapter.seconds,
      isPlaying,
    });
  }

  function describe(): void {
    if (!("mediaSession" in navigator)) return;
    const cover = document.querySelector<HTMLImageElement>("img.cover");
    navigator.mediaSession.metadata = new MediaMetadata({
      title: chapter.title,
      artist: document.querySelector(".by")?.textContent ?? "",
      album: document.querySelector("h1")?.textContent ?? "",
      artwork: cover === null ? [] : [{ src: cover.src }],
    });
  }

  audio.addEventListener("timeupdate", () => {
    show();
    if (isPlaying && Date.now() - savedAt > SAVE_MS) save();
    if (isPlaying && Date.now() >= sleepAt) {
      sleepAt = Number.POSITIVE_INFINITY;
      pause();
    }
  });
  const light = () => {
    if (isPlaying && source !== null) lights?.(source.time);
    requestAnimationFrame(light);
  };
  requestAnimationFrame(light);

  if ("mediaSession" in navigator) {
    const { mediaSession } = navigator;
    mediaSession.setActionHandler("play", () => void play());
    mediaSession.setActionHandler("pause", pause);
    mediaSession.setActionHandler("seekbackward", () => void seek((source?.time ?? 0) - 15));
    mediaSession.setActionHandler("seekforward", () => void seek((source?.time ?? 0) + 15));
    mediaSession.setActionHandler("seekto", ({ seekTime }) => void seek(seekTime ?? 0));
    mediaSession.setActionHandler("nexttrack", () => {
      const next = all[all.indexOf(chapter) + 1];
      if (next !== undefined) void play(next, 0);
    });
  }
  addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest("input, select, button, a, textarea") !== null
    ) {
      return;
    }
    if (event.key === " " || event.key === "k") {
      event.preventDefault();
      if (isPlaying) pause();
      else void play();
    } else if (event.key === "j") void seek((source?.time ?? 0) - 15);
    else if (event.key === "l") void seek((source?.time ?? 0) + 15);
  });
  addEventListener("pagehide", save);

  for (const one of all) {
    for (const plain of one.box.querySelectorAll("audio")) plain.remove();
    const listen = one.box.querySelector("button") ?? document.createElement("button");
    listen.type = "button";
    listen.textContent = `Listen to ${one.title}`;
    listen.addEventListener("click", () => void play(one, 0));
    if (!listen.isConnected) one.box.prepend(listen);
  }
  offerKeeping(all);
  offerFeed();
  offerPlace(all, (one, seconds) => void play(one, seconds));
  show();
}

/** Podcast programs take the address of a feed. Without a clipboard the link beside it can be copied by hand. */
function offerFeed(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-feed]");
  if (link === null || navigator.clipboard === undefined) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy feed address";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(link.dataset.feed ?? "").then(
      () => {
        button.textContent = "Copied";
      },
      () => {
        button.textContent = "Copy the link by hand";
      },
    );
  });
  link.after(button);
}

/** The owner allows downloads exactly when the page links them. */
function offerKeeping(all: readonly Chapter[]): void {
  const header = document.querySelector("header:not(.embed)");
  const isAllowed = all.every(({ box, file }) => file !== null && box.querySelector("a[download]") !== null);
  if (header === null || !isAllowed) return;
  const addressed = [
    ...document.querySelectorAll<HTMLElement>(
      'link[rel="manifest"], script[src], img.cover, link[rel="modulepreload"]',
    ),
  ].map((one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "");
  void addKeepButton(header, {
    audio: all.map(({ file }) => file ?? ""),
    parts: [...new Set([...all.map(({ timeline }) => timeline), ...addressed, ...playerParts()])],
  });
}

/** The files that the player itself was loaded from. */
function playerParts(): string[] {
  return performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
    .map(({ pathname }) => pathname);
}

/** "Continue at 12:40", where the page was left on this device. */
function offerPlace(all: readonly Chapter[], onContinue: (chapter: Chapter, seconds: number) => void): void {
  let place: Place | null = null;
  try {
    place = JSON.parse(localStorage.getItem(KEY) ?? "null") as Place | null;
  } catch {
    return;
  }
  const chapter = all.find((one) => one.timeline === place?.timeline);
  if (place === null || chapter === undefined || !(place.seconds > 5)) return;
  const { seconds } = place;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "continue";
  button.textContent = `Continue at ${clockTime(seconds)}`;
  button.addEventListener("click", () => {
    onContinue(chapter, seconds);
    button.remove();
  });
  document.querySelector("header")?.append(button);
}
