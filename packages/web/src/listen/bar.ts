// The bar of the public page: plain elements, so that the page stays small.

import { clockTime, spokenTime } from "../player/times.ts";

export interface Bar {
  show(state: {
    readonly title: string;
    readonly time: number;
    readonly duration: number;
    readonly isPlaying: boolean;
  }): void;
  say(words: string): void;
}

interface Orders {
  readonly onToggle: () => void;
  readonly onSeek: (seconds: number) => void;
  readonly onSkip: (seconds: number) => void;
  readonly onSpeed: (speed: number) => void;
  /** Minutes; 0 switches it off, -1 is the end of the chapter. */
  readonly onSleep: (minutes: number) => void;
}

const SKIP = 15;

export function createBar(orders: Orders): Bar {
  const bar = element("section", { class: "bar", "aria-label": "Player" });
  const button = (label: string, text: string, onClick: () => void) => {
    const made = element("button", { type: "button", "aria-label": label }, text);
    made.addEventListener("click", onClick);
    return made;
  };
  const back = button(`Back ${SKIP} seconds`, `−${SKIP}`, () => orders.onSkip(-SKIP));
  const play = button("Play", "▶", orders.onToggle);
  play.className = "play";
  const on = button(`Forward ${SKIP} seconds`, `+${SKIP}`, () => orders.onSkip(SKIP));
  const title = element("span", { class: "title", dir: "auto" });
  const clock = element("span", { class: "clock" });
  const status = element("span", { class: "state", role: "status" });
  const seek = slider("Seek", { min: "0", max: "1", step: "0.1", value: "0" });
  seek.addEventListener("input", () => orders.onSeek(Number(seek.value)));
  const speed = slider("Speed", { min: "0.5", max: "3", step: "0.05", value: "1" });
  const speedWords = element("span", { class: "clock", "aria-hidden": "true" }, "1×");
  speed.addEventListener("input", () => {
    const words = `${Number(speed.value)}×`;
    speedWords.textContent = words;
    speed.setAttribute("aria-valuetext", words);
    orders.onSpeed(Number(speed.value));
  });
  const sleep = element("select", { "aria-label": "Sleep timer" });
  const times: readonly (readonly [string, number])[] = [
    ["No sleep timer", 0],
    ["In 15 minutes", 15],
    ["In 30 minutes", 30],
    ["In 60 minutes", 60],
    ["At the end of the chapter", -1],
  ];
  for (const [words, minutes] of times) sleep.append(element("option", { value: String(minutes) }, words));
  sleep.addEventListener("change", () => orders.onSleep(Number(sleep.value)));
  const place = element("div", { class: "place" });
  const line = element("div", { class: "line" });
  line.append(title, status, clock);
  place.append(line, seek);
  const rate = element("div", { class: "rate" });
  rate.append(speedWords, speed, sleep);
  bar.append(back, play, on, place, rate);
  document.body.append(bar);
  document.body.classList.add("playable");
  return {
    show({ title: words, time, duration, isPlaying }) {
      if (title.textContent !== words) title.textContent = words;
      const label = isPlaying ? "Pause" : "Play";
      if (play.getAttribute("aria-label") !== label) {
        play.setAttribute("aria-label", label);
        play.textContent = isPlaying ? "❚❚" : "▶";
      }
      clock.textContent = duration > 0 ? `${clockTime(time)} / ${clockTime(duration)}` : clockTime(time);
      seek.max = String(Math.max(1, duration));
      seek.value = String(time);
      seek.setAttribute("aria-valuetext", `${spokenTime(time)} of ${spokenTime(duration)}`);
    },
    say: (words) => {
      status.textContent = words;
    },
  };
}

function slider(label: string, values: { readonly [name: string]: string }): HTMLInputElement {
  return element("input", { type: "range", "aria-label": label, ...values });
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: { readonly [name: string]: string },
  text = "",
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== "") made.textContent = text;
  return made;
}
