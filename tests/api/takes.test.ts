// The takes of a line: further ones, the one that plays, and locks.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  createStory,
  finished,
  media,
  playbackManifest,
  readDocument,
  spokenStory,
  studioMutation,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const { voices } = await client.call("listVoices", { query: { language: "en" } });

type Place = { readonly sectionId: string; readonly blockId: string };
const takesOf = (params: Place) => client.call("listTakes", { params });
const activate = (place: Place, takeId: string) =>
  client.call("activateTake", { params: { ...place, takeId }, body: studioMutation() });
const lock = (params: Place, locked: boolean) =>
  client.call("setTakeLock", { params, body: { ...studioMutation(), locked } });
const more = async (params: Place, body: { count: number; voice_id?: string }) =>
  finished(client, (await client.call("requestTakes", { params, body: { ...studioMutation(), ...body } })).run.id);
const mediaOf = async ({ sectionId, blockId }: Place) =>
  (await media(client, sectionId)).find((one) => one.block_id === blockId) ?? assert.fail("the block is gone");

async function storyWithLine() {
  const story = await spokenStory(client);
  const { document } = await readDocument(client, story.sectionId);
  const line = document.blocks.find((block) => block.kind === "speech") ?? assert.fail("no speech");
  return { story, line, place: { sectionId: story.sectionId, blockId: line.id } };
}

async function recast(projectId: string, speakerId: string | null, voiceId: string) {
  const { speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
  return client.call("castSpeaker", {
    params: { projectId, speakerId: speakerId ?? assert.fail("no speaker") },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: voiceId },
  });
}

async function rewrite({ sectionId, blockId }: Place, text: string) {
  const { document } = await readDocument(client, sectionId);
  const block = document.blocks.find((one) => one.id === blockId) ?? assert.fail("the block is gone");
  assert.ok(block.content.type === "text");
  await client.call("editDocument", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [
        {
          op: "replace_block",
          block_id: blockId,
          base_block_version: block.block_version,
          set: { content: { ...block.content, text, annotations: [], points: [] } },
        },
      ],
    },
  });
}

describe("further takes", () => {
  test("differ from each other in their sound; the take that plays stays until another is activated", async () => {
    const { place, story, line } = await storyWithLine();
    const [first] = (await takesOf(place)).takes;
    const run = await more(place, { count: 3 });
    assert.equal(run.run.status, "completed", JSON.stringify(run.run.error_summary));
    assert.deepEqual(
      run.steps.map((step) => [step.step_kind, step.result_summary.takes_generated]),
      [["generate_stale_audio", 3]],
    );
    const { takes, active_take_id, locked } = await takesOf(place);
    assert.deepEqual([takes.length, active_take_id, locked], [4, first?.id, false]);
    assert.equal(new Set(await Promise.all(takes.map(bytesOf))).size, 4, "two takes have the same sound");
    assert.ok(takes.every((take) => take.matches_intent && take.source === "engine" && take.warnings.length === 0));
    assert.deepEqual(
      takes
        .map((take) => take.created_at)
        .toSorted()
        .reverse(),
      takes.map((take) => take.created_at),
    );

    const chosen = takes.find((take) => take.id !== first?.id)!;
    const changed = await activate(place, chosen.id);
    assert.deepEqual([changed.active_take_id, changed.idempotent_replay], [chosen.id, false]);
    const entry = await mediaOf(place);
    assert.deepEqual(
      [entry.active_rendition_id, entry.freshness, entry.audio_version_count],
      [chosen.id, "current", 4],
    );
    const { manifest } = await playbackManifest(client, story, 1);
    const unit = manifest.sequential_units.find((one) => one.block_id === line.id && one.unit_type === "asset");
    assert.equal(unit?.unit_type === "asset" && unit.rendition_id, chosen.id);
    assert.equal((await createAudio(client, story.projectId, story.sectionId)).steps.at(-1)?.status, "skipped");
  });

  test("with another voice hold for this line only; activated, the take plays although the line wants its own voice", async () => {
    const { place, story } = await storyWithLine();
    const before = await takesOf(place);
    const other = voices.find((voice) => voice.voice_id !== before.takes[0]?.voice_id)!;
    await more(place, { count: 1, voice_id: other.voice_id });
    const { takes, active_take_id } = await takesOf(place);
    assert.equal(active_take_id, before.active_take_id);
    assert.deepEqual([takes[0]?.voice_id, takes[0]?.matches_intent], [other.voice_id, false]);
    await activate(place, takes[0]!.id);
    const entry = await mediaOf(place);
    assert.deepEqual(
      [entry.freshness, entry.stale_reasons, entry.active_rendition_id],
      ["stale", ["voice"], takes[0]!.id],
    );
    assert.equal((await playbackManifest(client, story, 1)).manifest.completeness, "complete");
    assert.equal((await createAudio(client, story.projectId, story.sectionId)).steps.at(-1)?.status, "skipped");
    assert.equal((await takesOf(place)).active_take_id, takes[0]!.id);
  });

  test("of a line that changed since are of the line as it is, and the line is current again", async () => {
    const { place } = await storyWithLine();
    await rewrite(place, '"Is the ferry back?"');
    assert.equal((await mediaOf(place)).freshness, "stale");
    await more(place, { count: 1 });
    const { takes, active_take_id } = await takesOf(place);
    assert.equal(active_take_id, takes[0]?.id);
    assert.equal((await mediaOf(place)).freshness, "current");
  });

  test("of a block without speech, of an unknown block or voice, and too many are refused", async () => {
    const { place } = await storyWithLine();
    const body = (changes: object) => ({ ...studioMutation(), count: 1, ...changes });
    const call = (params: Place, changes: object = {}) => client.call("requestTakes", { params, body: body(changes) });
    await refused(call(place, { count: LIMITS.takes_at_once + 1 }), 400, "INVALID_REQUEST");
    await refused(call(place, { count: 0 }), 400, "INVALID_REQUEST");
    await refused(call(place, { voice_id: randomUUID() }), 400, "INVALID_REQUEST");
    await refused(call(place, { generation_profile: { model: "unknown" } }), 400, "INVALID_REQUEST");
    await refused(call(place, { base_block_version: 99 }), 409, "VERSION_CONFLICT");
    await refused(call({ ...place, blockId: randomUUID() }), 404, "NOT_FOUND");
    await refused(call({ ...place, sectionId: randomUUID() }), 404, "NOT_FOUND");
    const unprepared = await createStory(client);
    const { document } = await readDocument(client, unprepared.sectionId);
    const raw = { sectionId: unprepared.sectionId, blockId: document.blocks[0]!.id };
    await refused(call(raw), 409, "BLOCK_NOT_SPOKEN");
    assert.deepEqual((await takesOf(raw)).takes, []);
    await refused(lock(raw, true), 409, "TAKE_MISSING");
  });

  test("are requested once: the same request returns the same run, another one with its id conflicts", async () => {
    const { place } = await storyWithLine();
    const body = { ...studioMutation(), count: 2 };
    const one = await client.call("requestTakes", { params: place, body });
    const again = await client.call("requestTakes", { params: place, body });
    assert.equal(again.run.id, one.run.id);
    await refused(
      client.call("requestTakes", { params: place, body: { ...body, count: 3 } }),
      409,
      "IDEMPOTENCY_CONFLICT",
    );
    await finished(client, one.run.id);
    assert.equal((await takesOf(place)).takes.length, 3);
  });
});

describe("a locked line", () => {
  test("is never spoken again by itself; what changed since shows as stale, and its take plays while its words stay", async () => {
    const { place, story, line } = await storyWithLine();
    const { active_take_id } = await takesOf(place);
    const body = { ...studioMutation(), locked: true };
    const locked = await client.call("setTakeLock", { params: place, body });
    assert.deepEqual([locked.locked, locked.active_take_id, locked.idempotent_replay], [true, active_take_id, false]);
    assert.equal((await client.call("setTakeLock", { params: place, body })).idempotent_replay, true);
    const other = voices.find((voice) => voice.voice_id !== locked.takes[0]?.voice_id)!;
    await recast(story.projectId, line.speaker_id, other.voice_id);
    await createAudio(client, story.projectId, story.sectionId);
    const entry = await mediaOf(place);
    assert.deepEqual(
      [entry.freshness, entry.stale_reasons, entry.active_rendition_id, entry.audio_version_count],
      ["stale", ["voice"], active_take_id, 1],
    );
    assert.equal((await playbackManifest(client, story, 1)).manifest.completeness, "complete");

    await rewrite(place, '"Is the ferry back?"');
    await createAudio(client, story.projectId, story.sectionId);
    assert.equal((await takesOf(place)).takes.length, 1);
    const { manifest } = await playbackManifest(client, story, 1);
    assert.deepEqual(
      manifest.gaps.map(({ block_id, reason }) => [block_id, reason]),
      [[line.id, "stale"]],
    );

    await lock(place, false);
    assert.equal((await takesOf(place)).active_take_id, active_take_id);
    await createAudio(client, story.projectId, story.sectionId);
    const after = await mediaOf(place);
    assert.deepEqual([after.freshness, after.audio_version_count], ["current", 2]);
  });

  test("stays locked with the take that a person activates", async () => {
    const { place } = await storyWithLine();
    await more(place, { count: 1 });
    await lock(place, true);
    const { takes, active_take_id } = await takesOf(place);
    const other = takes.find((take) => take.id !== active_take_id)!;
    const changed = await activate(place, other.id);
    assert.deepEqual([changed.locked, changed.active_take_id], [true, other.id]);
  });
});

describe("an earlier take", () => {
  test("plays again by itself as soon as the line is what it was, with the take that was chosen for it then", async () => {
    const { place, line } = await storyWithLine();
    await more(place, { count: 1 });
    const { takes } = await takesOf(place);
    await activate(place, takes[0]!.id);
    assert.ok(line.content.type === "text");
    await rewrite(place, '"Is the ferry back?"');
    await more(place, { count: 1 });
    assert.notEqual((await takesOf(place)).active_take_id, takes[0]!.id);
    await rewrite(place, line.content.text);
    const entry = await mediaOf(place);
    assert.deepEqual([entry.active_rendition_id, entry.freshness], [takes[0]!.id, "current"]);
  });

  test("of another line, or unknown, cannot be activated", async () => {
    const { place, story } = await storyWithLine();
    const { document } = await readDocument(client, story.sectionId);
    const other = document.blocks.find((block) => block.kind === "narration")!;
    const foreign = (await takesOf({ ...place, blockId: other.id })).takes[0]!;
    await refused(activate(place, foreign.id), 404, "NOT_FOUND");
    await refused(activate(place, randomUUID()), 404, "NOT_FOUND");
  });
});

async function bytesOf({ url }: { readonly url: string }): Promise<string> {
  return Buffer.from(await (await fetch(url)).arrayBuffer()).toString("latin1");
}
