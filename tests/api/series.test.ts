// Series: people of one book are recognised in the next, proposed, and taken over as an edit that can be undone.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { sharedAccount } from "./server.ts";
import { createAudio, createBook, media, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const ONE = [
  "MARA PELL: Is the boat back, Captain?",
  "CAPTAIN HART: Not yet. Give it an hour.",
  "MARA PELL: You said that an hour ago, and the hour before, and still there is nothing but fog.",
  "PIP: I can see it!",
  "",
].join("\n");
const THREE = [
  "MARA: Welcome home.",
  "JOHN HART: It was a long way from Tamarisk.",
  "MARA: Sit down.",
  "PIP: Who is that?",
  "INES: A friend.",
  "",
].join("\n");

const newName = () => `The Harbour ${randomUUID()}`;
const newSeries = async (name = newName()) =>
  (await client.call("createSeries", { body: { schema_version: 1, client_mutation_id: randomUUID(), name } })).series;

async function book(text: string) {
  const { projectId, sectionIds } = await createBook(client, "x");
  const sectionId = sectionIds[0] ?? "";
  const { speakers_created: people } = await client.call("importScript", {
    params: { sectionId },
    body: { ...studioMutation(), base_document_version: 1, text },
  });
  const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? assert.fail(name);
  const params = { projectId };
  const cast = async () => client.call("listSpeakers", { params });
  const base = async () => (await cast()).speaker_registry_version;
  return {
    ...{ projectId, sectionId, params, idOf, cast, base },
    speaker: async (name: string) => (await cast()).speakers.find((one) => one.name === name) ?? assert.fail(name),
    describe: async (name: string, data: object) =>
      client.call("changeSpeaker", {
        params: { projectId, speakerId: idOf(name) },
        body: { ...studioMutation(), base_speaker_registry_version: await base(), ...data },
      }),
    give: async (name: string, voice_id: string) =>
      client.call("castSpeaker", {
        params: { projectId, speakerId: idOf(name) },
        body: { ...studioMutation(), base_speaker_registry_version: await base(), voice_id },
      }),
    say: async (term: string, value: string, speaker_id: string | null = null) =>
      client.call("changeLexicon", {
        params,
        body: {
          ...studioMutation(),
          base_lexicon_version: (await client.call("readLexicon", { params })).lexicon_version,
          upsert: [{ term, alphabet: "alias", value, speaker_id }],
        },
      }),
    join: (series_id: string | null) =>
      client.call("setProjectSeries", { params, body: { schema_version: 1, series_id } }),
    save: (body: { speaker_ids?: string[] } = {}) =>
      client.call("saveSeriesPeople", { params, body: { schema_version: 1, ...body } }),
    series: () => client.call("readProjectSeries", { params }),
    answer: async (...answers: { speaker_id: string; person_id: string; same: boolean }[]) =>
      client.call("answerSeriesProposals", {
        params,
        body: { ...studioMutation(), base_speaker_registry_version: await base(), answers },
      }),
  };
}

const { voices } = await client.call("listVoices", { query: { language: "en" } });
const voice = (gender: string, index = 0) => voices.filter((one) => one.gender === gender)[index]?.voice_id ?? "";

/** Book one in a new series, with voices, other names and pronunciations. */
async function firstBook() {
  const series = await newSeries();
  const one = await book(ONE);
  await one.describe("MARA PELL", { gender: "female", age: "adult", aliases: ["the harbour master"] });
  await one.describe("PIP", { age: "child" });
  await one.give("MARA PELL", voice("female"));
  await one.give("CAPTAIN HART", voice("male"));
  await one.say("Pell", "pail");
  await one.say("Tamarisk", "tam a risk");
  await one.say("fog", "fawg", one.idOf("MARA PELL"));
  await one.join(series.id);
  const saved = await one.save();
  return { series, one, saved };
}

test("series are created once, listed by name with their stories, renamed and deleted; names are unique", async () => {
  const name = newName();
  const body = { schema_version: 1 as const, client_mutation_id: randomUUID(), name };
  const made = await client.call("createSeries", { body });
  assert.deepEqual([made.series.name, made.series.person_count, made.series.projects], [name, 0, []]);
  const again = await client.call("createSeries", { body });
  assert.deepEqual([again.series.id, again.idempotent_replay], [made.series.id, true]);
  const same = await server.request("/studio/series", {
    method: "POST",
    body: JSON.stringify({ ...body, client_mutation_id: randomUUID(), name: `  ${name.toUpperCase()} ` }),
  });
  assert.equal(same.status, 400);
  assert.match(same.body.error.message + JSON.stringify(same.body.error.details), /already/);
  const story = await book(ONE);
  await story.join(made.series.id);
  const listed = (await client.call("listSeries")).series.find((one) => one.id === made.series.id);
  assert.deepEqual(
    listed?.projects.map(({ project_id, series_number }) => [project_id, series_number]),
    [[story.projectId, null]],
  );
  const renamed = await client.call("renameSeries", {
    params: { seriesId: made.series.id },
    body: { schema_version: 1, name: `${name} 2` },
  });
  assert.equal(renamed.series.name, `${name} 2`);
  await client.call("deleteSeries", { params: { seriesId: made.series.id } });
  assert.equal((await story.series()).series, null);
  assert.equal((await server.request(`/studio/series/${made.series.id}`)).status, 404);
});

test("saving keeps voice, manner, names, pronunciations, a sample line and who talks with whom", async () => {
  const { series, one, saved } = await firstBook();
  assert.deepEqual(
    saved.saved.map(({ is_new }) => is_new),
    [true, true, true, true],
  );
  const { people } = (await client.call("readSeries", { params: { seriesId: series.id } })).series;
  assert.deepEqual(
    people.map(({ name }) => name),
    ["Narrator", "MARA PELL", "CAPTAIN HART", "PIP"],
  );
  const [narrator, mara, hart] = people;
  assert.deepEqual(
    [mara?.voice?.voice_id, mara?.aliases, mara?.gender, mara?.age],
    [voice("female"), ["the harbour master"], "female", "adult"],
  );
  assert.match(mara?.sample_text ?? "", /nothing but fog/);
  // It is the line that the auditions of the cast speak.
  const { lines } = await client.call("readSpeakerLines", {
    params: { ...one.params, speakerId: one.idOf("MARA PELL") },
  });
  assert.deepEqual(lines[0]?.content.type === "text" && lines[0].content.text.trim(), mara?.sample_text);
  assert.ok(mara?.talks_with.includes(hart?.id ?? ""));
  const terms = (person: typeof mara) => person?.pronunciations.map((entry) => [entry.term, entry.own_lines_only]);
  assert.deepEqual(terms(mara), [
    ["Pell", false],
    ["fog", true],
  ]);
  assert.deepEqual(terms(narrator), [["Tamarisk", false]]);
  // The same book again brings its people up to date and makes none.
  await one.give("PIP", voice("female", 1));
  const again = await one.save({ speaker_ids: [one.idOf("PIP")] });
  assert.deepEqual([again.saved.length, again.saved[0]?.is_new], [1, false]);
  const after = (await client.call("readSeries", { params: { seriesId: series.id } })).series.people;
  assert.deepEqual([after.length, after[3]?.voice?.voice_id], [4, voice("female", 1)]);
});

test("a later book: people are proposed with evidence; accepted, only their lines become stale, and one undo reverts all", async () => {
  const { series, one } = await firstBook();
  const three = await book(THREE);
  for (const name of ["MARA", "JOHN HART", "PIP", "INES"]) await three.give(name, voice("male", 1));
  assert.equal((await createAudio(client, three.projectId, three.sectionId)).run.status, "completed");
  await three.join(series.id);
  const found = await three.series();
  assert.equal(found.series?.id, series.id);
  const byName = new Map(found.proposals.map((one) => [one.person.name, one]));
  const kinds = (name: string) => byName.get(name)?.reasons.map(({ kind }) => kind);
  assert.deepEqual(kinds("MARA PELL"), ["part_of_name", "talks_with"]);
  assert.deepEqual(kinds("CAPTAIN HART"), ["title_and_surname", "talks_with"]);
  assert.deepEqual(kinds("PIP"), ["same_name"]);
  assert.deepEqual(kinds("Narrator"), ["narrator"]);
  assert.equal(byName.size, 4);
  assert.deepEqual(
    found.proposals.map(({ person }) => person.known_in.map(({ project_id }) => project_id)),
    found.proposals.map(() => [one.projectId]),
  );
  const mara = byName.get("MARA PELL") ?? assert.fail();
  assert.deepEqual(mara.takes_over, {
    voice: true,
    aliases: ["MARA PELL", "the harbour master"],
    pronunciation_count: 2,
  });

  const stale = async () =>
    (await media(client, three.sectionId)).filter((one) => one.freshness !== "current").map((one) => one.block_id);
  assert.deepEqual(await stale(), []);
  const before = await three.cast();
  const narrator = byName.get("Narrator") ?? assert.fail();
  const taken = await three.answer(
    { speaker_id: mara.speaker_id, person_id: mara.person.id, same: true },
    { speaker_id: narrator.speaker_id, person_id: narrator.person.id, same: true },
  );
  // Two lines of Mara have another voice, and "Tamarisk" of another speaker another pronunciation.
  assert.equal(taken.stale_block_count, 3);
  assert.equal((await stale()).length, 3);
  const now = await three.speaker("MARA");
  assert.deepEqual(
    [now.casting?.voice_id, now.casting?.source, now.gender, now.age, now.aliases],
    [voice("female"), "user", "female", "adult", ["MARA PELL", "the harbour master"]],
  );
  const lexicon = await client.call("readLexicon", { params: three.params });
  assert.deepEqual(
    lexicon.entries.map(({ term, speaker_id }) => [term, speaker_id]),
    [
      ["Pell", null],
      ["Tamarisk", null],
      ["fog", mara.speaker_id],
    ],
  );
  const left = await three.series();
  assert.deepEqual(left.known.map((one) => one.person_id).sort(), [mara.person.id, narrator.person.id].sort());
  assert.deepEqual(left.proposals.map(({ person }) => person.name).sort(), ["CAPTAIN HART", "PIP"]);
  const { people } = (await client.call("readSeries", { params: { seriesId: series.id } })).series;
  assert.deepEqual(
    people.map(({ known_in }) => known_in.map(({ project_id }) => project_id)),
    [[one.projectId, three.projectId], [one.projectId, three.projectId], [one.projectId], [one.projectId]],
  );

  const history = await client.call("readDocumentHistory", { params: { sectionId: three.sectionId } });
  assert.equal(history.entries[0]?.summary, "Took over 2 people of the series");
  const step = async (which: "undoDocument" | "redoDocument") =>
    client.call(which, {
      params: { sectionId: three.sectionId },
      body: {
        ...studioMutation(),
        base_document_version: (
          await client.call("readDocument", { params: { sectionId: three.sectionId }, query: {} })
        ).document.document_version,
      },
    });
  await step("undoDocument");
  assert.deepEqual((await three.cast()).speakers, before.speakers);
  assert.deepEqual((await client.call("readLexicon", { params: three.params })).entries, []);
  assert.deepEqual(await stale(), []);
  assert.equal((await three.series()).proposals.length, 4);
  await step("redoDocument");
  assert.deepEqual((await three.series()).known.length, 2);
  assert.equal((await stale()).length, 3);
});

test("a declined person stays declined, also after the speaker was merged; nothing else is changed by it", async () => {
  const { series, saved, one } = await firstBook();
  const three = await book(THREE);
  await three.join(series.id);
  const pip = (await three.series()).proposals.find(({ person }) => person.name === "PIP") ?? assert.fail();
  const before = await three.cast();
  await three.answer({ speaker_id: pip.speaker_id, person_id: pip.person.id, same: false });
  assert.deepEqual(await three.cast(), before);
  const names = async () => (await three.series()).proposals.map(({ person }) => person.name);
  assert.ok(!(await names()).includes("PIP"));
  await client.call("mergeSpeakers", {
    params: three.params,
    body: {
      ...studioMutation(),
      base_speaker_registry_version: await three.base(),
      from_speaker_ids: [three.idOf("PIP")],
      into_speaker_id: three.idOf("INES"),
    },
  });
  assert.ok(!(await names()).includes("PIP"));
  // Saving is not forced either: speakers with an open proposal wait, the others are new people.
  const kept = await three.save();
  assert.deepEqual(kept.undecided.map(({ speaker_id }) => speaker_id).sort(), [
    ...(await three.series()).proposals.map(({ speaker_id }) => speaker_id).sort(),
  ]);
  assert.deepEqual(kept.saved, [{ speaker_id: three.idOf("INES"), person_id: kept.saved[0]?.person_id, is_new: true }]);
  assert.equal(
    saved.saved.some(({ person_id }) => person_id === kept.saved[0]?.person_id),
    false,
  );
  // A person who is removed from the series is proposed no more; book one keeps its cast.
  const cast = await one.cast();
  const gone = (await three.series()).proposals[0] ?? assert.fail();
  const params = { seriesId: series.id, personId: gone.person.id };
  assert.deepEqual(await client.call("removeSeriesPerson", { params }), {
    series_id: series.id,
    person_id: gone.person.id,
  });
  assert.ok(!(await names()).includes(gone.person.name));
  assert.deepEqual(await one.cast(), cast);
});

test("the series that a book names is offered, until the project joins one", async () => {
  const name = newName();
  const story = await book(ONE);
  assert.equal((await story.series()).offered, null);
  await client.call("changeBook", {
    params: story.params,
    body: { schema_version: 1, series: name, series_number: "3" },
  });
  assert.deepEqual((await story.series()).offered, { name, series_id: null });
  const series = await newSeries(name.toLowerCase());
  assert.deepEqual((await story.series()).offered, { name, series_id: series.id });
  await story.join(series.id);
  assert.equal((await story.series()).offered, null);
  const other = await book(ONE);
  await client.call("changeBook", { params: other.params, body: { schema_version: 1, series_number: "1.5" } });
  await other.join(series.id);
  const { projects } = (await client.call("readSeries", { params: { seriesId: series.id } })).series;
  assert.deepEqual(
    projects.map(({ series_number }) => series_number),
    ["1.5", "3"],
  );
  await story.join(null);
  assert.deepEqual((await story.series()).offered, { name, series_id: series.id });
});

test("answers about speakers and people that are not there are refused, each with its place; so is an old version", async () => {
  const { series, one, saved } = await firstBook();
  const three = await book(THREE);
  const send = async (answers: unknown, base = 1_000_000) =>
    server.request(`/studio/projects/${three.projectId}/series/answers`, {
      method: "POST",
      body: JSON.stringify({ ...studioMutation(), base_speaker_registry_version: base, answers }),
    });
  const mara = { speaker_id: three.idOf("MARA"), person_id: saved.saved[1]?.person_id ?? "", same: true };
  assert.equal((await send([mara])).status, 404);
  await three.join(series.id);
  const place = async (...answers: unknown[]) => {
    const { status, body } = await send(answers);
    return [status, body.error.details.issues?.[0]?.path ?? body.error.code];
  };
  assert.deepEqual(await place({ ...mara, speaker_id: one.idOf("MARA PELL") }), [400, "answers.0.speaker_id"]);
  assert.deepEqual(await place({ ...mara, person_id: randomUUID() }), [400, "answers.0.person_id"]);
  assert.deepEqual(await place({ ...mara, person_id: saved.saved[0]?.person_id }), [400, "answers.0.person_id"]);
  assert.deepEqual(await place(mara, { ...mara, speaker_id: three.idOf("PIP") }), [400, "answers"]);
  assert.deepEqual(await place(mara, mara), [400, "answers"]);
  assert.deepEqual(await place(mara), [409, "VERSION_CONFLICT"]);
  const tooMany = Array.from({ length: LIMITS.series_answers + 1 }, () => ({ ...mara, speaker_id: randomUUID() }));
  assert.deepEqual(await place(...tooMany), [400, "answers"]);
  // A person with the same name as a speaker of the other gender is no proposal.
  await three.describe("MARA", { gender: "male" });
  assert.ok(!(await three.series()).proposals.some(({ person }) => person.id === mara.person_id));
});

test("an account has at most LIMITS.series series, and a series LIMITS.series_people people", async () => {
  const own = await server.ofNewAccount();
  const create = async (index: number) =>
    own.request("/studio/series", {
      method: "POST",
      body: JSON.stringify({ schema_version: 1, client_mutation_id: randomUUID(), name: `Series ${index}` }),
    });
  for (let index = 0; index < LIMITS.series; index++) assert.equal((await create(index)).status, 201);
  assert.equal((await create(LIMITS.series)).status, 400);

  const series = await newSeries();
  const add = async (from: number, count: number) => {
    const lines = Array.from({ length: count }, (_, index) => `PERSON${from + index}: Line ${from + index}.`);
    const story = await book(`${lines.join("\n")}\n`);
    await story.join(series.id);
    const { speakers } = await story.cast();
    const characters = speakers.filter(({ role }) => role === "character").map(({ id }) => id);
    return server.request(`/studio/projects/${story.projectId}/series/people`, {
      method: "POST",
      body: JSON.stringify({ schema_version: 1, speaker_ids: characters }),
    });
  };
  assert.equal((await add(0, LIMITS.series_people)).status, 200);
  const full = await add(LIMITS.series_people, 1);
  assert.deepEqual([full.status, full.body.error.details.issues?.[0]?.path], [400, "speaker_ids"]);
});

test("a person lists the first LIMITS.series_person_stories stories in which they are known", async () => {
  const series = await newSeries();
  const stories: string[] = [];
  for (let index = 0; index <= LIMITS.series_person_stories; index++) {
    const story = await book("PIP: Hello.\n");
    await story.join(series.id);
    const pip = (await story.series()).proposals.find(({ person }) => person.name === "PIP");
    if (pip === undefined) await story.save({ speaker_ids: [story.idOf("PIP")] });
    else await story.answer({ speaker_id: pip.speaker_id, person_id: pip.person.id, same: true });
    stories.push(story.projectId);
  }
  const { people } = (await client.call("readSeries", { params: { seriesId: series.id } })).series;
  assert.deepEqual(
    people.map(({ known_in }) => known_in.map(({ project_id }) => project_id)),
    [stories.slice(0, LIMITS.series_person_stories)],
  );
});
