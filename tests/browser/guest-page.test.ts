// The page of a guest link in a real browser at the size of a phone: a person without an account agrees, records, listens, sends
// and withdraws.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { sharedServer } from "../api/server.ts";
import { readDocument, spokenStory } from "../api/story.ts";
import { until, violations, visit } from "./visit.ts";

const { client } = await sharedServer();
const story = await spokenStory(client, undefined, "The Boat");
const { speakers } = await client.call("listSpeakers", { params: { projectId: story.projectId } });
const { blocks } = (await readDocument(client, story.sectionId)).document;
const byLines = (id: string) => blocks.filter(({ kind, speaker_id }) => kind === "speech" && speaker_id === id).length;
const speaker = speakers.toSorted((a, b) => byLines(b.id) - byLines(a.id))[0] ?? assert.fail("no speaker");
const total = byLines(speaker.id);

async function newLink() {
  const { guest_link, url } = await client.call("createGuestLink", {
    params: { projectId: story.projectId },
    body: { schema_version: 1, speaker_id: speaker.id, guest_name: "Ann", asked_by: "Ben", days: 7 },
  });
  return { guestLinkId: guest_link.id, url };
}

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 } as const;
const isNarrow = async (page: Page, width: number) =>
  Number(await page.evaluate("document.documentElement.scrollWidth")) <= width;

async function agree(page: Page, words = { name: "Your name", agree: "I agree" }) {
  await page.getByLabel(words.name).fill("Ann Miller");
  await page.getByRole("button", { name: words.agree }).click();
}

async function record(page: Page) {
  await page.getByText("Recording. Speak now.").waitFor();
  const level = "document.querySelector('meter').value";
  // One whole beep of the browser's microphone.
  for (const heard of [`${level} < 0.02`, `${level} > 0.3`, `${level} < 0.02`]) await until(page, heard);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Recorded, not sent yet.").waitFor();
}

test("a guest agrees, records with the microphone, listens, records again, sends, and withdraws", async () => {
  const { guestLinkId, url } = await newLink();
  const { page, faults, foreign } = await visit(url, { ...PHONE, permissions: ["microphone"] });
  await page.getByText("Hello Ann, Ben asks you to lend a voice.").waitFor();
  assert.deepEqual([await violations(page), await isNarrow(page, 390)], [[], true]);
  await agree(page);
  await page.getByRole("heading", { name: `Line 1 of ${total}` }).waitFor();
  await page.getByText("The line before").waitFor();
  assert.deepEqual([await violations(page), await isNarrow(page, 390)], [[], true]);

  await page.evaluate(`new MutationObserver(() => {
    window.counted ||= document.querySelector(".count")?.textContent === "Get ready: 2";
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await record(page);
  assert.equal(await page.evaluate("window.counted"), true);
  // What is heard is what the server keeps.
  await page.evaluate(`document.querySelector("audio").play()`);
  await until(page, `document.querySelector("audio").currentTime > 0`);
  assert.deepEqual([await violations(page), await isNarrow(page, 390)], [[], true]);
  const first = await page.locator("audio").getAttribute("src");
  await page.getByRole("button", { name: "Record again" }).click();
  await record(page);
  // The earlier recording stays on the page until the new one is checked.
  await until(
    page,
    `![undefined, ${JSON.stringify(first)}].includes(document.querySelector("audio")?.getAttribute("src"))`,
  );

  await page.getByRole("button", { name: "Next line" }).click();
  await page.getByRole("heading", { name: `Line 2 of ${total}` }).waitFor();
  assert.deepEqual((await client.call("listGuestRecordings", { params: { guestLinkId } })).recordings, []);
  await page.getByRole("button", { name: "Send 1 recording" }).click();
  await page.getByText("1 recording was sent. Thank you!").waitFor();
  const { recordings } = await client.call("listGuestRecordings", { params: { guestLinkId } });
  assert.equal(recordings.length, 1);

  // Opened again, the page continues with the first line that is not recorded.
  await page.reload();
  await page.getByRole("heading", { name: `Line 2 of ${total}` }).waitFor();
  await page.getByText(`1 of ${total} lines recorded`).waitFor();
  await page.getByText("Your consent", { exact: true }).click();
  await page.getByText(/^Ann Miller agreed on /).waitFor();
  await page.getByRole("button", { name: "Withdraw my consent" }).click();
  await page.getByText("This cannot be undone.").waitFor();
  assert.deepEqual([await violations(page), await isNarrow(page, 390)], [[], true]);
  await page.getByRole("button", { name: "Keep my consent" }).click();
  await page.getByRole("button", { name: "Withdraw my consent" }).click();
  await page.getByRole("button", { name: "Withdraw and delete" }).click();
  await page.getByText(/^You withdrew your consent on /).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual((await client.call("listGuestRecordings", { params: { guestLinkId } })).recordings, []);
  assert.deepEqual([faults, foreign], [[], []]);
});

test("the keyboard keeps its place: after the consent, while a recording is counted in, cancelled, checked, and withdrawn", async () => {
  const { url } = await newLink();
  const { page } = await visit(url, { ...PHONE, permissions: ["microphone"] });
  const focused = (words: string) => until(page, `document.activeElement.textContent === ${JSON.stringify(words)}`);
  await page.getByLabel("Your name").fill("Ann Miller");
  await page.keyboard.press("Enter");
  await focused(`Line 1 of ${total}`);
  await page.getByRole("button", { name: "Record", exact: true }).press("Enter");
  await focused("Cancel");
  await page.keyboard.press("Enter");
  await focused("Record");
  assert.equal(await page.getByText("Get ready").count(), 0);
  await page.keyboard.press("Enter");
  await page.getByText("Recording. Speak now.").waitFor();
  await focused("Stop");
  const level = "document.querySelector('meter').value";
  for (const heard of [`${level} < 0.02`, `${level} > 0.3`, `${level} < 0.02`]) await until(page, heard);
  await page.keyboard.press("Enter");
  await page.getByText("Recorded, not sent yet.").waitFor();
  await until(page, "document.activeElement.closest('.card') !== null");
  await page.getByText("Your consent", { exact: true }).click();
  await page.getByRole("button", { name: "Withdraw my consent" }).press("Enter");
  await page.getByRole("button", { name: "Withdraw and delete" }).press("Enter");
  await until(page, "document.activeElement.tagName === 'H1'");
});

test("without https the page says why there is no microphone and takes a file; a silent one is refused with advice", async () => {
  const { url } = await newLink();
  const insecure = { ...PHONE, locale: "de-DE", colorScheme: "dark", viewport: { width: 320, height: 700 } } as const;
  const { page, faults } = await visit(url, insecure);
  await page.addInitScript("Object.defineProperty(globalThis, 'isSecureContext', { value: false })");
  await page.goto(url);
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await agree(page, { name: "Dein Name", agree: "Ich bin einverstanden" });
  await page.getByText("Der Browser erlaubt das Mikrofon nur auf Seiten mit https.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Aufnehmen" }).count(), 0);
  assert.deepEqual([await violations(page), await isNarrow(page, 320)], [[], true]);
  const field = page.getByLabel("Tondatei verwenden");
  assert.deepEqual([await field.getAttribute("accept"), await field.getAttribute("capture")], ["audio/*", ""]);
  const silent = madeWav({ samples: 88_200, value: () => 0 });
  await field.setInputFiles({ name: "leer.m4a", mimeType: "audio/x-m4a", buffer: silent });
  await page.getByText("Die Aufnahme ist stumm.").waitFor();
  const music = madeWav({ samples: 44_100 * 6, value: (i) => 0.2 * Math.sin(i / 20) });
  await page.getByLabel("Tondatei verwenden").setInputFiles({ name: "lied.wav", mimeType: "audio/wav", buffer: music });
  await page.getByText("Hinter der Stimme ist Geräusch oder Musik.").waitFor();
  assert.deepEqual([await violations(page), await isNarrow(page, 320)], [[], true]);
  // The answer 400 to the silent file is what the console reports.
  assert.ok(faults.every((fault) => fault.includes("400")));
  // The words around the lines are German, the narrator's name too.
  const next = page.getByRole("button", { name: "Nächster Satz" });
  const narrator = page.locator(".cue b").filter({ hasText: "Erzähler: " });
  for (let line = 1; line < total && (await narrator.count()) === 0; line++) await next.click();
  await narrator.waitFor();
});

test("a microphone that is refused is stated in words, and a lost network keeps the recording", async () => {
  const { url } = await newLink();
  const { page } = await visit(url, PHONE);
  await agree(page);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByText("The browser may not use the microphone.").waitFor();
  await page.route("**/recordings", (route) => route.abort());
  const sound = madeWav({ samples: 88_200, value: (i) => (i > 40_000 && i < 60_000 ? 0.3 * Math.sin(i / 20) : 0) });
  await page.getByLabel("Use a sound file").setInputFiles({ name: "a.wav", mimeType: "audio/wav", buffer: sound });
  await page.getByText("Your recording is kept on this page.").waitFor();
  await page.unroute("**/recordings");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Recorded, not sent yet.").waitFor();
});

test("buttons stay the same elements, so no press is lost: only one thing at a time can be pressed", async () => {
  const { guestLinkId, url } = await newLink();
  const { page } = await visit(url, { ...PHONE, permissions: ["microphone"] });
  await agree(page);
  const sound = madeWav({ samples: 88_200, value: (i) => (i > 30_000 && i < 60_000 ? 0.3 * Math.sin(i / 20) : 0) });
  const choose = () =>
    page.getByLabel("Use a sound file").setInputFiles({ name: "a.wav", mimeType: "audio/wav", buffer: sound });
  await choose();
  const send = page.getByRole("button", { name: "Send 1 recording" });
  await send.waitFor();
  // While the next upload is checked, and after it, the pressed button is the same.
  await page.evaluate(`window.kept = [...document.querySelectorAll(".send button, .card > .row button")]`);
  await choose();
  await page.getByText("Recorded, not sent yet.").waitFor();
  await page.getByRole("button", { name: "Next line" }).click();
  await page.getByRole("heading", { name: `Line 2 of ${total}` }).waitFor();
  const pressed = ["Send 1 recording", "Previous line", "Next line"];
  assert.equal(await page.evaluate("window.kept.length === 3 && window.kept.every((one) => one.isConnected)"), true);
  assert.deepEqual(
    ((await page.evaluate("window.kept.map((one) => one.textContent)")) as string[]).toSorted(),
    pressed.toSorted(),
  );

  // During a recording the line cannot be left, and nothing is sent: the recorder would be lost.
  const held = () => page.evaluate("window.kept.map((one) => one.disabled)");
  const free = [false, total === 2, false];
  assert.deepEqual(await held(), free);
  await page.getByRole("button", { name: "Record", exact: true }).click();
  await page.getByText("Recording. Speak now.").waitFor();
  assert.deepEqual(await held(), [true, true, true]);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Recorded, not sent yet.").waitFor();
  assert.deepEqual(await held(), free);

  // A recording that begins while a sending is under way keeps its Stop.
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/send", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.getByRole("button", { name: "Send 2 recordings" }).click();
  await page.getByRole("button", { name: "Record again" }).click();
  await page.getByText("Recording. Speak now.").waitFor();
  release();
  await page.getByText("2 recordings were sent. Thank you!").waitFor();
  await record(page);
  await page.getByRole("button", { name: "Send 1 recording" }).click();
  await until(page, `document.querySelector("body").textContent.includes("1 recording was sent. Thank you!")`);
  const { recordings } = await client.call("listGuestRecordings", { params: { guestLinkId } });
  assert.equal(recordings.length, 2);
});

test("an unknown link is a page that says so", async () => {
  const { url } = await newLink();
  const { page } = await visit(url.replace(/[^/]+$/, "A".repeat(22)), PHONE);
  await page.getByRole("heading", { level: 1 }).waitFor();
  assert.equal(await page.locator("input").count(), 0);
});
