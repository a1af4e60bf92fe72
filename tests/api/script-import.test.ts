// GET and POST …/script: a section's script as text, and back.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  createStory,
  media,
  projection,
  readDocument,
  spokenStory,
  studioMutation,
  TEXT,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const bodyOf = (text: string, base_document_version = 1) => ({ ...studioMutation(), base_document_version, text });
const send = (sectionId: string, body: ReturnType<typeof bodyOf>) =>
  client.call("importScript", { params: { sectionId }, body });

const SCRIPT =
  "[PAUSE 500ms]\nNARRATOR: The rain had not stopped.\n\n[SFX: rain on a roof, 4s]\n\nMARA (whispering): Is the boat back?\n[PAUSE 2s]\n(She waits.)\n\nTOM: Not yet.\r\nGive it an hour.\n";

describe("importing a script", () => {
  test("replaces the blocks, creates missing speakers and keeps the text code unit by code unit", async () => {
    const { sectionId } = await createStory(client);
    const answer = await send(sectionId, bodyOf(SCRIPT));
    const { document, speakers, speaker_registry_version, source_text_length } = await readDocument(client, sectionId);
    assert.equal(projection(document.blocks), SCRIPT);
    assert.equal(source_text_length, SCRIPT.length);
    assert.deepEqual(
      [answer.document_version, answer.block_count, answer.idempotent_replay, answer.speaker_registry_version],
      [2, document.blocks.length, false, speaker_registry_version],
    );
    assert.deepEqual(
      answer.speakers_created.map((speaker) => speaker.name),
      ["MARA", "TOM"],
    );
    assert.deepEqual(
      answer.speakers_created,
      speakers.filter((speaker) => speaker.role === "character"),
    );
    const nameOf = new Map(speakers.map((speaker) => [speaker.id, speaker.name]));
    assert.deepEqual(
      document.blocks.map((block) => [block.kind, nameOf.get(block.speaker_id ?? "") ?? null]),
      [
        ["excluded", null],
        ["narration", "Narrator"],
        ["sfx", null],
        ["excluded", null],
        ["speech", "MARA"],
        ["excluded", null],
        ["excluded", null],
        ["speech", "TOM"],
      ],
    );
    const [, narration, effect, , mara] = document.blocks;
    assert.deepEqual(effect?.content.type === "sfx" && [effect.content.prompt, effect.content.duration_ms], [
      "rain on a roof",
      4_000,
    ]);
    assert.ok(narration?.content.type === "text" && mara?.content.type === "text");
    const silences = (points: typeof mara.content.points) =>
      points.map((point) => [point.offset_utf16, point.kind === "timed_silence" && point.duration_ms]);
    assert.deepEqual(silences(narration.content.points), [[0, 500]]);
    assert.deepEqual(silences(mara.content.points), [[mara.content.text.length, 2_000]]);
    assert.deepEqual(
      mara.content.delivery_control_sets[0]?.directives.map((one) => one.intent),
      ["whisper"],
    );
  });
  test("is spoken without its labels, cues and stage directions", async () => {
    const { projectId, sectionId } = await createStory(client);
    await send(sectionId, bodyOf("ANN: One two.\n(Stage.)\n"));
    await createAudio(client, projectId, sectionId);
    const [line] = await media(client, sectionId);
    assert.equal(line?.freshness, "current");
    const { document, speaker_registry_version } = await readDocument(client, sectionId);
    const { manifest } = await client.call("readPlaybackManifest", {
      params: { sectionId },
      query: { document_version: document.document_version, speaker_registry_version, schema_version: 1 },
    });
    assert.deepEqual(
      manifest.timed_text_units.map((unit) => unit.text.trim()),
      ["One two."],
    );
  });
  test("knows speakers by name and alias in any case", async () => {
    const { projectId, sectionId } = await createStory(client);
    const { speaker } = await client.call("createSpeaker", {
      params: { projectId },
      body: { ...studioMutation(), base_speaker_registry_version: 1, name: "Mara Lind", aliases: ["The Captain"] },
    });
    const answer = await send(sectionId, bodyOf("MARA LIND: a\n\nTHE  CAPTAIN: b\n\nNarrator: c\n"));
    assert.deepEqual([answer.speakers_created, answer.speaker_registry_version], [[], 2]);
    const { document } = await readDocument(client, sectionId);
    assert.deepEqual(
      document.blocks.slice(0, 2).map((block) => block.speaker_id),
      [speaker.id, speaker.id],
    );
  });
  test("that cannot be read is refused with its line, and changes nothing", async () => {
    const { sectionId } = await createStory(client);
    const refusal = await refused(send(sectionId, bodyOf("ANN: a\n\n[SFX: rain, 301s]\n")), 400, "INVALID_REQUEST");
    assert.match(JSON.stringify(refusal.details), /"path":"text","message":"line 3: /);
    await refused(send(sectionId, bodyOf("a\u0000b")), 400, "INVALID_REQUEST");
    assert.equal((await readDocument(client, sectionId)).document.document_version, 1);
  });
  test("again is a replay, with another text 409, on a stale version 409, of an unknown section 404", async () => {
    const { sectionId } = await createStory(client);
    const body = bodyOf(SCRIPT);
    const first = await send(sectionId, body);
    assert.deepEqual(await send(sectionId, body), { ...first, idempotent_replay: true });
    await refused(send(sectionId, { ...body, text: "ANN: x" }), 409, "IDEMPOTENCY_CONFLICT");
    await refused(send(sectionId, bodyOf(SCRIPT)), 409, "VERSION_CONFLICT");
    await refused(send(randomUUID(), bodyOf(SCRIPT)), 404, "NOT_FOUND");
  });
  test("of more blocks than a document holds is 400 and names the limit", async () => {
    const { sectionId } = await createStory(client);
    const text = "ANN: a\n\n".repeat(LIMITS.document_blocks + 1);
    const refusal = await refused(send(sectionId, bodyOf(text)), 400, "INVALID_REQUEST");
    assert.match(JSON.stringify(refusal.details), /"path":"text","message":"makes 100001 blocks, .* 100000"/);
  });
  test("of nothing makes an empty document", async () => {
    const { sectionId } = await createStory(client);
    assert.equal((await send(sectionId, bodyOf(""))).block_count, 0);
    assert.deepEqual((await readDocument(client, sectionId)).document.blocks, []);
  });
});

const read = (sectionId: string) => client.call("readScript", { params: { sectionId } });

describe("a script read as text", () => {
  test("is the text that was imported", async () => {
    const { sectionId } = await createStory(client);
    const { document_version } = await send(sectionId, bodyOf(SCRIPT));
    assert.deepEqual(await read(sectionId), { document_version, text: SCRIPT });
    await refused(read(randomUUID()), 404, "NOT_FOUND");
  });
  test("and set back unchanged changes nothing: no version, no block, no speaker, no audio", async () => {
    const { sectionId } = await spokenStory(client);
    const before = await readDocument(client, sectionId);
    const { document_version, text } = await read(sectionId);
    const answer = await send(sectionId, bodyOf(text, document_version));
    assert.deepEqual([answer.document_version, answer.speakers_created], [document_version, []]);
    assert.deepEqual(await readDocument(client, sectionId), before);
    assert.ok((await media(client, sectionId)).every((one) => one.freshness !== "stale" && one.freshness !== "absent"));
  });
  test("with one line rewritten makes that line stale and no other; the cast and the form of the text stay", async () => {
    const { sectionId } = await spokenStory(client);
    const before = await readDocument(client, sectionId);
    const { document_version, text } = await read(sectionId);
    assert.match(text, /^Mara: "Is the boat back\?"$/m);
    const edited = text.replace("Is the boat back?", "Is the old boat back?");
    await send(sectionId, bodyOf(edited, document_version));
    const after = await readDocument(client, sectionId);
    assert.deepEqual(
      after.speakers,
      before.speakers.map((one) => ({ ...one, usage: after.speakers.find((two) => two.id === one.id)?.usage })),
    );
    assert.deepEqual(
      after.document.blocks.map((block) => block.id),
      before.document.blocks.map((block) => block.id),
    );
    assert.equal(projection(after.document.blocks), TEXT.replace("Is the boat back?", "Is the old boat back?"));
    const stale = (await media(client, sectionId)).filter((one) => one.freshness === "stale");
    assert.deepEqual(
      stale.map((one) => one.stale_reasons),
      [["text"]],
    );
    assert.equal((await read(sectionId)).text, edited);
  });
  test("with lines that moved keeps their audio; removed lines go, new ones have none yet", async () => {
    const { sectionId } = await createStory(client);
    await send(sectionId, bodyOf("ANN: One two.\n\nBEN: Three four.\n\nANN: Five six.\n"));
    const { projectId } = await client
      .call("readDocument", { params: { sectionId } })
      .then((document) => ({ projectId: document.project_id }));
    await createAudio(client, projectId, sectionId);
    await send(sectionId, bodyOf("ANN: Five six.\n\nANN: One two.\n\nBEN: Seven.\n\nBEN: Eight.\n", 2));
    const { document } = await readDocument(client, sectionId);
    const texts = document.blocks.map((block) => (block.content.type === "text" ? block.content.text.trim() : ""));
    assert.deepEqual(texts, ["ANN: Five six.", "ANN: One two.", "BEN: Seven.", "BEN: Eight."]);
    const states = (await media(client, sectionId)).map((one) => one.freshness);
    assert.deepEqual(states.slice(0, 2), ["current", "current"]);
    assert.ok(states.slice(2).every((state) => state !== "current"));
  });
});
