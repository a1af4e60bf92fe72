// Advice on a cast: several names of one person, and voices that sound too alike.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "./server.ts";
import { createBook, studioMutation } from "./story.ts";

const server = await sharedServer();
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
