// Adding, changing, removing and merging the speakers of a project.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createBook, createStory, media, prepare, readDocument, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const list = (projectId: string) => client.call("listSpeakers", { params: { projectId } });
const registry = async (projectId: string) => ({
  ...studioMutation(),
  base_speaker_registry_version: (await list(projectId)).speaker_registry_version,
});
const create = async (projectId: string, details: { name: string; aliases?: string[] }) =>
  (await client.call("createSpeaker", { params: { projectId }, body: { ...(await registry(projectId)), ...details } }))
    .speaker;
const merge = async (projectId: string, from_speaker_ids: string[], into_speaker_id: string) =>
  client.call("mergeSpeakers", {
    params: { projectId },
    body: { ...(await registry(projectId)), from_speaker_ids, into_speaker_id },
  });
const statuses = (calls: Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 200,
        (error) => error.status as number,
      ),
    ),
  );

describe("a speaker", () => {
  test("has its longest lines of all sections as samples, not those that are too long for an audition", async () => {
    const most = LIMITS.speaker_sample_lines;
    const units = LIMITS.speaker_sample_units;
    // The space behind a line belongs to its text.
    const line = (length: number) => `“${"a".repeat(length - 4)},”`;
    const lengths = [10, units + 1, 40, units, 20, 30, 50, 60];
    const half = lengths.length / 2;
    const { projectId, sectionIds } = await createBook(
      client,
      ...[lengths.slice(0, half), lengths.slice(half)].map((part) =>
        part.map((length) => `${line(length)} said Mara.`).join("\n\n"),
      ),
    );
    for (const id of sectionIds) await prepare(client, projectId, id);
    const mara = (await list(projectId)).speakers.find(({ name }) => name === "Mara");
    const params = { projectId, speakerId: mara?.id ?? "" };
    const { lines } = await client.call("readSpeakerLines", { params });
    assert.deepEqual(
      lines.map(({ section_id, content }) => [sectionIds.indexOf(section_id), content.text.length]),
      [
        [0, units],
        [1, 60],
        [1, 50],
        [0, 40],
        [1, 30],
      ].slice(0, most),
    );
    const unknown = { projectId, speakerId: randomUUID() };
    await refused(client.call("readSpeakerLines", { params: unknown }), 404, "NOT_FOUND");
  });
  test("is created with its given data, changed in part, and deleted while no line needs it", async () => {
    const { projectId } = await createStory(client);
    const body = {
      ...(await registry(projectId)),
      name: "  Mara ",
      aliases: ["Cap"],
      gender: "female" as const,
      age: "adult" as const,
      description: "The harbour master.",
    };
    const created = await client.call("createSpeaker", { params: { projectId }, body });
    assert.deepEqual(
      [created.speaker.name, created.speaker.role, created.speaker_registry_version],
      ["Mara", "character", 2],
    );
    assert.deepEqual(await client.call("createSpeaker", { params: { projectId }, body }), {
      ...created,
      idempotent_replay: true,
    });
    const params = { projectId, speakerId: created.speaker.id };
    const changed = await client.call("changeSpeaker", {
      params,
      body: { ...(await registry(projectId)), name: "Maria", gender: null },
    });
    assert.deepEqual(changed.speaker, { ...created.speaker, name: "Maria", gender: null });
    const deletion = { ...(await registry(projectId)) };
    const deleted = await client.call("deleteSpeaker", { params, body: deletion });
    assert.deepEqual(deleted, {
      project_id: projectId,
      speaker_id: created.speaker.id,
      speaker_registry_version: 4,
      idempotent_replay: false,
    });
    assert.deepEqual(await client.call("deleteSpeaker", { params, body: deletion }), {
      ...deleted,
      idempotent_replay: true,
    });
    assert.equal((await list(projectId)).speakers.length, 1);
    await refused(client.call("deleteSpeaker", { params, body: await registry(projectId) }), 404, "NOT_FOUND");
    await refused(
      client.call("changeSpeaker", { params, body: { ...(await registry(projectId)), name: "x" } }),
      404,
      "NOT_FOUND",
    );
  });
  test("that blocks need is not deleted (409 SPEAKER_IN_USE), nor is the narrator (409 SPEAKER_IS_NARRATOR)", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    for (const speaker of (await list(projectId)).speakers) {
      const code = speaker.role === "narrator" ? "SPEAKER_IS_NARRATOR" : "SPEAKER_IN_USE";
      const body = await registry(projectId);
      await refused(client.call("deleteSpeaker", { params: { projectId, speakerId: speaker.id }, body }), 409, code);
    }
  });
  test("has limits: name 1-120, 50 aliases, description 2,000 UTF-16 units", async () => {
    const { projectId } = await createStory(client);
    const names = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);
    await create(projectId, { name: "n".repeat(120), aliases: names(50) });
    for (const details of [
      { name: " " },
      { name: "n".repeat(121) },
      { name: "n", aliases: names(51) },
      { name: "n", aliases: ["a", "a"] },
      { name: "n", description: "d".repeat(2_001) },
    ])
      await refused(create(projectId, details), 400, "INVALID_REQUEST");
    const body = await registry(projectId);
    await refused(
      client.call("changeSpeaker", { params: { projectId, speakerId: randomUUID() }, body }),
      400,
      "INVALID_REQUEST",
    );
  });
  test("on a stale registry version is 409; of five changes at once on one version exactly one wins", async () => {
    const { projectId } = await createStory(client);
    const { id: speakerId } = await create(projectId, { name: "Ann" });
    const { speaker_registry_version: base_speaker_registry_version } = await list(projectId);
    const change = (name: string) =>
      client.call("changeSpeaker", {
        params: { projectId, speakerId },
        body: { ...studioMutation(), base_speaker_registry_version, name },
      });
    assert.deepEqual((await statuses(["a", "b", "c", "d", "e"].map(change))).sort(), [200, 409, 409, 409, 409]);
    const refusal = await refused(change("f"), 409, "VERSION_CONFLICT");
    assert.deepEqual(refusal.details, { field: "base_speaker_registry_version", expected: 2, current: 3 });
    const far = { ...studioMutation(), base_speaker_registry_version: Number.MAX_SAFE_INTEGER, name: "x" };
    await refused(client.call("createSpeaker", { params: { projectId }, body: far }), 409, "VERSION_CONFLICT");
  });
});

describe("merging speakers", () => {
  test("gives their blocks in all sections to the one that stays, with new versions of exactly the touched sections", async () => {
    const book = await createBook(
      client,
      '"One," said Mara.\n\n"Two," said Tom.',
      '"Three," said Tom.\n\n"Four," said Ines.',
      "No talk.",
    );
    await prepare(client, book.projectId, ...book.sectionIds);
    const { speakers } = await list(book.projectId);
    const id = (name: string) => speakers.find((speaker) => speaker.name === name)?.id ?? assert.fail(name);
    const tom = id("Tom");
    const answer = await merge(book.projectId, [tom], id("Mara"));
    assert.deepEqual(
      answer.document_versions,
      book.sectionIds.slice(0, 2).map((section_id) => ({ section_id, document_version: 3 })),
    );
    assert.deepEqual([answer.merged_speaker_ids, answer.speaker.aliases], [[tom], ["Tom"]]);
    assert.deepEqual(answer.speaker.usage, {
      section_count: 2,
      block_count: 3,
      character_count: answer.speaker.usage.character_count,
    });
    for (const sectionId of book.sectionIds) {
      const { document } = await readDocument(client, sectionId);
      assert.ok(document.blocks.every((block) => block.speaker_id !== tom));
    }
    await prepare(client, book.projectId, ...book.sectionIds);
    assert.deepEqual((await list(book.projectId)).speakers.map((speaker) => speaker.name).sort(), [
      "Ines",
      "Mara",
      "Narrator",
    ]);
  });
  test("makes exactly the blocks that get another voice stale, and an older version finds the speaker that stayed", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const { speakers } = await list(projectId);
    const [narrator, first, second] = speakers;
    const before = (await readDocument(client, sectionId)).document;
    const own = new Set(before.blocks.flatMap((block) => (block.speaker_id === second?.id ? [block.id] : [])));
    await merge(projectId, [second?.id ?? ""], first?.id ?? "");
    for (const one of (await media(client, sectionId)).filter((entry) => entry.freshness !== "unsupported")) {
      assert.deepEqual(
        [one.freshness, one.stale_reasons],
        own.has(one.block_id) ? ["stale", ["voice"]] : ["current", []],
      );
    }
    await client.call("restoreDocument", {
      params: { sectionId },
      body: {
        ...studioMutation(),
        base_document_version: before.document_version + 1,
        document_version: before.document_version,
      },
    });
    const after = (await readDocument(client, sectionId)).document;
    assert.ok(own.size > 0 && narrator);
    for (const block of after.blocks) if (own.has(block.id)) assert.equal(block.speaker_id, first?.id);
  });
  test("changes nothing of what was answered before: a recast and an import are replayed as they were committed", async () => {
    const { projectId, sectionIds } = await createBook(client, "x");
    const [sectionId = ""] = sectionIds;
    const script = { ...studioMutation(), base_document_version: 1, text: "MARA: One.\n\nTOM: Two.\n" };
    const imported = await client.call("importScript", { params: { sectionId }, body: script });
    const [mara, tom] = imported.speakers_created;
    const { voices } = await client.call("listVoices", { query: { limit: 1 } });
    const recast = { ...(await registry(projectId)), voice_id: voices[0]?.voice_id ?? "" };
    const params = { projectId, speakerId: mara?.id ?? "" };
    const cast = await client.call("castSpeaker", { params, body: recast });
    await merge(projectId, [mara?.id ?? ""], tom?.id ?? "");
    assert.deepEqual(await client.call("castSpeaker", { params, body: recast }), { ...cast, idempotent_replay: true });
    assert.deepEqual(await client.call("importScript", { params: { sectionId }, body: script }), {
      ...imported,
      idempotent_replay: true,
    });
  });
  test("and removing them leaves no evidence that names a removed speaker, in no block and no restored one", async () => {
    const text = ['"One," said Mara.', '"Two," said Tom.', '"Three?"', '"Four," said Ines.', '"Five!"'].join("\n\n");
    const { projectId, sectionIds } = await createBook(client, `${text}\n`);
    const [sectionId = ""] = sectionIds;
    await prepare(client, projectId, sectionId);
    const { speakers } = await list(projectId);
    const id = (name: string) => speakers.find((speaker) => speaker.name === name)?.id ?? assert.fail(name);
    const candidates = async () =>
      (await readDocument(client, sectionId)).document.blocks.flatMap((block) => {
        if (block.content.type !== "text") return [];
        return block.content.annotations.flatMap((one) => {
          if (one.kind !== "extension" || one.namespace !== "fullcast.attribution") return [];
          const candidates = (one.payload as { candidates: { speaker_id: string }[] }).candidates;
          return candidates.map((candidate) => candidate.speaker_id);
        });
      });
    assert.ok((await candidates()).includes(id("Tom")) && (await candidates()).includes(id("Ines")));
    const prepared = (await readDocument(client, sectionId)).document;
    await merge(projectId, [id("Tom")], id("Mara"));
    const ofInes = prepared.blocks.filter((block) => block.speaker_id === id("Ines")).map((block) => block.id);
    const operation = { op: "assign_speaker" as const, block_ids: ofInes, speaker_id: id("Mara") };
    await client.call("editDocument", {
      params: { sectionId },
      body: { ...studioMutation(), base_document_version: prepared.document_version + 1, operations: [operation] },
    });
    const params = { projectId, speakerId: id("Ines") };
    await client.call("deleteSpeaker", { params, body: await registry(projectId) });
    const there = async () => new Set((await list(projectId)).speakers.map((speaker) => speaker.id));
    const present = await there();
    assert.ok(!present.has(id("Tom")) && !present.has(id("Ines")));
    for (const candidate of await candidates()) assert.ok(present.has(candidate));
    await client.call("restoreDocument", {
      params: { sectionId },
      body: {
        ...studioMutation(),
        base_document_version: prepared.document_version + 2,
        document_version: prepared.document_version,
      },
    });
    const restored = await candidates();
    assert.ok(restored.length > 0);
    for (const candidate of restored) assert.ok(present.has(candidate));
  });
  test("and removing them takes their levels out of the mastering profile, which can be written back as it is read", async () => {
    const { projectId } = await createBook(client, "No talk.");
    const [one, two, three] = [
      await create(projectId, { name: "One" }),
      await create(projectId, { name: "Two" }),
      await create(projectId, { name: "Three" }),
    ];
    const read = () => client.call("readMasteringProfile", { params: { projectId } });
    const write = (base_mastering_version: number, profile: object) =>
      client.call("changeMasteringProfile", {
        params: { projectId },
        body: { ...studioMutation(), base_mastering_version, profile },
      });
    await write(1, { speaker_adjustments_db: { [one.id]: 3, [two.id]: -2, [three.id]: 1 } });
    await merge(projectId, [one.id], two.id);
    const params = { projectId, speakerId: three.id };
    await client.call("deleteSpeaker", { params, body: await registry(projectId) });
    const { profile, mastering_version } = await read();
    assert.deepEqual([profile.speaker_adjustments_db, mastering_version], [{ [two.id]: -2 }, 4]);
    assert.deepEqual((await write(mastering_version, profile)).profile, profile);
    await client.call("createSpeaker", {
      params: { projectId },
      body: { ...(await registry(projectId)), name: "Four" },
    });
    assert.equal((await read()).mastering_version, 5, "nothing else is another version of it");
  });
  test("never merges the narrator away, a speaker into itself, or an unknown speaker", async () => {
    const { projectId } = await createStory(client);
    const ann = await create(projectId, { name: "Ann" });
    const narrator = (await list(projectId)).speakers[0]?.id ?? "";
    await refused(merge(projectId, [narrator], ann.id), 409, "SPEAKER_IS_NARRATOR");
    await refused(merge(projectId, [ann.id], ann.id), 400, "INVALID_REQUEST");
    await refused(merge(projectId, [randomUUID()], ann.id), 404, "NOT_FOUND");
    await refused(merge(projectId, [ann.id], randomUUID()), 404, "NOT_FOUND");
    const { speaker_registry_version: version } = await list(projectId);
    const answer = await merge(projectId, [ann.id], narrator);
    assert.deepEqual([answer.speaker_registry_version, answer.document_versions], [version + 1, []]);
  });
  test("again is a replay; of three at once on one version exactly one wins", async () => {
    const { projectId } = await createStory(client);
    const ann = await create(projectId, { name: "Ann" });
    const narrator = (await list(projectId)).speakers[0]?.id ?? "";
    const body = { ...(await registry(projectId)), from_speaker_ids: [ann.id], into_speaker_id: narrator };
    const send = (over: object = {}) =>
      client.call("mergeSpeakers", { params: { projectId }, body: { ...body, ...over } });
    const outcomes = await statuses([send(), send(studioMutation()), send(studioMutation())]);
    assert.equal(outcomes.filter((status) => status === 200).length, 1);
    if (outcomes[0] === 200) assert.equal((await send()).idempotent_replay, true);
  });
});
