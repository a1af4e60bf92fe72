// Series in a real browser: the cast of one book is saved, recognised in the next, taken over and undone.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createStory, prepare, studioMutation } from "../api/story.ts";
import { chapterPath, signedIn } from "./studio.ts";
import { violations } from "./visit.ts";

const server = await sharedServer();
const { client } = server;

const ONE =
  "“Is the boat back?” asked Mara Pell.\n\n“Not yet,” said Captain Hart.\n\n“You said that an hour ago,” said Mara Pell.\n";
const TWO = "“Who is there?” asked Mara.\n\n“It is John Hart,” said John Hart.\n\n“Come in,” said Mara.\n";

async function book(text: string, title: string) {
  const story = await createStory(client, text, title);
  await prepare(client, story.projectId, story.sectionId);
  const params = { projectId: story.projectId };
  return { ...story, params, cast: async () => client.call("listSpeakers", { params }) };
}

test("book one joins a series and saves its cast; book two knows its people, takes them over, and undoes that", async () => {
  const one = await book(ONE, "The Boat");
  const { speakers, speaker_registry_version } = await one.cast();
  const mara = speakers.find(({ name }) => name === "Mara Pell") ?? assert.fail("no Mara Pell");
  const { voices } = await client.call("listVoices", { query: { language: "en", gender: "female", age: "old" } });
  const voice = voices[0] ?? assert.fail("no voice");
  await client.call("castSpeaker", {
    params: { ...one.params, speakerId: mara.id },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: voice.voice_id },
  });

  const { page, faults } = await signedIn(server, `${chapterPath(one)}#cast`);
  await page.getByText("This story is part of a series").click();
  await page.getByLabel("Name of the series").fill("The Harbour");
  await page.getByRole("button", { name: "Join the series" }).click();
  await page.getByRole("heading", { name: "Series “The Harbour”" }).waitFor();
  await page.getByRole("button", { name: "Save this cast" }).click();
  await page.getByText("3 people saved.").waitFor();
  assert.deepEqual(await violations(page), []);

  const two = await book(TWO, "The Fog");
  const before = (await two.cast()).speakers;
  await page.goto("about:blank");
  await page.goto(`${server.url}${chapterPath(two)}#cast`);
  await page.getByText("This story is part of a series").click();
  await page.getByLabel("Series", { exact: true }).selectOption("The Harbour");
  await page.getByRole("button", { name: "Join the series" }).click();
  await page.getByRole("heading", { name: "From earlier books · 3" }).waitFor();
  await page.getByText("Mara is probably Mara Pell from “The Boat”.").waitFor();
  await page.getByText(/Both names contain “mara”\..* Use takes over the voice/).waitFor();
  await page.getByText("The title and the surname fit: Captain Hart.").waitFor();
  assert.deepEqual(await violations(page), []);
  // Nothing is taken over without a press.
  assert.deepEqual((await two.cast()).speakers, before);

  await page.getByRole("button", { name: "Use for Mara" }).click();
  await page.getByRole("heading", { name: "From earlier books · 2" }).waitFor();
  const row = page.getByRole("list", { name: "People" }).getByRole("listitem").filter({ hasText: "Mara" });
  await row.getByText(voice.name).waitFor();
  const taken = (await two.cast()).speakers.find(({ name }) => name === "Mara");
  assert.deepEqual([taken?.casting?.voice_id, taken?.aliases], [voice.voice_id, ["Mara Pell"]]);
  // The notice is gone; the focus stays at the proposals.
  assert.equal(await page.evaluate("document.activeElement?.localName"), "section");

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("log").getByText("Undone: Took over a person from an earlier book").waitFor();
  await page.getByRole("heading", { name: "From earlier books · 3" }).waitFor();
  assert.deepEqual((await two.cast()).speakers, before);

  await page.getByRole("button", { name: "John Hart is not the same person" }).click();
  await page.getByRole("heading", { name: "From earlier books · 2" }).waitFor();
  await page.getByRole("button", { name: "Use all" }).click();
  await page.getByRole("heading", { name: "No people from earlier books" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "No people from earlier books" }).waitFor();

  // The screen of all series: people with their books; a person leaves it, and the series gets another name.
  await page.getByRole("link", { name: "All series" }).click();
  const people = page.getByRole("list", { name: "People" });
  await people
    .getByText(/known from “The Boat” and one more story/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Remove Captain Hart from the series" }).click();
  await people.getByText("Captain Hart", { exact: true }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Rename The Harbour" }).click();
  await page.getByRole("dialog").getByLabel("Name of the series").fill("Harbour Books");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { name: "Harbour Books" }).waitFor();
  await page.getByRole("button", { name: "Delete the series Harbour Books" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No series yet.").waitFor();
  assert.equal((await two.cast()).speakers.find(({ name }) => name === "Mara")?.casting?.voice_id, voice.voice_id);
  assert.deepEqual(faults, []);
});

test("the series that the book data names is offered in the cast, and one press joins it", async () => {
  const story = await book(TWO, "The Third");
  await client.call("changeBook", { params: story.params, body: { schema_version: 1, series: "Northern Lights" } });
  const { page, faults } = await signedIn(server, `${chapterPath(story)}#cast`);
  await page.getByText("This book belongs to the series “Northern Lights”.").waitFor();
  await page.getByRole("button", { name: "Join the series" }).first().click();
  await page.getByRole("heading", { name: "Series “Northern Lights”" }).waitFor();
  assert.deepEqual(faults, []);
});
