// The narrator: one voice for everything, the "I" of a first-person story, and texts without speech.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { refused, sharedAccount } from "./server.ts";
import { createAudio, createStory, media, prepare, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const speakersOf = async (projectId: string) => (await client.call("listSpeakers", { params: { projectId } })).speakers;
const voicesOf = async (projectId: string) =>
  new Set((await speakersOf(projectId)).map(({ casting }) => casting?.voice_id));
const narratorOnly = (projectId: string, narrator_only: boolean) =>
  client.call("changeProjectCasting", { params: { projectId }, body: { schema_version: 1, narrator_only } });

describe("one voice for everything (PUT /studio/projects/{projectId}/casting)", () => {
  test("set before any voice is cast: Create Audio gives everyone the narrator's", async () => {
    const story = await createStory(client);
    await narratorOnly(story.projectId, true);
    await prepare(client, story.projectId, story.sectionId);
    await createAudio(client, story.projectId, story.sectionId);
    const speakers = await speakersOf(story.projectId);
    assert.ok(speakers.length >= 3, "narrator, Mara and Tom");
    assert.equal((await voicesOf(story.projectId)).size, 1);
  });
  test("set later it recasts at once and lines become stale; taken back, voices are cast again", async () => {
    const story = await spokenStory(client);
    assert.ok((await voicesOf(story.projectId)).size > 1);
    const on = await narratorOnly(story.projectId, true);
    assert.equal(on.narrator_only, true);
    assert.equal((await voicesOf(story.projectId)).size, 1);
    assert.ok((await media(client, story.sectionId)).some(({ freshness }) => freshness === "stale"));
    assert.deepEqual(await narratorOnly(story.projectId, true), on, "again changes nothing");
    await narratorOnly(story.projectId, false);
    await createAudio(client, story.projectId, story.sectionId);
    assert.ok((await voicesOf(story.projectId)).size > 1);
  });
  test("of an unknown project is 404", async () => {
    await refused(narratorOnly("00000000-0000-4000-8000-000000000000", true), 404, "NOT_FOUND");
  });
});

describe("the engine of a project's cast", () => {
  const providersOf = async (projectId: string) =>
    new Set((await speakersOf(projectId)).map(({ casting }) => casting?.provider));
  const casting = (projectId: string, provider: string | null) =>
    client.call("changeProjectCasting", {
      params: { projectId },
      body: { schema_version: 1, narrator_only: false, provider },
    });

  test("English is cast with natural voices", async () => {
    const story = await spokenStory(client);
    assert.deepEqual(await providersOf(story.projectId), new Set(["flite"]));
  });
  test("is the one that a person prefers; naming it casts anew, except voices that a person chose", async () => {
    const story = await spokenStory(client);
    const [narrator, first] = await speakersOf(story.projectId);
    assert.ok(narrator && first?.casting);
    const { speaker_registry_version } = await client.call("castSpeaker", {
      params: { projectId: story.projectId, speakerId: first.id },
      body: {
        ...studioMutation(),
        base_speaker_registry_version: (await client.call("listSpeakers", { params: { projectId: story.projectId } }))
          .speaker_registry_version,
        voice_id: first.casting.voice_id,
      },
    });
    const changed = await casting(story.projectId, "espeak");
    assert.equal(changed.provider, "espeak");
    assert.ok(changed.speaker_registry_version > speaker_registry_version);
    await createAudio(client, story.projectId, story.sectionId);
    const after = await speakersOf(story.projectId);
    assert.equal(after.find(({ id }) => id === first.id)?.casting?.provider, "flite");
    for (const speaker of after) if (speaker.id !== first.id) assert.equal(speaker.casting?.provider, "espeak");
    assert.equal((await casting(story.projectId, null)).provider, null);
    assert.equal((await speakersOf(story.projectId))[0]?.casting?.provider, "espeak", "null changes no cast");
  });
  test("must be one of this server", async () => {
    const story = await createStory(client);
    await refused(casting(story.projectId, "unheard-of"), 400, "INVALID_REQUEST");
  });
});

test("the I of a first-person story is the project's narrator, with one voice", async () => {
  const turn = (n: number) =>
    `I took the lamp and went down to the ${n}th boat. My hands were cold.\n\n"Is it you?" asked Tom.\n\n"It is," I said. I gave him my coat.`;
  const story = await createStory(client, [1, 2, 3, 4].map(turn).join("\n\n"));
  await prepare(client, story.projectId, story.sectionId);
  const speakers = await speakersOf(story.projectId);
  assert.deepEqual(
    speakers.map(({ role, name }) => [role, name]),
    [
      ["narrator", "Narrator"],
      ["character", "Tom"],
    ],
  );
  assert.equal(speakers[0]!.usage.block_count, 16, "narration, tags and own lines of four turns");
});
