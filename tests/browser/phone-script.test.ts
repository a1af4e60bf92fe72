// The script on a phone: where its lines begin, what the bar of a line offers, and that all of it is accessible.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createStory, prepare, readDocument } from "../api/story.ts";
import { chapterPath, lines } from "./studio.ts";
import { violations, visit } from "./visit.ts";

/** The first line begins in this share of the height, with unsure lines. */
const MOST_BEFORE_LINES = 0.2;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const TEXT = "“Is it late?” asked Ann.\n\n“It is,” said Bob.\n\nThey walked on.\n\n“Then we run.”\n";

const { client, url, key } = await sharedServer();

for (const colorScheme of ["light", "dark"] as const) {
  test(`the lines begin near the top, and a line is given to another person, flagged and edited (${colorScheme})`, async () => {
    const story = await createStory(client, TEXT, "The Pocket");
    await prepare(client, story.projectId, story.sectionId);
    const { page, faults } = await visit(`${url}${chapterPath(story)}#key=${key}`, { ...PHONE, colorScheme });
    const last = lines(page).filter({ hasText: "Then we run" });
    await last.waitFor();
    const top = (await lines(page).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    assert.ok(top <= MOST_BEFORE_LINES * PHONE.viewport.height, `the first line begins at ${top} px`);
    assert.deepEqual(await violations(page), []);

    await last.tap();
    const bar = page.getByRole("complementary", { name: "Line" });
    await bar.getByRole("list", { name: "Speaker" }).getByRole("button", { name: "Bob" }).tap();
    await last.filter({ hasText: "Bob" }).waitFor();
    await last.tap();
    await bar.getByRole("button", { name: "Flag" }).tap();
    await page.getByRole("button", { name: "Flagged lines (1)" }).waitFor();
    await bar.getByRole("button", { name: "More", exact: true }).tap();
    await bar.getByLabel("Direction").waitFor();
    assert.deepEqual(await violations(page), []);
    await bar.getByRole("button", { name: "Less" }).tap();
    await bar.getByRole("button", { name: "Edit", exact: true }).tap();
    await page.getByRole("textbox", { name: "Edit line" }).waitFor();
    assert.equal(await bar.count(), 0, "the bar leaves its room to the keyboard of the phone");
    await page.getByRole("button", { name: "Close" }).tap();
    await bar.getByRole("button", { name: "Close the line" }).tap();
    await bar.waitFor({ state: "detached" });
    assert.deepEqual(faults, []);
  });
}

test("a double click on a line where the bar appears opens the line, and presses nothing in the bar", async () => {
  const story = await createStory(client, TEXT.repeat(12), "The Foot");
  await prepare(client, story.projectId, story.sectionId);
  const { page, faults } = await visit(`${url}${chapterPath(story)}#key=${key}`, {
    viewport: { width: 640, height: 800 },
  });
  await lines(page).first().waitFor();
  // The bar takes the room above the player.
  const player = (await page.getByRole("button", { name: "Play", exact: true }).last().boundingBox())?.y ?? 0;
  const boxes = await Promise.all(
    (await lines(page).all()).map(async (line) => ({ line, box: await line.boundingBox() })),
  );
  const lowest = boxes.filter(({ box }) => box !== null && box.y + box.height < player - 20).at(-1) ?? assert.fail();
  const { x, y, width, height } = lowest.box ?? assert.fail();
  const before = await readDocument(client, story.sectionId);
  await page.mouse.dblclick(x + width / 2, y + height / 2);
  await page.getByRole("textbox", { name: "Edit line" }).waitFor();
  assert.equal(
    (await readDocument(client, story.sectionId)).document.document_version,
    before.document.document_version,
  );
  assert.deepEqual(faults, []);
});

test("a line is split by a press on a word, and Cancel leaves it whole", async () => {
  const story = await createStory(client, TEXT, "The Cut");
  await prepare(client, story.projectId, story.sectionId);
  const { page, faults } = await visit(`${url}${chapterPath(story)}#key=${key}`, PHONE);
  const last = lines(page).filter({ hasText: "They walked on" });
  await last.tap();
  const bar = page.getByRole("complementary", { name: "Line" });
  const split = async () => {
    await bar.getByRole("button", { name: "More", exact: true }).tap();
    await bar.getByRole("button", { name: "Split" }).tap();
    await page.getByText("press its first word").waitFor();
  };
  await split();
  assert.equal(await page.getByText("Arrow keys move").isVisible(), false);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Cancel" }).tap();
  await page.getByText("press its first word").waitFor({ state: "detached" });
  await split();
  await page.getByRole("button", { name: /“?walked/ }).tap();
  await lines(page)
    .filter({ hasText: /^(?!.*They).*walked on/ })
    .waitFor();
  assert.deepEqual(faults, []);
});
