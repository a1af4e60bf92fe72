// The chapters of a story in a real browser: added, named, moved and deleted.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { poll, sharedServer } from "../api/server.ts";
import { createAudio, createBook, createStory, longText, prepare } from "../api/story.ts";
import { violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;

async function opened(projectId: string) {
  const visited = await visit(`${server.url}/stories/${projectId}#key=${key}`);
  await visited.page.getByRole("grid", { name: "Script" }).waitFor();
  return visited;
}
const titles = async (projectId: string) =>
  (await client.call("readProjectSections", { params: { projectId } })).sections.map(({ title }) => title);

test("a story of one chapter gets a second one, whose dialogue is found, and keeps its name", async () => {
  const { projectId } = await createStory(client, undefined, "The Ferry");
  const { page, faults } = await opened(projectId);
  await page.getByRole("button", { name: "More for The Ferry" }).click();
  await page.getByRole("menuitem", { name: "Add chapter" }).click();
  const dialog = page.getByRole("dialog", { name: "Add chapter" });
  assert.equal(await dialog.getByRole("button", { name: "Add chapter" }).isDisabled(), true);
  await dialog.getByLabel("Title").fill("Home");
  await dialog.getByLabel("Story text").fill("“Are we home?” asked Ann.\n\n“We are,” said Bob.\n");
  await dialog.getByRole("button", { name: "Add chapter" }).click();
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await page.getByRole("row").filter({ hasText: "We are" }).filter({ hasText: "Bob" }).waitFor();
  assert.deepEqual(await titles(projectId), ["The Ferry", "Home"]);
  const { projects } = await client.call("listProjects");
  assert.equal(projects.find(({ id }) => id === projectId)?.name, "The Ferry");
  assert.deepEqual(faults, []);
});

test("a chapter is renamed while its script is open, moved, and deleted after a question", async () => {
  const { projectId } = await createBook(client, "“First,” said Ann.\n", "Second and last.\n");
  const [first = "", second = ""] = await titles(projectId);
  const { page } = await opened(projectId);
  const chapters = page.getByRole("list", { name: "Chapters" }).getByRole("link");
  await page.getByRole("row").filter({ hasText: "First" }).filter({ hasText: "Ann" }).waitFor();
  const menu = async (title: string, item: string) => {
    await page.getByRole("button", { name: `More for ${title}` }).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await menu(first, "Rename");
  await page.getByRole("dialog").getByLabel("Title").fill("Arrival");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { name: "Arrival", level: 1 }).waitFor();
  // The script that was open takes the next edit.
  await page.getByRole("row").filter({ hasText: "First" }).last().click();
  await page.keyboard.press("Digit0");
  await page.getByText("Saved", { exact: true }).waitFor();

  await menu("Arrival", "Move down");
  await chapters.nth(1).filter({ hasText: "Arrival" }).waitFor();
  assert.deepEqual(await titles(projectId), [second, "Arrival"]);

  await menu("Arrival", "Delete chapter");
  await page.getByRole("dialog").getByText("2 lines").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: second, level: 1 }).waitFor();
  assert.deepEqual(await titles(projectId), [second]);
});

test("a moved chapter and a new name of the story are undone after a reload", async () => {
  const { projectId } = await createBook(client, "“First,” said Ann.\n", "Second and last.\n");
  const [first = "", second = ""] = await titles(projectId);
  const name = async () => {
    const { projects } = await client.call("listProjects");
    return projects.find(({ id }) => id === projectId)?.name ?? "";
  };
  const earlier = await name();
  const { page } = await opened(projectId);
  const chapters = page.getByRole("list", { name: "Chapters" }).getByRole("link");
  await page.getByRole("button", { name: `More for ${first}` }).click();
  await page.getByRole("menuitem", { name: "Move down", exact: true }).click();
  await chapters.nth(1).filter({ hasText: first }).waitFor();
  await client.call("changeProject", { params: { projectId }, body: { schema_version: 1, name: "The Other Shore" } });
  await page.reload();
  const shown = (story: string) => page.getByRole("navigation", { name: "Chapters" }).getByText(story, { exact: true });
  await shown("The Other Shore").waitFor();
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await undo.click();
  await shown(earlier).waitFor();
  await undo.click();
  await chapters.nth(0).filter({ hasText: first }).waitFor();
  assert.deepEqual([await name(), await titles(projectId)], [earlier, [first, second]]);
});

test("a new edition of the book is compared, shown, and brought into the open story", async () => {
  const text = "“Are we home?” asked Ann.\n\n“We are,” said Bob.\n\nThe door was open, and the lamp was lit.\n";
  const { projectId } = await createStory(client, text, "The Door");
  const { page, faults } = await opened(projectId);
  await page.getByRole("row").filter({ hasText: "We are" }).filter({ hasText: "Bob" }).waitFor();
  await page.getByRole("button", { name: "More for The Door" }).click();
  await page.getByRole("menuitem", { name: "New edition" }).click();
  const dialog = page.getByRole("dialog", { name: "New edition" });
  const give = (words: string) =>
    dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "door.md", mimeType: "text/markdown", buffer: Buffer.from(words) });
  await give(text);
  await dialog.getByText("The file has nothing new.").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Update story" }).isDisabled(), true);
  const isOtherBook = dialog.getByText("This looks like another book");
  const rows = await page.getByRole("row").count();
  await client.call("changeBook", { params: { projectId }, body: { schema_version: 1, author: "Ann Ash" } });
  const publication = { schema_version: 1 as const, client_mutation_id: randomUUID(), follow_edits: false };
  await client.call("publishProject", { params: { projectId }, body: publication });
  await give(
    "---\ntitle: The Mill\nauthor: Tom Hale\n---\n\n“Grind the corn,” said the miller.\n\nSnow fell on the mill.\n",
  );
  await isOtherBook.waitFor();
  // Nothing has happened yet, and the right file takes the warning away.
  assert.equal(await page.getByRole("row").count(), rows);
  await give(text.replace("We are,", "We are at last,").replace("The door", "Ann laughed.\n\nThe door"));
  await dialog.getByRole("list", { name: "Changes" }).getByText("1 line changed · 1 new paragraph").waitFor();
  assert.equal(await isOtherBook.count(), 0);
  // The words: those that change, and the new ones.
  await dialog.getByText("2 passages", { exact: true }).waitFor();
  assert.deepEqual(await dialog.locator("del").allTextContents(), ["Now: “We are,”"]);
  assert.deepEqual(await dialog.locator("ins").allTextContents(), ["New: “We are at last,”", "New: Ann laughed."]);
  await dialog.getByText("Listeners of the published page keep the present story").waitFor();
  await dialog.getByRole("button", { name: "Update story" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row").filter({ hasText: "We are at last" }).filter({ hasText: "Bob" }).waitFor();
  await page.getByRole("row").filter({ hasText: "Ann laughed." }).waitFor();
  assert.deepEqual(faults, []);
});

test("the list of stories counts the chapters that have something to speak", async () => {
  const { projectId, sectionIds } = await createBook(client, "The boat came.\n", " \n", "The rain fell.\n");
  await prepare(client, projectId, ...sectionIds);
  await createAudio(client, projectId, sectionIds[0] ?? "");
  const { page } = await visit(`${server.url}/#key=${key}`);
  const row = page.getByRole("listitem").filter({ has: page.locator(`a[href="/stories/${projectId}"]`) });
  await row.getByText("1 of 2 chapters ready").waitFor();
  await row.getByText("3 chapters", { exact: true }).waitFor();
});

test("an undo of the name, the order of chapters and the book in one tab is seen in another without a reload", async () => {
  const { projectId } = await createBook(client, "“First,” said Ann.\n", "Second and last.\n");
  const before = (await client.call("listProjects")).projects.find(({ id }) => id === projectId)?.name ?? "";
  const [one, other] = [await opened(projectId), await opened(projectId)];
  const chapters = other.page.getByRole("list", { name: "Chapters" }).getByRole("link");
  const [first = ""] = await titles(projectId);
  await client.call("changeBook", { params: { projectId }, body: { schema_version: 1, author: "Ann Writer" } });
  await client.call("changeProject", { params: { projectId }, body: { schema_version: 1, name: "The Other Shore" } });
  await one.page.getByRole("button", { name: `More for ${first}` }).click();
  await one.page.getByRole("menuitem", { name: "Move down", exact: true }).click();
  const story = (name: string) =>
    other.page.getByRole("navigation", { name: "Chapters" }).getByText(name, { exact: true });
  await chapters.nth(1).filter({ hasText: first }).waitFor();
  await story("The Other Shore").waitFor();
  await other.page.getByRole("tab", { name: "Share" }).click();
  const author = (name: string) => other.page.getByLabel("Author").and(other.page.locator(`[value="${name}"]`));
  await author("Ann Writer").waitFor();

  const undo = one.page.getByRole("button", { name: "Undo", exact: true });
  await undo.click();
  await chapters.nth(0).filter({ hasText: first }).waitFor();
  await undo.click();
  await story(before).waitFor();
  await undo.click();
  await author("").waitFor();
  assert.deepEqual([...one.faults, ...other.faults], []);
});

test("a book of more chapters than one run takes is quoted, made and cancelled as a whole", async () => {
  const { projectId, sectionIds } = await createBook(client, ...Array.from({ length: 14 }, () => longText(60)));
  const { page, faults } = await opened(projectId);
  await page.getByRole("button", { name: "Create audio" }).click();
  const dialog = page.getByRole("dialog", { name: "Create audio" });
  await dialog.getByLabel("Chapters").selectOption({ label: "All 14 chapters without all their audio" });
  await dialog.getByRole("definition").filter({ hasText: "free" }).waitFor();
  await dialog.getByRole("button", { name: "Create audio" }).click();
  await dialog.waitFor({ state: "detached" });
  const runs = () =>
    Promise.all(
      sectionIds.map((id) => client.call("readLatestWorkflow", { params: { projectId }, query: { section_id: id } })),
    );
  const started = await runs();
  assert.ok(started.every((one) => one?.run.workflow_kind === "create_audio"));
  assert.equal(new Set(started.map((one) => one?.run.id)).size, 2);
  await page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Cancel" }).click();
  const ended = await poll(runs, (all) => all.every((one) => one?.run.completed_at !== null));
  assert.deepEqual([...new Set(ended.map((one) => one?.run.status))], ["cancelled"]);
  assert.deepEqual(faults, []);
});

test("chosen chapters get their audio, and no others", async () => {
  const texts = ["One.\n", "Two.\n\nAnd two.\n", "Three.\n", "Four.\n\nAnd four.\n\nAnd the end.\n"];
  const { projectId, sectionIds } = await createBook(client, ...texts);
  const { page, faults } = await opened(projectId);
  await page.getByRole("button", { name: "Create audio" }).click();
  const dialog = page.getByRole("dialog", { name: "Create audio" });
  const [own = ""] = await titles(projectId);
  const start = dialog.getByRole("button", { name: "Create audio" });
  await dialog.getByLabel("Chapters").selectOption({ label: "Chosen chapters" });
  await dialog.getByText("1 of 4 chosen").waitFor();
  await dialog.getByRole("checkbox", { name: own }).uncheck();
  await dialog.getByText("0 of 4 chosen").waitFor();
  assert.equal(await start.isDisabled(), true);
  for (const at of [1, 3]) await dialog.getByRole("checkbox").nth(at).check();
  await dialog.getByText("2 of 4 chosen").waitFor();
  // Paragraphs that were not read yet count as one line, joined by spaces.
  const characters = String([1, 3].map((at) => texts[at]?.trim().replaceAll("\n\n", " ")).join("").length);
  await dialog.getByRole("definition").filter({ hasText: characters }).waitFor();
  assert.deepEqual(await violations(page), []);
  await start.click();
  await dialog.waitFor({ state: "detached" });
  const kinds = () =>
    Promise.all(
      sectionIds.map(async (id) => {
        const query = { section_id: id };
        const latest = await client.call("readLatestWorkflow", { params: { projectId }, query });
        return latest?.run.workflow_kind === "create_audio";
      }),
    );
  assert.deepEqual(await kinds(), [false, true, false, true]);
  await page.getByRole("log").getByText("The audio is being made.").waitFor();
  assert.deepEqual(faults, []);
});

test("an export leaves the chapters without audio out at one press", async () => {
  const { projectId, sectionIds } = await createBook(client, "First.\n", "Second.\n", "Third.\n");
  const [first = ""] = sectionIds;
  await createAudio(client, projectId, first);
  const { page } = await visit(`${server.url}/stories/${projectId}/chapters/${first}#key=${key}`);
  await page.getByRole("tab", { name: "Export" }).click();
  await page.getByLabel("What").selectOption("book");
  await page.getByText("2 chosen chapters have lines without audio").waitFor();
  await page.getByRole("button", { name: "Leave them out" }).click();
  await page.getByText("1 of 3 chosen").waitFor();
  assert.equal(await page.getByText("lines without audio. Create").count(), 0);
});
