// New story from files: everything that is known of a book is shown before anything is made.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Page } from "playwright-core";
import { poll, sharedServer } from "../api/server.ts";
import { SAMPLE_EPUB } from "./sample-epub.ts";
import { paste, visit } from "./visit.ts";

const server = await sharedServer();
const { client } = server;

async function bookFile(options: Parameters<typeof visit>[1] = {}) {
  const visited = await visit(`${server.url}/new#key=${server.key}`, options);
  await visited.page.getByRole("tab", { name: "Book file" }).click();
  await visited.page.getByLabel("Book file").waitFor();
  return visited;
}
const give = async (page: Page, ...files: { readonly name: string; readonly text: string | Buffer }[]) =>
  page
    .getByLabel("Book file")
    .setInputFiles(
      files.map(({ name, text }) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) })),
    );
const chaptersOf = async (page: Page) => {
  await page.waitForURL(/\/stories\/[0-9a-f-]{36}/);
  const [, projectId = ""] = /stories\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
  const { sections } = await client.call("readProjectSections", { params: { projectId } });
  return { titles: sections.map(({ title }) => title), projectId };
};
const epub = await SAMPLE_EPUB();

describe("a book file", () => {
  test("shows cover, title, author, language and chapters; what is chosen and renamed is made", async () => {
    const { page, faults } = await bookFile();
    const before = (await client.call("listProjects")).projects.length;
    await give(page, { name: "lamp.epub", text: epub });
    const list = page.getByRole("list", { name: "Chapters" });
    await list.getByRole("listitem").nth(2).waitFor();
    const fields = [page.getByLabel("Title", { exact: true }), page.getByLabel("Author"), page.getByLabel("Language")];
    assert.deepEqual(await Promise.all(fields.map((field) => field.inputValue())), ["The Lamp", "Anna Wren", "en-GB"]);
    await page.getByRole("img", { name: "Cover of the book" }).waitFor();
    assert.equal(await list.getByRole("checkbox").first().isChecked(), false);
    await list.getByText("Left out by default: the imprint").waitFor();
    await page.getByText("2 of 3 chapters").waitFor();
    assert.equal((await client.call("listProjects")).projects.length, before);

    await page.getByLabel("Title of chapter 2").fill("The First");
    await list.getByRole("checkbox").nth(2).uncheck();
    await page.getByLabel("Author").fill("A. Wren");
    await page.getByRole("button", { name: "Create story" }).click();
    const { titles, projectId } = await chaptersOf(page);
    assert.deepEqual(titles, ["The First"]);
    assert.equal((await client.call("readBook", { params: { projectId } })).book.author, "A. Wren");
    assert.deepEqual(faults, []);
  });
  test("is what a pasted text with the heads of chapters becomes", async () => {
    const { page, faults } = await visit(`${server.url}/new#key=${server.key}`);
    await page.getByLabel("Title").fill("The Quay");
    // The title that a person typed counts, and not the one of the text.
    const text = "The Storm\n\nby Ann Wren\n\nChapter 1\n\nIt rained.\n\nChapter 2: The Sea\n\nIt stopped.\n";
    await paste(page, text);
    await page.getByText("2 of 2 chapters").waitFor();
    // The field does not say that no file was chosen.
    assert.equal(await page.evaluate("document.querySelector('#book-file').files[0]?.name"), "Untitled.txt");
    await page.getByRole("button", { name: "Create story" }).click();
    const { titles, projectId } = await chaptersOf(page);
    assert.deepEqual(titles, ["Chapter 1", "Chapter 2: The Sea"]);
    const { book } = await client.call("readBook", { params: { projectId } });
    assert.deepEqual([book.title, book.author], ["The Quay", "Ann Wren"]);
    assert.deepEqual(faults, []);
  });
  test("is made as the file suggests when Create story is pressed at once", async () => {
    const { page } = await bookFile();
    await give(page, { name: "lamp.epub", text: epub });
    await page.getByRole("button", { name: "Create story" }).click();
    assert.deepEqual((await chaptersOf(page)).titles, ["One", "Two"]);
  });
  test("is prepared whole: the cast has the people of chapters that were not opened", async () => {
    const { page } = await bookFile();
    const text = "# One\n\n“Rain,” said Mara Quill.\n\n# Two\n\n“Sun,” said Mara.\n\n“Wind,” said Tobias Fenn.\n";
    await give(page, { name: "weather.md", text });
    await page.getByText("2 of 2 chapters").waitFor();
    await page.getByRole("button", { name: "Create story" }).click();
    await page.getByRole("tab", { name: "Cast" }).click();
    const people = page.getByRole("list", { name: "People" });
    await people.getByText("Tobias Fenn").waitFor();
    assert.equal(await people.getByRole("listitem").count(), 3, "Mara is one person in both chapters");
  });
  test("shows people who came while the stream of events was not open yet", async () => {
    const { page } = await bookFile();
    const prepared = Promise.withResolvers<void>();
    await page.route(/\/events$/, async (route) => {
      await prepared.promise;
      await route.continue();
    });
    const text = "# One\n\n“Rain,” said Mara Quill.\n\n# Two\n\n“Wind,” said Tobias Fenn.\n";
    await give(page, { name: "late.md", text });
    await page.getByText("2 of 2 chapters").waitFor();
    // What the page reads first is from before the people were found.
    const empty = Promise.withResolvers<void>();
    await page.route(/\/speakers$/, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.speakers = answer.data.speakers.filter(({ role }: { readonly role: string }) => role === "narrator");
      await route.fulfill({ response, json: answer });
      empty.resolve();
    });
    await page.getByRole("button", { name: "Create story" }).click();
    await page.getByRole("tab", { name: "Cast" }).click();
    const people = page.getByRole("list", { name: "People" });
    await empty.promise;
    await people.getByRole("listitem").first().waitFor();
    const { projectId } = await chaptersOf(page);
    await poll(
      () => client.call("listSpeakers", { params: { projectId } }),
      ({ speakers }) => speakers.some(({ name }) => name === "Tobias Fenn"),
    );
    await page.unroute(/\/speakers$/);
    prepared.resolve();
    await people.getByText("Tobias Fenn").waitFor();
  });
  test("needs a chapter and a title; its language is chosen by name", async () => {
    const { page } = await bookFile();
    await give(page, { name: "lamp.epub", text: epub });
    await page.getByRole("button", { name: "None" }).click();
    await page.getByRole("button", { name: "Create story" }).click();
    await page.getByText("Choose at least one chapter.").waitFor();
    await page.getByLabel("Title", { exact: true }).fill(" ");
    await page.getByText("A story needs a title.").waitFor();
    await page.getByLabel("Language").selectOption({ label: "German (Austria)" });
    assert.equal(await page.getByLabel("Language").inputValue(), "de-AT");
  });
  test("that is no book is refused in words, and another one is read", async () => {
    const { page } = await bookFile();
    await give(page, { name: "broken.epub", text: "PK not a book" });
    const words = await page.getByRole("alert").innerText();
    assert.doesNotMatch(words, /details/, "the cause itself, not where a program finds it");
    await page.getByText("Nothing was made yet.").waitFor();
    await give(page, { name: "empty.txt", text: "" });
    await page.getByRole("alert").filter({ hasText: "The file is empty" }).waitFor();
    await give(page, { name: "lamp.epub", text: epub });
    await page.getByText("2 of 3 chapters").waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });
});

test("a text without a title is called Untitled before it is made, and Share asks for a title until one is written", async () => {
  const { page, faults } = await visit(`${server.url}/new#key=${server.key}`);
  const title = page.getByLabel("Title", { exact: true });
  await page.getByLabel("Story text").fill("The ferry was late, and the harbour smelled of tar and oranges.\n");
  await page.getByText("12 words").waitFor();
  assert.equal(await title.getAttribute("placeholder"), "Untitled");
  await page.getByRole("button", { name: "Create story" }).click();
  await page.getByRole("heading", { name: "Untitled", level: 1 }).waitFor();
  await page.getByRole("tab", { name: "Share" }).click();
  const asks = page.getByText("Listeners see the title “Untitled”.");
  await asks.waitFor();
  await title.fill("The Late Ferry");
  await asks.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("link", { name: "Open the page" }).waitFor();
  assert.equal(await asks.count(), 0);
  assert.deepEqual(faults, []);
});

test("a pasted text stays while the other tab is looked at", async () => {
  const { page } = await visit(`${server.url}/new#key=${server.key}`);
  await page.getByLabel("Title").fill("The Quay");
  await page.getByLabel("Story text").fill("Rain fell on the quay.");
  await page.getByRole("tab", { name: "Book file" }).click();
  await page.getByLabel("Book file").waitFor();
  await page.getByRole("tab", { name: "Paste text" }).click();
  assert.equal(await page.getByLabel("Story text").inputValue(), "Rain fell on the quay.");
  assert.equal(await page.getByLabel("Title").inputValue(), "The Quay");
});

describe("several text files", () => {
  test("are a chapter each, in the order of their numbers, character by character", async () => {
    const { page } = await bookFile();
    await give(
      page,
      { name: "10 The End.txt", text: "“Home,” said Tom.\r\n" },
      { name: "2 The Storm.txt", text: "It rained.\n" },
    );
    await page.getByLabel("Title", { exact: true }).fill("Two of Ten");
    await page.getByRole("button", { name: "Create story" }).click();
    const { titles, projectId } = await chaptersOf(page);
    assert.deepEqual(titles, ["2 The Storm", "10 The End"]);
    const { sections } = await client.call("readProjectSections", { params: { projectId } });
    assert.equal(sections[1]?.source_text_length, "“Home,” said Tom.\r\n".length);
  });
  test("with a book among them are refused", async () => {
    const { page } = await bookFile();
    await give(page, { name: "1.txt", text: "One." }, { name: "lamp.epub", text: epub });
    await page.getByText("when all of them are plain text or Markdown").waitFor();
  });
});
