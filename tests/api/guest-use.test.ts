// What contains the recordings of a guest: exactly the takes, files, pages and feeds that do. The consent in bundles.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Client } from "@fullcast/contract";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { bookExporting } from "./book-exporting.ts";
import { changedBundle, unpacked } from "./bundle-files.ts";
import { inDatabase } from "./in-database.ts";
import { refused, sharedAccount, sharedServer } from "./server.ts";
import {
  createAudio,
  createBook,
  exportStory,
  type FileFormat,
  prepare,
  readDocument,
  studioMutation,
} from "./story.ts";

const server = await sharedServer();
const { client } = server;
const guest = server.withKey("");
const { madeBook } = bookExporting(server);

const CHAPTERS = [
  "“Is the boat back?” asked Mara.\n\n“Not yet,” said Tom.\n\n“Then we wait,” said Mara.\n",
  "“It is dark,” said Mara.\n\n“Light the lamp,” said Tom.\n",
];

/** A sound that no other call gives. */
let pitch = 200;
const sound = () => {
  pitch += 7;
  const hz = pitch;
  return madeWav({ samples: 30_000, value: (i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / 44_100) });
};

async function spokenBook() {
  const { projectId, sectionIds } = await createBook(client, ...CHAPTERS);
  await prepare(client, projectId, ...sectionIds);
  assert.equal((await createAudio(client, projectId, ...sectionIds)).run.status, "completed");
  const { speakers } = await client.call("listSpeakers", { params: { projectId } });
  const mara = speakers.find(({ name }) => name === "Mara") ?? assert.fail("no Mara");
  const lines = [];
  for (const sectionId of sectionIds) {
    const { document } = await readDocument(client, sectionId);
    for (const { id, speaker_id } of document.blocks)
      if (speaker_id === mara.id) lines.push({ sectionId, blockId: id });
  }
  return { projectId, sectionIds, mara, lines };
}

async function guestOf(projectId: string, speakerId: string, name: string) {
  const { guest_link, url } = await client.call("createGuestLink", {
    params: { projectId },
    body: {
      ...{ schema_version: 1, speaker_id: speakerId, guest_name: name, asked_by: "Ben", days: 7, plays_at_once: true },
    },
  });
  const params = { guestToken: url.split("/").at(-1) ?? "" };
  const { consent_text } = await guest.call("readGuest", { params, query: { language: "en" } });
  await guest.call("agreeAsGuest", {
    params,
    body: { name: `${name} Miller`, language: "en", text_sha256: consent_text.text_sha256 },
  });
  return {
    id: guest_link.id,
    params,
    speak: async (line: Line) => {
      await guest.call("recordAsGuest", {
        params: { ...params, ...line },
        upload: { contentType: "audio/wav", bytes: sound() },
      });
      await guest.call("sendAsGuest", { params });
    },
  };
}

interface Line {
  readonly sectionId: string;
  readonly blockId: string;
}

const useOf = (guestLinkId: string) => client.call("readGuestUse", { params: { guestLinkId } });
const takesOf = (params: Line) => client.call("listTakes", { params });
const withdraw = (guestToken: string) => guest.call("withdrawAsGuest", { params: { guestToken } });
const keyOf = ({ sectionId, blockId }: Line) => `${sectionId} ${blockId}`;

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

for (const seed of [1, 2]) {
  test(`random work of two guests, the owner and exports lists exactly the files with a voice (seed ${seed})`, async () => {
    const { projectId, sectionIds, mara, lines } = await spokenBook();
    const guests = { ann: await guestOf(projectId, mara.id, "Ann"), eve: await guestOf(projectId, mara.id, "Eve") };
    type Name = keyof typeof guests;
    const names: readonly Name[] = ["ann", "eve"];
    /** Who speaks each line as it plays now; lines that were deleted are gone. */
    const plays = new Map<string, Name | null>(lines.map((line) => [keyOf(line), null]));
    /** Takes of lines, by guest. */
    const taken: Record<Name, string[]> = { ann: [], eve: [] };
    const files: { readonly id: string; readonly heard: ReadonlySet<Name> }[] = [];
    const heardIn = (sections: readonly string[]) =>
      new Set(
        [...plays].flatMap(([key, name]) => (name !== null && sections.includes(key.slice(0, 36)) ? [name] : [])),
      );
    const next = random(seed);
    const pick = <T>(of: readonly T[]): T => of[next(of.length)] ?? assert.fail("nothing to pick");
    const there = () => lines.filter((line) => plays.has(keyOf(line)));
    const record = async () => {
      const line = pick(there());
      const name = pick(names);
      await guests[name].speak(line);
      plays.set(keyOf(line), name);
      taken[name].push(keyOf(line));
    };
    const activate = async () => {
      const line = pick(there());
      const { takes } = await takesOf(line);
      const engine = takes.find(({ source }) => source === "engine") ?? assert.fail("no take of an engine");
      await client.call("activateTake", { params: { ...line, takeId: engine.id }, body: studioMutation() });
      plays.set(keyOf(line), null);
    };
    const remove = async () => {
      if (plays.size < 3) return;
      const line = pick(there());
      const { document } = await readDocument(client, line.sectionId);
      const block = document.blocks.find(({ id }) => id === line.blockId) ?? assert.fail("no block");
      await client.call("editDocument", {
        params: { sectionId: line.sectionId },
        body: {
          ...studioMutation(),
          base_document_version: document.document_version,
          operations: [{ op: "delete_block", block_id: block.id, base_block_version: block.block_version }],
        },
      });
      plays.delete(keyOf(line));
    };
    const exportOne = async () => {
      const sectionId = pick(sectionIds);
      const format: FileFormat = pick(["mp3", "opus", "srt"]);
      const made = await exportStory(client, { projectId, sectionId }, format);
      assert.equal(made.status, "completed", JSON.stringify(made.error));
      files.push({ id: made.id, heard: format === "srt" ? new Set() : heardIn([sectionId]) });
    };
    const exportBook = async () => {
      const made = await madeBook(projectId, { format: "mp3" });
      files.push({ id: made.id, heard: heardIn(sectionIds) });
    };
    const check = async (name: Name, wasHeard: ReadonlySet<string>) => {
      const use = await useOf(guests[name].id);
      const takes = use.lines.map(({ section_id, block_id }) => `${section_id} ${block_id}`);
      assert.deepEqual(takes.toSorted(), taken[name].toSorted());
      const playing = use.lines
        .filter((line) => line.plays)
        .map(({ section_id, block_id }) => `${section_id} ${block_id}`);
      assert.deepEqual(new Set(playing), wasHeard);
      const expected = files.filter(({ heard }) => heard.has(name)).map(({ id }) => id);
      assert.deepEqual(use.exports.map(({ export_id }) => export_id).toSorted(), expected.toSorted());
    };
    const playedBy = (name: Name) => new Set([...plays].flatMap(([key, by]) => (by === name ? [key] : [])));
    await exportOne();
    await record();
    for (let step = 0; step < 10; step++) {
      await pick([record, record, activate, remove, exportOne, exportOne, exportBook])();
    }
    const wasHeard = { ann: playedBy("ann"), eve: playedBy("eve") };
    for (const name of names) await check(name, wasHeard[name]);
    await withdraw(guests.ann.params.guestToken);
    for (const name of names) await check(name, wasHeard[name]);
  });
}

test("a public page, its feed and its downloads are listed while they contain the voice, and other pages are not", async () => {
  const { projectId, sectionIds, mara, lines } = await spokenBook();
  const [first, second] = sectionIds;
  assert.ok(first !== undefined && second !== undefined);
  const ann = await guestOf(projectId, mara.id, "Ann");
  const line = lines[0] ?? assert.fail("no line");
  const publish = { schema_version: 1 as const, client_mutation_id: randomUUID(), allow_download: true };
  await client.call("publishSection", { params: { sectionId: second }, body: publish });
  await exportStory(client, { projectId, sectionId: second }, "mp3");
  await ann.speak(line);
  assert.deepEqual((await useOf(ann.id)).shares, []);
  const publishing = { ...publish, client_mutation_id: randomUUID() };
  const book = (await client.call("publishProject", { params: { projectId }, body: publishing })).share_link;
  const again = { ...publish, client_mutation_id: randomUUID() };
  const chapter = (await client.call("publishSection", { params: { sectionId: first }, body: again })).share_link;
  assert.ok(book !== null && chapter !== null);
  // Without a file the pages play the lines, and the feed has no episode.
  const { document } = await readDocument(client, first);
  const edited = document.blocks.find(({ id }) => id !== line.blockId) ?? assert.fail("one line");
  await client.call("editDocument", {
    params: { sectionId: first },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [{ op: "delete_block", block_id: edited.id, base_block_version: edited.block_version }],
    },
  });
  const shares = async () =>
    Object.fromEntries(
      (await useOf(ann.id)).shares.map(({ url, feed_url, download }) => [url, { feed_url, download }]),
    );
  const silent = { feed_url: null, download: false };
  assert.deepEqual(await shares(), { [chapter.url]: silent, [book.url]: silent });
  await exportStory(client, { projectId, sectionId: first }, "mp3");
  const feed = { feed_url: `${book.url}/feed.xml`, download: true };
  const whole = { [chapter.url]: { feed_url: null, download: true }, [book.url]: feed };
  assert.deepEqual(await shares(), whole);
  // The line plays another take, but the file that the page plays still has the voice.
  const { takes } = await takesOf(line);
  const engine = takes.find(({ source }) => source === "engine") ?? assert.fail("no take of an engine");
  await client.call("activateTake", { params: { ...line, takeId: engine.id }, body: studioMutation() });
  assert.deepEqual(await shares(), whole);
  await withdraw(ann.params.guestToken);
  assert.deepEqual(await shares(), whole);
  assert.equal((await fetch(`${book.url}/feed.xml`).then((answer) => answer.text())).includes("<item>"), true);
  await exportStory(client, { projectId, sectionId: first }, "mp3");
  assert.deepEqual(await shares(), {});
});

test("the owner withdraws for a guest; a link without a consent is 404", async () => {
  const { projectId, mara, lines } = await spokenBook();
  const ann = await guestOf(projectId, mara.id, "Ann");
  const line = lines[0] ?? assert.fail("no line");
  await ann.speak(line);
  const params = { guestLinkId: ann.id };
  const { guest_link } = await client.call("withdrawForGuest", { params });
  assert.deepEqual([guest_link.state, guest_link.used, guest_link.stored_bytes], ["withdrawn", 0, 0]);
  assert.deepEqual(await client.call("withdrawForGuest", { params }), { guest_link });
  assert.ok((await takesOf(line)).takes.every(({ source }) => source === "engine"));
  const view = await guest.call("readGuest", { params: ann.params, query: {} });
  assert.deepEqual([view.door, view.consent?.withdrawn_at], ["consent", guest_link.consent?.withdrawn_at]);
  const unanswered = await client.call("createGuestLink", {
    params: { projectId },
    body: { schema_version: 1, speaker_id: mara.id, guest_name: "Eve", asked_by: "Ben", days: 7 },
  });
  const none = { guestLinkId: unanswered.guest_link.id };
  await refused(client.call("withdrawForGuest", { params: none }), 404, "NOT_FOUND");
});

async function bundleOf(of: Client, projectId: string): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await (await of.call("exportBundle", { params: { projectId } })).arrayBuffer());
}

const importInto = (into: Client, bytes: Buffer<ArrayBuffer>) =>
  into.call("importBundle", {
    headers: { "idempotency-key": randomUUID() },
    upload: { contentType: "application/octet-stream", bytes },
  });

test("consents travel in bundles: passport, withdrawal by the new owner, and withdrawn ones stay withdrawn", async () => {
  const { projectId, mara, lines } = await spokenBook();
  const ann = await guestOf(projectId, mara.id, "Ann");
  const eve = await guestOf(projectId, mara.id, "Eve");
  const [one, two] = lines;
  assert.ok(one !== undefined && two !== undefined);
  await ann.speak(one);
  await eve.speak(two);
  const passportOf = async (of: Client, id: string) =>
    (await of.call("readPassport", { params: { projectId: id } })).passport;
  const stated = await passportOf(client, projectId);
  assert.equal(stated.consents.length, 2);
  const before = await bundleOf(client, projectId);

  const other = await sharedAccount();
  const moved = await importInto(other.client, before);
  assert.equal(moved.withheld_take_count, 0);
  assert.deepEqual((await passportOf(other.client, moved.project.id)).consents, stated.consents);
  const linksOf = async (of: Client, id: string) =>
    (await of.call("listGuestLinks", { params: { projectId: id } })).guest_links;
  const kept = await linksOf(other.client, moved.project.id);
  const original = await linksOf(client, projectId);
  assert.deepEqual(
    kept.map(({ state, guest_name, person, used, consent }) => ({ state, guest_name, person, used, consent })),
    original.map(({ guest_name, person, consent }) => ({ state: "revoked", guest_name, person, used: 1, consent })),
  );
  // The copy's owner withdraws for Eve. The first account is another one.
  const copyOfEve = kept.find(({ guest_name }) => guest_name === "Eve") ?? assert.fail("no consent of Eve");
  const { lines: lost } = await other.client.call("readGuestUse", { params: { guestLinkId: copyOfEve.id } });
  assert.equal(lost.length, 1);
  await other.client.call("withdrawForGuest", { params: { guestLinkId: copyOfEve.id } });
  assert.equal((await passportOf(other.client, moved.project.id)).consents.length, 1);
  assert.equal((await passportOf(client, projectId)).consents.length, 2);

  // A copy in the account of the guest's link: the guest's withdrawal reaches it.
  const copy = await importInto(client, before);
  assert.equal((await passportOf(client, copy.project.id)).consents.length, 2);
  await withdraw(ann.params.guestToken);
  assert.equal((await passportOf(client, copy.project.id)).consents.length, 1);
  assert.deepEqual((await linksOf(client, copy.project.id)).map(({ state }) => state).toSorted(), [
    "revoked",
    "withdrawn",
  ]);

  // The old bundle brings neither the takes nor the consent back.
  const again = await importInto(client, before);
  assert.deepEqual([again.withheld_take_count, again.take_count], [1, moved.take_count - 1]);
  assert.equal((await passportOf(client, again.project.id)).consents.length, 1);
  const ofAnn = (await linksOf(client, again.project.id)).find(({ guest_name }) => guest_name === "Ann");
  assert.equal(ofAnn?.state, "withdrawn");
  // Also when the bundle says nothing of consents.
  const silent = await changedBundle(before, (entries) => {
    const { consents: _consents, ...project } = JSON.parse(entries.get("project.json")?.toString() ?? "{}");
    entries.set("project.json", Buffer.from(JSON.stringify(project)));
  });
  assert.equal((await importInto(client, silent)).withheld_take_count, 1);

  // A new bundle carries the withdrawal to an account that never heard of it.
  const after = await bundleOf(client, projectId);
  const project = JSON.parse((await unpacked(after)).get("project.json")?.toString() ?? "{}");
  assert.deepEqual(
    project.consents.map(({ guest_name, withdrawn_at, recordings }: Record<string, unknown>) => [
      guest_name,
      withdrawn_at !== null,
      (recordings as string[]).length,
    ]),
    [
      ["Ann", true, 1],
      ["Eve", false, 1],
    ],
  );
  const third = await sharedAccount();
  const arrived = await importInto(third.client, after);
  assert.deepEqual(
    (await linksOf(third.client, arrived.project.id)).map(({ guest_name, state }) => [guest_name, state]).toSorted(),
    [
      ["Ann", "withdrawn"],
      ["Eve", "revoked"],
    ],
  );
  assert.equal((await importInto(third.client, before)).withheld_take_count, 1);
});

test("a bundle with consents of nobody in the cast, twice the same, or too many is refused", async () => {
  const { projectId, mara, lines } = await spokenBook();
  const ann = await guestOf(projectId, mara.id, "Ann");
  await ann.speak(lines[0] ?? assert.fail("no line"));
  const bundle = await bundleOf(client, projectId);
  for (const change of [
    (consents: Record<string, unknown>[]) => consents.map((one) => ({ ...one, speaker_id: randomUUID() })),
    (consents: Record<string, unknown>[]) => [...consents, ...consents],
    (consents: Record<string, unknown>[]) => Array.from({ length: 201 }, () => ({ ...consents[0], id: randomUUID() })),
    (consents: Record<string, unknown>[]) => consents.map((one) => ({ ...one, text: "x".repeat(20_001) })),
  ]) {
    const changed = await changedBundle(bundle, (entries) => {
      const project = JSON.parse(entries.get("project.json")?.toString() ?? "{}");
      entries.set("project.json", Buffer.from(JSON.stringify({ ...project, consents: change(project.consents) })));
    });
    await refused(importInto(client, changed), 400, "BUNDLE_UNREADABLE");
  }
});

test("files of earlier versions are decided by their stored timeline; a book of an earlier version can contain the voice", async () => {
  const { projectId, sectionIds, mara, lines } = await spokenBook();
  const sectionId = sectionIds[0] ?? assert.fail("no section");
  const ann = await guestOf(projectId, mara.id, "Ann");
  const line = lines[0] ?? assert.fail("no line");
  await ann.speak(line);
  const withVoice = await exportStory(client, { projectId, sectionId }, "mp3");
  const { takes } = await takesOf(line);
  const engine = takes.find(({ source }) => source === "engine") ?? assert.fail("no take of an engine");
  await client.call("activateTake", { params: { ...line, takeId: engine.id }, body: studioMutation() });
  const without = await exportStory(client, { projectId, sectionId }, "opus");
  const book = await madeBook(projectId, { format: "mp3" });
  assert.deepEqual(
    (await useOf(ann.id)).exports.map(({ export_id }) => export_id),
    [withVoice.id],
  );
  await inDatabase(server, (db) => db.execute("update export_artifacts set recorded = null", []).then(() => undefined));
  // The server has another port now.
  const { exports } = await server.client.call("readGuestUse", { params: { guestLinkId: ann.id } });
  assert.deepEqual(exports.map(({ export_id }) => export_id).toSorted(), [withVoice.id, book.id].toSorted());
  assert.ok(!exports.some(({ export_id }) => export_id === without.id));
});
