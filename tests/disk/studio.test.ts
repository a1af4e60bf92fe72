// A disk that is full while a person works in the studio: the page states it, nothing is lost, and with room the work continues.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createStory, prepare, readDocument } from "../api/story.ts";
import { chapterPath, heardFor, KEEP_SOUND, line, lines } from "../browser/studio.ts";
import { until, visit } from "../browser/visit.ts";
import { newInstallation } from "../crash/service.ts";
import { smallDisk } from "./small-disk.ts";

/** Longer than the room that is left, also when it is compressed. */
const words = () =>
  `${randomBytes(600_000)
    .toString("base64")
    .replaceAll(/[^a-z]+/gi, " ")}\n\n`;
const BOOK = {
  name: "lamp.md",
  mimeType: "text/markdown",
  buffer: Buffer.from(`# One\n\n${words()}# Two\n\n${words()}`),
};

test("a book is refused in words while the disk is full, an edit is kept, and with room both are there and the story plays", async () => {
  using disk = smallDisk(300);
  using installation = newInstallation();
  const service = await installation.start({ FULLCAST_DATA_DIR: join(disk.path, "data") });
  try {
    const { client, url } = service;
    const story = await createStory(client, undefined, "The Boat");
    await prepare(client, story.projectId, story.sectionId);
    const { page } = await visit(`${url}${chapterPath(story)}#key=${installation.key}`);
    await lines(page).first().waitFor();
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(join(disk.path, "ballast"), Buffer.alloc(bavail * bsize - 100_000));

    await line(page, "He laughed").dblclick();
    await page.getByRole("textbox", { name: "Edit line" }).fill("He smiled, and the fire spat.");
    await page.keyboard.press("Control+Enter");
    await line(page, "He smiled").waitFor();

    const books = await page.context().newPage();
    await books.goto(`${url}/new#file`);
    await books.getByLabel("Book file").setInputFiles([BOOK]);
    await books.getByText("The disk of the server is full. Nothing was lost").waitFor();

    disk.resize(500);
    await page.getByText("Saved", { exact: true }).waitFor();
    const { document } = await readDocument(client, story.sectionId);
    assert.ok(document.blocks.some((one) => one.content.type === "text" && /He smiled/.test(one.content.text)));
    await books.getByRole("button", { name: "Try again" }).click();
    await books.getByText(/^2 of 2 chapters/).waitFor();
    await page.addInitScript(KEEP_SOUND);
    await page.reload();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, heardFor(0.2));
  } finally {
    await service.end("SIGTERM");
  }
});
