// Every screen and dialog: nothing wider than a narrow phone or than a page at 200 %, every control reached by keyboard.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { opened, screens, show } from "./every-screen.ts";
import { REMEMBER_OPENER, walkByKeyboard } from "./keyboard-walk.ts";

/** A page at 200 % on a screen of 1,280 pixels has 640; a narrow phone has 320. */
const WIDTHS = [320, 640];
/** The width of the walks by keyboard. */
const BY_KEYBOARD = 640;

/** Where the answer of a screen to Escape is another one: the line of a conversation is shown, and a lost session has no way past. */
const OTHER_ESCAPE: { readonly [screen: string]: RegExp } = {
  "script-conversation": /^after Escape the focus is on: Tobias Quill/,
  "session-ended": /^Escape does not close/,
};

for (const width of WIDTHS) {
  describe(`at ${width} pixels`, async () => {
    const { page } = await opened({ viewport: { width, height: 700 }, reducedMotion: "reduce" });
    if (width === BY_KEYBOARD) await page.addInitScript(REMEMBER_OPENER);
    for (const screen of screens) {
      const walked = width === BY_KEYBOARD ? ", and Tab and Escape work" : "";
      test(`${screen.name} is not wider than the window${walked}`, async () => {
        await show(page, screen);
        const wide = await page.evaluate(`[...document.querySelectorAll("body *")]
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
          .map((one) => one.outerHTML.slice(0, 120)).slice(0, 3)`);
        assert.deepEqual(wide, []);
        assert.ok(Number(await page.evaluate("document.documentElement.scrollWidth")) <= width);
        if (width !== BY_KEYBOARD) return;
        const faults = await walkByKeyboard(page);
        const own = OTHER_ESCAPE[screen.name];
        assert.deepEqual(
          faults.filter((fault) => own?.test(fault) !== true),
          [],
        );
      });
    }
  });
}
