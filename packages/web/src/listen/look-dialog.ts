// The dialog that sets how the text of the page looks, with a sample of it.

import { element, iconButton, textButton } from "./elements.ts";
import { keepLook, LIMITS, type Look, PAGE_LOOK, readLook, showLook } from "./look.ts";
import { t } from "./texts.ts";

const SAMPLE_UNITS = 160;

export function showLookDialog(): void {
  let look = readLook();
  const dialog = element("dialog", { "aria-label": t.look });
  const top = element("div", { class: "top" });
  top.append(
    element("h2", {}, t.look),
    iconButton(t.close, "close", () => dialog.close()),
  );
  const body = element("div", { class: "body" });
  const change = (changed: Partial<Look>) => {
    look = { ...look, ...changed };
    showLook(look);
    keepLook(look);
  };
  const controls = element("div", { class: "look" });
  const draw = () => {
    const letters = element("select", { "aria-label": t.letters });
    for (const [value, words] of Object.entries(t.lettersOf)) letters.append(element("option", { value }, words));
    letters.value = look.letters;
    letters.addEventListener("change", () => change({ letters: letters.value as Look["letters"] }));
    controls.replaceChildren(
      labelled(t.letters, letters),
      ...(["size", "lines", "space", "width"] as const).map((name) => {
        const { min, max, step } = LIMITS[name];
        const range = { min: String(min), max: String(max), step: String(step), value: String(look[name]) };
        const slider = element("input", { type: "range", "aria-label": t.lookOf[name], ...range });
        slider.addEventListener("input", () => change({ [name]: Number(slider.value) }));
        return labelled(t.lookOf[name], slider);
      }),
    );
  };
  draw();
  showLook(look);
  const texts = [...document.querySelectorAll("article p")].map(({ textContent }) => textContent.trim());
  const text = texts.find(({ length }) => length >= SAMPLE_UNITS / 2) ?? texts[0] ?? "";
  const sample = element("p", { class: "sample", dir: "auto" }, text.slice(0, SAMPLE_UNITS));
  const reset = textButton(t.resetLook, () => {
    change(PAGE_LOOK);
    draw();
  });
  const row = element("div", { class: "row" });
  row.append(reset);
  body.append(sample, controls, row);
  dialog.append(top, body);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The control names itself for programs that read aloud; the words beside it are for the eye. */
function labelled(words: string, control: HTMLElement): HTMLElement {
  const box = element("div");
  box.append(element("span", { "aria-hidden": "true" }, words), control);
  return box;
}
