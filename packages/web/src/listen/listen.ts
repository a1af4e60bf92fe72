// The entry of the public page: a player over the text that the server wrote. Without it the page reads the same.

import { describeHere, showPlaying, showPosition, takeMediaKeys } from "../player/media-keys.ts";
import { readSpeed, writeSpeed } from "../player/speed.ts";
import { createBar, SKIP } from "./bar.ts";
import { type Chapter, readChapters, showChapters } from "./chapters.ts";
import { readChoice, writeChoice } from "./choices.ts";
import { element, iconButton, textButton } from "./elements.ts";
import { icon } from "./icons.ts";
import { holdMix, mixSource, prepareMix } from "./mix-stream.ts";
import {
  continueWords,
  offerFeed,
  offerKeeping,
  offerLook,
  offerOtherDevices,
  type Place,
  storedPlace,
  storePlace,
} from "./offers.ts";
import type { News, PlaceSync } from "./place-sync.ts";
import { canShare, placeToken } from "./place-token.ts";
import { fileSource, type Source } from "./sources.ts";
import { t } from "./texts.ts";
import { forgetWords, type Lights, readWords, sameWord } from "./words.ts";

const SAVE_MS = 3_000;
const MINUTE = 60_000;
/** Between two tries to continue where the sound was lost. */
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 10_000;

interface Choice {
  readonly voicesOnly: boolean;
  readonly narrated: boolean;
}

const chapters = readChapters();
if (chapters.length > 0) startPlayer(chapters);
offerFeed();
offerLook();

function startPlayer(all: readonly Chapter[]): void {
  const audio = new Audio();
  audio.preload = "none";
  const hasText = all.some(({ article }) => article !== null);
  const first = all[0] as Chapter;
  let chapter: Chapter = all.find(({ article }) => article !== null) ?? first;
  /** The chapter of a page of one chapter, else the first one. */
  const own = all.length > 1 && document.querySelector(".here") !== null ? chapter : first;
  let source: Source | null = null;
  /** Where a failed source continues, seconds. */
  let failedAt: number | null = null;
  /** Chapters whose file is out of date: their owner changed them after the page was opened. */
  const gone = new Set<Chapter>();
  let retry = { timer: 0, wait: FIRST_RETRY_MS };
  let lights: Lights | null = null;
  let isPlaying = false;
  let speed = readSpeed(0.5, 3);
  let savedAt = 0;
  let sleepAt = Number.POSITIVE_INFINITY;
  let sleepsAtEnd = false;
  let follows = true;
  let choice: Choice = { voicesOnly: readChoice("voices-only"), narrated: readChoice("one-narrator") };
  /** The times of what is heard. Places are kept in the times of the full cast. */
  let heardTimeline = chapter.timeline;
  let toCast = (seconds: number): number => seconds;
  /** Null: the listener shares the place with no other device. */
  let sync: PlaceSync | null = null;

  const start = {
    main: textButton("", () => start.press()),
    words: element("span"),
    again: textButton("", () => void play(own, 0)),
    press: (): void => undefined,
  };

  const neighbour = (step: 1 | -1): Chapter | undefined => all[all.indexOf(chapter) + step];
  const bar = createBar(
    {
      ...{ speed, hasText },
      hasChapters: all.length > 1,
      hasSounds: all.some(({ voices }) => voices !== null),
      hasNarrator: all.some(({ narrator }) => narrator !== null),
    },
    {
      onToggle: () => (isPlaying ? pause() : void play()),
      onSeek: (seconds) => void seek(seconds),
      onSkip: (seconds) => void seek((source?.time ?? 0) + seconds),
      onSpeed: (next) => {
        speed = next;
        writeSpeed(next);
        source?.setSpeed(next);
      },
      onChapter: change,
      onChapters: () => showChapters(all, chapter, (chosen) => void play(chosen, 0)),
      onFollow: () => follow(!follows),
      onSleep: sleepIn,
      onVoicesOnly: () => void choose({ ...choice, voicesOnly: !choice.voicesOnly }),
      onNear: prepareOther,
      onVoicesNear: () => void hold({ ...choice, voicesOnly: !choice.voicesOnly }),
      onOneNarrator: () => void choose({ ...choice, narrated: !choice.narrated }),
      onNarratorNear: () => void hold({ ...choice, narrated: !choice.narrated }),
    },
  );

  function sleepIn(minutes: number): void {
    sleepsAtEnd = minutes < 0;
    sleepAt = minutes > 0 ? Date.now() + minutes * MINUTE : Number.POSITIVE_INFINITY;
    bar.showSleep(minutes);
  }

  function follow(next: boolean): void {
    follows = next;
    bar.showFollowing(next);
    if (next) lights?.bringIntoView();
  }

  /** The outline of the mix that a chapter is played from; null: its file. */
  function mixOf(next: Chapter, { voicesOnly, narrated } = choice): string | null {
    const isVoices = voicesOnly && next.voices !== null;
    if (narrated && next.narrator !== null)
      return isVoices ? next.narrator.replace(/narrator\.json$/, "narrator-voices.json") : next.narrator;
    if (isVoices) return next.voices;
    return next.file !== null && !gone.has(next) ? null : next.mix;
  }

  const timelineOf = (next: Chapter, { narrated } = choice): string =>
    narrated && next.narrator !== null ? `${next.timeline}?narrator` : next.timeline;

  /** Fetches the outline of the mix without sounds, or with them: it costs the server little, and a press may follow. */
  function prepareOther(): void {
    const mix = mixOf(chapter, { ...choice, voicesOnly: !choice.voicesOnly });
    if (source !== null && mix !== null && mix !== mixOf(chapter)) prepareMix(mix);
  }

  /** Fetches what another choice needs next: a press may follow. */
  async function hold(other: Choice): Promise<boolean> {
    const mix = mixOf(chapter, other);
    const isHeard = mix === mixOf(chapter);
    const convert = await sameWord(heardTimeline, timelineOf(chapter, other));
    return mix === null || isHeard || source === null || holdMix(mix, convert(source.time));
  }

  /** Another mix of takes that are there, from the same word on: the old one is heard until the new one is there. */
  async function choose(next: Choice): Promise<void> {
    const [before, was] = [source, mixOf(chapter)];
    const other = mixOf(chapter, next);
    const isThere = before === null || other === was ? true : hold(next);
    choice = next;
    writeChoice("voices-only", next.voicesOnly);
    writeChoice("one-narrator", next.narrated);
    showChoice();
    if (before === null || other === was) return;
    const isHeld = await isThere;
    const convert = await sameWord(heardTimeline, timelineOf(chapter));
    // Another press or another chapter came first.
    if (source !== before || choice !== next) return;
    if (!isHeld) return bar.say(navigator.onLine ? t.notLoaded : t.noNetwork);
    const time = convert(before.time);
    const opened = await open(chapter);
    opened?.seek(time);
    if (isPlaying) await opened?.play().catch(() => undefined);
    show();
  }

  function showChoice(): void {
    bar.showVoicesOnly(choice.voicesOnly);
    bar.showOneNarrator(choice.narrated);
  }

  async function open(next: Chapter): Promise<Source | null> {
    source?.close();
    lights?.show(null);
    lights = null;
    chapter = next;
    const ends = { onEnd: () => void ended(), onFault: () => void lost() };
    const readLights = () => {
      const opened = source;
      void readWords(heardTimeline, next.article).then((found) => {
        if (source === opened) lights = found;
      });
      void sameWord(heardTimeline, next.timeline).then((convert) => {
        if (source === opened) toCast = convert;
      });
    };
    const onAway = (isAway: boolean) => bar.say(isAway ? t.away : "");
    const onChanged = () => {
      forgetWords(next.timeline);
      readLights();
    };
    const mix = mixOf(next);
    toCast = (seconds) => seconds;
    source = mix === null ? null : await mixSource(audio, mix, { ...ends, onAway, onChanged });
    heardTimeline = source === null ? next.timeline : timelineOf(next);
    // Without a network a page that is kept has its file alone.
    if (source === null && next.file !== null && !gone.has(next))
      source = fileSource(audio, next.file, next.seconds, ends);
    source?.setSpeed(speed);
    // The words come after the sound.
    readLights();
    return source;
  }

  /** @param seconds in the times of the full cast; null: where the sound is */
  async function play(next: Chapter = chapter, seconds: number | null = null): Promise<void> {
    if (!isPlaying) lookElsewhere();
    isPlaying = true;
    clearTimeout(retry.timer);
    bar.say("");
    show();
    // Phones let a page play only in answer to a touch: the element is woken here, before anything is awaited.
    if (audio.src === "") void audio.play().catch(() => undefined);
    const from = seconds ?? (next === chapter ? failedAt : null);
    if (source === null || next !== chapter) await open(next);
    failedAt = null;
    if (source === null) return navigator.onLine ? silent() : fail(t.noNetwork);
    if (from !== null) source.seek(seconds === null ? from : (await sameWord(next.timeline, heardTimeline))(from));
    describeHere({
      title: chapter.title,
      artist: document.querySelector(".by")?.textContent ?? "",
      album: document.querySelector("h1")?.textContent ?? "",
      cover: document.querySelector<HTMLImageElement>("img.cover")?.src ?? null,
    });
    try {
      await source.play();
    } catch (error) {
      // What the element cannot load is reported by the source.
      const isReported = audio.error !== null || (error instanceof DOMException && error.name === "AbortError");
      if (!isReported) fail(t.notPlayable);
    }
  }

  function pause(): void {
    isPlaying = false;
    clearTimeout(retry.timer);
    source?.pause();
    save();
    show();
  }

  async function seek(seconds: number): Promise<void> {
    const from = source ?? (await open(chapter));
    from?.seek(Math.max(0, Math.min(seconds, from.duration || seconds)));
    show();
  }

  function change(step: 1 | -1): void {
    const next = neighbour(step);
    if (next !== undefined) void play(next, 0);
  }

  async function ended(): Promise<void> {
    const next = neighbour(1);
    isPlaying = false;
    if (next === undefined) {
      leave(null, true);
      bar.say(t.theEnd);
      source?.seek(0);
      if (sleepsAtEnd) sleepIn(0);
      return show();
    }
    if (!sleepsAtEnd) return play(next, 0);
    sleepIn(0);
    await open(next);
    leave({ timeline: next.timeline, seconds: 0 }, true);
    show();
  }

  /** The network broke off, or the link was revoked. The player tries again while the listener waits. */
  async function lost(): Promise<void> {
    const wasPlaying = isPlaying;
    failedAt = source?.time ?? failedAt;
    source?.close();
    source = null;
    fail(t.notLoaded);
    if ((await isRevoked()) || source !== null) return;
    if (chapter.file !== null && (await statusOf(chapter.file)) === 404) gone.add(chapter);
    if (!wasPlaying) return;
    bar.say(t.away);
    retry = { timer: window.setTimeout(() => void play(), retry.wait), wait: Math.min(LAST_RETRY_MS, retry.wait * 2) };
  }

  async function silent(): Promise<void> {
    fail(t.noAudio);
    await isRevoked();
  }

  /** A link that was revoked is gone with all below it. */
  async function isRevoked(): Promise<boolean> {
    if ((await statusOf(location.href)) !== 404) return false;
    fail(t.revoked);
    return true;
  }

  function fail(words: string): void {
    isPlaying = false;
    bar.say(words);
    show();
  }

  const here = (): Place | null =>
    source === null ? null : { timeline: chapter.timeline, seconds: toCast(source.time) };

  function save(isNow = true): void {
    if (source === null || audio.ended) return;
    savedAt = Date.now();
    leave(here(), isNow);
  }

  /** Keeps the place in this browser, and for the other devices of the listener. */
  function leave(place: Place | null, isNow: boolean): void {
    storePlace(place);
    showStart(storedPlace(all));
    sync?.write(place, isNow);
  }

  function lookElsewhere(): void {
    void sync?.look(here() ?? placeOf(storedPlace(all))).then((news) => news !== null && offerNews(news));
  }

  /** Another device is somewhere else. */
  function offerNews({ chapter: left, seconds }: News): void {
    const go = () => {
      bar.offer(null, go);
      void play(left, seconds);
    };
    if (source === null) showStart({ chapter: left, seconds });
    else bar.offer(continueWords(all, left, seconds), go);
  }

  async function share(token: string, isNew: boolean): Promise<void> {
    const { syncPlace } = await import("./place-sync.ts");
    sync = syncPlace(all, token, () => {
      sync = null;
      devices?.say(t.noLongerShared);
    });
    devices?.say(t.isShared);
    if (isNew) await sync.look(here());
    else lookElsewhere();
  }

  const devices = canShare
    ? offerOtherDevices(() => {
        void import("./place-link.ts").then(
          ({ showPlaceLink }) =>
            showPlaceLink({
              token: sync?.token ?? null,
              place: here() ?? placeOf(storedPlace(all)),
              onShared: (token) => void share(token, true),
              onEnd: async () => (await sync?.end()) ?? true,
            }),
          () => devices?.say(t.noNetwork),
        );
      })
    : null;

  function show(): void {
    bar.show({
      title: chapter.title,
      page: chapter.article === null ? chapter.page : null,
      time: source?.time ?? failedAt ?? 0,
      duration: source?.duration || chapter.seconds,
      isPlaying,
      hasPrevious: neighbour(-1) !== undefined,
      hasNext: neighbour(1) !== undefined,
    });
    showPlaying(isPlaying);
  }

  audio.addEventListener("playing", () => {
    retry = { timer: 0, wait: FIRST_RETRY_MS };
  });
  audio.addEventListener("timeupdate", () => {
    show();
    if (isPlaying && Date.now() - savedAt > SAVE_MS) save(false);
    if (isPlaying && Date.now() >= sleepAt) {
      sleepIn(0);
      pause();
    }
    if (source !== null) {
      showPosition({ duration: source.duration, currentTime: source.time, playbackRate: audio.playbackRate });
    }
  });
  const light = () => {
    if (isPlaying && source !== null) {
      lights?.show(source.time);
      const at = follows ? lights?.place() : null;
      // Out of the middle of the screen, or below the bar.
      if (at != null && (at.top < 0 || at.bottom > window.innerHeight * 0.75)) lights?.bringIntoView();
    }
    requestAnimationFrame(light);
  };
  requestAnimationFrame(light);
  // A listener who scrolls wants to read elsewhere.
  for (const event of ["wheel", "touchmove"]) {
    addEventListener(event, () => isPlaying && follows && follow(false), { passive: true });
  }

  takeMediaKeys({
    onPlay: () => void play(),
    onPause: pause,
    onSkip: (seconds) => void seek((source?.time ?? 0) + seconds),
    onSeek: (seconds) => void seek(seconds),
    onChapter: change,
  });
  addEventListener("keydown", (event) => {
    const target = event.target as Element;
    // A list takes letters, a button takes the space bar.
    const isTaken = target.closest("input:not([type=range]), select, textarea, dialog, audio") !== null;
    const isSpaceTaken = target.closest("input, button, a, summary") !== null;
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken) return;
    if ((event.key === " " && !isSpaceTaken) || event.key === "k") {
      event.preventDefault();
      if (isPlaying) pause();
      else void play();
    } else if (event.key === "j") void seek((source?.time ?? 0) - SKIP);
    else if (event.key === "l") void seek((source?.time ?? 0) + SKIP);
    else if (event.key === "n") change(1);
    else if (event.key === "p") change(-1);
  });
  addEventListener("pagehide", () => save());
  addEventListener("visibilitychange", () => document.visibilityState === "visible" && !isPlaying && lookElsewhere());
  addEventListener("dblclick", (event) => {
    const selected = getSelection();
    const article = (event.target as Element).closest("article");
    const there = article === null ? undefined : all.find((one) => one.article === article);
    if (there === undefined || selected === null || selected.anchorNode === null) return;
    const { anchorNode, anchorOffset } = selected;
    void (async () => {
      const words = there === chapter && lights !== null ? lights : await readWords(timelineOf(there), article);
      const seconds = words?.timeAt(anchorNode, anchorOffset) ?? null;
      if (seconds !== null) await play(there, (await sameWord(timelineOf(there), there.timeline))(seconds));
    })();
  });

  addButtons();
  const token = placeToken();
  // Without a network it is tried again with the next visit.
  if (token !== null) share(token, false).catch(() => undefined);
  bar.showFollowing(follows);
  showChoice();
  show();

  /** The large buttons: listen, or continue where the story was left. They stay in the page, because one can have the focus. */
  function showStart(place: ReturnType<typeof storedPlace>): void {
    const listenWords = all.length > 1 && own === first ? t.listen : t.listenTo(own.title);
    start.words.textContent = place === null ? listenWords : continueWords(all, place.chapter, place.seconds);
    start.again.textContent = own === first ? t.fromBeginning : listenWords;
    start.again.hidden = place === null;
    start.press = () => {
      if (place === null) void play(own, 0);
      else if (source !== null && place.chapter === chapter) void play();
      else void play(place.chapter, place.seconds);
    };
  }

  function addButtons(): void {
    const place = storedPlace(all);
    const main = document.querySelector(".start");
    start.main.classList.add("main");
    start.main.append(icon("play"), start.words);
    main?.replaceChildren(start.main, start.again);
    showStart(place);
    for (const one of all) {
      for (const plain of one.box.querySelectorAll("audio")) plain.remove();
      // With one chapter the button of the page is enough.
      if (main !== null && all.length === 1) continue;
      if (one.box.closest("div[hidden]") !== null) continue;
      const button = iconButton(t.listenTo(one.title), "play", () => void play(one, 0));
      button.className = "round";
      one.box.prepend(button);
    }
    const likely = place?.chapter ?? own;
    const mix = mixOf(likely);
    if (mix !== null) prepareMix(mix);
    document.querySelector<HTMLElement>(".keys")?.removeAttribute("hidden");
    offerKeeping(all);
  }
}

const placeOf = (stored: ReturnType<typeof storedPlace>): Place | null =>
  stored === null ? null : { timeline: stored.chapter.timeline, seconds: stored.seconds };

/** Null: the server does not answer. */
const statusOf = (address: string): Promise<number | null> =>
  fetch(address, { method: "HEAD", cache: "no-store" }).then(
    ({ status }) => status,
    () => null,
  );
