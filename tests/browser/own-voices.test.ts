// An account's own voices in a real browser: cloned with a confirmed consent, designed from words, heard, cast and removed.
// Services of this test stand in for the engines.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import type { StandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { poll, startTestServer, type TestServer } from "../api/server.ts";
import { readySound } from "../api/sound.ts";
import { createAudio, createStory, prepare, studioMutation } from "../api/story.ts";
import { makersAreKnown, startVoiceMakers, type VoiceMakers } from "../api/voice-makers.ts";
import { signedIn } from "./studio.ts";
import { until, violations } from "./visit.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-own-voices-"));
let makers: VoiceMakers;
let labs: StandIn;
let box: StandIn;
let server: TestServer;

before(async () => {
  makers = await startVoiceMakers();
  ({ labs, box } = makers);
  const file = join(folder, "engines.json");
  writeFileSync(file, makers.enginesFile, { mode: 0o600 });
  server = await startTestServer({ FULLCAST_ENGINES_FILE: file });
  await makersAreKnown(server.client);
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await makers[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const speech = (seconds: number) => madeWav({ samples: seconds * 44_100 });

test("a voice is cloned after its text was confirmed, is heard, and is removed with what it spoke", async () => {
  const { client } = server;
  await readySound(client, { name: "Too short" }, speech(2));
  await readySound(client, { name: "Anna reads" }, speech(8));
  const { page, faults } = await signedIn(server, "/account");
  const part = page.getByRole("region", { name: "Your own voices" });
  await part.getByText("No own voice yet.").waitFor();
  await part.getByRole("button", { name: "Clone a voice" }).click();
  const dialog = page.getByRole("dialog", { name: "Clone a voice" });
  const make = dialog.getByRole("button", { name: "Make the voice" });

  // Nothing is sent before everything that is needed is there.
  await make.click();
  for (const words of ["A voice needs a name.", "No recording is chosen.", "Read the text and confirm it."])
    await dialog.getByText(words).first().waitFor();
  await dialog.getByLabel("Name of the voice").fill("Anna");
  await dialog.getByLabel("Engine").selectOption("box");
  await dialog.getByRole("checkbox", { name: /^Too short/ }).check();
  await dialog.getByText("All recordings together are shorter than 5 s. Add one.").waitFor();
  await dialog.getByRole("checkbox", { name: /^Anna reads/ }).check();
  await dialog.getByText("The engine takes one recording, not 2.").waitFor();
  await dialog.getByRole("checkbox", { name: /^Too short/ }).uncheck();
  await dialog.getByText("1 recording, 8 s").waitFor();

  const tick = dialog.getByLabel("I have read this text, and I confirm it.");
  assert.equal(await tick.isDisabled(), true);
  await dialog.getByLabel("The person whose voice it is").fill("Anna Bell");
  const text = dialog.getByRole("group", { name: "The text of the consent" });
  await text.getByText("I am Anna Bell. The recordings are my own voice.").waitFor();
  const { text: whole } = await client.call("readCloneConsent", {
    query: { provider: "box", person: "Anna Bell", by: "self", language: "en" },
  });
  assert.equal((await text.locator("p").allTextContents()).join("\n\n"), whole);
  await tick.check();
  // A tick is for one text: another one has to be confirmed again.
  await dialog.getByLabel("Who confirms the text").selectOption("other");
  await text.getByText(/^The recordings are the voice of Anna Bell/).waitFor();
  assert.equal(await tick.isChecked(), false);
  await dialog.getByText("State where the agreement of the person is kept.").waitFor();
  await dialog.getByLabel("Where the agreement is kept").fill("Letter of 20 November 2026");
  await make.click();
  assert.equal((await client.call("listCustomVoices")).custom_voices.length, 0);
  await tick.check();
  assert.deepEqual(await violations(page), []);
  await make.click();
  await dialog.waitFor({ state: "detached" });

  const row = part.getByRole("listitem").filter({ hasText: "voice of Anna Bell" });
  await row.getByText("ready", { exact: true }).waitFor();
  assert.equal(box.made.size, 1);
  await row.getByText("Consent", { exact: true }).click();
  await row.getByText("Kept: Letter of 20 November 2026").waitFor();
  await row.getByText(/A machine then speaks texts that Anna Bell never said/).waitFor();
  await row.getByRole("button", { name: "Hear Anna" }).click();
  await poll(
    async () => box.texts.length,
    (asked) => asked === 1,
  );
  assert.deepEqual(await violations(page), []);

  const { custom_voices } = await client.call("listCustomVoices");
  const story = await spokenBy(custom_voices[0]?.voice_id ?? assert.fail("no voice"));
  await row.getByRole("button", { name: "Remove Anna" }).click();
  const removal = page.getByRole("dialog", { name: "Remove Anna?" });
  await removal.getByText("Narrator · 1 take").waitFor();
  await removal.getByLabel(/^Keep it\./).waitFor();
  assert.equal(await removal.getByLabel(/^Keep it\./).isChecked(), true);
  await removal.getByLabel(/^Delete it: the consent is withdrawn\./).check();
  await removal.getByText("Finished files stay until you delete them.").waitFor();
  assert.deepEqual(await violations(page), []);
  await removal.getByRole("button", { name: "Remove", exact: true }).click();
  await removal.waitFor({ state: "detached" });
  await part.getByText("1 removed voice").click();
  await part.getByRole("listitem").filter({ hasText: "removed" }).first().waitFor();
  assert.equal(box.made.size, 0);
  const [gone] = (await client.call("listCustomVoices")).custom_voices;
  assert.notEqual(gone?.consent?.withdrawn_at, null);
  const { use } = await client.call("readCustomVoice", { params: { customVoiceId: gone?.id ?? "" } });
  assert.deepEqual(use.find(({ project_id }) => project_id === story.projectId)?.takes, 0);
  assert.deepEqual(faults, []);
});

test("a recording is made or uploaded in the dialog, and is chosen when it is ready", async () => {
  const { page, faults } = await signedIn(server, "/account");
  await page.context().grantPermissions(["microphone"]);
  await page.getByRole("button", { name: "Clone a voice" }).click();
  const dialog = page.getByRole("dialog", { name: "Clone a voice" });
  const file = { name: "ben-reads.wav", mimeType: "audio/wav", buffer: Buffer.from(speech(6)) };
  await dialog.locator("input[type=file]").setInputFiles([file]);
  await until(
    page,
    `[...document.querySelectorAll("[role=dialog] li")].some((row) => row.textContent.includes("ben reads") && row.querySelector("input")?.checked)`,
  );
  await dialog.getByLabel("The person whose voice it is").fill("Ben");
  await dialog.getByRole("button", { name: "Record now" }).click();
  const level = "document.querySelector('[role=dialog] meter')?.value";
  await dialog.getByText("Recording", { exact: true }).waitFor();
  // One whole beep of the browser's microphone.
  for (const heard of [`${level} < 0.02`, `${level} > 0.3`, `${level} < 0.02`]) await until(page, heard);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await dialog.getByRole("button", { name: "Use this recording" }).click();
  await dialog.getByRole("checkbox", { name: /^Recording of Ben/ }).waitFor();
  await until(
    page,
    `[...document.querySelectorAll("[role=dialog] li")].some((row) => row.textContent.includes("Recording of Ben") && row.querySelector("input")?.checked)`,
  );
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
});

test("a voice is designed from words on a phone, and a failure states why", async () => {
  const { page, faults } = await signedIn(server, "/account");
  await page.setViewportSize({ width: 390, height: 844 });
  const part = page.getByRole("region", { name: "Your own voices" });
  const design = async (name: string) => {
    await part.getByRole("button", { name: "Design a voice" }).click();
    const dialog = page.getByRole("dialog", { name: "Design a voice" });
    await dialog.getByLabel("Name of the voice").fill(name);
    await dialog.getByRole("textbox", { name: "How the voice sounds" }).fill("A harbour master");
    await dialog.getByRole("button", { name: "Make the voice" }).click();
    await dialog.getByText("Describe the voice with at least 20 characters.").waitFor();
    await dialog
      .getByRole("textbox", { name: "How the voice sounds" })
      .fill("A harbour master of seventy, hoarse and friendly.");
    assert.deepEqual(await violations(page), []);
    assert.equal(Number(await page.evaluate("document.documentElement.scrollWidth")) <= 390, true);
    await dialog.getByRole("button", { name: "Make the voice" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await design("Old Tom");
  const made = part.getByRole("listitem").filter({ hasText: "Old Tom" });
  await made.getByText("ready", { exact: true }).waitFor();
  labs.next.push("rejects");
  await design("Mute Tim");
  const failed = part.getByRole("listitem").filter({ hasText: "Mute Tim" });
  await failed.getByText("failed", { exact: true }).waitFor();
  await failed.getByText(/refuses this request \(status 400\)/).waitFor();
  await failed.getByRole("button", { name: "Remove Mute Tim" }).click();
  const removal = page.getByRole("dialog", { name: "Remove Mute Tim?" });
  await removal.getByText("No story uses it.").waitFor();
  await removal.getByRole("button", { name: "Remove", exact: true }).click();
  await removal.waitFor({ state: "detached" });
  await part.getByText(/^\d removed voices?$/).click();
  await failed.getByText("removed", { exact: true }).waitFor();
  assert.equal(labs.made.size, 1);
  assert.deepEqual(faults, []);
});

/** A story whose narrator has the voice, with audio. */
async function spokenBy(voice_id: string) {
  const { client } = server;
  const story = await createStory(client, "The ferry came home late and told of it.");
  await prepare(client, story.projectId, story.sectionId);
  const params = { projectId: story.projectId };
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params });
  const narrator = speakers.find(({ role }) => role === "narrator") ?? assert.fail("there is no narrator");
  await client.call("castSpeaker", {
    params: { ...params, speakerId: narrator.id },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id },
  });
  const { run } = await createAudio(client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  return story;
}
