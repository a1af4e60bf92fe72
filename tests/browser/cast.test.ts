// The advice about a cast in a real browser: people who are probably one person, and voices that sound too alike.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "../api/server.ts";
import { createAudio, createStory, prepare, readDocument, spokenStory, studioMutation } from "../api/story.ts";
import { violations, visit } from "./visit.ts";

const server = await sharedServer();
const { client, key } = server;

test("two names of one person are merged after a look at the reasons, and that is undone; equal voices are named", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "The Cast");
  const params = { projectId };
  const before = await client.call("listSpeakers", { params });
  const [mara, tom] = ["Mara", "Tom"].map((name) => before.speakers.find((speaker) => speaker.name === name));
  const cast = await client.call("castSpeaker", {
    params: { ...params, speakerId: tom?.id ?? "" },
    body: {
      ...studioMutation(),
      base_speaker_registry_version: before.speaker_registry_version,
      voice_id: mara?.casting?.voice_id ?? null,
    },
  });
  const made = await client.call("createSpeaker", {
    params,
    body: { ...studioMutation(), base_speaker_registry_version: cast.speaker_registry_version, name: "Mara Bell" },
  });
  const { document } = await readDocument(client, sectionId);
  const spoken = document.blocks.filter((block) => block.speaker_id === mara?.id).at(-1);
  await client.call("editDocument", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [{ op: "assign_speaker", block_ids: [spoken?.id ?? ""], speaker_id: made.speaker.id }],
    },
  });
  const { page, faults } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  await page.getByRole("tab", { name: "Cast" }).click();
  // Tom has the voice of a woman now, which is advice of its own before the others.
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText(/^(Mara and Tom|Tom and Mara) have the same voice/).waitFor();
  await page.getByText("Both names contain “mara”.").waitFor();
  assert.deepEqual(await violations(page), []);
  const people = page.getByRole("list", { name: "People" });
  await people.getByText("Mara Bell").waitFor();
  await page.getByRole("button", { name: /^Merge into/ }).click();
  await people.getByRole("listitem").nth(2).waitFor();
  await page.getByText("Both names contain").waitFor({ state: "detached" });
  assert.equal((await client.call("listSpeakers", { params })).speakers.length, before.speakers.length);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page
    .getByRole("log")
    .getByText(/^Undone: Merged/)
    .waitFor();
  assert.equal((await client.call("listSpeakers", { params })).speakers.length, before.speakers.length + 1);
  await page.getByRole("button", { name: "No, two people" }).click();
  await page.getByText("Both names contain").waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

test("a voice that does not suit is named with its reason; one button gives a better one, and that is undone", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "The Misfit");
  const params = { projectId };
  const cast = () => client.call("listSpeakers", { params });
  const idOf = async (name: string) =>
    (await cast()).speakers.find((one) => one.name === name)?.id ?? assert.fail(name);
  const voiceOf = async (name: string) => (await cast()).speakers.find((one) => one.name === name)?.casting?.voice_id;
  const { voices } = await client.call("listVoices", { query: { language: "en" } });
  const old = voices.find((one) => one.age === "old" && one.gender === "male") ?? assert.fail("no old man");
  const tom = { ...params, speakerId: await idOf("Tom") };
  const base = async () => ({
    ...studioMutation(),
    base_speaker_registry_version: (await cast()).speaker_registry_version,
  });
  await client.call("changeSpeaker", { params: tom, body: { ...(await base()), gender: "male", age: "child" } });
  await client.call("castSpeaker", { params: tom, body: { ...(await base()), voice_id: old.voice_id } });
  const [misfit] = (await client.call("listVoiceMisfits", { params })).misfits;
  const better = voices.find((one) => one.voice_id === misfit?.better_voice_id) ?? assert.fail("no better voice");
  assert.equal(better.age, "child");

  const { page, faults } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  await page.getByRole("tab", { name: "Cast" }).click();
  const notice = page.getByText("Tom is a child, and the voice sounds old.");
  await notice.waitFor();
  const row = page.getByRole("list", { name: "People" }).getByRole("listitem").filter({ hasText: "Tom" });
  await row.getByText("Check age").waitFor();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const compared = page.getByRole("group", { name: "Side by side" });
  await compared.getByText(old.name, { exact: true }).waitFor();
  await compared.getByText(better.name, { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);

  await page.getByRole("button", { name: `Use ${better.name}` }).click();
  await notice.waitFor({ state: "detached" });
  await row.getByText("Check age").waitFor({ state: "detached" });
  assert.equal(await voiceOf("Tom"), better.voice_id);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await notice.waitFor();
  assert.equal(await voiceOf("Tom"), old.voice_id);
  // The focus stays at the advice, and the answer holds after a reload.
  await page.getByRole("button", { name: "Keep the voice of Tom" }).click();
  await notice.waitFor({ state: "detached" });
  assert.equal(await page.evaluate("document.activeElement?.localName"), "section");
  await page.reload();
  await row.getByText(old.name, { exact: true }).waitFor();
  await page.getByRole("heading", { name: "No advice" }).waitFor();
  assert.deepEqual([await notice.count(), await row.getByText("Check age").count()], [0, 0]);
  assert.deepEqual(faults, []);
});

test("on a phone the voices take the place of the people, and the way back leads to the person", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "The Pocket");
  const { page } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`, {
    viewport: { width: 390, height: 800 },
  });
  await page.getByRole("tab", { name: "Cast" }).click();
  const mara = page.getByRole("list", { name: "People" }).getByRole("button", { name: "Mara", exact: true });
  await mara.click();
  await page.getByRole("region", { name: "Mara", exact: true }).waitFor();
  assert.equal(await mara.isVisible(), false);
  await page.getByRole("button", { name: "All people" }).press("Enter");
  await mara.waitFor();
  assert.equal(await page.locator(":focus").textContent(), "Mara");
  assert.equal(await page.getByRole("region", { name: "Mara", exact: true }).isVisible(), false);
});

test("a voice is chosen in the field Voice, the narrator becomes a person, and a person is dropped on another", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "The Crew");
  const params = { projectId };
  const cast = async () => (await client.call("listSpeakers", { params })).speakers;
  const castOf = async (name: string) => (await cast()).find((person) => person.name === name);
  const { page, faults } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  page.setDefaultTimeout(20_000);
  await page.getByRole("tab", { name: "Cast" }).click();
  const people = page.getByRole("list", { name: "People" });
  const row = (name: string) =>
    people.getByRole("listitem").filter({ has: page.getByRole("button", { name, exact: true }) });
  await row("Mara").getByRole("button", { name: "Mara", exact: true }).click();
  await page.getByRole("region", { name: "Mara", exact: true }).waitFor();
  const field = page.getByRole("combobox", { name: "Voice", exact: true });
  const before = (await castOf("Mara"))?.casting?.voice_name;
  const other = (await field.locator("option").allTextContents()).find((name) => name !== before) ?? "";
  await field.selectOption({ label: other });
  await row("Mara").getByText("your choice").waitFor();
  assert.equal((await castOf("Mara"))?.casting?.voice_name, other);

  await page.getByRole("button", { name: "More for Mara" }).click();
  await page.getByRole("menuitem", { name: "The narrator is this person" }).click();
  await row("Narrator").getByText(other, { exact: true }).waitFor();

  await row("Tom").dragTo(row("Mara"));
  const dialog = page.getByRole("dialog", { name: "Who is Tom?" });
  await dialog.getByRole("button", { name: "Merge" }).click();
  await row("Tom").waitFor({ state: "detached" });
  assert.equal((await castOf("Mara"))?.aliases.includes("Tom"), true);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
});

test("one narrator for everything is ticked as soon as it is chosen, before anything has a voice", async () => {
  const { projectId, sectionId } = await createStory(client, undefined, "The Quiet");
  await prepare(client, projectId, sectionId);
  const { page } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  page.setDefaultTimeout(20_000);
  await page.getByRole("tab", { name: "Cast" }).click();
  const box = page.getByRole("checkbox", { name: "One narrator for everything" });
  await box.check();
  await page.reload();
  await box.waitFor();
  assert.equal(await box.isChecked(), true);
});

test("voices that audio was created with appear in the cast, and its chapter in Share, without a reload", async () => {
  const { projectId, sectionId } = await createStory(client, undefined, "The Wait");
  await prepare(client, projectId, sectionId);
  const { page } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  await page.getByRole("tab", { name: "Cast" }).click();
  const people = page.getByRole("list", { name: "People" });
  await people.getByText("No voice yet").first().waitFor();
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByText("1 chapter has lines without audio.").waitFor();
  await page.getByRole("tab", { name: "Cast" }).click();
  await createAudio(client, projectId, sectionId);
  await people.getByText("chosen by Fullcast").first().waitFor();
  await people.getByText("No voice yet").first().waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Share" }).click();
  await page.getByRole("button", { name: "Publish" }).waitFor();
  await page.getByText("1 chapter has lines without audio.").waitFor({ state: "detached" });
});

test("the name of a person is heard as it would be said, and kept for the whole story; a word of a line is heard, too", async () => {
  const { projectId, sectionId } = await spokenStory(client, undefined, "Names");
  const { page, faults } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  await page.getByRole("tab", { name: "Cast" }).click();
  const mara = page.getByRole("list", { name: "People" }).getByRole("listitem").filter({ hasText: "Mara" });
  await mara.getByRole("button", { name: "Rename" }).click();
  const dialog = page.getByRole("dialog", { name: "Mara" });
  await dialog.getByLabel("Spoken as").fill("/ˈmɛːra/");
  const sample = () => page.waitForResponse((answer) => /voices\/[^/]+\/preview$/.test(answer.url()));
  const [heard] = await Promise.all([sample(), dialog.getByRole("button", { name: "Listen" }).click()]);
  assert.deepEqual(heard.request().postDataJSON().pronunciations, [{ term: "Mara", alphabet: "ipa", value: "ˈmɛːra" }]);
  assert.equal(heard.status(), 200);
  assert.equal((await client.call("readLexicon", { params: { projectId } })).entries.length, 0);
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Keep for the whole story" }).click();
  await dialog.getByText("The pronunciation is in the story now.").waitFor();
  const { entries } = await client.call("readLexicon", { params: { projectId } });
  assert.deepEqual(
    entries.map(({ term, alphabet, value }) => [term, alphabet, value]),
    [["Mara", "ipa", "ˈmɛːra"]],
  );
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "Script" }).click();
  await page.getByText("Is the boat back?").first().click();
  const panel = page.getByRole("complementary", { name: "Line" });
  await panel.getByText("Say as", { exact: true }).click();
  await panel.getByLabel("Word").selectOption({ label: "boat" });
  await panel.getByLabel("Spoken as").fill("bait");
  const [line] = await Promise.all([sample(), panel.getByRole("button", { name: "Listen" }).click()]);
  assert.deepEqual(line.request().postDataJSON().pronunciations, [{ term: "boat", alphabet: "alias", value: "bait" }]);
  assert.equal(line.status(), 200);
  assert.deepEqual(faults, []);
});

test("Cast everyone gives all people a voice, keeps a chosen one, and one undo takes it back; voices that are too alike are parted by one button", async () => {
  const { projectId, sectionId } = await createStory(client, undefined, "All voices");
  await prepare(client, projectId, sectionId);
  const params = { projectId };
  const people = async () => client.call("listSpeakers", { params });
  const start = await people();
  const idOf = (name: string) => start.speakers.find((one) => one.name === name)?.id ?? assert.fail(name);
  const { voices } = await client.call("listVoices", { query: { language: "en" } });
  const woman = voices.find(({ gender, age }) => gender === "female" && age === "adult")?.voice_id ?? "";
  const cast = async (speakerId: string, voice_id: string) =>
    client.call("castSpeaker", {
      params: { ...params, speakerId },
      body: { ...studioMutation(), base_speaker_registry_version: (await people()).speaker_registry_version, voice_id },
    });
  await cast(idOf("Mara"), woman);
  const { page, faults } = await visit(`${server.url}/stories/${projectId}/chapters/${sectionId}#key=${key}`);
  page.setDefaultTimeout(20_000);
  await page.getByRole("tab", { name: "Cast" }).click();
  await page.getByText("2 people have no voice yet.").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Cast everyone" }).click();
  await page.getByText("2 people got a voice.").waitFor();
  const voiceOf = async (name: string) =>
    (await people()).speakers.find((one) => one.name === name)?.casting?.voice_id ?? null;
  assert.deepEqual([await voiceOf("Mara"), (await voiceOf("Tom")) === null], [woman, false]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("log").getByText("Undone: 2 new voices").waitFor();
  assert.deepEqual([await voiceOf("Mara"), await voiceOf("Tom")], [woman, null]);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await page.getByText("2 people got a voice.").waitFor();

  // Mara's voice was chosen, and Tom's is given by the test: the one who says less changes.
  await cast(idOf("Tom"), woman);
  const button = page.getByRole("button", { name: /^Use .+ for (Tom|Mara)$/ });
  await page.getByText(/^(Mara and Tom|Tom and Mara) have the same voice/).waitFor();
  await button.click();
  await page.getByText(/have the same voice/).waitFor({ state: "detached" });
  assert.notEqual(await voiceOf("Tom"), await voiceOf("Mara"));
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText(/have the same voice/).waitFor();
  assert.equal(await voiceOf("Tom"), await voiceOf("Mara"));
  assert.deepEqual(faults, []);
});

test("voices of the story's language are offered, not those of the studio's", async () => {
  const { projectId, sectionId } = await createStory(client, undefined, "The Boat");
  await prepare(client, projectId, sectionId);
  const path = `${server.url}/stories/${projectId}/chapters/${sectionId}`;
  const { page, faults } = await visit(`${path}#key=${key}`, { locale: "de-AT" });
  await page.getByRole("tab", { name: "Besetzung" }).click();
  const language = page.getByLabel("Sprache", { exact: true });
  await language.and(page.locator(":has(option:checked[value=en])")).waitFor();
  assert.equal(await language.inputValue(), "en");
  assert.deepEqual(faults, []);

  // A narrator that has no name of its own is shown in the language of the studio; its name in the data stays.
  const people = page.getByRole("list", { name: "Personen" });
  await people
    .getByRole("button", { name: /Erzähler/ })
    .first()
    .waitFor();
  const narrator = people.getByRole("listitem").filter({ hasText: "Erzähler" }).first();
  await narrator.getByRole("button", { name: "Umbenennen" }).click();
  const dialog = page.getByRole("dialog", { name: "Erzähler" });
  await dialog.getByLabel("Geschlecht").selectOption("female");
  await dialog.getByRole("button", { name: "Speichern" }).click();
  await dialog.waitFor({ state: "detached" });
  const { speakers } = await client.call("listSpeakers", { params: { projectId } });
  const stored = speakers.find(({ role }) => role === "narrator");
  assert.deepEqual([stored?.name, stored?.gender], ["Narrator", "female"]);
});
