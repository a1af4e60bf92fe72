// The chapters that the page can play, in the order of the story, and the dialog that lists them.

import { element, iconButton, textButton } from "./elements.ts";
import { t } from "./texts.ts";

export interface Chapter {
  readonly title: string;
  readonly box: HTMLElement;
  /** The text beside it; null when it is on another page. */
  readonly article: Element | null;
  /** The page with its text, when that is another one. */
  readonly page: string | null;
  readonly file: string | null;
  /** The outline of its mix, for a chapter without a current file. */
  readonly mix: string | null;
  /** The outline of its mix without sounds; null for a chapter that has no sounds. */
  readonly voices: string | null;
  /** The outline of its mix in the narrator's voice; null where not every line has such a take. */
  readonly narrator: string | null;
  readonly timeline: string;
  readonly seconds: number;
  readonly mayKeep: boolean;
}

/** A page of one chapter also names the others, which have their text elsewhere; `.here` is the place of its own. */
export function readChapters(): Chapter[] {
  const listed = [...document.querySelectorAll<HTMLElement>("div[hidden] > .listen")];
  const own = [...document.querySelectorAll<HTMLElement>(".listen[data-timeline]")].filter(
    (box) => !listed.includes(box),
  );
  const boxes = listed.length === 0 ? own : listed.flatMap((box) => (box.matches(".here") ? own : [box]));
  return boxes.flatMap((box) => {
    const { title = "", file, mix, voices, narrator, timeline, seconds = "0", page, keep } = box.dataset;
    if (timeline === undefined) return [];
    const link = box.closest("li")?.querySelector("a");
    return [
      {
        ...{ title, box, timeline, seconds: Number(seconds) },
        article: box.closest("article"),
        page: page ?? link?.getAttribute("href") ?? null,
        file: file ?? null,
        mix: mix ?? null,
        voices: voices ?? null,
        narrator: narrator ?? null,
        mayKeep: keep !== undefined,
      },
    ];
  });
}

/** Lists the chapters over the page. */
export function showChapters(all: readonly Chapter[], current: Chapter, onChoose: (chapter: Chapter) => void): void {
  const dialog = element("dialog", { "aria-label": t.chapters });
  const top = element("div", { class: "top" });
  top.append(
    element("h2", {}, t.chapters),
    iconButton(t.close, "close", () => dialog.close()),
  );
  const list = element("ol", { class: "chapters", "aria-label": t.chapters });
  for (const chapter of all) {
    const item = element("li");
    const button = textButton(chapter.title, () => {
      dialog.close();
      onChoose(chapter);
    });
    button.dir = "auto";
    if (chapter === current) button.setAttribute("aria-current", "true");
    item.append(button);
    list.append(item);
  }
  dialog.append(top, list);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector<HTMLElement>("[aria-current]")?.focus();
}
