// Playing in Debian's WebKitGTK, the engine of Safari and of iPhones: one continuous stream, in the studio and on a public page.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createAudio, createBook, createStory, longText, prepare } from "../api/story.ts";
import { chapterPath, heardFor, KEEP_SOUND } from "../browser/any-browser.ts";
import { launchWebkit } from "./webkit.ts";

const server = await sharedServer();
const { client } = server;
const page = await launchWebkit();
after(() => page[Symbol.asyncDispose]());

test("a chapter without audio is spoken while it plays, and the sound goes on when the screen changes", async () => {
  const story = await createStory(client, longText(12), "The Boats");
  await prepare(client, story.projectId, story.sectionId);
  await page.goto(`${server.url}/#key=${server.key}`);
  await page.until("document.querySelector('h1')?.textContent === 'Stories'");
  assert.match(String(await page.read("navigator.userAgent")), /AppleWebKit.*Safari/);
  await page.goto(server.url + chapterPath(story));
  await page.until("document.querySelectorAll('ol li p, [aria-rowindex]').length > 5");
  await page.run(KEEP_SOUND);
  await page.click("Play");
  await page.until(heardFor(0.5));
  assert.match(String(await page.read("window.sound.src")), /^blob:/, "the sound is a stream");
  await page.until("CSS.highlights.has('heard-word')");
  await page.click("Account");
  await page.until("document.querySelector('h1')?.textContent === 'Account'");
  const at = Number(await page.read("window.sound.currentTime"));
  await page.until(heardFor(at + 1));
  await page.click("Pause");
  await page.until("window.sound.paused");
});

test("a public page plays its mix as one stream from chapter to chapter, at another speed, from another place", async () => {
  const book = await createBook(client, longText(4), longText(6));
  await prepare(client, book.projectId, ...book.sectionIds);
  await createAudio(client, book.projectId, ...book.sectionIds);
  const { share_link } = await client.call("publishProject", {
    params: { projectId: book.projectId },
    body: { schema_version: 1, client_mutation_id: randomUUID(), allow_download: false, make_files: false },
  });
  await page.goto(share_link?.url ?? assert.fail("no link"));
  await page.run(KEEP_SOUND);
  await page.click("Listen");
  await page.until(heardFor(0.3));
  await page.until("CSS.highlights.has('heard-word')");
  await page.run(`const speed = document.querySelector(".bar input[aria-label=Speed]");
    speed.value = "3"; speed.dispatchEvent(new Event("input"));`);
  await page.until("window.sound.playbackRate === 3");
  // The next chapter follows without a further click.
  await page.until("document.querySelector('.bar .title').textContent === 'Chapter 2'", 120_000);
  await page.until(heardFor(0.3));
  const duration = Number(await page.read("window.sound.duration"));
  await page.run(`const seek = document.querySelector(".bar input[aria-label=Seek]");
    seek.value = "${Math.floor(duration - 3)}"; seek.dispatchEvent(new Event("input"));`);
  await page.until("document.querySelector('.bar').textContent.includes('The end')", 120_000);
});
