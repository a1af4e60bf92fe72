// Advice on a cast: several names of one person, and voices that sound too alike.

import assert from "node:assert/strict";
import { test } from "node:test";
import { refused, sharedAccount } from "./server.ts";
import { createAudio, createBook, prepare, studioMutation } from "./story.ts";

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
  // A chosen voice is no reason here: both were chosen. The one who says less changes, to a voice unlike the other's.
  const better = one?.better_voice_id ?? assert.fail("no better voice");
  assert.equal(one?.recast_speaker_id, anna);
  await cast(one.recast_speaker_id, better);
  assert.deepEqual(await pairs(), []);
  await cast(anna, girl);
  assert.deepEqual(await pairs(), []);
});

test("everyone without a voice gets one with one request and one undo; chosen voices stay", async () => {
  const { projectId, sectionIds } = await createBook(client, "x");
  const params = { projectId };
  await client.call("importScript", {
    params: { sectionId: sectionIds[0] ?? "" },
    body: { ...studioMutation(), base_document_version: 1, text: SCRIPT },
  });
  const people = async () => client.call("listSpeakers", { params });
  const [before, { voices }] = await Promise.all([people(), client.call("listVoices")]);
  const thomas = before.speakers.find(({ name }) => name === "THOMAS PELL") ?? assert.fail("no Thomas");
  const odd = voices.find(({ age }) => age === "child")?.voice_id ?? "";
  await client.call("castSpeaker", {
    params: { projectId, speakerId: thomas.id },
    body: { ...studioMutation(), base_speaker_registry_version: before.speaker_registry_version, voice_id: odd },
  });
  const stale = { ...studioMutation(), base_speaker_registry_version: before.speaker_registry_version };
  await refused(client.call("castMissingVoices", { params, body: stale }), 409, "VERSION_CONFLICT");
  const body = {
    ...studioMutation(),
    base_speaker_registry_version: (await people()).speaker_registry_version,
  };
  const answer = await client.call("castMissingVoices", { params, body });
  assert.equal(answer.casts.length, before.speakers.length - 1);
  const voiceOf = async () =>
    new Map((await people()).speakers.map(({ id, casting }) => [id, [casting?.voice_id, casting?.source]]));
  const cast = await voiceOf();
  assert.deepEqual(cast.get(thomas.id), [odd, "user"]);
  for (const { speaker_id, voice_id } of answer.casts) assert.deepEqual(cast.get(speaker_id), [voice_id, "automatic"]);
  assert.deepEqual((await client.call("listSimilarVoices", { params })).pairs, []);
  assert.deepEqual(await client.call("castMissingVoices", { params, body }), { ...answer, idempotent_replay: true });
  const again = { ...studioMutation(), base_speaker_registry_version: answer.speaker_registry_version };
  const nothing = await client.call("castMissingVoices", { params, body: again });
  assert.deepEqual([nothing.casts, nothing.speaker_registry_version], [[], answer.speaker_registry_version]);

  const sectionId = sectionIds[0] ?? "";
  const { document } = await client.call("readDocument", { params: { sectionId } });
  const undone = await client.call("undoDocument", {
    params: { sectionId },
    body: { ...studioMutation(), base_document_version: document.document_version },
  });
  assert.equal(undone.entry.summary, `Gave ${answer.casts.length} speakers a voice`);
  const left = (await people()).speakers.filter(({ casting }) => casting !== null).map(({ id }) => id);
  assert.deepEqual(left, [thomas.id]);
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

const JAPANESE = "川は夜のあいだに凍り、村の誰もそれを見ていなかった。\n\n「水門を開けたのは誰だ」と太郎は言った。\n";

test("a language that no voice speaks is stated with the cast and with the quote, before and after casting", async () => {
  const { projectId, sectionIds } = await createBook(client, JAPANESE, "The boat was late, and they waited for it.");
  const [japanese = "", english = ""] = sectionIds;
  const quote = (...section_ids: string[]) =>
    client.call("quoteWorkflow", {
      params: { projectId },
      body: { schema_version: 2, workflow_kind: "create_audio", section_ids },
    });
  const warned = async () => {
    const unspoken = (await quote(japanese)).unspoken_language ?? assert.fail("no warning");
    const { unspoken_language, misfits } = await client.call("listVoiceMisfits", { params: { projectId } });
    assert.deepEqual(misfits, []);
    assert.deepEqual(unspoken_language, unspoken);
    assert.deepEqual([unspoken.language, unspoken.providers, unspoken.install], ["ja", [], []]);
    assert.match(unspoken.message, /^No voice of this server speaks Japanese \(ja\).*docs\/engines\/README\.md/);
    return unspoken.speaker_ids;
  };
  assert.equal((await warned()).length, 1, "the narrator reads what is not structured yet");
  assert.equal((await quote(english)).unspoken_language, null);
  await prepare(client, projectId, japanese);
  assert.equal((await warned()).length, 2);
  await createAudio(client, projectId, japanese);
  const { unspoken_language } = await client.call("listVoiceMisfits", { params: { projectId } });
  assert.equal(unspoken_language?.language, "ja");
  assert.equal((await quote(japanese)).unspoken_language, null, "nothing is left to speak");
});

test("a book in a language with voices to install names one; embedded languages have no warning", async () => {
  const { projectId, sectionIds } = await createBook(client, "Ріка замерзла вночі, і ніхто цього не бачив.");
  const [section_id = ""] = sectionIds;
  const unspoken = async () =>
    (
      await client.call("quoteWorkflow", {
        params: { projectId },
        body: { schema_version: 2, workflow_kind: "create_audio", section_ids: [section_id] },
      })
    ).unspoken_language;
  const state = async (language: string) =>
    client.call("changeBook", {
      params: { projectId },
      body: { ...studioMutation(), language },
    });
  await state("uk-UA");
  const found = (await unspoken()) ?? assert.fail("no warning");
  assert.deepEqual([found.language, found.install], ["uk", ["piper/uk_UA-ukrainian_tts-medium"]]);
  assert.match(
    found.message,
    /npx fullcast engines add piper, then npx fullcast voices install piper\/uk_UA-ukrainian_tts-medium/,
  );
  const german = await createBook(client, "Der Fluss war in der Nacht gefroren, und niemand hatte es gesehen.");
  const { unspoken_language } = await client.call("listVoiceMisfits", { params: { projectId: german.projectId } });
  assert.equal(unspoken_language, null);
});

test("the country that a book states chooses the voices", async () => {
  const { voices } = await client.call("listVoices", { query: { language: "pt", limit: 200 } });
  const countryOf = new Map(voices.map(({ voice_id, language }) => [voice_id, language]));
  for (const language of ["pt-PT", "pt-BR"]) {
    const { projectId, sectionIds } = await createBook(
      client,
      "O velho acendeu a lâmpada.\n\n— Esta noite vai ventar — disse Duarte.\n\n— Como é que sabe? — perguntou Leonor.\n",
    );
    await client.call("changeBook", { params: { projectId }, body: { ...studioMutation(), language } });
    await prepare(client, projectId, ...sectionIds);
    const { speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
    const { casts } = await client.call("castMissingVoices", {
      params: { projectId },
      body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version },
    });
    assert.ok(casts.length >= 3, `${casts.length} casts`);
    for (const { voice_id } of casts) assert.equal(countryOf.get(voice_id), language);
  }
});
