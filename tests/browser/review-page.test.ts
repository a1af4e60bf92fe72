// The page of a review link in a real browser: a reader plays the chapter and comments on a line.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { spokenStory } from "../api/story.ts";
import { violations, visit } from "./visit.ts";

const { client } = await sharedServer();

test("a reader plays the chapter and comments on a line", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "The Boat");
  const { url } = await client.call("createReviewLink", {
    params: { projectId },
    body: { schema_version: 1, name: "Ann", days: 7 },
  });
  const { page, faults, foreign } = await visit(`${url}/sections/${sectionId}`);
  const sound = page.waitForResponse((answer) => answer.url().endsWith("/0.m4s"));
  await page.getByRole("button", { name: "Play", exact: true }).first().click();
  assert.ok((await sound).ok());
  await page.getByRole("button", { name: "Comment", exact: true }).first().click();
  await page.getByLabel("Your name").fill("Ann");
  await page.getByLabel("Comment", { exact: true }).fill("<b>Slower</b>");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("The comment was sent.").waitFor();
  const { review_comments } = await client.call("listReviewLinks", { params: { projectId } });
  assert.deepEqual(
    review_comments.map(({ name, text }) => [name, text]),
    [["Ann", "<b>Slower</b>"]],
  );
  await page.locator(".said").getByText("<b>Slower</b>").waitFor();
  assert.deepEqual(await violations(page), []);
  // The reader's own comments stay with their lines, and lead to them from the contents.
  await page.goto(url);
  await page.getByText("Your comments").click();
  await page.getByRole("listitem").filter({ hasText: "<b>Slower</b>" }).getByRole("link").click();
  await page.waitForURL(/#t-[0-9a-f-]{36}$/);
  await page.locator("section:has(:target) .said").getByText("<b>Slower</b>").waitFor();
  assert.deepEqual(await violations(page), []);
  const other = await visit(`${url}/sections/${sectionId}`);
  await other.page.getByRole("button", { name: "Comment", exact: true }).first().waitFor();
  assert.equal(await other.page.getByText("Slower").count(), 0);
  assert.deepEqual([faults, foreign], [[], []]);
});

test("a German reader finds German words on both pages, comments by keyboard, and nothing is wider than a narrow phone", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "Das Boot");
  const { url } = await client.call("createReviewLink", {
    params: { projectId },
    body: { schema_version: 1, name: "Bea", days: 7 },
  });
  const dark = { locale: "de-AT", colorScheme: "dark", viewport: { width: 320, height: 700 } } as const;
  const { page, faults } = await visit(url, dark);
  const isNarrow = async () => Number(await page.evaluate("document.documentElement.scrollWidth")) <= 320;
  await page.getByText("Öffne ein Kapitel, um es zu lesen").waitFor();
  assert.deepEqual([await violations(page), await isNarrow()], [[], true]);
  await page.getByRole("navigation", { name: "Kapitel" }).getByRole("link").click();
  await page.waitForURL(`**/sections/${sectionId}`);
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.locator(".who").getByText("Erzähler").first().waitFor();

  const button = page.getByRole("button", { name: "Kommentar", exact: true }).nth(1);
  await button.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Bea");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Zu schnell.");
  assert.deepEqual([await violations(page), await isNarrow()], [[], true]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Der Kommentar wurde gesendet.").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.getByLabel("Dein Name").isVisible(), false);
  assert.equal(await page.locator(":focus").getAttribute("data-block"), await button.getAttribute("data-block"));
  const { review_comments } = await client.call("listReviewLinks", { params: { projectId } });
  assert.deepEqual(
    review_comments.map(({ name, text }) => [name, text]),
    [["Bea", "Zu schnell."]],
  );
  assert.deepEqual(faults, []);
});
