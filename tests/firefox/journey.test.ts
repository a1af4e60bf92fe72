// The main journey in Debian's Firefox: from the link with the key to the public page that plays.

import "./in-firefox.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { longText } from "../api/story.ts";
import { heardFor, KEEP_SOUND, line, lines, saved } from "../browser/studio.ts";
import { until, violations, visit } from "../browser/visit.ts";

const server = await sharedServer();

test("a pasted story plays at once, a line is corrected while it plays, and its public page plays", async () => {
  const { page, faults, foreign } = await visit(`${server.url}/#key=${server.key}`);
  await page.getByRole("heading", { name: "Stories" }).waitFor();
  assert.match(String(await page.evaluate("navigator.userAgent")), /Firefox/);
  assert.equal(new URL(page.url()).hash, "");
  await page.addInitScript(KEEP_SOUND);
  await page.reload();

  await page.getByRole("button", { name: "New story" }).first().click();
  // Keys as a person presses them: what Playwright fills in does not reach React over BiDi.
  await page.getByLabel("Title").pressSequentially("The Boats");
  await page.getByLabel("Story text").pressSequentially(longText(6));
  await page.getByRole("button", { name: "Create story" }).click();
  await line(page, "I have counted 0 boats").waitFor();
  assert.deepEqual(await violations(page), []);

  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(0.5));
  await until(page, "CSS.highlights.has('heard-word')");
  const duration = Number(await page.evaluate("window.sound.duration"));
  assert.ok(Number.isFinite(duration) && duration > 10, `${duration} s`);

  await line(page, "for the 3th time").click();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Edit line" }).press("ControlOrMeta+a");
  await page.keyboard.type("The tide stayed away, and so did the gulls.");
  await page.keyboard.press("Control+Enter");
  await line(page, "The tide stayed away").waitFor();
  await saved(page);
  await page.getByRole("slider", { name: "Speed" }).press("End");
  await until(page, "window.sound.ended", 180_000);
  assert.equal(await lines(page).filter({ hasText: "Out of date" }).count(), 0);

  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const url = (await page.getByRole("link", { name: "Open the page" }).first().getAttribute("href")) ?? "";

  const open = await visit(url);
  await open.page.evaluate(KEEP_SOUND);
  await open.page.getByText("The tide stayed away").waitFor();
  await open.page.getByRole("button", { name: "Play", exact: true }).click();
  await until(open.page, heardFor(0.3));
  await until(open.page, "CSS.highlights.has('heard-word')");
  await open.page.getByRole("slider", { name: "Seek" }).fill(String(Math.floor(duration * 0.6)));
  await until(open.page, heardFor(duration * 0.6));
  await open.page.getByRole("button", { name: "Pause" }).click();
  assert.deepEqual(await violations(open.page), []);
  assert.deepEqual([faults, foreign, open.faults, open.foreign], [[], [], [], []]);
});
