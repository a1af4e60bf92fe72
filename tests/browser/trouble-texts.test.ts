// Texts that programs stumble over: very long, hostile, composed, with a clock that is wrong.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { poll, sharedServer } from "../api/server.ts";
import { createStory, exportStory, prepare, readDocument, spokenStory, studioMutation } from "../api/story.ts";
import { chapterPath, heardFor, KEEP_SOUND, line, lines, saved, signedIn } from "./studio.ts";
import { until, violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;

async function prepared(text?: string, title?: string) {
  const story = await createStory(client, text, title);
  await prepare(client, story.projectId, story.sectionId);
  return story;
}
const textsOf = async (sectionId: string) =>
  (await readDocument(client, sectionId)).document.blocks.map(({ content }) =>
    content.type === "text" ? content.text : "",
  );

/** A paste, without a clipboard. The text is made on the page. */
const paste = (page: Page, expression: string) =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.setData("text/plain", ${expression});
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.querySelector("textarea").dispatchEvent(paste);
  })()`);

describe("a paste", () => {
  test("of more than 8 MiB is kept and refused in words before it is sent; a smaller one goes", async () => {
    const { page, faults } = await signedIn(server, "/new");
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/studio/sections")) sent += 1;
    });
    // Two bytes a letter: fewer units than bytes.
    await paste(page, "'ä'.repeat(1000).concat('\\n').repeat(4200)");
    await page.getByText("is kept as a file").waitFor();
    await page.getByRole("button", { name: "Create story" }).click();
    await page.getByText(/8 MB/).first().waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal(sent, 0);
    await page.getByRole("button", { name: "Remove" }).click();
    await paste(page, "'“Halt!” rief Anna.\\n\\n'.repeat(12000)");
    await page.getByText("is kept as a file").waitFor();
    await page.getByRole("button", { name: "Create story" }).click();
    await lines(page).first().waitFor({ timeout: 240_000 });
    assert.deepEqual(faults, []);
  });
});

describe("an edit of a line", () => {
  const TEXT = ["Mara waited.", "“👩‍🚀 cafe\u0301 — ﷽ \u202eabc\u202c,” said Mara.\r", "“שלום,” אמר טום.", ""].join(
    "\n\n",
  );
  test("keeps emoji, combining marks, marks of direction and line ends beside it, unit by unit", async () => {
    const { sectionId, ...story } = await prepared(TEXT);
    const { page } = await signedIn(server, chapterPath({ ...story, sectionId }));
    await line(page, "cafe\u0301").first().click();
    await page.keyboard.press("Enter");
    const editor = page.getByRole("textbox", { name: "Edit line" });
    await editor.waitFor();
    await until(page, "document.activeElement.classList.contains('cm-content')");
    const before = await textsOf(sectionId);
    const at = before.findIndex((text) => text.includes("cafe\u0301"));
    await page.keyboard.press("Home");
    await page.keyboard.insertText("🧑‍🤝‍🧑");
    await page.keyboard.press("Control+Enter");
    await editor.waitFor({ state: "detached" });
    await saved(page);
    const now = await poll(
      () => textsOf(sectionId),
      (texts) => texts.some((text) => text.includes("🧑‍🤝‍🧑")),
    );
    assert.deepEqual(
      now.map((text) => text.replace("🧑‍🤝‍🧑", "")),
      before,
    );
    assert.ok(now[at]?.includes("🧑‍🤝‍🧑"));
    assert.equal(before.join(""), TEXT);
  });
  test("takes what an input method composes, and no key of the composition is a command", async () => {
    const { sectionId, ...story } = await prepared();
    const { page } = await signedIn(server, chapterPath({ ...story, sectionId }));
    await line(page, "He laughed").click();
    await page.keyboard.press("Enter");
    const editor = page.getByRole("textbox", { name: "Edit line" });
    await editor.waitFor();
    await until(page, "document.activeElement.classList.contains('cm-content')");
    await page.keyboard.press("End");
    const wire = await page.context().newCDPSession(page);
    await wire.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
    await wire.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
    await wire.send("Input.insertText", { text: "日本" });
    await editor.filter({ hasText: "日本" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await editor.waitFor({ state: "detached" });
    await saved(page);
    await poll(
      () => textsOf(sectionId),
      (texts) => texts.some((text) => text.trimEnd() === "He laughed, and the fire spat.日本"),
    );
    // The field of the search moves with Enter; Enter that ends a composition does not.
    await lines(page).first().focus();
    await page.keyboard.press("/");
    await page.getByRole("searchbox", { name: "Search" }).fill("Mara");
    await page.getByText(/^\d+ lines$/).waitFor();
    const current = () => page.locator("[aria-selected=true]").first().getAttribute("aria-rowindex");
    const marked = await current();
    await page.evaluate(`document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }))`);
    assert.equal(await current(), marked);
    await page.keyboard.press("Enter");
    await until(page, `document.querySelector("[aria-selected=true]")?.ariaRowIndex !== "${marked}"`);
  });
});

for (const days of [-1, 1]) {
  test(`a browser whose clock is ${days < 0 ? "a day late" : "a day early"} works, plays and downloads`, async () => {
    const shift = `{
      const Real = Date;
      globalThis.Date = class extends Real {
        constructor(...given) { if (given.length === 0) super(Real.now() + ${days * 86_400_000}); else super(...given); }
        static now() { return Real.now() + ${days * 86_400_000}; }
      };
    }`;
    const story = await spokenStory(client, undefined, `The Clock ${days}`);
    const { page, faults } = await signedIn(server, chapterPath(story), [shift, KEEP_SOUND]);
    await line(page, "Not yet").click();
    await page.getByLabel("Speaker").selectOption({ label: "Mara" });
    await line(page, "Not yet").filter({ hasText: "Mara" }).waitFor();
    await saved(page);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await until(page, heardFor(0.3));
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await exportStory(client, story, "srt");
    await page.getByRole("tab", { name: "Export" }).click();
    const link = page.getByRole("link", { name: /^Download/ }).first();
    const address = await link.getAttribute("href");
    assert.equal((await fetch(new URL(address ?? "", page.url()))).status, 200);
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    assert.equal(await page.getByText("expired").count(), 0);
    assert.deepEqual(faults, []);
  });
}

/** What a hostile file can hold at every place that has words. */
const BAD = `"><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>\u202e{{7*7}}`;

test("words that look like markup are words everywhere: text, people, files, sounds, keys, the public page", async () => {
  const story = await prepared(`${BAD} fell.\n\n“Good evening,” said Mara.\n\nMara waited.\n`, BAD);
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", {
    params: { projectId: story.projectId },
  });
  const mara = speakers.find(({ name }) => name === "Mara") ?? assert.fail("no Mara");
  await client.call("changeSpeaker", {
    params: { projectId: story.projectId, speakerId: mara.id },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, name: BAD.slice(0, 80) },
  });
  await client.call("createApiKey", {
    body: { name: BAD.slice(0, 60), scopes: ["studio:read"], expires_in_days: null },
  });
  const { share_link } = await client.call("publishSection", {
    params: { sectionId: story.sectionId },
    body: { schema_version: 1, client_mutation_id: crypto.randomUUID(), allow_download: true, make_files: false },
  });
  const { page, faults } = await signedIn(server, "/sounds");
  const isClean = async (where: string) => {
    assert.equal(await page.locator("img[src=x]").count(), 0, where);
    assert.notEqual(await page.title(), "owned", where);
  };
  await page.getByLabel("Sound file").setInputFiles([
    {
      name: `${BAD.replaceAll("/", "")}.wav`,
      mimeType: "audio/wav",
      buffer: madeWav({ samples: 8_000, rate: 8_000 }),
    },
  ]);
  await page.getByRole("button", { name: "Upload" }).click();
  const sounds = page.getByRole("list", { name: "Sounds", exact: true });
  await sounds.getByText("ready", { exact: true }).waitFor();
  await isClean("sounds");
  await page.goto(`${server.url}/new#file`);
  const text = Buffer.from(`# ${BAD}\n\nMara waited.\n`);
  await page
    .getByLabel("Book file")
    .setInputFiles([{ name: `${BAD.replaceAll("/", "")}.md`, mimeType: "text/markdown", buffer: text }]);
  await page.getByRole("list", { name: "Chapters" }).getByRole("listitem").first().waitFor();
  await isClean("book file");
  await page.goto(server.url + chapterPath(story));
  await lines(page).filter({ hasText: "onerror" }).first().waitFor();
  await isClean("script");
  for (const tab of ["Cast", "Sounds", "Export", "Share", "Script"]) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("tabpanel", { name: tab }).waitFor();
    await isClean(tab);
  }
  await page.goto(`${server.url}/account`);
  await page.getByText("onerror").first().waitFor();
  await isClean("account");
  await page.goto(`${server.url}/`);
  await page
    .getByRole("link", { name: /onerror/ })
    .first()
    .waitFor();
  await isClean("stories");
  assert.deepEqual(faults, []);
  const open = await visit(share_link?.url ?? "");
  assert.match(await open.page.locator("h1").innerText(), /onerror/);
  assert.equal(await open.page.locator("img[src=x]").count(), 0);
  assert.notEqual(await open.page.title(), "owned");
  assert.deepEqual(open.faults, []);
});
