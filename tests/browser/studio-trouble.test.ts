// What can go wrong while a story is open: the session ends, a slow server, and text that runs from right to left.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { sharedServer } from "../api/server.ts";
import { createStory, prepare, readDocument } from "../api/story.ts";
import { until, visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;

const lines = (page: Page) => page.getByRole("grid", { name: "Script" }).getByRole("row");

async function opened(text?: string) {
  const story = await createStory(client, text);
  await prepare(client, story.projectId, story.sectionId);
  const { page } = await visit(`${server.url}/stories/${story.projectId}/chapters/${story.sectionId}#key=${key}`);
  await lines(page).first().waitFor();
  return { page, ...story };
}

test("a session that ends in the middle of an edit asks for the key, and the edit is sent then", async () => {
  const { page, sectionId } = await opened();
  await lines(page).filter({ hasText: "He laughed" }).click();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Edit line" }).fill("He smiled, and the fire spat.");
  await page.context().clearCookies();
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Key").fill(key);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Saved", { exact: true }).waitFor();
  const { document } = await readDocument(client, sectionId);
  assert.ok(document.blocks.some((one) => one.content.type === "text" && /He smiled/.test(one.content.text)));
});

test("a tab states that it loads while the server is slow", async () => {
  const { page } = await opened();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/speakers*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole("tab", { name: "Cast" }).click();
  await page.getByRole("tabpanel", { name: "Cast" }).getByText("Loading…").waitFor();
  answer();
  await page.getByRole("list", { name: "People" }).waitFor();
  assert.equal(await page.getByText("Loading…").count(), 0);
});

test("words that run from right to left are laid out so, line by line, also in the editor", async () => {
  const { page } = await opened("Mara waited.\n\n“שלום, מארה,” אמר טום.\n\n“Good evening,” said Mara.\n");
  const directionOf = (words: string) =>
    page.evaluate(
      `getComputedStyle([...document.querySelectorAll("[data-line-text]")].find((one) => one.textContent.includes(${JSON.stringify(words)}))).direction`,
    );
  assert.deepEqual([await directionOf("שלום"), await directionOf("Good evening")], ["rtl", "ltr"]);
  await lines(page).filter({ hasText: "שלום" }).click();
  await page.keyboard.press("Enter");
  const editor = page.getByRole("textbox", { name: "Edit line" });
  await editor.waitFor();
  await until(page, "getComputedStyle(document.querySelector('.cm-content')).direction === 'rtl'");
});
