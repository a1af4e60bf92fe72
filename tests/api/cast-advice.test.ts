// Advice on a cast: several names of one person, and voices that sound too alike.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedAccount } from "./server.ts";
import { createBook, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const SCRIPT = [
  "THOMAS PELL: Who is there?",
  "ANNA HART: It is Anna.",
  "THOMAS PELL: Come in.",
  "",
  "TOM: Good morning.",
  "ANNA HART: Good morning.",
  "",
].join("\n");

async function story() {
  const { projectId, sectionIds } = await createBook(client, "x");
  const { speakers_created: people } = await client.call("importScript", {
    params: { sectionId: sectionIds[0] ?? "" },
    body: { ...studioMutation(), base_document_version: 1, text: SCRIPT },
  });
  return { projectId, idOf: (name: string) => people.find((one) => one.name === name)?.id ?? assert.fail(name) };
}

test("a name and its short form are suggested as one person, with the reason; merged they are suggested no more", async () => {
  const { projectId, idOf } = await story();
  const found = await client.call("suggestMerges", { params: { projectId } });
  const pair = found.suggestions.map((one) => [one.speaker_ids, one.reasons]);
  assert.deepEqual(pair, [[[idOf("THOMAS PELL"), idOf("TOM")], [{ kind: "short_form", name: null, count: null }]]]);
  assert.ok((found.suggestions[0]?.confidence ?? 0) >= 0.5);
  await client.call("mergeSpeakers", {
    params: { projectId },
    body: {
      ...studioMutation(),
      base_speaker_registry_version: found.speaker_registry_version,
      from_speaker_ids: [idOf("TOM")],
      into_speaker_id: idOf("THOMAS PELL"),
    },
  });
  assert.deepEqual((await client.call("suggestMerges", { params: { projectId } })).suggestions, []);
});

test("two people of one conversation with one voice are too alike, until one of them gets another voice", async () => {
  const { projectId, idOf } = await story();
  const { voices } = await client.call("listVoices");
  const man = voices.find((one) => one.gender === "male" && one.age === "adult")?.voice_id ?? "";
  const girl = voices.find((one) => one.gender === "female" && one.age === "child")?.voice_id ?? "";
  const pairs = async () => (await client.call("listSimilarVoices", { params: { projectId } })).pairs;
  const cast = async (speakerId: string, voice_id: string) => {
    const { speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
    await client.call("castSpeaker", {
      params: { projectId, speakerId },
      body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id },
    });
  };
  assert.deepEqual(await pairs(), []);
  const [thomas, anna] = [idOf("THOMAS PELL"), idOf("ANNA HART")];
  await cast(thomas, man);
  await cast(anna, man);
  const [one, ...others] = await pairs();
  assert.deepEqual(others, []);
  assert.deepEqual(
    [one?.speaker_ids.toSorted(), one?.voice_ids, one?.distance],
    [[thomas, anna].sort(), [man, man], 0],
  );
  await cast(anna, girl);
  assert.deepEqual(await pairs(), []);
});

test("a person whose voice does not suit gender, age or family is named with a better voice, until it is given", async () => {
  const { projectId, sectionIds } = await createBook(client, "x");
  const text = [
    "TOM HART: Is it far?",
    "ANNA HART: Not any more.",
    "PIP: I can see the whole sea from up here!",
    "",
  ].join("\n");
  const { speakers_created: people } = await client.call("importScript", {
    params: { sectionId: sectionIds[0] ?? "" },
    body: { ...studioMutation(), base_document_version: 1, text },
  });
  const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? assert.fail(name);
  const [tom, anna, pip] = [idOf("TOM HART"), idOf("ANNA HART"), idOf("PIP")];
  const { voices } = await client.call("listVoices", { query: { language: "en" } });
  const voice = (wanted: Partial<(typeof voices)[number]>) =>
    voices.find((one) => Object.entries(wanted).every(([key, value]) => one[key as keyof typeof one] === value)) ??
    assert.fail(JSON.stringify(wanted));
  const byId = (id: string | null | undefined) => voices.find((one) => one.voice_id === id) ?? assert.fail(`${id}`);
  const params = { projectId };
  const base = async () => (await client.call("listSpeakers", { params })).speaker_registry_version;
  const cast = async (speakerId: string, voice_id: string) =>
    client.call("castSpeaker", {
      params: { projectId, speakerId },
      body: { ...studioMutation(), base_speaker_registry_version: await base(), voice_id },
    });
  const describe = async (speakerId: string, data: object) =>
    client.call("changeSpeaker", {
      params: { projectId, speakerId },
      body: { ...studioMutation(), base_speaker_registry_version: await base(), ...data },
    });
  const misfits = async () => (await client.call("listVoiceMisfits", { params })).misfits;

  await describe(tom, { gender: "male", age: "adult" });
  await describe(anna, { gender: "female", age: "adult" });
  await describe(pip, { gender: null, age: "child" });
  await cast(tom, voice({ gender: "male", age: "adult", accent: "Scottish" }).voice_id);
  await cast(anna, voice({ gender: "male", age: "adult", accent: "American" }).voice_id);
  await cast(pip, voice({ gender: "female", age: "old", accent: "American" }).voice_id);
  const found = await misfits();
  const reason = (kind: string, wanted: string, has: string, ...relative_ids: string[]) => [
    { kind, wanted, has, relative_ids },
  ];
  assert.deepEqual(
    found.map((one) => [one.speaker_id, one.reasons]),
    [
      [pip, reason("age", "child", "old")],
      [anna, reason("gender", "female", "male")],
      // Anna says more than Tom, so hers is the accent of the family.
      [tom, reason("accent", "American", "Scottish", anna)],
    ],
  );
  for (const { speaker_id, better_voice_id } of found) await cast(speaker_id, byId(better_voice_id).voice_id);
  assert.deepEqual(await misfits(), []);
  const voiceOf = async (id: string) =>
    byId((await client.call("listSpeakers", { params })).speakers.find((one) => one.id === id)?.casting?.voice_id);
  assert.equal((await voiceOf(pip)).age, "child");
  assert.equal((await voiceOf(anna)).gender, "female");
  assert.equal((await voiceOf(anna)).accent, (await voiceOf(tom)).accent);

  await cast(pip, voice({ age: "old" }).voice_id);
  assert.equal((await misfits()).length, 1);
  await client.call("changeProjectCasting", { params, body: { schema_version: 1, narrator_only: true } });
  assert.deepEqual(await misfits(), []);
});
