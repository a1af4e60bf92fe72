// Every screen and dialog: nothing wider than a narrow phone or than a page at 200 %, every control reached by keyboard.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { opened, screens, show } from "./every-screen.ts";
import { REMEMBER_OPENER, walkByKeyboard } from "./keyboard-walk.ts";
import { until } from "./visit.ts";

/** A narrow phone. */
const NARROW = 320;
/** A page at 200 % on a screen of 1,280 pixels. The walks by keyboard have this width. */
const ENLARGED = 640;
const HEIGHT = 700;

/** Where the answer of a screen to Escape is another one: the line of a conversation is shown, and a lost session has no way past. */
const OTHER_ESCAPE: { readonly [screen: string]: RegExp } = {
  "script-conversation": /^after Escape the focus is on: Tobias Quill/,
  "session-ended": /^Escape does not close/,
};

/** What is wider than the window and cannot be scrolled inside of its part. */
const WIDE = `[...document.querySelectorAll("body *")]
  .filter((one) => one.getClientRects().length > 0 && !one.closest(".for-reader, [hidden]"))
  .filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    if (width === 0 || (right <= innerWidth + 1 && left >= -1)) return false;
    for (let box = one.parentElement; box !== null; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== "visible" && box.scrollWidth <= box.clientWidth + 1) return false;
      if (/auto|scroll|hidden|clip/.test(getComputedStyle(box).overflowX) && box !== document.body) {
        const edge = box.getBoundingClientRect();
        if (edge.right <= innerWidth + 1 && edge.left >= -1) return getComputedStyle(box).overflowX === "auto" && box.id === "content";
      }
    }
    return true;
  })
  .map((one) => one.outerHTML.slice(0, 120)).slice(0, 3)`;

describe("in a narrow window", async () => {
  const { page } = await opened({ viewport: { width: ENLARGED, height: HEIGHT }, reducedMotion: "reduce" });
  await page.addInitScript(REMEMBER_OPENER);
  for (const screen of screens) {
    test(`${screen.name} is not wider than the window, and Tab and Escape work`, async () => {
      await page.setViewportSize({ width: ENLARGED, height: HEIGHT });
      await show(page, screen);
      // Both widths have the arrangement of phones, so that the page is shown once.
      for (const width of [ENLARGED, NARROW, ENLARGED]) {
        await page.setViewportSize({ width, height: HEIGHT });
        await until(page, `innerWidth === ${width}`);
        assert.deepEqual(await page.evaluate(WIDE), [], `${width} pixels`);
        assert.ok(Number(await page.evaluate("document.documentElement.scrollWidth")) <= width, `${width} pixels`);
      }
      const faults = await walkByKeyboard(page);
      const own = OTHER_ESCAPE[screen.name];
      assert.deepEqual(
        faults.filter((fault) => own?.test(fault) !== true),
        [],
      );
    });
  }
});
