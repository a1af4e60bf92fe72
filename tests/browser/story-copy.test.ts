// A whole story as one file: saved before the story is deleted, and opened again under New story.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { refused, sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";
import { violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;
const folder = mkdtempSync(join(tmpdir(), "fullcast-copy-"));
after(() => rmSync(folder, { recursive: true }));

const freshnessOf = async (sectionId: string) =>
  (await client.call("readSectionMedia", { params: { sectionId } })).blocks.map(({ freshness }) => freshness);

test("a story that is deleted after a copy was saved comes back with its script, its people and its audio", async () => {
  const story = await spokenStory(client, undefined, "The Copied Ferry");
  const before = await freshnessOf(story.sectionId);
  const { page, faults } = await visit(`${server.url}/#key=${key}`);
  const row = page.getByRole("listitem").filter({ hasText: "The Copied Ferry" });
  await row.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete “The Copied Ferry”?" });
  const copy = dialog.getByRole("link", { name: "Save a copy first" });
  const saving = page.waitForEvent("download");
  await copy.click();
  const saved = await saving;
  assert.equal(saved.suggestedFilename(), "The Copied Ferry.fullcast");
  const path = join(folder, saved.suggestedFilename());
  await saved.saveAs(path);
  await dialog.getByText("The copy is put together.").waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row.waitFor({ state: "detached" });
  await refused(client.call("readProjectSections", { params: { projectId: story.projectId } }), 403, "FORBIDDEN");

  await page.goto(`${server.url}/new#file`);
  await page.getByLabel("Book file").setInputFiles(path);
  await page.getByText("A copy of a whole story").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Open the copy" }).click();
  await page.getByRole("grid", { name: "Script" }).waitFor();
  assert.match(new URL(page.url()).pathname, new RegExp(`^/stories/${story.projectId}/`));
  assert.deepEqual(await freshnessOf(story.sectionId), before);
  assert.ok(before.includes("current") && !before.includes("absent"));
  assert.deepEqual(faults, []);
});

test("the Export part saves a copy; a file that is none is refused in words", async () => {
  const story = await spokenStory(client, undefined, "The Kept Ferry");
  const { page, faults } = await visit(`${server.url}/stories/${story.projectId}#key=${key}`);
  await page.getByRole("tab", { name: "Export" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save a copy of the story" }).click();
  assert.equal((await saving).suggestedFilename(), "The Kept Ferry.fullcast");

  const wrong = join(folder, "holiday.fullcast");
  writeFileSync(wrong, "no copy");
  await page.goto(`${server.url}/new#file`);
  await page.getByLabel("Book file").setInputFiles(wrong);
  await page.getByRole("button", { name: "Open the copy" }).click();
  await page.getByText("The file is damaged: it cannot be unpacked.").waitFor();
  await page.getByRole("button", { name: "Open the copy" }).waitFor();
  assert.deepEqual(
    faults.filter((fault) => !/400/.test(fault)),
    [],
  );
});
