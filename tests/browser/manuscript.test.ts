// The check of a story's text in a real browser: findings by kind, mends with undo, and the way to a line.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createBook, prepare, projection, readDocument } from "../api/story.ts";
import { signedIn } from "./studio.ts";
import { violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;

const GOOD = "“We wait for the boat,” said Mara.\n\nThe harbour lay still.\n\n“It comes at nine,” said Tobias.";
const ONE = `${GOOD}\n\nTom &amp; Mara sat &amp; waited. [TODO: more about the sea] The wind rose.`;
const TWO = `${GOOD}\n\nThe grxzkq moved.`;

test("places are shown by kind, mended together, taken back with one undo, ignored, and shown in their chapter", async () => {
  const { projectId, sectionIds } = await createBook(client, ONE, TWO);
  await prepare(client, projectId, ...sectionIds);
  const text = async (at: number) => projection((await readDocument(client, sectionIds[at] ?? "")).document.blocks);
  const { page, faults } = await visit(`${server.url}/stories/${projectId}#key=${key}`);
  page.setDefaultTimeout(20_000);
  await page.getByRole("button", { name: "More for Chapter 1" }).click();
  await page.getByRole("menuitem", { name: "Check the text" }).click();
  await page.getByText("4 places to look at.").waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], colorScheme);
  }
  await page.getByRole("button", { name: "Mend all 2" }).click();
  await page.getByText("Mended: 2 places.").waitFor();
  assert.equal(await text(0), ONE.replaceAll("&amp;", "&"));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("4 places to look at.").waitFor();
  assert.equal(await text(0), ONE);

  const notes = page.getByRole("region", { name: "Author’s notes" });
  await notes.getByRole("button", { name: "Mend", exact: true }).click();
  await page.getByText("Mended: 1 place.").waitFor();
  assert.equal(await text(0), ONE.replace(" [TODO: more about the sea]", ""));

  const words = page.getByRole("region", { name: "Words that no voice can say" });
  await words.getByRole("button", { name: "Ignore" }).click();
  await words.waitFor({ state: "detached" });
  // Another device does not show it either.
  const other = await visit(`${server.url}/stories/${projectId}/check#key=${key}`);
  await other.page.getByRole("button", { name: "Show 1 ignored" }).waitFor();
  assert.equal(await other.page.getByRole("region", { name: "Words that no voice can say" }).count(), 0);
  await page.reload();
  await page.getByRole("button", { name: "Show 1 ignored" }).click();
  await words.getByRole("link", { name: "Show the line" }).click();
  await page.getByRole("heading", { name: "Chapter 2", level: 1 }).waitFor();
  await page.locator("[role=row][aria-selected=true]").filter({ hasText: "grxzkq" }).waitFor();
  assert.deepEqual(faults, []);
});

test("a file that is not imported yet shows the places of its text", async () => {
  const { page, faults } = await signedIn(server, "/new#file");
  page.setDefaultTimeout(20_000);
  const buffer = Buffer.from(`# One\n\n${ONE.replaceAll("&amp;", "&amp;amp;")}\n\n# Two\n\n${TWO}\n`);
  await page.getByLabel("Book file").setInputFiles([{ name: "boat.md", mimeType: "text/markdown", buffer }]);
  const summary = page.getByText("The text has 4 places to look at");
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.getByText("Author’s notes · One").waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
});
