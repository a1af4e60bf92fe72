// "Keep for offline": where the owner allows downloads and every chapter of the page is a file.

import { canKeep, dropPage, isKept, isOutdated, type KeptFiles, keepPage } from "./kept-pages.ts";

/** Adds the button to a place of the page. Without https the browser keeps nothing, so there is none. */
export async function addKeepButton(place: Element, files: KeptFiles): Promise<void> {
  if (!canKeep()) return;
  const box = document.createElement("p");
  box.className = "keep";
  const button = document.createElement("button");
  button.type = "button";
  const status = document.createElement("span");
  status.className = "soft";
  status.setAttribute("role", "status");
  box.append(button, " ", status);
  const show = (kept: boolean, words = "") => {
    button.textContent = kept ? "Remove from this device" : "Keep for offline";
    button.dataset.kept = String(kept);
    status.textContent = words;
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (button.dataset.kept === "true") {
        await dropPage(files);
        show(false, "It is no longer on this device.");
        return;
      }
      status.textContent = "0 %";
      await keepPage(files, (share) => {
        status.textContent = `${Math.round(share * 100)} %`;
      });
      show(true, "This page plays without a network now.");
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      show(false, isFull ? "There is no room on this device." : "It could not be kept. Try again.");
    } finally {
      button.disabled = false;
    }
  });
  show(await isKept());
  place.append(box);
  if (button.dataset.kept !== "true") return;
  status.textContent = "This page plays without a network.";
  if (await isOutdated(files)) {
    await dropPage(files);
    show(false, "The audio has changed since it was kept.");
  }
}
