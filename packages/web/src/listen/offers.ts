// What the page offers beside the player: the feed's address, keeping for offline, and the place of the last visit.

import { clockTime } from "../player/times.ts";
import type { Chapter } from "./chapters.ts";
import { textButton } from "./elements.ts";
import { addKeepButton } from "./keep-button.ts";
import { PAGE_LOOK, readLook, showLook } from "./look.ts";
import { showLookDialog } from "./look-dialog.ts";
import { t } from "./texts.ts";

/** Podcast programs take the address of a feed. Without a clipboard the link beside it can be copied by hand. */
export function offerFeed(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-feed]");
  if (link === null || navigator.clipboard === undefined) return;
  const button = textButton(t.copyFeed, async () => {
    await navigator.clipboard.writeText(link.dataset.feed ?? "").then(
      () => {
        button.textContent = t.copied;
      },
      () => {
        button.textContent = t.copyByHand;
      },
    );
  });
  link.after(button);
}

/** The data of the chapters states whether the owner allows downloads. A page of one chapter keeps that chapter. */
export function offerKeeping(all: readonly Chapter[]): void {
  const header = document.querySelector("header.story .about");
  const here = all.filter(({ article }) => article !== null);
  const kept = here.length > 0 ? here : all;
  if (header === null || kept.length === 0 || !kept.every(({ file, mayKeep }) => file !== null && mayKeep)) return;
  const addressed = [
    ...document.querySelectorAll<HTMLElement>(
      'link[rel="manifest"], script[src], img.cover, link[rel="modulepreload"]',
    ),
  ].map((one) => one.getAttribute("src") ?? one.getAttribute("href") ?? "");
  void addKeepButton(header, {
    audio: kept.map(({ file }) => file ?? ""),
    parts: [...new Set([...here.map(({ timeline }) => timeline), ...addressed, ...playerParts()])],
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

export interface Place {
  readonly timeline: string;
  readonly seconds: number;
}

const KEY = `fullcast.place.${location.pathname.split("/")[2] ?? ""}`;
/** Less than this is no place to continue at, seconds. */
const LEAST = 5;

/** "Continue at 12:40", where the story was left on this device; null when it was not begun. */
export function storedPlace(all: readonly Chapter[]): { readonly chapter: Chapter; readonly seconds: number } | null {
  try {
    const place = JSON.parse(localStorage.getItem(KEY) ?? "null") as Place | null;
    const chapter = all.find((one) => one.timeline === place?.timeline);
    return place === null || chapter === undefined || !(place.seconds > LEAST)
      ? null
      : { chapter, seconds: place.seconds };
  } catch {
    return null;
  }
}

/** "Listen on another device", beside what the page offers already. The dialog is loaded at the press. */
export function offerOtherDevices(onPress: () => void): { readonly say: (words: string) => void } | null {
  const about = document.querySelector("header.story .about");
  if (about === null) return null;
  const box = document.createElement("p");
  box.className = "keep";
  const status = document.createElement("span");
  status.className = "soft";
  status.setAttribute("role", "status");
  box.append(textButton(t.otherDevice, onPress), " ", status);
  about.append(box);
  return {
    say: (words) => {
      status.textContent = words;
    },
  };
}

/** "How the text looks", on pages with text. What the listener chose before is shown at once. */
export function offerLook(): void {
  const about = document.querySelector("header.story .about");
  if (about === null || document.querySelector("article p") === null) return;
  const look = readLook();
  if (look !== PAGE_LOOK) showLook(look);
  const box = document.createElement("p");
  box.className = "keep";
  box.append(textButton(t.look, showLookDialog));
  about.append(box);
}

/** Null: the story was heard to its end. */
export function storePlace(place: Place | null): void {
  try {
    if (place === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // A browser that keeps nothing has no place to continue at.
  }
}

/** The words of the button that continues. */
export const continueWords = (all: readonly Chapter[], chapter: Chapter, seconds: number): string =>
  all.length > 1 && chapter !== all[0]
    ? t.continueIn(clockTime(seconds), chapter.title)
    : t.continueAt(clockTime(seconds));
