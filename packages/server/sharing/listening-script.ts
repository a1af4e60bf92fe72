// The script of the public page for sections without a finished file: it plays their takes in order. Plain browser
// JavaScript; the page's security policy allows it by its hash.

export const LISTENING_SCRIPT = `"use strict";
for (const box of document.querySelectorAll("[data-playlist]")) {
  const button = box.querySelector("button");
  const status = box.querySelector("[role=status]");
  const audio = box.querySelector("audio");
  let units = null;
  let at = 0;
  let pause = 0;
  const words = button.textContent;
  let on = false;
  const playing = () => on;
  const show = (now) => {
    on = now;
    button.textContent = on ? "Pause" : words;
  };
  const setStatus = (text) => { status.textContent = text; };
  const stop = (text) => {
    clearTimeout(pause);
    audio.pause();
    show(false);
    setStatus(text);
  };
  const play = () => {
    audio.play().catch(() => { if (playing()) stop("This part cannot be played."); });
  };
  const start = () => {
    if (at >= units.length) {
      at = 0;
      stop("The end.");
      return;
    }
    setStatus("Part " + (at + 1) + " of " + units.length);
    pause = setTimeout(() => {
      audio.src = units[at].url;
      play();
    }, at === 0 ? 0 : units[at].pause_before_ms);
  };
  audio.addEventListener("ended", () => {
    at += 1;
    start();
  });
  audio.addEventListener("error", () => { if (playing()) stop("This part cannot be played."); });
  button.addEventListener("click", async () => {
    if (playing()) {
      stop("Paused.");
      return;
    }
    show(true);
    if (units === null) {
      setStatus("Loading.");
      try {
        const answer = await fetch(box.dataset.playlist);
        if (!answer.ok) throw new Error();
        units = (await answer.json()).data.units;
      } catch {
        stop("The audio cannot be loaded.");
        return;
      }
      if (!playing()) return;
      if (units.length === 0) {
        stop("There is no audio yet.");
        return;
      }
    }
    if (audio.currentTime > 0 && !audio.ended) play();
    else start();
  });
}
`;
