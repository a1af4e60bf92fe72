// What a person adds to a script in a real browser: further takes of a line, notes and sounds.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { sharedServer } from "../api/server.ts";
import { readDocument, spokenStory } from "../api/story.ts";
import { until, violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;
const story = await spokenStory(client);

const lines = (page: Page) => page.getByRole("grid", { name: "Script" }).getByRole("row");

async function opened(options: Parameters<typeof visit>[1] = {}) {
  const path = `/stories/${story.projectId}/chapters/${story.sectionId}#key=${key}`;
  const visited = await visit(`${server.url}${path}`, options);
  await lines(visited.page).first().waitFor();
  return visited;
}

test("a line is spoken again by the key ., the new take is chosen and kept", async () => {
  const { page, faults } = await opened();
  const line = lines(page).filter({ hasText: "Is the boat back?" });
  await line.click();
  const number = await line.getAttribute("aria-rowindex");
  await page.getByRole("button", { name: `Play line ${number}`, exact: true }).waitFor();
  await line.press(".");
  const takes = page.getByRole("region", { name: "Takes" });
  await takes.getByRole("button", { name: "Use take 2" }).click();
  await takes.getByRole("button", { name: "Use take 1" }).waitFor();
  await takes.getByRole("checkbox", { name: "Keep this take" }).click();
  await takes.getByRole("checkbox", { name: "Keep this take", checked: true }).waitFor();
  const blockId = (await readDocument(client, story.sectionId)).document.blocks.find(
    (block) => block.content.type === "text" && /Is the boat back/.test(block.content.text),
  )?.id;
  const held = await client.call("listTakes", { params: { sectionId: story.sectionId, blockId: blockId ?? "" } });
  assert.deepEqual([held.takes.length, held.locked, held.active_take_id], [2, true, held.takes[0]?.id]);
  // The list grows below the buttons, which stay where they are.
  const top = async (of: Locator) => (await of.boundingBox())?.y ?? assert.fail("not shown");
  const list = takes.getByRole("list", { name: "Takes" });
  assert.ok((await top(takes.getByRole("button", { name: "Record", exact: true }))) < (await top(list)));
  // Undo takes back what was done last, also after a reload, and the list of takes shows it.
  await page.reload();
  await line.click();
  await takes.getByRole("checkbox", { name: "Keep this take", checked: true }).waitFor();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.click();
  await page.getByRole("log").getByText("Undone: Kept this take: “Is the boat back?”").waitFor();
  await takes.getByRole("checkbox", { name: "Keep this take", checked: false }).waitFor();
  await undo.click();
  await page.getByRole("log").getByText("Undone: Chose a take: “Is the boat back?”").waitFor();
  await takes.getByRole("button", { name: "Use take 2" }).waitFor();
  await page.keyboard.press("Control+Shift+Z");
  await takes.getByRole("button", { name: "Use take 1" }).waitFor();
  // A newer read of the run's state ends the one before it.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("net::ERR_ABORTED")),
    [],
  );
});

test("a recording from a file becomes the take of its line", async () => {
  const { page } = await opened();
  const { document } = await readDocument(client, story.sectionId);
  const spoken = document.blocks.filter((block) => block.kind === "speech").at(-1);
  const params = { sectionId: story.sectionId, blockId: spoken?.id ?? "" };
  const [engine] = (await client.call("listTakes", { params })).takes;
  const answer = await fetch(engine?.url ?? "");
  await lines(page)
    .nth(document.blocks.findIndex((block) => block.id === spoken?.id))
    .click();
  const takes = page.getByRole("region", { name: "Takes" });
  await takes.getByRole("button", { name: "Record", exact: true }).waitFor();
  await takes.locator("input[type=file]").setInputFiles({
    name: "line",
    mimeType: answer.headers.get("content-type") ?? "",
    buffer: Buffer.from(await answer.arrayBuffer()),
  });
  const booth = page.getByRole("dialog", { name: "Speak this line" });
  await booth.getByRole("button", { name: "Use this recording" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await booth.getByRole("slider", { name: /Ends at/ }).fill("0.6");
  await booth.getByRole("button", { name: "Use this recording" }).click();
  await takes.getByText(/recorded/).waitFor();
  const held = await client.call("listTakes", { params });
  const take = held.takes.find((one) => one.id === held.active_take_id);
  assert.equal(take?.source, "recording");
  assert.ok((take?.duration_ms ?? 0) < (engine?.duration_ms ?? 0) * 0.75, "the end was cut off");

  await page.reload();
  await lines(page).first().waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page
    .getByRole("log")
    .getByText(/^Undone: Recorded a take/)
    .waitFor();
  const after = await client.call("listTakes", { params });
  assert.deepEqual([after.active_take_id, after.takes.length], [engine?.id, held.takes.length]);
});

test("a line is recorded with the microphone: a count-in, a level, the waveform, again, and use", async () => {
  const { page, faults } = await opened({ permissions: ["microphone"] });
  await lines(page).filter({ hasText: "He laughed" }).click();
  const takes = page.getByRole("region", { name: "Takes" });
  // A number of the count-in is there for a second only.
  await page.evaluate(`new MutationObserver(() => {
    window.counted ||= document.querySelector("[role=dialog]")?.innerText.split("\\n").includes("2") === true;
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await takes.getByRole("button", { name: "Record", exact: true }).click();
  const booth = page.getByRole("dialog", { name: "Speak this line" });
  const level = "document.querySelector('meter').value";
  const record = async () => {
    await booth.getByText("Recording", { exact: true }).waitFor();
    // One whole beep of the browser's microphone. A beep may sound already when the recording begins.
    for (const heard of [`${level} < 0.02`, `${level} > 0.3`, `${level} < 0.02`]) await until(page, heard);
    await booth.getByRole("button", { name: "Stop recording" }).click();
    await booth.getByRole("button", { name: "Use this recording" }).waitFor();
  };
  await record();
  assert.equal(await page.evaluate("window.counted"), true);
  await booth.getByRole("button", { name: "Record again" }).click();
  await record();
  assert.deepEqual(await violations(page), []);
  await booth.getByRole("button", { name: "Use this recording" }).click();
  await takes.getByText(/recorded/).waitFor();
  assert.deepEqual(faults, []);
});

test("a recording that is too short is refused with advice, and its line keeps its takes", async () => {
  const { page } = await opened();
  await lines(page).filter({ hasText: "He laughed" }).click();
  const takes = page.getByRole("region", { name: "Takes" });
  const held = takes.getByRole("list", { name: "Takes" }).getByRole("listitem");
  await held.first().waitFor();
  const before = await held.count();
  const header = Buffer.from(
    "524946462400000057415645666d7420100000000100010044ac000088580100020010006461746100",
    "hex",
  );
  const sound = Buffer.concat([header, Buffer.from("060000", "hex"), Buffer.from("000100010001", "hex")]);
  await takes.locator("input[type=file]").setInputFiles({ name: "short.wav", mimeType: "audio/wav", buffer: sound });
  const booth = page.getByRole("dialog", { name: "Speak this line" });
  await booth.getByRole("button", { name: "Use this recording" }).click();
  await booth.getByText("The recording is too short.").waitFor();
  await page.keyboard.press("Escape");
  await booth.waitFor({ state: "detached" });
  assert.equal(await held.count(), before);
});

test("a microphone that is refused is stated in words, and a file is taken in its place", async () => {
  const { page } = await opened();
  await lines(page).filter({ hasText: "He laughed" }).click();
  await page.getByRole("region", { name: "Takes" }).getByRole("button", { name: "Record", exact: true }).click();
  const booth = page.getByRole("dialog", { name: "Speak this line" });
  await booth.getByText("The browser gives no microphone.").waitFor();
  await booth.getByLabel("Recording from a file…").setInputFiles({
    name: "take.wav",
    mimeType: "audio/wav",
    buffer: Buffer.from(madeWav({ samples: 44_100, value: (at) => 0.3 * Math.sin(at / 16) })),
  });
  await booth.getByRole("button", { name: "Use this recording" }).waitFor();
  assert.equal(await booth.getByRole("button", { name: "Record again" }).count(), 0);
});

test("the key / finds a line by its words and Enter goes to it", async () => {
  const { page } = await opened();
  const line = lines(page).filter({ hasText: "Is the boat back?" });
  await lines(page).last().click();
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search" }).fill("is the BOAT back");
  await page.getByText("1 line", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await page
    .getByRole("row")
    .and(page.locator("[aria-selected=true]"))
    .filter({ hasText: "Is the boat back?" })
    .waitFor();
  await page.keyboard.press("Escape");
  await until(page, `document.activeElement.ariaRowIndex === "${await line.getAttribute("aria-rowindex")}"`);
});

test("a note and a sound until a later line are added to a line, and deleted", async () => {
  const { page, faults } = await opened();
  const panel = page.getByRole("complementary", { name: "Line" });
  const dialog = page.getByRole("dialog");
  await lines(page).filter({ hasText: "Is the boat back?" }).click();
  await panel.getByRole("button", { name: "Add note" }).click();
  await dialog.getByLabel("Note").fill("Ask about the tide");
  await dialog.getByRole("button", { name: "Add" }).click();
  await lines(page).filter({ hasText: "Ask about the tide" }).waitFor();
  await panel.getByRole("button", { name: "Delete" }).click();
  await lines(page).filter({ hasText: "Ask about the tide" }).waitFor({ state: "detached" });

  await lines(page).filter({ hasText: "Is the boat back?" }).click();
  await panel.getByRole("button", { name: "Add sound" }).click();
  await dialog.getByLabel("What is heard").fill("rain on a roof");
  await dialog.getByLabel("Begins").selectOption({ label: "With this line, under the voices" });
  await dialog.getByLabel("Lasts").selectOption({ index: 2 });
  await dialog.getByRole("button", { name: "Add" }).click();
  await lines(page).filter({ hasText: "rain on a roof" }).waitFor();
  await page.getByText("Saved", { exact: true }).waitFor();
  const { document } = await readDocument(client, story.sectionId);
  const sound = document.blocks.find((block) => block.kind === "sfx");
  const begins = document.blocks.find((block) => block.id === sound?.placement?.anchor_block_id);
  assert.match(begins?.content.type === "text" ? begins.content.text : "", /Is the boat back/);
  assert.ok(document.blocks.some((block) => block.id === sound?.placement?.until_block_id));
  assert.deepEqual(faults, []);
});
