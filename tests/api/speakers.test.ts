// The cast of a project: who speaks, with which voice, and what a change of it makes stale.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Speaker } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  media,
  prepare,
  readDocument,
  spokenStory,
  studioMutation,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const { voices } = await client.call("listVoices");
const list = (projectId: string) => client.call("listSpeakers", { params: { projectId } });
const named = async (projectId: string, name: RegExp) => {
  const { speakers } = await list(projectId);
  return speakers.find((speaker) => name.test(speaker.name)) ?? assert.fail(`nobody is called ${name}`);
};

type Cast = { voice_id: string | null; generation_profile?: { [key: string]: never } | null };
const castBody = async (projectId: string, cast: Cast) => ({
  ...studioMutation(),
  base_speaker_registry_version: (await list(projectId)).speaker_registry_version,
  ...cast,
});
const sendCast = (projectId: string, speakerId: string, body: Awaited<ReturnType<typeof castBody>>) =>
  client.call("castSpeaker", { params: { projectId, speakerId }, body });
const cast = async (projectId: string, speaker: Speaker, voice_id: string | null) =>
  sendCast(projectId, speaker.id, await castBody(projectId, { voice_id }));
const otherVoice = (speaker: Speaker) =>
  voices.find((voice) => voice.voice_id !== speaker.casting?.voice_id && voice.language.startsWith("en"))?.voice_id ??
  "";

const freshnessBySpeaker = async (sectionId: string, speakerId: string) => {
  const { blocks } = (await readDocument(client, sectionId)).document;
  const own = new Set(blocks.flatMap((block) => (block.speaker_id === speakerId ? [block.id] : [])));
  const all = (await media(client, sectionId)).filter((one) => one.freshness !== "unsupported");
  return { own: all.filter((one) => own.has(one.block_id)), others: all.filter((one) => !own.has(one.block_id)) };
};

describe("the list of speakers", () => {
  test("of a new project holds the one narrator, without a voice", async () => {
    const { projectId } = await createStory(client);
    const { speakers, speaker_registry_version } = await list(projectId);
    assert.equal(speaker_registry_version, 1);
    assert.deepEqual(
      speakers.map(({ role, casting, usage }) => ({ role, casting, usage })),
      [{ role: "narrator", casting: null, usage: { section_count: 0, block_count: 0, character_count: 0 } }],
    );
  });
  test("states how many sections, blocks and UTF-16 units each speaks", async () => {
    const book = await createBook(
      client,
      '"One," said Mara. "More."\n\nA boat.',
      'Rain.\n\n"\u{1f6a2}!" said Mara.',
      "Wind.",
    );
    await prepare(client, book.projectId, ...book.sectionIds);
    const documents = await Promise.all(book.sectionIds.map((id) => readDocument(client, id)));
    const { speakers } = await list(book.projectId);
    assert.equal(speakers.length, 2);
    for (const speaker of speakers) {
      const spoken = documents.map(({ document }) =>
        document.blocks.filter((block) => block.speaker_id === speaker.id),
      );
      const texts = spoken.flat().map((block) => (block.content.type === "text" ? block.content.text : ""));
      assert.deepEqual(
        speaker.usage,
        {
          section_count: spoken.filter((blocks) => blocks.length > 0).length,
          block_count: texts.length,
          character_count: texts.join("").length,
        },
        speaker.name,
      );
    }
    assert.deepEqual(documents[0]?.speakers, speakers);
    assert.equal(new Set(speakers.map((speaker) => speaker.color_index)).size, speakers.length);
  });
});

describe("casting a speaker", () => {
  test("makes exactly the blocks of that speaker stale, because of the voice", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const mara = await named(projectId, /mara/i);
    const before = await list(projectId);
    const answer = await cast(projectId, mara, otherVoice(mara));
    const { own, others } = await freshnessBySpeaker(sectionId, mara.id);
    assert.equal(own.length, 2);
    assert.equal(answer.stale_block_count, own.length);
    for (const one of own) assert.deepEqual([one.freshness, one.stale_reasons], ["stale", ["voice"]]);
    for (const one of others) assert.deepEqual([one.freshness, one.stale_reasons], ["current", []]);
    assert.equal(answer.speaker_registry_version, before.speaker_registry_version + 1);
    const after = await list(projectId);
    assert.equal(after.speaker_registry_version, answer.speaker_registry_version);
    assert.deepEqual(
      answer.speaker,
      after.speakers.find((speaker) => speaker.id === mara.id),
    );
    assert.equal(answer.speaker.casting?.source, "user");
    assert.equal((await readDocument(client, sectionId)).speaker_registry_version, answer.speaker_registry_version);
  });
  test("back to the voice before makes its old audio current again, without a workflow", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const mara = await named(projectId, /mara/i);
    const before = await media(client, sectionId);
    await cast(projectId, mara, otherVoice(mara));
    assert.equal((await createAudio(client, projectId, sectionId)).run.status, "completed");
    const between = await media(client, sectionId);
    const back = await cast(projectId, mara, mara.casting?.voice_id ?? null);
    assert.equal(back.stale_block_count, 0);
    const after = await media(client, sectionId);
    for (const [index, one] of after.entries()) {
      assert.equal(one.freshness, before[index]?.freshness);
      assert.equal(one.active_rendition_id, before[index]?.active_rendition_id);
    }
    const { own } = await freshnessBySpeaker(sectionId, mara.id);
    for (const one of own) {
      assert.equal(one.audio_version_count, 2);
      const other = between.find((entry) => entry.block_id === one.block_id)?.active_rendition_id;
      assert.notEqual(one.active_rendition_id, other);
    }
  });
  test("is never overwritten by automatic casting", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const tom = await named(projectId, /tom/i);
    const chosen = voices.find((voice) => voice.gender === "female" && voice.age === "child")?.voice_id ?? "";
    await cast(projectId, tom, chosen);
    assert.equal((await createAudio(client, projectId, sectionId)).run.status, "completed");
    const { speakers } = await list(projectId);
    for (const speaker of speakers) assert.ok(speaker.casting !== null, speaker.name);
    const now = speakers.find((speaker) => speaker.id === tom.id);
    assert.deepEqual([now?.casting?.voice_id, now?.casting?.source], [chosen, "user"]);
    const others = speakers.filter((speaker) => speaker.id !== tom.id);
    assert.deepEqual(
      others.map((speaker) => speaker.casting?.source),
      others.map(() => "automatic"),
    );
  });
  test("with voice_id null takes the voice away; automatic casting may then give one", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const mara = await named(projectId, /mara/i);
    const answer = await cast(projectId, mara, null);
    assert.equal(answer.speaker.casting, null);
    const { own, others } = await freshnessBySpeaker(sectionId, mara.id);
    for (const one of own) assert.notEqual(one.freshness, "current");
    for (const one of others) assert.equal(one.freshness, "current");
    assert.equal((await createAudio(client, projectId, sectionId)).run.status, "completed");
    assert.equal((await named(projectId, /mara/i)).casting?.source, "automatic");
    for (const one of (await freshnessBySpeaker(sectionId, mara.id)).own) assert.equal(one.freshness, "current");
  });
  test("with a generation profile and no voice is 400", async () => {
    const { projectId } = await createStory(client);
    const [narrator] = (await list(projectId)).speakers;
    const body = await castBody(projectId, { voice_id: null, generation_profile: {} });
    const { details } = await refused(sendCast(projectId, narrator?.id ?? "", body), 400, "INVALID_REQUEST");
    assert.match(JSON.stringify(details), /generation_profile/);
  });
  test("on a stale speaker_registry_version is 409 and states the current one", async () => {
    const { projectId } = await createStory(client);
    const narrator = await named(projectId, /narrator/i);
    const body = await castBody(projectId, { voice_id: otherVoice(narrator) });
    await sendCast(projectId, narrator.id, body);
    const refusal = await refused(
      sendCast(projectId, narrator.id, { ...body, ...studioMutation() }),
      409,
      "VERSION_CONFLICT",
    );
    assert.deepEqual(refusal.details, { field: "base_speaker_registry_version", expected: 1, current: 2 });
  });
  test("of ten casts at once on one version exactly one succeeds", async () => {
    const { projectId } = await createStory(client);
    const narrator = await named(projectId, /narrator/i);
    const body = await castBody(projectId, { voice_id: otherVoice(narrator) });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        sendCast(projectId, narrator.id, { ...body, ...studioMutation() }).then(
          () => 200,
          (error) => error.status,
        ),
      ),
    );
    assert.deepEqual(outcomes.sort(), [200, ...Array.from({ length: 9 }, () => 409)]);
  });
  test("repeated with the same client_mutation_id returns the committed result; with another voice it is 409", async () => {
    const { projectId } = await createStory(client);
    const narrator = await named(projectId, /narrator/i);
    const body = await castBody(projectId, { voice_id: otherVoice(narrator) });
    const first = await sendCast(projectId, narrator.id, body);
    const again = await sendCast(projectId, narrator.id, body);
    assert.deepEqual(again, { ...first, idempotent_replay: true });
    const other = { ...body, voice_id: null };
    await refused(sendCast(projectId, narrator.id, other), 409, "IDEMPOTENCY_CONFLICT");
  });
  test("with a voice that no engine has is 400; of an unknown speaker or project 404", async () => {
    const { projectId } = await createStory(client);
    const narrator = await named(projectId, /narrator/i);
    const body = await castBody(projectId, { voice_id: randomUUID() });
    await refused(sendCast(projectId, narrator.id, body), 400, "INVALID_REQUEST");
    await refused(sendCast(projectId, randomUUID(), { ...body, voice_id: null }), 404, "NOT_FOUND");
    await refused(sendCast(randomUUID(), narrator.id, { ...body, voice_id: null }), 404, "NOT_FOUND");
    assert.equal((await list(projectId)).speaker_registry_version, 1);
  });
});

test("automatic casting gives every speaker a voice that fits gender and age, and partners in conversation different voices", async () => {
  const text =
    '"Good morning," said the old man.\n\n"Good morning, grandfather," said little Emma.\n\n"Sit down," he said.\n\n"I will," she said.';
  const { projectId } = await spokenStory(client, text);
  const { speakers } = await list(projectId);
  const byId = new Map(voices.map((voice) => [voice.voice_id, voice]));
  assert.ok(speakers.length >= 3);
  assert.equal(new Set(speakers.map((speaker) => speaker.casting?.voice_id)).size, speakers.length);
  for (const speaker of speakers) {
    const voice = byId.get(speaker.casting?.voice_id ?? "");
    assert.ok(voice, speaker.name);
    if (speaker.gender !== null) assert.equal(voice.gender, speaker.gender, speaker.name);
    if (speaker.age !== null) assert.equal(voice.age, speaker.age, speaker.name);
    assert.equal(speaker.casting?.voice_name, voice.name);
  }
});
