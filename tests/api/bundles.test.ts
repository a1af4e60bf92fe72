// Bundles: a project as one file, and its import on another installation.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import http from "node:http";
import { test } from "node:test";
import { type Client, LIMITS } from "@fullcast/contract";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { epub } from "../../packages/server/reading/sample-books.ts";
import { changedBundle, type Entries, packed, sha256Of, unpacked } from "./bundle-files.ts";
import { refused, sharedServer, startTestServer, type TestServer } from "./server.ts";
import { link, readySound } from "./sound.ts";
import {
  createAudio,
  createStory,
  finished,
  media,
  playbackManifest,
  prepare,
  readDocument,
  studioMutation,
} from "./story.ts";

const server = await sharedServer();
const { client } = server;

const SCRIPT = [
  "[SFX: rain on glass, 2s, loop]",
  "NARRATOR: The Tamarisk had not come back.",
  "MARA (whispering): Is the boat back?",
  "[SFX: the bell of the harbour, 1s]",
  "TOM: Not yet.",
  "",
].join("\n");

/** A story with a cast, a lexicon, levels, a linked sound and all its audio. */
async function wholeStory() {
  const story = await createStory(client, "To be replaced.\n");
  const { projectId, sectionId } = story;
  const { document } = await readDocument(client, sectionId);
  const sound = await readySound(client, { name: "Harbour bell", tags: ["bell"] }, madeWav({ samples: 700_000 }));
  await link(client, projectId, sound.id, 1);
  await client.call("importScript", {
    params: { sectionId },
    body: { ...studioMutation(), base_document_version: document.document_version, text: SCRIPT },
  });
  await client.call("changeLexicon", {
    params: { projectId },
    body: {
      ...studioMutation(),
      base_lexicon_version: 1,
      upsert: [{ term: "Tamarisk", alphabet: "ipa", value: "ˈtæməɹɪsk" }],
      delete: [],
    },
  });
  await client.call("changeMasteringProfile", {
    params: { projectId },
    body: { ...studioMutation(), base_mastering_version: 1, profile: { target_lufs: -20 } },
  });
  const workflow = await createAudio(client, projectId, sectionId);
  assert.equal(workflow.run.status, "completed", JSON.stringify(workflow.run.error_summary));
  return { ...story, soundId: sound.id };
}

const story = await wholeStory();

async function exported(from: TestServer, projectId: string): Promise<Buffer<ArrayBuffer>> {
  const answer = await from.client.call("exportBundle", { params: { projectId } });
  assert.match(answer.headers.get("content-disposition") ?? "", /\.fullcast/);
  return Buffer.from(await answer.arrayBuffer());
}
const imported = (into: Client, bytes: Uint8Array<ArrayBuffer>, key: string = randomUUID()) =>
  into.call("importBundle", {
    headers: { "idempotency-key": key },
    upload: { contentType: "application/octet-stream", bytes },
  });

const bundle = await exported(server, story.projectId);

async function stateOf(of: Client, { projectId, sectionId }: { projectId: string; sectionId: string }) {
  const params = { projectId };
  const { actor_user_id: _actor, ...document } = await readDocument(of, sectionId);
  const { manifest_hash, manifest } = await playbackManifest(of, { projectId, sectionId });
  return {
    document,
    manifest_hash,
    manifest,
    speakers: await of.call("listSpeakers", { params }),
    lexicon: await of.call("readLexicon", { params }),
    mastering: await of.call("readMasteringProfile", { params }),
    sections: (await of.call("readProjectSections", { params })).sections.map(({ id, title, activity_status }) => [
      ...[id, title, activity_status],
    ]),
  };
}

test("a bundle that is imported into an empty installation gives equal documents, equal manifest hashes and no line to speak", async () => {
  await using other = await startTestServer();
  const before = await stateOf(client, story);
  const result = await imported(other.client, bundle);
  assert.equal(result.same_ids, true);
  assert.equal(result.project.id, story.projectId);
  const after = await stateOf(other.client, story);
  assert.deepEqual(after, before);
  assert.equal(after.manifest.completeness, "complete");
  const quote = await other.client.call("quoteWorkflow", {
    params: { projectId: story.projectId },
    body: {
      ...studioMutation(),
      schema_version: 2,
      workflow_kind: "create_audio",
      section_ids: [story.sectionId],
    },
  });
  assert.equal(quote.blocks, 0);
  const again = await createAudio(other.client, story.projectId, story.sectionId);
  assert.equal(again.steps.find((step) => step.step_kind === "generate_stale_audio")?.status, "skipped");
  const sounds = await other.client.call("listProjectSounds", { params: { projectId: story.projectId } });
  assert.deepEqual(
    sounds.sounds.map(({ id, is_public }) => [id, is_public]),
    [[story.soundId, false]],
  );
  // The bytes of takes are included.
  const [entry] = (await media(other.client, story.sectionId)).filter((one) => one.playback_url !== null);
  const played = await fetch(entry?.playback_url ?? "");
  assert.equal(played.status, 200);
  assert.equal((await played.arrayBuffer()).byteLength, entry?.size_bytes);
  // A bundle of the copy is the same file.
  const copy = await other.client.call("exportBundle", { params: { projectId: story.projectId } });
  assert.deepEqual(Buffer.from(await copy.arrayBuffer()), bundle);
});

test("bundles that one account asks for at the same time are written one after the other, all whole", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => exported(server, story.projectId)));
  for (const one of all) assert.deepEqual(one, bundle);
});

test("a bundle whose ids are taken becomes another project with the same audio, once for each idempotency key", async () => {
  const key = randomUUID();
  const first = await imported(client, bundle, key);
  const second = await imported(client, bundle, key);
  assert.deepEqual([first.same_ids, first.idempotent_replay, second.idempotent_replay], [false, false, true]);
  assert.equal(second.project.id, first.project.id);
  assert.notEqual(first.project.id, story.projectId);
  const sectionId = first.sections[0]?.section_id ?? "";
  const { manifest } = await playbackManifest(client, { projectId: first.project.id, sectionId });
  assert.equal(manifest.completeness, "complete");
  const copy = await readDocument(client, sectionId);
  const original = await readDocument(client, story.sectionId);
  assert.deepEqual(
    copy.document.blocks.map(({ kind, content }) => [kind, "text" in content ? content.text : content]),
    original.document.blocks.map(({ kind, content }) => [kind, "text" in content ? content.text : content]),
  );
  assert.deepEqual(
    copy.speakers.map(({ name }) => name),
    original.speakers.map(({ name }) => name),
  );
  const sounds = await client.call("listProjectSounds", { params: { projectId: first.project.id } });
  assert.deepEqual(
    sounds.sounds.map(({ id }) => id),
    [story.soundId],
  );
});

test("a body over LIMITS.bundle_bytes is refused by its length", async () => {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const request = http.request(`${server.url}/v1/studio/bundles`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.key}`,
      "content-type": "application/zip",
      "content-length": LIMITS.bundle_bytes + 1,
      "idempotency-key": randomUUID(),
    },
  });
  request.on("response", (response) => resolve(response.statusCode)).on("error", () => undefined);
  request.flushHeaders();
  assert.equal(await promise, 400);
  request.destroy();
});

test("another account can neither export a project nor change it by an import", async () => {
  const { raw_key } = await client.call("createAccount", {
    body: { username: "reader", display_name: "Reader", plan: "studio" },
  });
  const reader = server.withKey(raw_key);
  const { status } = await server.request(`/studio/projects/${story.projectId}/bundle`, { key: raw_key });
  assert.equal(status, 404);
  const { project, same_ids } = await imported(reader, bundle);
  assert.equal(same_ids, false);
  await refused(client.call("readLexicon", { params: { projectId: project.id } }), 404, "NOT_FOUND");
  const owned = await reader.call("listSounds", { query: {} });
  assert.deepEqual(
    owned.sounds.map(({ name, is_owned_by_user }) => [name, is_owned_by_user]),
    [["Harbour bell", true]],
  );
  assert.notEqual(owned.sounds[0]?.id, story.soundId);
});

test("a bundle counts towards the storage quota before anything of it is stored", async () => {
  await using small = await startTestServer({ FULLCAST_STORAGE_QUOTA_MB: "1" });
  await refused(imported(small.client, bundle), 409, "STORAGE_QUOTA_EXCEEDED");
  assert.deepEqual((await small.client.call("listProjects", {})).unassigned_sections, []);
});

const edit = (name: string, change: (value: never) => unknown) => (entries: Entries) => {
  const value = JSON.parse(entries.get(name)?.toString() ?? "null");
  entries.set(name, Buffer.from(JSON.stringify(change(value as never))));
};
const firstAudio = (entries: Entries) => [...entries.keys()].find((name) => name.startsWith("audio/")) ?? "";

test("an incomplete or manipulated bundle is refused with its reason, and nothing is stored", async () => {
  const before = await client.call("listProjects", {});
  const cases: readonly (readonly [reason: string, bytes: Uint8Array<ArrayBuffer>])[] = [
    ["damaged", Buffer.from("PK\x03\x04 no archive")],
    ["damaged", bundle.subarray(0, bundle.length - 100)],
    ["not_a_bundle", await packed(new Map([["mimetype", Buffer.from("application/epub+zip")]]))],
    ["not_a_bundle", await changedBundle(bundle, (entries) => entries.set("notes.txt", Buffer.from("x")))],
    [
      "newer",
      await changedBundle(
        bundle,
        edit("manifest.json", () => ({ format: "fullcast-bundle-2", made_by: "x", files: [] })),
      ),
    ],
    ["damaged", await changedBundle(bundle, () => undefined, 0o120_777)],
    [
      "invalid",
      await changedBundle(
        bundle,
        edit("project.json", (project: object) => ({ ...project, speakers: [] })),
      ),
    ],
    [
      "invalid",
      await changedBundle(bundle, (entries) => entries.set("sections/0001/blocks.jsonl", Buffer.from("{]\n"))),
    ],
    ["invalid", await changedBundle(bundle, (entries) => entries.set("sections/0001/takes.jsonl", Buffer.from("")))],
    [
      "sums_differ",
      await packed(
        new Map(
          [...(await unpacked(bundle))].map(([name, bytes]) => [
            name,
            name.endsWith("script.txt") ? Buffer.from(bytes.toString().toUpperCase()) : bytes,
          ]),
        ),
      ),
    ],
    [
      "audio",
      await changedBundle(bundle, (entries) => {
        // Bytes hidden after the samples, with a correct sum.
        const name = firstAudio(entries);
        const bytes = Buffer.concat([entries.get(name) ?? Buffer.alloc(0), Buffer.from("MZ hidden program!")]);
        const old = name.slice(6, 70);
        const sum = sha256Of(bytes);
        entries.delete(name);
        entries.set(`audio/${sum}.wav`, bytes);
        for (const file of ["sections/0001/takes.jsonl", "project.json"])
          entries.set(file, Buffer.from((entries.get(file) ?? "").toString().replaceAll(old, sum)));
      }),
    ],
  ];
  for (const [reason, bytes] of cases) {
    const { details } = await refused(imported(client, bytes), 400, "BUNDLE_UNREADABLE");
    assert.equal(details.reason, reason, JSON.stringify(details));
    assert.match(String(details.explanation), /^[A-Z].*\.$/);
  }
  assert.deepEqual(await client.call("listProjects", {}), before);
});

test("a bundle brings the kept EPUB of the story; no other file takes its place", async () => {
  const original = await epub();
  const book = await client.call("importBook", {
    headers: { "idempotency-key": randomUUID() },
    upload: { contentType: "application/epub+zip", bytes: new Uint8Array(original) },
  });
  const bytes = await exported(server, book.project.id);
  assert.deepEqual((await unpacked(bytes)).get("original.epub"), original);
  const cases: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
    ["invalid", await changedBundle(bytes, (entries) => entries.set("original.epub", Buffer.from("no archive")))],
    ["invalid", await changedBundle(bytes, (entries) => entries.set("original.epub", Buffer.from("<p>A page.</p>")))],
    ["damaged", await changedBundle(bytes, (entries) => entries.delete("original.epub"))],
    [
      "invalid",
      await changedBundle(
        bytes,
        edit("project.json", (project: object) => ({ ...project, has_original: false })),
      ),
    ],
    [
      "limits",
      await changedBundle(bytes, (entries) => entries.set("original.epub", Buffer.alloc(LIMITS.import_bytes + 1))),
    ],
    [
      "sums_differ",
      await packed(
        new Map(
          [...(await unpacked(bytes))].map(([name, content]) => [
            name,
            name === "original.epub" ? Buffer.from(content).fill(0, 30, 31) : content,
          ]),
        ),
      ),
    ],
  ];
  const before = await client.call("listProjects", {});
  for (const [reason, changed] of cases) {
    const { details } = await refused(imported(client, changed), 400, "BUNDLE_UNREADABLE");
    assert.equal(details.reason, reason, JSON.stringify(details));
  }
  assert.deepEqual(await client.call("listProjects", {}), before);
  await using other = await startTestServer();
  const copy = await imported(other.client, bytes);
  const params = { projectId: copy.project.id };
  assert.equal((await other.client.call("readBook", { params })).has_original, true);
  assert.deepEqual(await exported(other, copy.project.id), bytes);
});

test("a bundle includes recordings, locks and chosen takes", async () => {
  const own = await createStory(client, "To be replaced.\n");
  const { projectId, sectionId } = own;
  const first = await readDocument(client, sectionId);
  await client.call("importScript", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: first.document.document_version,
      text: "MARA: Is the boat back?\nTOM: Not yet.\nMARA: Then we wait.\n",
    },
  });
  const made = await createAudio(client, projectId, sectionId);
  assert.equal(made.run.status, "completed", JSON.stringify(made.run.error_summary));
  const { document } = await readDocument(client, sectionId);
  const [recorded, chosen, locked] = document.blocks
    .filter(({ kind }) => kind === "speech")
    .map(({ id }) => ({ sectionId, blockId: id }));
  assert.ok(recorded !== undefined && chosen !== undefined && locked !== undefined);
  // Three bursts of a tone stand for words.
  const bytes = madeWav({
    samples: 132_300,
    value: (i) => (i > 44_100 && i < 100_000 && i % 8_000 < 6_000 ? 0.2 * Math.sin(i / 30) : 0),
  });
  await client.call("recordTake", { params: recorded, upload: { contentType: "audio/wav", bytes } });
  const { run } = await client.call("requestTakes", { params: chosen, body: { ...studioMutation(), count: 1 } });
  await finished(client, run.id);
  const [newest] = (await client.call("listTakes", { params: chosen })).takes;
  await client.call("activateTake", { params: { ...chosen, takeId: newest?.id ?? "" }, body: studioMutation() });
  await client.call("setTakeLock", { params: locked, body: { ...studioMutation(), locked: true } });

  await using other = await startTestServer();
  const file = await exported(server, projectId);
  await imported(other.client, file);
  const takesIn = async (of: Client) =>
    Promise.all(
      [recorded, chosen, locked].map(async (params) => {
        const found = await of.call("listTakes", { params });
        return { ...found, takes: found.takes.map(({ url: _url, expires_at: _at, ...take }) => take) };
      }),
    );
  const before = await takesIn(client);
  assert.deepEqual(
    before.map((one) => [one.takes.length, one.locked, one.takes[0]?.id === one.active_take_id]),
    [
      [2, false, true],
      [2, false, true],
      [1, true, true],
    ],
  );
  assert.deepEqual(await takesIn(other.client), before);
  assert.equal(before[0]?.takes[0]?.source, "recording");
  assert.equal(
    (await playbackManifest(other.client, own, 1)).manifest_hash,
    (await playbackManifest(client, own, 1)).manifest_hash,
  );
  const again = await createAudio(other.client, projectId, sectionId);
  assert.equal(again.steps.find((step) => step.step_kind === "generate_stale_audio")?.status, "skipped");
  assert.deepEqual(await exported(other, projectId), file);
});

/** A series with the people of a story: one is accepted, the series has another book. */
async function inSeries(name: string) {
  const { series } = await client.call("createSeries", {
    body: { schema_version: 1, client_mutation_id: randomUUID(), name },
  });
  const join = (projectId: string) =>
    client.call("setProjectSeries", { params: { projectId }, body: { schema_version: 1, series_id: series.id } });
  await join(story.projectId);
  await client.call("saveSeriesPeople", { params: { projectId: story.projectId }, body: { schema_version: 1 } });
  const later = await createStory(client, "“Who is there?” asked Mara.\n\n“It is Tom,” said Tom.\n");
  await prepare(client, later.projectId, later.sectionId);
  await join(later.projectId);
  const { proposals } = await seriesOf(client, later.projectId);
  const answers = proposals.map(({ speaker_id, person }) => ({
    ...{ speaker_id, person_id: person.id },
    same: person.name.toLowerCase() !== "tom",
  }));
  const { speaker_registry_version } = await client.call("listSpeakers", { params: { projectId: later.projectId } });
  await client.call("answerSeriesProposals", {
    params: { projectId: later.projectId },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, answers },
  });
  return { seriesId: series.id, later };
}

const seriesOf = (of: Client, projectId: string) => of.call("readProjectSeries", { params: { projectId } });
const peopleOf = async (of: Client, seriesId: string) =>
  (await of.call("readSeries", { params: { seriesId } })).series.people.map(
    ({ known_in: _stories, ...person }) => person,
  );

test("a bundle brings the series with its people and answers; the next one joins it, in an installation or an account that has it", async () => {
  const { seriesId, later } = await inSeries("The Harbour");
  const [one, two] = [await exported(server, story.projectId), await exported(server, later.projectId)];
  const people = await peopleOf(client, seriesId);
  assert.equal(people.length, 3);
  await using other = await startTestServer();
  await imported(other.client, two);
  assert.deepEqual(await peopleOf(other.client, seriesId), people);
  const { offered: _offered, ...state } = await seriesOf(client, later.projectId);
  const { offered: _other, ...after } = await seriesOf(other.client, later.projectId);
  const byId = (known: typeof state.known) => [...known].sort((a, b) => (a.person_id < b.person_id ? -1 : 1));
  assert.deepEqual({ ...after, known: byId(after.known) }, { ...state, known: byId(state.known) });
  assert.deepEqual([state.known.length, state.proposals.length], [2, 0]);
  // A bundle of the copy is the same file, and the other book of the series joins what is there.
  assert.deepEqual(await exported(other, later.projectId), two);
  await imported(other.client, one);
  const { series } = await other.client.call("listSeries");
  assert.deepEqual(
    series.map(({ id, name, person_count, projects }) => [id, name, person_count, projects.length]),
    [[seriesId, "The Harbour", 3, 2]],
  );
  assert.equal((await seriesOf(other.client, story.projectId)).known.length, 3);

  // Another account of this installation: the ids are taken, so the series and its people get new ones.
  const own = await server.ofNewAccount();
  const copy = await imported(own.client, two);
  const [made] = (await own.client.call("listSeries")).series;
  assert.notEqual(made?.id, seriesId);
  assert.deepEqual([made?.name, made?.person_count], ["The Harbour", 3]);
  const known = await seriesOf(own.client, copy.project.id);
  const { speakers } = await own.client.call("listSpeakers", { params: { projectId: copy.project.id } });
  assert.deepEqual(known.known.map(({ speaker_id }) => speakers.find(({ id }) => id === speaker_id)?.name).sort(), [
    "Mara",
    "Narrator",
  ]);
  assert.deepEqual(known.proposals, []);
  // A series of the same name is that series; its people stay as they are.
  await imported(own.client, one);
  assert.deepEqual(
    (await own.client.call("listSeries")).series.map(({ id, person_count, projects }) => [
      id,
      person_count,
      projects.length,
    ]),
    [[made?.id, 3, 2]],
  );
});

test("a series in a bundle with people or speakers that are not there is refused; a bundle without a series opens as before", async () => {
  const { later } = await inSeries("The Skerries");
  const bytes = await exported(server, later.projectId);
  type Series = {
    people: { id: string; role: string }[];
    speakers: { person_id: string; speaker_id: string; is_same: boolean }[];
  };
  const withSeries = (change: (series: Series) => void) =>
    changedBundle(bytes, (entries) => {
      const project = JSON.parse(entries.get("project.json")?.toString() ?? "");
      change(project.series);
      entries.set("project.json", Buffer.from(JSON.stringify(project)));
    });
  const cases: readonly (readonly [RegExp, (series: Series) => void])[] = [
    [/person who is not there/, ({ speakers }) => Object.assign(speakers[0] ?? {}, { person_id: randomUUID() })],
    [
      /speaker who is not in the cast/,
      ({ speakers }) => Object.assign(speakers[0] ?? {}, { speaker_id: randomUUID() }),
    ],
    [/two answers about one pair/, ({ speakers }) => speakers.push({ ...(speakers[0] ?? assert.fail()) })],
    [/more than one narrator/, ({ people }) => people.map((one) => Object.assign(one, { role: "narrator" }))],
    [/one id/, ({ people }) => people.push({ ...(people[0] ?? assert.fail()) })],
    [
      /two people/,
      ({ people, speakers }) => {
        const { speaker_id } = speakers.find(({ is_same }) => is_same) ?? assert.fail();
        const free = people.find(({ id }) => !speakers.some((one) => one.person_id === id && one.is_same));
        speakers.splice(0, speakers.length, { ...(speakers.find(({ is_same }) => is_same) ?? assert.fail()) });
        speakers.push({ person_id: free?.id ?? "", speaker_id, is_same: true });
      },
    ],
  ];
  for (const [message, change] of cases) {
    const fault = await refused(imported(client, await withSeries(change)), 400, "BUNDLE_UNREADABLE");
    assert.equal(fault.details.reason, "invalid");
    assert.match(JSON.stringify(fault.details), message);
  }
  const without = await changedBundle(bytes, (entries) => {
    const { series: _series, ...project } = JSON.parse(entries.get("project.json")?.toString() ?? "");
    entries.set("project.json", Buffer.from(JSON.stringify(project)));
  });
  const opened = await imported(client, without);
  assert.equal((await seriesOf(client, opened.project.id)).series, null);
});
