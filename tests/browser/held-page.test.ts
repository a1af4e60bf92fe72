// A published page whose owner decides when listeners get changes.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createAudio, createStory, readDocument, replaceBlock, spokenStory } from "../api/story.ts";
import { chapterPath, signedIn } from "./studio.ts";
import { visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;

test("listeners keep the story until its owner updates the page, which states what has changed", async () => {
  const story = await spokenStory(client, "The tide was out.\n\nIt rained.\n", "The Tide");
  const { page, faults } = await signedIn(server, `${chapterPath(story)}#share`);
  const choice = page.getByLabel("Changes reach listeners");
  await page.getByRole("button", { name: "Publish", exact: true, disabled: false }).waitFor();
  assert.equal(await choice.inputValue(), "updated");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const state = page.getByRole("status").filter({ hasText: "Listeners have the story of" });
  await state.filter({ hasText: "Nothing has changed since." }).waitFor();
  const open = await visit(await page.getByLabel("Link", { exact: true }).inputValue());
  await open.page.getByText("The tide was out.").waitFor();

  const { document } = await readDocument(client, story.sectionId);
  const line = document.blocks.find(({ kind }) => kind === "narration") ?? assert.fail("there is no narration");
  const content = { ...line.content, text: "The tide was in.\n\n" } as typeof line.content;
  await replaceBlock(client, story.sectionId, document, line, { content });
  await createAudio(client, story.projectId, story.sectionId);
  await page.reload();
  await state.filter({ hasText: "1 chapter has changed since." }).waitFor();
  await open.page.reload();
  await open.page.getByText("The tide was out.").waitFor();
  // Another setting of the link updates nothing.
  await page.getByLabel("Listeners may download the audio").check();
  await page.reload();
  await page.getByRole("button", { name: "Update the page" }).waitFor();
  assert.equal(await page.getByLabel("Listeners may download the audio").isChecked(), true);
  await state.filter({ hasText: "1 chapter has changed since." }).waitFor();

  await page.getByRole("button", { name: "Update the page" }).click();
  await state.filter({ hasText: "Nothing has changed since." }).waitFor();
  await open.page.reload();
  await open.page.getByText("The tide was in.").waitFor();

  await choice.selectOption({ label: "At once" });
  await state.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Update the page" }).waitFor();
  assert.equal(await choice.inputValue(), "at_once");
  assert.deepEqual([...faults, ...open.faults], []);
});

test("a story without all its audio shows each change at once unless its owner decides otherwise", async () => {
  const story = await createStory(client, "The tide was out.\n", "The Tide");
  const { page, faults } = await signedIn(server, `${chapterPath(story)}#share`);
  await page.getByText("1 chapter has lines without audio.").waitFor();
  assert.equal(await page.getByLabel("Changes reach listeners").inputValue(), "at_once");
  await page.getByLabel("Changes reach listeners").selectOption({ label: "When I update the page" });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("status").filter({ hasText: "Nothing has changed since." }).waitFor();
  assert.deepEqual(faults, []);
});
