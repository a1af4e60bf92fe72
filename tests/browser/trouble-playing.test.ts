// What can go wrong while a listener plays: addresses end, and a published story is withdrawn.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { createStory, exportStory, longText, prepare, spokenStory } from "../api/story.ts";
import { chapterPath, heardFor, KEEP_SOUND, signedIn } from "./studio.ts";
import { until, visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;

/** The next signed addresses have a wrong signature, so that the server refuses them as it refuses ended ones. */
async function refuse(page: Page, count: number) {
  const seen = { refused: 0 };
  await page.route("**/v1/media/**", async (route) => {
    if (seen.refused >= count) return route.continue();
    seen.refused += 1;
    const url = new URL(route.request().url());
    for (const name of url.searchParams.keys()) url.searchParams.set(name, "0");
    url.pathname = url.pathname.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    await route.continue({ url: url.href });
  });
  return seen;
}

test("the addresses of segments that have ended are asked for again, and the sound goes on", async () => {
  const { projectId, sectionId } = await createStory(client, longText(10));
  await prepare(client, projectId, sectionId);
  const { page } = await signedIn(server, chapterPath({ projectId, sectionId }), [KEEP_SOUND]);
  const seen = await refuse(page, 2);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(0.5));
  assert.equal(seen.refused, 2);
  await page.getByRole("slider", { name: "Speed" }).fill("3");
  await until(page, "window.sound.ended", 180_000);
});

test("the address of a finished file that has ended is asked for again, and the file plays", async () => {
  const story = await spokenStory(client, longText(12), "The File");
  await exportStory(client, story, "mp3");
  const { page } = await signedIn(server, chapterPath(story), [KEEP_SOUND]);
  const seen = await refuse(page, 1);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(0.3));
  assert.equal(seen.refused, 1);
  assert.match(String(await page.evaluate("window.sound.currentSrc")), /^http.*\/v1\/media\//);
});

test("a published story that is revoked while somebody listens says so, and its text stays", async () => {
  const story = await spokenStory(client, longText(8), "Gone");
  const { share_link } = await client.call("publishSection", {
    params: { sectionId: story.sectionId },
    body: { schema_version: 1, client_mutation_id: randomUUID(), allow_download: false, make_files: false },
  });
  const { page } = await visit(share_link?.url ?? "");
  await page.evaluate(KEEP_SOUND);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(0.05));
  await client.call("revokeSectionShare", { params: { sectionId: story.sectionId } });
  await page.getByText("This story is no longer public.").waitFor();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  assert.match(await page.locator("main").innerText(), /I have counted 0 boats/);
});
