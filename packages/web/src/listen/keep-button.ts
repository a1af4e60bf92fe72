// "Keep for offline": where the owner allows downloads and every chapter of the page is a file.

import { canKeep, dropPage, isKept, isOutdated, type KeptFiles, keepPage } from "./kept-pages.ts";
import { t } from "./texts.ts";

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
    button.textContent = kept ? t.drop : t.keep;
    button.dataset.kept = String(kept);
    status.textContent = words;
  };
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (button.dataset.kept === "true") {
        await dropPage(files);
        show(false, t.dropped);
        return;
      }
      status.textContent = "0 %";
      await keepPage(files, (share) => {
        status.textContent = `${Math.round(share * 100)} %`;
      });
      show(true, t.kept);
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      show(false, isFull ? t.noRoom : t.notKept);
    } finally {
      button.disabled = false;
    }
  });
  show(await isKept());
  place.append(box);
  if (button.dataset.kept !== "true") return;
  status.textContent = t.isKept;
  if (await isOutdated(files)) {
    await dropPage(files);
    show(false, t.outdated);
  }
}
