// Every screen and dialog: nothing that axe-core knows of in either theme and in forced colours, no error, no other host.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { spokenStory } from "../api/story.ts";
import { HOSTILE, opened, prepared, screens, server, show } from "./every-screen.ts";
import { focusOn, until, violations } from "./visit.ts";

const LOOKS = {
  "light colours": { colorScheme: "light", reducedMotion: null, forcedColors: null },
  "dark colours": { colorScheme: "dark", reducedMotion: "reduce", forcedColors: null },
  "forced colours": { colorScheme: "light", reducedMotion: null, forcedColors: "active" },
} as const;

describe("every screen", async () => {
  const { page, faults, foreign } = await opened();
  for (const screen of screens) {
    test(`${screen.name} has no fault that axe-core knows of, and asks nothing of other hosts`, async () => {
      faults.length = 0;
      await page.emulateMedia(LOOKS["light colours"]);
      await show(page, screen);
      // Chromium gives parts that are not drawn yet their colours of another look when they are drawn.
      await page.evaluate(`for (const part of document.querySelectorAll("*"))
        if (getComputedStyle(part).contentVisibility === "auto") part.style.contentVisibility = "visible"`);
      for (const [look, media] of Object.entries(LOOKS)) {
        await page.emulateMedia(media);
        // The page is the same in all looks, and style sheets alone know the look: the other rules find the same.
        assert.deepEqual(await violations(page, look === "light colours" ? "all" : "colours"), [], look);
      }
      // Chromium reports the status that the screen is about.
      const own: { readonly [name: string]: string } = { "not-found": "404", "session-ended": "401" };
      const unexpected = faults.filter(
        (fault) => own[screen.name] === undefined || !fault.includes(`${own[screen.name]}`),
      );
      assert.deepEqual([unexpected, foreign], [[], []]);
    });
  }
});

describe("an open menu", () => {
  test("is inside a landmark, as everything on the page is, and in front of the player", async () => {
    const { page } = await opened();
    await page.getByRole("link", { name: HOSTILE }).click();
    await page.getByRole("grid", { name: "Script" }).waitFor();
    for (const name of ["Keys", "Sleep timer"]) {
      await page.getByRole("button", { name, exact: true }).click();
      const menu = page.getByRole("menu");
      await menu.waitFor();
      assert.deepEqual(await violations(page), [], name);
      // What is clicked in the middle of an item is the item.
      const hidden =
        await page.evaluate(`[...document.querySelectorAll("[role=menu] [role^=menuitem]")].filter((item) => {
        const { left, top, width, height } = item.getBoundingClientRect();
        return !item.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }).map((item) => item.textContent)`);
      assert.deepEqual(hidden, [], name);
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
    }
  });
});

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
    // The other story has lines without audio by now, and is not exported.
    const { projectId, sectionId } = await spokenStory(server.client);
    await page.goto(`${server.url}/stories/${projectId}/chapters/${sectionId}#export`);
    await page.getByRole("radio", { name: /WebVTT/ }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Export", exact: true }).press("Enter");
    await page.getByRole("link", { name: /^Download/ }).waitFor();
  });
});
