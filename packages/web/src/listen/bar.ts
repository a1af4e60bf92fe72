// The bar of the public page: plain elements, so that the page stays small.

import { clockTime, spokenTime } from "../player/times.ts";
import { element, iconButton, textButton } from "./elements.ts";
import { icon } from "./icons.ts";
import { t } from "./texts.ts";

export interface Bar {
  show(state: {
    readonly title: string;
    /** Where the text of the chapter is; null when it is on this page. */
    readonly page: string | null;
    readonly time: number;
    readonly duration: number;
    readonly isPlaying: boolean;
    readonly hasPrevious: boolean;
    readonly hasNext: boolean;
  }): void;
  showFollowing(follows: boolean): void;
  showSleep(minutes: number): void;
  showVoicesOnly(isOn: boolean): void;
  showOneNarrator(isOn: boolean): void;
  say(words: string): void;
  /** A button to a place that another device left; null takes it away. */
  offer(words: string | null, onPress: () => void): void;
}

export interface Orders {
  readonly onToggle: () => void;
  readonly onSeek: (seconds: number) => void;
  readonly onSkip: (seconds: number) => void;
  readonly onSpeed: (speed: number) => void;
  readonly onChapter: (step: 1 | -1) => void;
  readonly onChapters: () => void;
  readonly onFollow: () => void;
  /** Minutes; 0 switches it off, -1 is the end of the chapter. */
  readonly onSleep: (minutes: number) => void;
  readonly onVoicesOnly: () => void;
  /** The pointer or the focus comes to the controls. */
  readonly onNear: () => void;
  /** The pointer or the focus is on the button: a press may follow. */
  readonly onVoicesNear: () => void;
  readonly onOneNarrator: () => void;
  readonly onNarratorNear: () => void;
}

export const SKIP = 15;
const SLEEPS: readonly (readonly [string, number])[] = [
  [t.noSleep, 0],
  [t.minutes(5), 5],
  [t.minutes(15), 15],
  [t.minutes(30), 30],
  [t.minutes(60), 60],
  [t.endOfChapter, -1],
];

interface About {
  readonly speed: number;
  readonly hasChapters: boolean;
  /** Whether the page has text to follow. */
  readonly hasText: boolean;
  /** Whether a chapter has sounds beside the voices. */
  readonly hasSounds: boolean;
  /** Whether a chapter can be heard in the narrator's voice. */
  readonly hasNarrator: boolean;
}

export function createBar(about: About, orders: Orders): Bar {
  const { speed: firstSpeed, hasChapters, hasText, hasSounds, hasNarrator } = about;
  const bar = element("section", { class: "bar", "aria-label": t.player });
  const previous = iconButton(t.previous, "previous", () => orders.onChapter(-1));
  const back = iconButton(t.back(SKIP), "back", () => orders.onSkip(-SKIP));
  const play = iconButton(t.play, "play", orders.onToggle);
  play.className = "play";
  const on = iconButton(t.forward(SKIP), "on", () => orders.onSkip(SKIP));
  const next = iconButton(t.next, "next", () => orders.onChapter(1));
  const transport = element("div", { class: "group" });
  transport.append(...(hasChapters ? [previous, back, play, on, next] : [back, play, on]));

  const title = element("a", { class: "title", dir: "auto" });
  const clock = element("span", { class: "clock" });
  const status = element("span", { class: "state", role: "status" });
  const seek = slider(t.seek, { min: "0", max: "1", step: "0.1", value: "0" });
  seek.addEventListener("input", () => orders.onSeek(Number(seek.value)));
  const line = element("div", { class: "line" });
  line.append(title, status, clock);
  const place = element("div", { class: "place" });
  place.append(line, seek);

  const speed = slider(t.speed, { min: "0.5", max: "3", step: "0.05", value: String(firstSpeed) });
  const speedWords = element("span", { class: "clock", "aria-hidden": "true" });
  const showSpeed = () => {
    speedWords.textContent = `${Number(speed.value)}×`;
    speed.setAttribute("aria-valuetext", speedWords.textContent);
  };
  speed.addEventListener("input", () => {
    showSpeed();
    orders.onSpeed(Number(speed.value));
  });
  showSpeed();
  const sleep = element("select", { "aria-label": t.sleep, title: t.sleep });
  for (const [words, minutes] of SLEEPS) sleep.append(element("option", { value: String(minutes) }, words));
  sleep.addEventListener("change", () => orders.onSleep(Number(sleep.value)));
  // On a phone the moon is the control: the list lies over it unseen, and opens as the phone's own.
  const sleepBox = element("span", { class: "sleep" });
  sleepBox.append(icon("moon"), sleep);
  const follow = iconButton(t.follow, "follow", orders.onFollow);
  const voices = iconButton(t.voicesOnly, "voices", orders.onVoicesOnly);
  for (const event of ["pointerenter", "focusin"]) bar.addEventListener(event, orders.onNear);
  for (const event of ["pointerenter", "focus"]) voices.addEventListener(event, orders.onVoicesNear);
  const narrator = iconButton(t.oneNarrator, "narrator", orders.onOneNarrator);
  for (const event of ["pointerenter", "focus"]) narrator.addEventListener(event, orders.onNarratorNear);
  const rate = element("div", { class: "rate" });
  rate.append(speedWords, speed, sleepBox);
  if (hasSounds) rate.append(voices);
  if (hasNarrator) rate.append(narrator);
  if (hasText) rate.append(follow);
  if (hasChapters) rate.append(iconButton(t.chapters, "list", orders.onChapters));

  const news = element("div", { class: "news", role: "status" });
  bar.append(news, transport, place, rate);
  document.body.append(bar);
  document.body.classList.add("playable");
  return {
    show({ title: words, page, time, duration, isPlaying, hasPrevious, hasNext }) {
      if (title.textContent !== words) title.textContent = words;
      if (page === null) title.removeAttribute("href");
      else title.setAttribute("href", page);
      previous.disabled = !hasPrevious;
      next.disabled = !hasNext;
      const label = isPlaying ? t.pause : t.play;
      if (play.getAttribute("aria-label") !== label) {
        play.setAttribute("aria-label", label);
        play.title = label;
        play.replaceChildren(icon(isPlaying ? "pause" : "play"));
      }
      clock.textContent = duration > 0 ? `${clockTime(time)} / ${clockTime(duration)}` : clockTime(time);
      seek.max = String(Math.max(1, duration));
      seek.value = String(time);
      seek.setAttribute("aria-valuetext", t.placeOf(spokenTime(time), spokenTime(duration)));
    },
    showFollowing: (follows) => follow.setAttribute("aria-pressed", String(follows)),
    showSleep: (minutes) => {
      sleep.value = String(minutes);
      sleepBox.dataset.on = String(minutes !== 0);
      sleepBox.dataset.minutes = minutes > 0 ? String(minutes) : "";
    },
    showVoicesOnly: (isOn) => voices.setAttribute("aria-pressed", String(isOn)),
    showOneNarrator: (isOn) => narrator.setAttribute("aria-pressed", String(isOn)),
    say: (words) => {
      status.textContent = words;
    },
    offer: (words, onPress) => news.replaceChildren(...(words === null ? [] : [textButton(words, onPress)])),
  };
}

function slider(label: string, values: { readonly [name: string]: string }): HTMLInputElement {
  return element("input", { type: "range", "aria-label": label, ...values });
}
