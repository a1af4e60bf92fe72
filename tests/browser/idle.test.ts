// What an open page asks of the server while the user does nothing.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";
import { chapterPath, signedIn } from "./studio.ts";

const server = await sharedServer();
/** Requests of a page that has just been opened end within this time. */
const SETTLE_MS = 5_000;
const IDLE_MS = 40_000;

test("an idle page asks for less than one thing in ten seconds beside its event stream, on every screen", async () => {
  const story = await spokenStory(server.client, undefined, "Idle");
  const place = chapterPath(story);
  const screens = [
    "/",
    "/new",
    "/sounds",
    "/account",
    `${place}#script`,
    `${place}#cast`,
    `${place}#sounds`,
    `${place}#export`,
    `${place}#share`,
  ];
  const asked = new Map<string, string[]>();
  const pages = [];
  for (const screen of screens) {
    const { page } = await signedIn(server, screen);
    await page.getByRole("heading").first().waitFor();
    pages.push({ screen, page });
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  for (const { screen, page } of pages) {
    const seen: string[] = [];
    asked.set(screen, seen);
    page.on("request", (request) => {
      if (!request.url().endsWith("/events")) seen.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
  }
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  for (const [screen, seen] of asked) {
    console.log(`${screen.replace(place, "chapter")}: ${seen.length} requests in ${IDLE_MS / 1_000} s`);
    assert.ok(seen.length < IDLE_MS / 10_000, `${screen}: ${seen.join(", ")}`);
  }
});
