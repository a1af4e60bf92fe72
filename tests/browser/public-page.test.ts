// The public page in a real browser: it is read, it plays, it is accessible, and nothing goes wrong in its console.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createAudio, createBook, exportStory, prepare, spokenStory } from "../api/story.ts";
import { violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;
const publication = () => ({ schema_version: 1 as const, client_mutation_id: randomUUID(), allow_download: true });

const story = await spokenStory(client, undefined, "The Boat");
const section = await client.call("publishSection", { params: { sectionId: story.sectionId }, body: publication() });
const sectionUrl = section.share_link?.url ?? "";

const book = await createBook(client, '"First," said Ann.\n', "Second and last.\n");
await prepare(client, book.projectId, ...book.sectionIds);
await createAudio(client, book.projectId, ...book.sectionIds);
await exportStory(client, { projectId: book.projectId, sectionId: book.sectionIds[0]! }, "mp3");
const project = await client.call("publishProject", { params: { projectId: book.projectId }, body: publication() });
const projectUrl = project.share_link?.url ?? "";

describe("the public page in a browser", () => {
  test("shows title and text with the names of the speakers, asks nothing of other hosts, and tells no error", async () => {
    const { page, faults, foreign } = await visit(sectionUrl);
    assert.equal(await page.title(), "The Boat");
    assert.equal(await page.locator("h1").innerText(), "The Boat");
    assert.match(await page.locator("main").innerText(), /Mara\s*:?\s*"Is the boat back\?" asked Mara\./);
    assert.deepEqual([faults, foreign], [[], []]);
  });
  test("plays a finished MP3 in its own player, and can be moved within it", async () => {
    const { page, faults } = await visit(projectUrl);
    const audio = page.locator("audio[controls]");
    assert.equal(await audio.count(), 1);
    await page.evaluate(`new Promise((resolve, reject) => {
      const audio = document.querySelector("audio[controls]");
      audio.addEventListener("timeupdate", () => audio.currentTime > 0.1 && resolve());
      audio.play().catch(reject);
    })`);
    await page.evaluate(`new Promise((resolve) => {
      const audio = document.querySelector("audio[controls]");
      audio.addEventListener("seeked", resolve, { once: true });
      audio.currentTime = audio.duration / 2;
    })`);
    assert.deepEqual(faults, []);
  });
  test("without one it plays block after block with one button, to the end, by keyboard", async () => {
    const { page, faults } = await visit(sectionUrl);
    const played: string[] = [];
    page.on("response", (response) => response.url().includes("/takes/") && played.push(response.url()));
    // Faster, so that the end comes soon.
    await page.evaluate("document.querySelector('audio').defaultPlaybackRate = 8");
    const button = page.getByRole("button", { name: "Listen to The Boat" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByText(/^Part 2 of/).waitFor({ timeout: 60_000 });
    await page.keyboard.press("Enter");
    await page.getByText("Paused.").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("The end.").waitFor({ timeout: 120_000 });
    assert.ok(new Set(played).size > 3);
    assert.deepEqual(faults, []);
  });
  for (const colorScheme of ["light", "dark"] as const) {
    test(`has no fault that axe-core knows of, in ${colorScheme} colours`, async () => {
      for (const url of [sectionUrl, projectUrl, `${server.url}/s/${"a".repeat(22)}`]) {
        const { page } = await visit(url, { colorScheme });
        assert.deepEqual(await violations(page), [], url);
      }
    });
  }
  test("can be walked through by keyboard: first the way to the text", async () => {
    const { page } = await visit(projectUrl);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Skip to the text");
    assert.ok(await page.getByRole("link", { name: "Skip to the text" }).isVisible());
  });
  test("is read without any script", async () => {
    const { page } = await visit(projectUrl, { javaScriptEnabled: false });
    assert.match(await page.locator("main").innerText(), /Second and last\./);
    assert.match(await page.locator("main").innerText(), /needs JavaScript/);
  });
});
