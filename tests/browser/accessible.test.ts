// Every screen and dialog: nothing that axe-core knows of in either theme and in forced colours, nothing wider than a
// narrow phone or than a page at 200 %, every control reached by keyboard, no error, no other host.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { REMEMBER_OPENER, walkByKeyboard } from "./keyboard-walk.ts";
import { prepareScreens } from "./screens.ts";
import { focusOn, until, violations, visit } from "./visit.ts";

/** What a hostile file can call a story. */
const HOSTILE = `"><img src=x onerror=document.title="owned">\u202e{{x}} ﷽ ${"W".repeat(60)}`;

const server = await sharedServer();
const prepared = await prepareScreens({ client: server.client, draftTitle: HOSTILE });
/** `TEST_SCREENS=cast,new-story` looks at these screens only. */
const only = (process.env.TEST_SCREENS ?? "").split(",").filter((name) => name !== "");
const screens = prepared.filter(({ name }) => only.length === 0 || only.includes(name));

const LOOKS: { readonly [name: string]: Parameters<typeof visit>[1] } = {
  "light colours": { colorScheme: "light" },
  "dark colours": { colorScheme: "dark", reducedMotion: "reduce" },
  "forced colours": { forcedColors: "active" },
};
/** A page at 200 % on a screen of 1,280 pixels has 640; a narrow phone has 320. */
const WIDTHS = [320, 640];
/** The width of the walks by keyboard. */
const BY_KEYBOARD = 640;

async function opened(options: Parameters<typeof visit>[1] = {}) {
  const visited = await visit(`${server.url}/#key=${server.key}`, options);
  await visited.page.getByRole("heading", { name: "Stories" }).waitFor();
  return visited;
}

async function show(page: Page, screen: (typeof screens)[number]): Promise<void> {
  await page.goto("about:blank");
  await page.goto(server.url + screen.path);
  await screen.ready(page);
}

for (const [look, options] of Object.entries(LOOKS)) {
  describe(`in ${look}`, async () => {
    const { page, faults, foreign } = await opened(options);
    for (const screen of screens) {
      test(`${screen.name} has no fault that axe-core knows of, and asks nothing of other hosts`, async () => {
        faults.length = 0;
        await show(page, screen);
        assert.deepEqual(await violations(page), []);
        // Chromium reports the status that the screen is about.
        const own: { readonly [name: string]: string } = { "not-found": "404", "session-ended": "401" };
        const unexpected = faults.filter(
          (fault) => own[screen.name] === undefined || !fault.includes(`${own[screen.name]}`),
        );
        assert.deepEqual([unexpected, foreign], [[], []]);
      });
    }
  });
}

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

describe("a title that looks like markup", () => {
  test("is a title on every screen that shows it", async () => {
    const { page } = await opened();
    await page.getByRole("link", { name: HOSTILE }).click();
    await page.waitForURL(/#script$/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.locator("img[src=x]").count(), 0);
    await until(page, "document.title.includes('onerror')");
    for (const tab of ["Cast", "Sounds", "Export", "Share"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("tabpanel", { name: tab }).waitFor();
      assert.equal(await page.locator("img[src=x]").count(), 0, tab);
    }
  });
});

describe("by keyboard alone", () => {
  test("the way goes from the first Tab through the navigation into help and back to where it began", async () => {
    const { page } = await opened();
    for (const text of ["Skip to the content", "Fullcast", "Stories", "Sounds", "Account", "Help"]) {
      await page.keyboard.press("Tab");
      await focusOn(page, text);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await focusOn(page, "Help");
    await page.keyboard.press("Shift+Slash");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
  });
  test("an export is asked for and its rules are read", async () => {
    const { page } = await opened();
    const screen = prepared.find(({ name }) => name === "export");
    assert.ok(screen !== undefined);
    await show(page, screen);
    await page.getByRole("button", { name: /^Check for shops/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Check for shops" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: /WebVTT/ }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Export", exact: true }).press("Enter");
    await page.getByRole("listitem").filter({ hasText: "WebVTT" }).waitFor();
  });
});
