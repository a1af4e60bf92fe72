// What is played away from the page: the keys of a keyboard or a headset, the lock screen's words, and the sleep timer. The keys
// of a machine cannot be pressed from a test, so the test calls what the page gave to the browser for them.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { createBook, longText } from "../api/story.ts";
import { chapterPath, heardFor, KEEP_SOUND, signedIn } from "./studio.ts";
import { until } from "./visit.ts";

const server = await sharedServer();

/** Keeps what the page gives to navigator.mediaSession. */
const KEEP_SESSION = `{
  window.keys = {};
  const set = MediaSession.prototype.setActionHandler;
  MediaSession.prototype.setActionHandler = function (action, handler) {
    window.keys[action] = handler;
    return set.call(this, action, handler);
  };
  const place = MediaSession.prototype.setPositionState;
  MediaSession.prototype.setPositionState = function (state) { window.place = state; return place.call(this, state); };
}`;

async function playing(...texts: string[]) {
  const { projectId, sectionIds } = await createBook(server.client, ...texts);
  const [sectionId = ""] = sectionIds;
  await server.client.call("changeBook", {
    params: { projectId },
    body: { schema_version: 1, title: "The Boats", author: "Ann Tide" },
  });
  const { page } = await signedIn(server, chapterPath({ projectId, sectionId }), [KEEP_SOUND, KEEP_SESSION]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(0.3));
  return { page };
}

const press = (page: Page, key: string, details = "{}") =>
  page.evaluate(`window.keys[${JSON.stringify(key)}](${details})`);
const shown = (page: Page) =>
  page.evaluate("(({ title, artist, album }) => ({ title, artist, album }))(navigator.mediaSession.metadata)");

describe("away from the page", () => {
  test("media keys pause, play, move, and change the chapter; the lock screen shows what plays, and where", async () => {
    const { page } = await playing(longText(24), longText(4));
    await until(page, "navigator.mediaSession.metadata.artist === 'Ann Tide'");
    assert.deepEqual(await shown(page), { title: "Chapter 1", artist: "Ann Tide", album: "The Boats" });
    assert.equal(await page.evaluate("navigator.mediaSession.playbackState"), "playing");

    await press(page, "pause");
    await until(page, "window.sound.paused && navigator.mediaSession.playbackState === 'paused'");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await press(page, "play");
    await until(page, "!window.sound.paused && navigator.mediaSession.playbackState === 'playing'");

    await press(page, "seekto", "{ seekTime: 40 }");
    await until(page, heardFor(40));
    await until(page, "window.place.position > 40 && window.place.duration > 60");
    await press(page, "seekbackward", "{ seekOffset: 30 }");
    await until(page, "window.sound.currentTime < 40");
    await press(page, "seekforward", "{ seekOffset: 45 }");
    await until(page, heardFor(55));

    await press(page, "nexttrack");
    await until(page, "navigator.mediaSession.metadata.title === 'Chapter 2'");
    await until(page, `window.sound.currentTime < 20 && ${heardFor(0.3)}`);
    await press(page, "previoustrack");
    await until(page, "navigator.mediaSession.metadata.title === 'Chapter 1'");
  });
  test("the sleep timer pauses when its minutes are over, and not before", async () => {
    const { page } = await playing(longText(24));
    await sleepAfter(page, "In 15 minutes");
    await page.getByText("Sleeps in 15 min").first().waitFor();
    await page.evaluate("{ const now = Date.now; Date.now = () => now() + 14 * 60_000; }");
    const before = Number(await page.evaluate("window.sound.currentTime"));
    await until(page, heardFor(before + 1));
    await page.evaluate("{ const now = Date.now; Date.now = () => now() + 60_000; }");
    await until(page, "window.sound.paused");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    // It is over: playing again does not stop at once.
    const at = Number(await page.evaluate("window.sound.currentTime"));
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, heardFor(at + 1));
  });
  test("at the end of the chapter it stops before the next one, which then begins with Play", async () => {
    const { page } = await playing("“First,” said Ann.\n\nThe tide went out.\n", longText(4));
    await sleepAfter(page, "At the end of the chapter");
    await until(page, "navigator.mediaSession.metadata.title === 'Chapter 2'");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    assert.equal(await page.evaluate("window.sound.paused"), true);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, heardFor(0.3));
  });
});

async function sleepAfter(page: Page, choice: string): Promise<void> {
  await page.getByRole("button", { name: "Sleep timer" }).click();
  await page.getByRole("menuitem", { name: choice }).click();
}
