// A walk with Tab through the open dialog, or through the whole page: which controls it does not reach, where the focus
// cannot be seen, and where the focus is after Escape.

import type { Page } from "playwright-core";
import { until } from "./visit.ts";

/** Remembers the last place of the focus outside of dialogs. Before the first page of the context. */
export const REMEMBER_OPENER = `addEventListener("focusin", ({ target }) => {
  if (target.closest("[role=dialog], [role=menu]") === null) window.lastOutside = target;
}, true)`;

/** Finds the controls that Tab should reach, and records each that it reaches with what is wrong there. */
const RECORD = `(() => {
  const root = document.querySelector("[role=dialog]") ?? document.body;
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 && one.closest("[inert], [aria-hidden=true]") === null;
  const all = [...root.querySelectorAll("a[href], button, input, select, textarea, summary, audio, [tabindex], [contenteditable=true]")]
    .filter((one) => one.tabIndex >= 0 && !one.matches(":disabled, input[type=hidden]") && shown(one));
  // One button of a group is a stop: the chosen one.
  const wanted = all.filter((one) => one.type !== "radio" || one.checked || !all.some((other) => other.name === one.name && (other.checked || all.indexOf(other) < all.indexOf(one))));
  const name = (one) => (one.ariaLabel || one.labels?.[0]?.textContent || one.textContent || one.outerHTML).trim().slice(0, 60);
  const walk = { wanted: wanted.length, reached: new Set(), faults: [], name, shown, controls: wanted };
  // A page can move the focus by itself until the first key: without a ring, as after a click.
  let first = null;
  const begin = () => { first = document.activeElement; };
  const see = ({ target: at }) => {
    if (first === null || walk.reached.has(at)) return;
    walk.reached.add(at);
    // It passes the focus on to one of its tabs.
    if (at.role === "tablist") return;
    if (root !== document.body && !root.contains(at)) return walk.faults.push("the focus leaves the dialog: " + name(at));
    // A line of the script has the ring inside; a text being edited has the caret.
    const ringed = at.isContentEditable || [at, at.parentElement, at.firstElementChild, ...(at.labels ?? [])].filter(Boolean).some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    });
    if (!ringed) walk.faults.push("the focus cannot be seen: " + name(at));
    const { left, right, top, bottom, width, height } = at.getBoundingClientRect();
    // A control that only readers notice shows itself in another element. One that moves into view is on its way.
    if (width <= 1 || height <= 1 || at.getAnimations().length > 0) return;
    if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) walk.faults.push("the focus is outside of the window: " + name(at));
  };
  addEventListener("keydown", begin, { capture: true, once: true });
  addEventListener("focusin", see, true);
  walk.end = () => {
    removeEventListener("focusin", see, true);
    // The walk need not come back to where it began. In a dialog with one control the focus never moves.
    walk.reached.add(first).add(document.activeElement);
    const missed = walk.controls.filter((one) => one.isConnected && one.tabIndex >= 0 && shown(one) && !one.disabled && !walk.reached.has(one));
    return [...walk.faults, ...missed.map((one) => "Tab does not reach: " + name(one))];
  };
  window.keyboardWalk = walk;
  return wanted.length;
})()`;

/** Stops that are not in the table of controls, such as a box that scrolls. */
const MORE_STOPS = 12;

/** What is wrong for a person who has only a keyboard. */
export async function walkByKeyboard(page: Page): Promise<string[]> {
  const count = Number(await page.evaluate(RECORD));
  for (let stop = 0; stop < count + MORE_STOPS; stop++) await page.keyboard.press("Tab");
  const faults = (await page.evaluate("window.keyboardWalk.end()")) as string[];
  if ((await page.getByRole("dialog").count()) === 0) return faults;
  await page.evaluate("window.opener_ = window.lastOutside");
  await page.keyboard.press("Escape");
  try {
    await until(page, `document.querySelector("[role=dialog]") === null`, 5_000);
  } catch {
    return [...faults, "Escape does not close the dialog"];
  }
  try {
    await until(page, "document.activeElement !== document.body", 2_000);
  } catch {
    faults.push("after Escape nothing has the focus");
  }
  const back = await page.evaluate(
    `window.opener_?.isConnected && document.activeElement !== window.opener_ ? window.keyboardWalk.name(document.activeElement) + " instead of " + window.keyboardWalk.name(window.opener_) : ""`,
  );
  return back === "" ? faults : [...faults, `after Escape the focus is on: ${back}`];
}
