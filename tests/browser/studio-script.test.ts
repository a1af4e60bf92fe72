// The script in a real browser, beyond single lines: flags, conversations, versions, and the edits of another tab.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { createStory, prepare, readDocument, spokenStory, studioMutation } from "../api/story.ts";
import { until, violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;

const lines = (page: Page) => page.getByRole("grid", { name: "Script" }).getByRole("row");
const line = (page: Page, words: string) => lines(page).filter({ hasText: words });

/** Two people; most turns have no name. */
const TALK = [
  "Mara and Tom stood on the quay.",
  "“Is the boat back?” asked Mara.",
  "“Not yet,” said Tom.",
  "“You said that before.”",
  "“And it was true before.”",
  "“Then we go home.”",
  "The tide went out.",
  "",
].join("\n\n");

async function newScript(text?: string) {
  const story = await createStory(client, text);
  await prepare(client, story.projectId, story.sectionId);
  return story;
}

async function opened(story: { readonly projectId: string; readonly sectionId: string }, init?: string) {
  const visited = await visit(`${server.url}/#key=${key}`);
  const { page } = visited;
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  if (init !== undefined) await page.addInitScript(init);
  await page.goto(`${server.url}/stories/${story.projectId}/chapters/${story.sectionId}`);
  await lines(page).first().waitFor();
  return visited;
}

const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();

test("the keys of the script work at once in a chapter that was opened, and on the buttons beside the lines", async () => {
  const { page, faults } = await opened(await newScript(TALK));
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys of the script" });
  await keys.waitFor();
  // A key in a dialog is none of the script.
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "detached" });
  assert.equal(await page.evaluate("document.activeElement?.closest('[role=grid]') !== null"), true);

  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("ArrowDown");
  await until(page, "document.activeElement?.textContent.includes('Is the boat back')");
  await page.getByRole("button", { name: "Undo", exact: true }).focus();
  await page.keyboard.press("0");
  await saved(page);
  await line(page, "Is the boat back").filter({ hasText: "Narrator" }).waitFor();
  assert.deepEqual(faults, []);
});

test("the key f flags the marked line; the list of flagged lines leads to it and takes the flag away", async () => {
  const { page, faults } = await opened(await newScript());
  await line(page, "Not yet").click();
  await page.keyboard.press("f");
  await lines(page).filter({ hasText: "Flagged" }).waitFor();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Flagged lines (1)" }).click();
  const dialog = page.getByRole("dialog", { name: "Flagged lines" });
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: /Not yet/ }).click();
  await until(page, "document.activeElement?.textContent.includes('Not yet')");
  await page.keyboard.press("f");
  await page.getByRole("button", { name: "Flagged lines", exact: true }).waitFor();
  await lines(page).filter({ hasText: "Flagged" }).waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

test("the key f flags the line that is heard, and the script shows it without a reload", async () => {
  const story = await newScript();
  const { page } = await opened(
    story,
    `{
      const play = HTMLMediaElement.prototype.play;
      HTMLMediaElement.prototype.play = function () { window.sound = this; return play.call(this); };
    }`,
  );
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, "window.sound?.currentTime > 0.3 && !window.sound.paused");
  await page.keyboard.press("f");
  await page
    .getByRole("log")
    .getByText(/^Flagged\. Press f again/)
    .waitFor();
  await page.getByRole("button", { name: "Flagged lines (1)" }).waitFor();
  const { document } = await readDocument(client, story.sectionId);
  assert.equal(document.blocks[1]?.kind, "note");
  // It plays on.
  const at = Number(await page.evaluate("window.sound.currentTime"));
  await until(page, `window.sound.currentTime > ${at + 0.5} && !window.sound.paused`);
});

test("unsure lines are decided by conversation: one answer settles what hangs on it, with one undo", async () => {
  const story = await newScript(TALK);
  const answer = await readDocument(client, story.sectionId);
  const spoken = answer.document.blocks.filter((block) => block.kind === "speech");
  const unsure = spoken.slice(2);
  // Lines without a speaker, whatever the machine thought of them.
  await client.call("editDocument", {
    params: { sectionId: story.sectionId },
    body: {
      schema_version: 1,
      actor_session_id: crypto.randomUUID(),
      client_mutation_id: crypto.randomUUID(),
      base_document_version: answer.document.document_version,
      operations: [{ op: "assign_speaker", block_ids: unsure.map((block) => block.id), speaker_id: null }],
    },
  });
  const { page, faults } = await opened(story);
  await page.getByRole("region", { name: "Unsure lines" }).getByText("1 of 3").waitFor();
  await lines(page).first().focus();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "Conversation" });
  await until(page, "document.activeElement?.textContent.includes('You said that before')");
  assert.deepEqual(await violations(page), []);
  const mara = dialog.getByRole("list", { name: "People" }).getByRole("button", { name: /Mara/ });
  const digit = /\d/.exec((await mara.textContent()) ?? "")?.[0] ?? "";
  await page.keyboard.press(`Digit${digit}`);
  await dialog.getByText("Mara says this line. 2 lines beside it follow from that.").waitFor();
  await dialog.getByText("0 unsure lines are left.").waitFor();
  await page.keyboard.press("Escape");
  await saved(page);
  const names = async () => {
    const now = await readDocument(client, story.sectionId);
    return unsure.map(({ id }) => {
      const speakerId = now.document.blocks.find((block) => block.id === id)?.speaker_id;
      return now.speakers.find((speaker) => speaker.id === speakerId)?.name ?? null;
    });
  };
  assert.deepEqual(await names(), ["Mara", "Tom", "Mara"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("log").getByText("Undone: Another speaker of 3 lines").waitFor();
  assert.deepEqual(await names(), [null, null, null]);
  assert.deepEqual(faults, []);
});

test("an old version is looked at with its differences, brought back, and that is undone", async () => {
  const story = await newScript();
  const { page, faults } = await opened(story);
  await line(page, "He laughed").click();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Edit line" }).fill("He smiled, and the fire spat.");
  await page.keyboard.press("Control+Enter");
  await saved(page);
  await page.getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions" });
  await dialog.getByRole("button", { name: /Other words: “He laughed/ }).waitFor();
  await dialog.getByRole("button", { name: /Found the dialogue/ }).click();
  await dialog.getByText("1 line is different now.").waitFor();
  assert.equal(await dialog.locator("del").textContent(), "laughed");
  assert.equal(await dialog.locator("ins").textContent(), "smiled");
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Bring this version back" }).click();
  await line(page, "He laughed").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await line(page, "He smiled").waitFor();
  assert.deepEqual(faults, []);
});

test("two tabs: an edit in one is seen in the other without a reload, and words written in both are both kept", async () => {
  const story = await newScript();
  const one = await opened(story);
  const other = await opened(story);
  // The second change comes while the other tab still reads what belongs to the first one.
  const media = /\/media\?/;
  await other.page.route(media, async (route) => {
    await pause(3_000);
    await route.continue();
  });
  await line(one.page, "Not yet").click();
  await one.page.getByLabel("Speaker").selectOption({ label: "Mara" });
  await line(other.page, "Not yet").filter({ hasText: "Mara" }).waitFor();
  // A split moves the lines behind it.
  const before = await lines(other.page).count();
  await line(one.page, "The rain had not stopped").click();
  await one.page.keyboard.press("s");
  await one.page.getByRole("group", { name: "Split" }).waitFor();
  await one.page.keyboard.press("Enter");
  await until(other.page, `document.querySelectorAll('[aria-rowindex]').length === ${before + 1}`);
  await other.page.unrouteAll({ behavior: "ignoreErrors" });

  await line(other.page, "He laughed").click();
  await other.page.keyboard.press("Enter");
  await other.page.getByRole("textbox", { name: "Edit line" }).fill("He smiled, and the fire spat.");
  await line(one.page, "He laughed").click();
  await one.page.keyboard.press("Enter");
  await one.page.getByRole("textbox", { name: "Edit line" }).fill("He wept, and the fire spat.");
  await one.page.keyboard.press("Control+Enter");
  await saved(one.page);
  // The other tab may have the new words behind its open editor by now. It asks in both cases.
  await other.page.keyboard.press("Control+Enter");
  const dialog = other.page.getByRole("dialog");
  await dialog.getByText("He wept").waitFor();
  await dialog.getByText("He smiled").waitFor();
  assert.deepEqual(await violations(other.page), []);
  await dialog.getByRole("button", { name: "Keep both" }).click();
  await saved(other.page);
  await line(one.page, "He wept").waitFor();
  await line(one.page, "He smiled").waitFor();
  assert.deepEqual([one.faults, other.faults.filter((fault) => !fault.includes("409"))], [[], []]);
});

test("words are replaced in the whole story, after a look at every line and at the audio that is lost", async () => {
  const story = await spokenStory(client, undefined, "The Names");
  const { page, faults } = await opened(story);
  await lines(page).first().focus();
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search" }).fill("Mara");
  await page.getByRole("button", { name: "Replace…" }).click();
  const dialog = page.getByRole("dialog", { name: "Replace in the whole story" });
  await dialog.getByLabel("Replace by").fill("Marianne");
  await dialog.getByText(/^3 places in 3 lines\. 3 lines lose their audio \(to speak again: free\)\.$/).waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("checkbox", { name: /cried/ }).click();
  await dialog.getByText(/^2 places in 2 lines\./).waitFor();
  await dialog.getByRole("button", { name: "Replace", exact: true }).click();
  await dialog.getByText("Replaced: 2 places in 1 chapter.").waitFor();
  await page.keyboard.press("Escape");
  await line(page, "asked Marianne").waitFor();
  await line(page, "cried Mara").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await line(page, "asked Mara.").waitFor();
  assert.deepEqual(faults, []);
});

test("an edit that cannot be undone is named with its reason and its line; skipped, the edit before it is undone", async () => {
  const story = await newScript();
  const params = { sectionId: story.sectionId };
  const { page, faults } = await opened(story);
  await line(page, "He laughed").click();
  await page.getByLabel("Speaker").selectOption({ label: "Tom" });
  await saved(page);
  await line(page, "Not yet").first().click();
  await page.getByLabel("Speaker").selectOption({ label: "Mara" });
  await saved(page);
  // What a run changes leaves no entry: here another program changes the line, and its entry is skipped.
  const { document } = await client.call("readDocument", { params });
  const changed = document.blocks.find(({ content }) => content.type === "text" && content.text.includes("Not yet"));
  await client.call("editDocument", {
    params,
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [{ op: "assign_speaker", block_ids: [changed?.id ?? ""], speaker_id: null }],
    },
  });
  const [newest] = (await client.call("readDocumentHistory", { params })).entries;
  await client.call("changeHistoryEntry", {
    params: { ...params, entryId: newest?.id ?? "" },
    body: { schema_version: 1, skipped: true },
  });
  await page.reload();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Not undone: Another speaker: “Not yet,”").waitFor();
  await page.getByText("The line was changed again since, and stays as it is now.").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("link", { name: "Show the line" }).click();
  await page.locator("[role=row][aria-selected=true]").filter({ hasText: "Not yet" }).waitFor();
  await page.getByRole("button", { name: "Undo the edit before it instead" }).click();
  await page
    .getByRole("log")
    .getByText(/^Undone: Another speaker/)
    .waitFor();
  await page.getByText("The line was changed again since, and stays as it is now.").waitFor({ state: "detached" });
  await line(page, "He laughed").filter({ hasText: "Narrator" }).waitFor();
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("409")),
    [],
  );
});
