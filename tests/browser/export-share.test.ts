// Export and Share: what is typed beside a file or a page is kept, and what fails is stated in a person's words.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { epub, page as epubPage, packageDocument } from "../../packages/server/reading/sample-books.ts";
import { greyPng } from "../api/images.ts";
import { sharedServer } from "../api/server.ts";
import { createBook, createStory, prepare, spokenStory } from "../api/story.ts";
import { chapterPath, signedIn } from "./studio.ts";
import { violations, visit } from "./visit.ts";

/** What a hostile file can be called, and hold. */
const BAD = `"><img src=x onerror="document.title='owned'">`;
const COVER = Buffer.from(greyPng(20, 20));
const server = await sharedServer();
const { client } = server;

test("saving title and author in Export starts no export", async () => {
  const story = await spokenStory(client, undefined, "The Boat");
  const { page, faults } = await signedIn(server, `${chapterPath(story)}#export`);
  await page.getByRole("button", { name: "Cover, title, author…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Author").fill("Ines Abel");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("by Ines Abel").waitFor();
  await page.getByRole("radio", { name: /^SRT/ }).check();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("link", { name: "Download The Boat.srt" }).waitFor();
  const { exports } = await client.call("listExports", { query: { section_id: story.sectionId } });
  assert.deepEqual(
    exports.map(({ format }) => format),
    ["srt"],
  );
  assert.deepEqual(faults, []);
});

test("Publish saves the words that were typed for the page", async () => {
  const story = await spokenStory(client, undefined, "The Boat");
  const { page, faults } = await signedIn(server, `${chapterPath(story)}#share`);
  await page.getByLabel("Title", { exact: true }).fill("The Last Boat");
  await page.getByLabel("Author").fill("Ines Abel");
  await page.getByLabel("Listeners may download the audio").check();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const url = await page.getByLabel("Link", { exact: true }).inputValue();
  const open = await visit(url);
  assert.equal(await open.page.locator("h1").innerText(), "The Last Boat");
  await open.page.getByText("Ines Abel").first().waitFor();
  // The page is published: the same button takes later words over.
  await page.getByLabel("Author").fill("Abel Ines");
  await page.getByRole("button", { name: "Update the page" }).click();
  await page.getByRole("button", { name: "Save", disabled: true }).waitFor();
  await page.getByRole("status").filter({ hasText: "Nothing has changed since." }).waitFor();
  await open.page.reload();
  await open.page.getByText("Abel Ines").first().waitFor();
  assert.deepEqual([...faults, ...open.faults], []);
});

test("a reason not to name synthetic voices is among the warnings as soon as it is saved", async () => {
  const story = await spokenStory(client, undefined, "The Boat");
  const { page, faults } = await visit(`${server.url}${chapterPath(story)}#key=${server.key}`);
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByText("Statement about machine voices").click();
  await page.getByLabel(/^Reason/).fill("The narrator lent her own voice.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/do not state that machines speak: The narrator lent her own voice/).waitFor();
  assert.deepEqual(faults, []);
});

test("title and cover of the book are undone in Share after a reload, and done again", async () => {
  const story = await spokenStory(client, undefined, "The Boat");
  const { page, faults } = await signedIn(server, `${chapterPath(story)}#share`);
  const book = async () => (await client.call("readBook", { params: story })).book;
  await page.getByLabel("Title", { exact: true }).fill("The Last Boat");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Save", disabled: true }).waitFor();
  await page.locator("input[type=file]").setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: COVER });
  const covers = page.getByRole("form", { name: "The page says" }).locator('img[src^="http"]');
  await covers.waitFor();
  await page.reload();
  await covers.waitFor();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.click();
  await page.getByRole("log").getByText("Undone: Changed the cover of the book").waitFor();
  await covers.waitFor({ state: "detached" });
  await undo.click();
  await page.getByRole("log").getByText("Undone: Changed the title of the book").waitFor();
  await page.getByLabel("Title", { exact: true }).and(page.locator('[value=""]')).waitFor();
  assert.deepEqual([(await book()).title, (await book()).cover_asset_id], [null, null]);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await page.getByRole("log").getByText("Done again: Changed the title of the book").waitFor();
  await page.getByLabel("Title", { exact: true }).and(page.locator('[value="The Last Boat"]')).waitFor();
  assert.deepEqual(faults, []);
});

test("a cover that is no picture, or too large, is refused in the words of the language, and the next one is taken", async () => {
  const story = await createStory(client, "It rained.\n", "The Frame");
  const { page } = await visit(`${server.url}${chapterPath(story)}#key=${server.key}`, { locale: "de-DE" });
  await page.getByRole("tab", { name: "Teilen" }).click();
  const field = page.getByLabel("Umschlag wählen");
  const give = (buffer: Buffer) => field.setInputFiles([{ name: `${BAD}.png`, mimeType: "image/png", buffer }]);
  await give(Buffer.from(BAD));
  await page.getByText("Diese Datei ist kein vollständiges Bild.").waitFor();
  assert.deepEqual(await violations(page), []);
  await give(Buffer.alloc(10 * 1024 * 1024 + 1));
  await page.getByText("Das Bild ist größer als 10 MB.").waitFor();
  const stored = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await give(COVER);
  await stored;
  await page.getByRole("alert").waitFor({ state: "detached" });
  const { book } = await client.call("readBook", { params: { projectId: story.projectId } });
  assert.notEqual(book.cover_asset_id, null);
  assert.equal(await page.locator("img[src=x]").count(), 0);
});

test("a link that only this computer opens says so, with the way to a link for others", async () => {
  const story = await spokenStory(client, undefined, "The Letter");
  const { page, faults } = await signedIn(server, `${chapterPath(story)}#share`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Only this computer opens this address.").waitFor();
  await page.getByText("FULLCAST_HOST=0.0.0.0 npm start").waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
});

test("on a phone the link of a published page is on the first screen", async () => {
  const story = await createStory(client, "It rained.\n", "The Pocket");
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const { page, faults } = await visit(`${server.url}${chapterPath(story)}#key=${server.key}`, phone);
  await page.getByRole("tab", { name: "Share" }).tap();
  await page.getByRole("button", { name: "Publish", exact: true }).tap();
  const link = page.getByLabel("Link", { exact: true });
  await link.waitFor();
  await page.getByRole("tab", { name: "Script" }).tap();
  await page.getByRole("tab", { name: "Share" }).tap();
  await link.waitFor();
  const box = await link.boundingBox();
  assert.ok(box !== null && box.y + box.height < phone.viewport.height, JSON.stringify(box));
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
});

test("chapters without audio fail in words, under their names", async () => {
  const { projectId, sectionIds } = await createBook(client, "“First,” said Ann.\n", "“Second,” said Tom.\n");
  await prepare(client, projectId, ...sectionIds);
  const [sectionId = ""] = sectionIds;
  const { page } = await signedIn(server, `${chapterPath({ projectId, sectionId })}#export`);
  await page.getByText("1 chosen chapter has lines without audio").waitFor();
  assert.equal(await page.getByRole("button", { name: "Export", exact: true }).isDisabled(), true);
  await page.getByLabel("What").selectOption("each");
  await page.getByText("2 chosen chapters have lines without audio").waitFor();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const files = page.getByRole("list", { name: "Files" }).getByRole("listitem");
  for (const name of ["Chapter 1", "Chapter 2"]) {
    await files.filter({ hasText: name }).filter({ hasText: "Some lines have no audio" }).waitFor();
  }
  assert.doesNotMatch(await page.getByRole("list", { name: "Files" }).innerText(), /block|[0-9a-f]{8}-/);
});

test("an unnamed story has the same title in Export, in Share and on its page", async () => {
  const { projectId, sectionId } = await createStory(client, "It rained.\n", "Rain");
  const { page } = await signedIn(server, `${chapterPath({ projectId, sectionId })}#export`);
  const details = page.getByRole("region", { name: "In the file" });
  await details.getByText("Rain", { exact: true }).waitFor();
  const named = await createBook(client, "First.\n");
  const [first = ""] = named.sectionIds;
  const { projects } = await client.call("listProjects");
  const name = projects.find(({ id }) => id === named.projectId)?.name ?? assert.fail("no name");
  await page.goto(`${server.url}${chapterPath({ projectId: named.projectId, sectionId: first })}#export`);
  await details.getByText(name, { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Share" }).click();
  assert.equal(await page.getByLabel("Title", { exact: true }).getAttribute("placeholder"), name);
});

test("all tabs of a chapter are whole on a phone, in German too", async () => {
  const story = await spokenStory(client, undefined, "The Boat");
  const { page } = await visit(`${server.url}${chapterPath(story)}#key=${server.key}`, {
    locale: "de-DE",
    viewport: { width: 360, height: 800 },
  });
  const tabs = page.getByRole("tablist", { name: "Teile dieses Kapitels" });
  await tabs.getByRole("tab", { name: "Teilen" }).waitFor();
  const [shown = 0, whole = 0] = await page.evaluate<number[]>(
    "[document.querySelector('[role=tablist]')].flatMap((row) => [row.clientWidth, row.scrollWidth])",
  );
  assert.ok(whole <= shown, `${whole} px of tabs in ${shown} px`);
});

test("on a wide screen the buttons that export and publish are in sight without scrolling", async () => {
  const story = await spokenStory(client, undefined, "The Boat");
  const { page } = await signedIn(server, `${chapterPath(story)}#export`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const end = async (name: string) => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    return (box?.y ?? Number.NaN) + (box?.height ?? 0);
  };
  const player = await page.getByRole("region", { name: "Player" }).boundingBox();
  assert.ok((await end("Export")) < (player?.y ?? 0));
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByLabel("Title", { exact: true }).waitFor();
  assert.ok((await end("Publish")) < (player?.y ?? 0));
});

test("an EPUB has the book's own pages where the server keeps it, and is lit by word or by sentence", async () => {
  const one = await spokenStory(client, undefined, "The Pier");
  const { page, faults } = await signedIn(server, `${chapterPath(one)}#export`);
  const look = page.getByLabel("Lit while it is spoken");
  assert.equal(await look.count(), 0);
  await page.getByRole("radio", { name: /^EPUB 3/ }).check();
  await look.selectOption("sentence");
  await page.getByText("Its own pages, styles and pictures then carry the narration.").waitFor();
  assert.equal(await page.getByLabel("Pages", { exact: true }).count(), 0);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const files = page.getByRole("list", { name: "Files" });
  await files.getByText(/ready .*lit by sentence/).waitFor();

  const paragraphs = (await textOf(one.sectionId)).split(/\n+/).filter((words) => words.trim() !== "");
  const buffer = await originalEpub(paragraphs);
  const file = (name: string, bytes: Buffer) => ({ name, mimeType: "application/epub+zip", buffer: bytes });
  const input = page.locator("input[type=file][accept*=epub]");
  await input.setInputFiles([file("wrong.epub", Buffer.from("This is no book."))]);
  await page.getByRole("alert").waitFor();
  await input.setInputFiles([file("pier.epub", buffer)]);
  const pages = page.getByLabel("Pages", { exact: true });
  await pages.waitFor();
  assert.equal(await pages.inputValue(), "original");
  assert.deepEqual(await violations(page), []);
  await look.selectOption("word");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await files.getByText(/ready .*in the book’s own pages/).waitFor();
  const { exports } = await client.call("listBookExports", {
    params: { projectId: one.projectId },
    query: { limit: 10 },
  });
  assert.deepEqual(
    exports.map(({ book }) => [book.pages, book.highlight]),
    [
      ["original", "word"],
      ["own", "sentence"],
    ],
  );
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(Number(await page.evaluate("document.documentElement.scrollWidth")) <= 390, true);
  // Chromium reports the status of the refused file.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes("400")),
    [],
  );
});

/** The words of a chapter as they were submitted. */
async function textOf(sectionId: string): Promise<string> {
  const { document } = await client.call("readDocument", { params: { sectionId } });
  return document.blocks.map(({ content }) => (content.type === "text" ? content.text : "")).join("");
}

/** A book with one page of these paragraphs. */
const originalEpub = async (paragraphs: readonly string[]): Promise<Buffer> =>
  Buffer.from(
    await epub({
      "OPS/book.opf": packageDocument({
        metadata: "<dc:title>The Pier</dc:title><dc:language>en-GB</dc:language>",
        manifest: `<item id="n" href="nav.xhtml" properties="nav"/><item id="one" href="one.xhtml"/>`,
        spine: `<spine><itemref idref="one"/></spine>`,
      }).replace("<package ", '<package version="3.0" '),
      "OPS/nav.xhtml": epubPage(""),
      "OPS/one.xhtml": epubPage(`<h2>One</h2>${paragraphs.map((words) => `<p>${words}</p>`).join("")}`),
    }),
  );
