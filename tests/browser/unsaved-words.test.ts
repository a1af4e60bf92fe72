// Words that were typed and not saved: they stay when their part of the page closes, and over a reload.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";
import { visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;

test("words under Say as stay when another line is marked, when the part closes, and over a reload; used words leave", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "Unsaved");
  const { page, faults } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  const line = () => page.getByText("Is the boat back?").first();
  const panel = page.getByRole("complementary", { name: "Line" });
  const open = () => panel.getByText("Say as", { exact: true }).click();
  await line().click();
  await open();
  await panel.getByLabel("Word").selectOption({ label: "boat" });
  await panel.getByLabel("Spoken as").fill("bait");
  await open();
  await panel.getByLabel("Spoken as").waitFor({ state: "detached" });
  await open();
  const held = async () => [
    await panel.getByLabel("Spoken as").inputValue(),
    await panel.getByLabel("Word").locator("option:checked").textContent(),
  ];
  assert.deepEqual(await held(), ["bait", "boat"]);

  // Another line has words of its own.
  await page.keyboard.press("Escape");
  await line().click();
  await page.keyboard.press("ArrowDown");
  await open();
  assert.equal(await panel.getByLabel("Spoken as").inputValue(), "");
  await line().click();
  await open();
  assert.deepEqual(await held(), ["bait", "boat"]);

  await page.reload();
  await line().click();
  await open();
  assert.deepEqual(await held(), ["bait", "boat"]);
  await panel.getByRole("button", { name: "Everywhere in this story" }).click();
  await panel.getByText("The pronunciation is in the story now.").waitFor();
  await page.reload();
  await line().click();
  await open();
  assert.equal(await panel.getByLabel("Spoken as").inputValue(), "");
  assert.deepEqual(faults, []);
});

test("a note, a sound, words of the book, the sound of a name and a message stay when they are left", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "Left open");
  const { page, faults } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  const panel = page.getByRole("complementary", { name: "Line" });
  const dialog = page.getByRole("dialog");
  /** Opens a dialog, types, leaves it with Escape, and looks into it again. */
  const keeps = async (open: () => Promise<unknown>, field: string, words: string) => {
    await open();
    await dialog.getByLabel(field, { exact: true }).fill(words);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await open();
    assert.equal(await dialog.getByLabel(field, { exact: true }).inputValue(), words, field);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  };
  await page.getByText("Is the boat back?").first().click();
  await keeps(() => panel.getByRole("button", { name: "Add note" }).click(), "Note", "Ask the author");
  await keeps(() => panel.getByRole("button", { name: "Add sound" }).click(), "What is heard", "rain on glass");
  await keeps(
    async () => {
      await page.getByRole("button", { name: "Help" }).click();
      await page.getByRole("button", { name: "Send feedback" }).click();
    },
    "Message",
    "The list jumps",
  );
  await page.getByRole("tab", { name: "Cast" }).click();
  const mara = page.getByRole("list", { name: "People" }).getByRole("listitem").filter({ hasText: "Mara" });
  await keeps(() => mara.getByRole("button", { name: "Rename" }).click(), "Spoken as", "/ˈmɛːra/");

  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByLabel("Author").fill("Ann Example");
  await page.getByRole("tab", { name: "Script" }).click();
  await page.getByText("Is the boat back?").first().waitFor();
  await page.getByRole("tab", { name: "Share" }).click();
  assert.equal(await page.getByLabel("Author").inputValue(), "Ann Example");
  assert.deepEqual(faults, []);
});

test("at Sign out nothing that was typed stays", async () => {
  const { page } = await visit(`${server.url}/new#key=${key}`);
  await page.getByLabel("Title").fill("A secret");
  await page.goto(`${server.url}/account`);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  const kept =
    "[...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((name) => name.includes('draft'))";
  assert.deepEqual(await page.evaluate(kept), []);
});

test("a text that is typed into New story is there again after a reload, and gone once it is a story", async () => {
  const { page, faults } = await visit(`${server.url}/new#key=${key}`);
  await page.getByLabel("Title").fill("Half a story");
  await page.getByLabel("Story text").fill("The door opened. “Who is there?” said Mara.");
  await page.reload();
  assert.equal(await page.getByLabel("Title").inputValue(), "Half a story");
  assert.equal(await page.getByLabel("Story text").inputValue(), "The door opened. “Who is there?” said Mara.");
  await page.getByRole("button", { name: "Create story" }).click();
  await page.getByRole("complementary", { name: "Line" }).waitFor();
  await page.goto(`${server.url}/new`);
  assert.equal(await page.getByLabel("Story text").inputValue(), "");
  assert.deepEqual(faults, []);
});
