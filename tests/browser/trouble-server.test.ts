// The server goes away and comes back, the money ends, an engine is gone: what the studio shows, and that nothing is lost.

import "./chromium-shell.ts";
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { voiceId } from "../../packages/server/engines/registry.ts";
import { poll, sharedServer } from "../api/server.ts";
import {
  createStory,
  finished,
  longText,
  media,
  prepare,
  readDocument,
  startAudio,
  studioMutation,
} from "../api/story.ts";
import { chapterPath, freePort, heardFor, KEEP_SOUND, line, lines, saved, signedIn } from "./studio.ts";
import { until, violations } from "./visit.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-engines-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const service = await startStandIn();
after(() => service[Symbol.asyncDispose]());
const enginesFile = join(folder, "engines.json");
const entry = {
  provider: "stand-in",
  name: "Clear Voices",
  type: "openai-compatible",
  base_url: `${service.url}/v1`,
  model: "kokoro",
};
writeFileSync(enginesFile, JSON.stringify({ engines: [{ ...entry, snowcoins_per_1000: 500 }] }), { mode: 0o600 });

const server = await sharedServer({
  FULLCAST_PORT: String(await freePort()),
  FULLCAST_ENGINES_FILE: enginesFile,
});
const VOICE = voiceId("stand-in", "af_heart");
await poll(
  () => server.client.call("listVoices", { query: { provider: "stand-in" } }),
  ({ voices }) => voices.some(({ voice_id }) => voice_id === VOICE),
);

async function prepared(text?: string, client = server.client) {
  const story = await createStory(client, text);
  await prepare(client, story.projectId, story.sectionId);
  return story;
}

async function castNarrator(projectId: string, client = server.client) {
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
  const narrator = speakers.find(({ role }) => role === "narrator") ?? assert.fail("no narrator");
  await client.call("castSpeaker", {
    params: { projectId, speakerId: narrator.id },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: VOICE },
  });
}

test("edits wait while the server is away, survive a reload, are sent when it is back, and events come again", async () => {
  const story = await prepared();
  const { page } = await signedIn(server, chapterPath(story));
  await line(page, "Not yet").waitFor();
  await server.restart(async () => {
    await line(page, "Not yet").click();
    await page.getByLabel("Speaker").selectOption({ label: "Mara" });
    await line(page, "Not yet").filter({ hasText: "Mara" }).waitFor();
    await page.getByText("1 change waits here").waitFor();
  });
  await saved(page);
  const { document, speakers } = await readDocument(server.client, story.sectionId);
  const mara = speakers.find(({ name }) => name === "Mara");
  const block = document.blocks.find((one) => one.content.type === "text" && /Not yet/.test(one.content.text));
  assert.equal(block?.speaker_id, mara?.id);
  // What another program changes now is seen without a reload.
  const other = document.blocks.find((one) => one.content.type === "text" && /He laughed/.test(one.content.text));
  await server.client.call("editDocument", {
    params: { sectionId: story.sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [{ op: "assign_speaker", block_ids: [other?.id ?? ""], speaker_id: mara?.id ?? null }],
    },
  });
  await line(page, "He laughed").filter({ hasText: "Mara" }).waitFor();
});

test("two tabs keep the edits that wait apart, and the edits of a closed tab are sent by the next one", async () => {
  const story = await prepared();
  const { page: one } = await signedIn(server, chapterPath(story));
  const other = await one.context().newPage();
  await other.goto(server.url + chapterPath(story));
  for (const page of [one, other]) await lines(page).first().waitFor();
  const assign = async (page: typeof one, words: string) => {
    await line(page, words).click();
    await page.getByLabel("Speaker").selectOption({ label: "Mara" });
    await page.getByText("1 change waits here").waitFor();
  };
  await server.restart(async () => {
    await assign(one, "Not yet");
    await assign(other, "He laughed");
    await one.close();
    // The page cannot be read again while the server is away: the next reload of this tab finds the other one's edit.
  });
  await saved(other);
  await other.reload();
  await line(other, "Not yet").filter({ hasText: "Mara" }).waitFor();
  await saved(other);
  const spoken = await poll(
    async () => {
      const { document, speakers } = await readDocument(server.client, story.sectionId);
      const mara = speakers.find(({ name }) => name === "Mara")?.id;
      return document.blocks.flatMap((block) =>
        block.speaker_id === mara && block.content.type === "text" ? [block.content.text] : [],
      );
    },
    (texts) => texts.some((text) => text.includes("Not yet")),
  );
  assert.ok(spoken.some((text) => text.includes("He laughed")));
  const left = await other.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('fullcast.edits.'))");
  assert.deepEqual(left, []);
});

test("a run goes on when its page is closed, the server is started again and the page is opened again", async () => {
  const story = await prepared(longText(60));
  const first = await signedIn(server, chapterPath(story));
  await first.page.getByRole("button", { name: "Create audio" }).click();
  await first.page.getByRole("dialog").getByRole("button", { name: "Create audio" }).click();
  await first.page.getByRole("progressbar", { name: "Audio" }).first().waitFor();
  // The dialog does not stay over the page: what is ready is heard while the rest is made.
  await first.page.getByRole("button", { name: "Play", exact: true }).click();
  await first.page.getByRole("button", { name: "Pause", exact: true }).waitFor();
  await first.page.reload();
  await first.page.getByRole("progressbar", { name: "Audio" }).first().waitFor();
  await first.page.close();
  await server.restart();
  const second = await signedIn(server, chapterPath(story));
  // It is under way, or it has ended meanwhile.
  await second.page
    .getByText(/of \d+ lines|Everything is up to date/)
    .first()
    .waitFor();
  const run = await server.client.call("readLatestWorkflow", {
    params: { projectId: story.projectId },
    query: { section_id: story.sectionId },
  });
  const { status } = (await finished(server.client, run?.run.id ?? "")).run;
  assert.equal(status, "completed");
  await second.page.getByText("Everything is up to date").waitFor();
  const blocks = await media(server.client, story.sectionId);
  assert.ok(blocks.length > 60 && blocks.every(({ freshness }) => freshness === "current"));
});

test("what is buffered plays while the server is away, and the chapter is heard to its end when it is back", async () => {
  const story = await prepared(longText(10));
  const { page } = await signedIn(server, chapterPath(story), [KEEP_SOUND]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(page, heardFor(0.3));
  // The server takes some seconds to close, and the sound plays meanwhile.
  await until(
    page,
    `window.sound.buffered.end(window.sound.buffered.length - 1) > window.sound.currentTime + 20`,
    180_000,
  );
  await server.restart(async () => {
    const at = Number(await page.evaluate("window.sound.currentTime"));
    await until(page, `window.sound.currentTime > ${at + 0.5}`);
  });
  await page.getByRole("slider", { name: "Speed" }).fill("3");
  await until(page, "window.sound.ended", 180_000);
});

test("an account without funds is told the price and its balance before, and nothing is asked for", async () => {
  const { account, raw_key } = await server.client.call("createAccount", {
    body: { username: `u-${randomUUID()}`, display_name: "Poor", plan: "free", snowcoins: 1 },
  });
  assert.ok(account.id);
  const client = server.withKey(raw_key);
  const story = await prepared(undefined, client);
  await castNarrator(story.projectId, client);
  const { page } = await signedIn(server, chapterPath(story), [], raw_key);
  const texts = service.texts.length;
  await page.getByRole("button", { name: "Create audio" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^Clear Voices: \d+ lines, \d+ snowcoins$/).waitFor();
  await dialog.getByText(/This needs \d+ snowcoins, and 1 are available/).waitFor();
  await dialog.getByText("Nothing was spent.").waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Create audio" }).isDisabled(), true);
  assert.deepEqual(await violations(page), []);
  // What the account itself can do: choose free voices.
  await dialog.getByRole("link", { name: "Open Cast" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("list", { name: "People" }).waitFor();
  assert.equal(service.texts.length, texts);
});

/** A story whose narrator the service speaks, paid for; no other engine may take its place. */
async function atTheServiceAlone(): ReturnType<typeof prepared> {
  const story = await prepared();
  await castNarrator(story.projectId);
  await server.client.call("grantSnowcoins", {
    params: { accountId: (await server.client.call("readProfile")).id },
    body: { client_mutation_id: randomUUID(), snowcoins: 10_000, kind: "account" },
  });
  await server.client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
  return story;
}

test("a service whose limit is reached is named with what to do, and one button goes on", async () => {
  const story = await atTheServiceAlone();
  service.usual = "quota";
  const { page } = await signedIn(server, chapterPath(story));
  await page.getByRole("button", { name: "Create audio" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create audio" }).click();
  // The run leaves the page free; its end is stated in the bar.
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Not finished: see why" }).click();
  await dialog.getByText(/Clear Voices has reached the limit of your account/).waitFor();
  assert.equal(await dialog.getByText(/lines could not be spoken/).count(), 1, "one group for one cause");
  const texts = service.texts.length;
  assert.deepEqual(await violations(page), []);
  service.usual = "speaks";
  assert.equal(service.texts.length, texts, "nothing is tried again by itself");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.waitFor({ state: "detached" });
  await poll(
    () => media(server.client, story.sectionId),
    (blocks) => blocks.every(({ freshness }) => freshness === "current"),
  );
  await page.getByText("Everything is up to date").waitFor();
});

test("an engine that is away is named where it is tested and where its lines fail, with one button to go on", async () => {
  const story = await atTheServiceAlone();
  service.usual = "refuses-key";
  const { page } = await signedIn(server, chapterPath(story));
  await lines(page).first().waitFor();
  const { run } = await startAudio(server.client, story.projectId, [story.sectionId]);
  await finished(server.client, run.id);
  await page.getByRole("button", { name: "Not finished: see why" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Clear Voices refused the key of this server/).waitFor();
  assert.equal(await dialog.getByText(/lines could not be spoken/).count(), 1, "one group for one cause");
  await dialog.getByText("Nothing is tried again by itself.").waitFor();
  service.usual = "speaks";
  await dialog.getByRole("button", { name: "Continue" }).click();
  await poll(
    () => media(server.client, story.sectionId),
    (blocks) => blocks.every(({ freshness }) => freshness === "current"),
  );
  await dialog.waitFor({ state: "detached" });
});

test("Cast and Account state in words which engine does not answer and what to do; its voices come back by themselves", async () => {
  const story = await prepared();
  service.lists = "left open";
  await poll(
    () => server.client.call("listEngines"),
    ({ engines }) => engines.some(({ status }) => status === "unreachable"),
  );
  const { page } = await signedIn(server, `${chapterPath(story)}#cast`);
  const notice = page.getByRole("status").filter({ hasText: "Clear Voices is not reachable" });
  await notice.waitFor({ timeout: 40_000 });
  await notice.getByText(/Start it, or correct its address in engines\.json/).waitFor();
  assert.deepEqual(await violations(page), []);
  await notice.getByRole("link", { name: "Open Account" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Clear Voices" }).first();
  await row.getByText(/not reachable/).waitFor();
  await row.getByText(/Fullcast asks it again by itself\. Last asked now\./).waitFor();
  service.lists = "answered";
  await row.getByText("ready").waitFor({ timeout: 40_000 });
  await page.goBack();
  await page
    .getByRole("button", { name: /^Choose / })
    .first()
    .waitFor();
  assert.equal(await notice.count(), 0);
});

test("lines that an engine refuses are one cause, and one button goes to the first of them", async () => {
  const story = await atTheServiceAlone();
  service.usual = "rejects";
  const { run } = await startAudio(server.client, story.projectId, [story.sectionId]);
  await finished(server.client, run.id);
  const { page } = await signedIn(server, `${chapterPath(story)}#cast`);
  await page.getByRole("button", { name: "Not finished: see why" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Clear Voices refuses the words of a line, and would refuse them again/).waitFor();
  const failed = (await media(server.client, story.sectionId)).findIndex(({ activity }) => activity === "failed");
  assert.ok(failed >= 0);
  await dialog.getByRole("link", { name: "Go to the line" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Script", selected: true }).waitFor();
  await page.getByText(new RegExp(`^Line ${failed + 1} of `)).waitFor();
  service.usual = "speaks";
});

test("a service that does not answer is one cause, however its pause is counted, with a way to its state", async () => {
  const story = await atTheServiceAlone();
  service.usual = "fails";
  const { run } = await startAudio(server.client, story.projectId, [story.sectionId]);
  const ended = await finished(server.client, run.id);
  const [issue] = ended.run.error_summary;
  const blocks = await media(server.client, story.sectionId);
  const first = blocks.findIndex(({ activity }) => activity === "failed");
  assert.match(issue?.message ?? "", new RegExp(` block ${first + 1}: `));
  const { page } = await signedIn(server, chapterPath(story));
  await page.getByRole("button", { name: "Not finished: see why" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Clear Voices does not answer now/).waitFor();
  assert.equal(await dialog.getByText(/lines could not be spoken/).count(), 1, "one group for one cause");
  await dialog.getByRole("link", { name: "Open Account" }).click();
  await page.getByRole("listitem").filter({ hasText: "Clear Voices" }).first().waitFor();
  service.usual = "speaks";
});

test("the lines of a service that is away are spoken with other voices, after their price is stated", async () => {
  const story = await atTheServiceAlone();
  service.usual = "fails";
  const { run } = await startAudio(server.client, story.projectId, [story.sectionId]);
  await finished(server.client, run.id);
  const { page } = await signedIn(server, chapterPath(story));
  await page.getByRole("button", { name: "Not finished: see why" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Speak them with other voices…" }).click();
  await dialog.getByText(/lines? with the nearest voices of other sources: free\./).waitFor();
  assert.deepEqual(await violations(page), []);
  const asked = service.texts.length;
  await dialog.getByRole("button", { name: "Speak them now" }).click();
  await dialog.waitFor({ state: "detached" });
  await poll(
    () => media(server.client, story.sectionId),
    (blocks) => blocks.every(({ freshness }) => freshness === "current"),
  );
  assert.equal(service.texts.length, asked, "the service was asked again");
  service.usual = "speaks";
});

test("Create audio asks what happens with the lines of an engine that is away, before it starts", async () => {
  const story = await atTheServiceAlone();
  service.lists = "left open";
  await poll(
    () => server.client.call("listEngines"),
    ({ engines }) => engines.some(({ status }) => status === "unreachable"),
  );
  const { page } = await signedIn(server, chapterPath(story));
  await page.getByRole("button", { name: "Create audio" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/Clear Voices cannot speak now: \d+ lines?/).waitFor();
  await dialog.getByLabel("What happens with them").selectOption("others");
  await dialog.getByText("free", { exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole("button", { name: "Create audio" }).click();
  await dialog.waitFor({ state: "detached" });
  await poll(
    () => media(server.client, story.sectionId),
    (blocks) => blocks.every(({ freshness }) => freshness === "current"),
  );
  service.lists = "answered";
});
