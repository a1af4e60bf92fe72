// PATCH …/document: every operation, all or none, in order, as one version.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { CallOf, Document, Endpoints } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  media,
  prepare,
  projection,
  readDocument,
  studioMutation,
  TEXT,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;
type Body = CallOf<Endpoints["editDocument"]>["body"];
type Operation = Body["operations"][number];
type Block = Document["blocks"][number];

const send = (sectionId: string, body: Body) => client.call("editDocument", { params: { sectionId }, body });
const edit = async (sectionId: string, ...operations: Operation[]) => {
  const { document } = await readDocument(client, sectionId);
  return send(sectionId, { ...studioMutation(), base_document_version: document.document_version, operations });
};
const blocksOf = async (sectionId: string) => (await readDocument(client, sectionId)).document.blocks;
const known = (block: Block | undefined) => ({
  block_id: block?.id ?? "",
  base_block_version: block?.block_version ?? 0,
});
const content = (text: string, over: object = {}) => ({
  type: "text" as const,
  schema_version: "studio-ast-2" as const,
  text,
  annotations: [],
  points: [],
  delivery_control_sets: [],
  ...over,
});
const sfx = (over: object = {}) => ({
  type: "sfx" as const,
  schema_version: "studio-ast-2" as const,
  prompt: "rain",
  duration_ms: 4_000,
  seed: null,
  ...over,
});
const note = (text: string) => ({ type: "note" as const, schema_version: "studio-ast-2" as const, text });
const insert = (after: string | null, block: Extract<Operation, { op: "insert_block" }>["block"]): Operation => ({
  op: "insert_block",
  after_block_id: after,
  block,
});
const replace = (block: Block | undefined, set: Extract<Operation, { op: "replace_block" }>["set"]): Operation => ({
  op: "replace_block",
  ...known(block),
  set,
});
const textOf = (block: Block | undefined) => (block?.content.type === "text" ? block.content.text : "");

/** A section of speech blocks with these texts. */
async function lines(...texts: string[]) {
  const story = await createStory(client, "x");
  const [first] = await blocksOf(story.sectionId);
  const operations = texts.map((text) => insert(null, { kind: "speech" as const, content: content(text) })).reverse();
  await edit(story.sectionId, ...operations, { op: "delete_block", ...known(first) });
  return { ...story, blocks: await blocksOf(story.sectionId) };
}

describe("an edit of a document", () => {
  test("answers the new version, the changed blocks whole in order and the ids of the deleted ones", async () => {
    const { sectionId, blocks } = await lines("one", "two", "three");
    const answer = await edit(
      sectionId,
      replace(blocks[2], { content: content("drei") }),
      { op: "delete_block", ...known(blocks[1]) },
      insert(blocks[0]?.id ?? "", { kind: "note", content: note("Check.") }),
    );
    const after = await readDocument(client, sectionId);
    assert.deepEqual(answer.blocks, after.document.blocks.slice(1));
    assert.deepEqual(
      [answer.section_id, answer.document_version, answer.deleted_block_ids, answer.idempotent_replay],
      [sectionId, 3, [blocks[1]?.id], false],
    );
    assert.equal(answer.speaker_registry_version, after.speaker_registry_version);
    assert.deepEqual(
      after.document.blocks.map((block) => [block.kind, block.block_version]),
      [
        ["speech", 1],
        ["note", 1],
        ["speech", 2],
      ],
    );
  });
  test("keeps source_text_length the length of the exact source-text projection", async () => {
    const { sectionId, blocks } = await lines("one", "two 😀");
    await edit(
      sectionId,
      insert(null, { kind: "excluded", content: content("***\n") }),
      insert(null, { kind: "sfx", content: sfx() }),
    );
    await edit(sectionId, replace(blocks[0], { content: content("") }));
    const after = await readDocument(client, sectionId);
    assert.equal(after.source_text_length, projection(after.document.blocks).length);
    assert.equal(after.source_text_length, "***\ntwo 😀".length);
    const windowed = await client.call("readDocument", { params: { sectionId }, query: { limit: 1 } });
    assert.equal(windowed.block_count, 4);
  });
  test("sets the title and the sound effects flag, also without touching a block", async () => {
    const { sectionId } = await createStory(client);
    const answer = await edit(
      sectionId,
      { op: "set_title", title: "Another" },
      { op: "set_sound_effects_enabled", enabled: false },
    );
    assert.deepEqual([answer.document_version, answer.blocks], [2, []]);
    const { document, sound_effects_enabled } = await readDocument(client, sectionId);
    assert.deepEqual([document.title, sound_effects_enabled], ["Another", false]);
  });
  test("moves, splits and merges blocks", async () => {
    const { sectionId, blocks } = await lines("one", "two", "three 😀!");
    const [one, two, three] = blocks;
    await edit(sectionId, { op: "move_block", ...known(three), after_block_id: null });
    assert.deepEqual((await blocksOf(sectionId)).map(textOf), ["three 😀!", "one", "two"]);
    await edit(sectionId, { op: "split_block", block_id: three?.id ?? "", base_block_version: 2, offset_utf16: 6 });
    const split = await blocksOf(sectionId);
    assert.deepEqual(split.map(textOf), ["three ", "😀!", "one", "two"]);
    await edit(sectionId, { op: "merge_blocks", blocks: split.map(known) });
    const merged = await blocksOf(sectionId);
    assert.deepEqual(
      merged.map((block) => [block.id, textOf(block)]),
      [[three?.id, "three 😀!onetwo"]],
    );
    assert.ok(one && two);
  });
  test("works on an empty document, and empties one", async () => {
    const { sectionId, blocks } = await lines("one");
    await edit(sectionId, { op: "delete_block", ...known(blocks[0]) });
    assert.deepEqual(await blocksOf(sectionId), []);
    await edit(sectionId, insert(null, { kind: "narration", content: content("again") }));
    assert.deepEqual((await blocksOf(sectionId)).map(textOf), ["again"]);
  });
  test("at the same place again and again never runs out of room, and earlier versions stay in order", async () => {
    const { sectionId } = await lines("a", "z");
    const [first] = await blocksOf(sectionId);
    const words: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 20; index += 1) words.unshift(`${round}-${index}`);
      await edit(
        sectionId,
        ...Array.from({ length: 20 }, (_, index) =>
          insert(first?.id ?? "", { kind: "speech", content: content(`${round}-${index}`) }),
        ),
      );
    }
    assert.deepEqual((await blocksOf(sectionId)).map(textOf), ["a", ...words, "z"]);
    let anchor = first?.id ?? "";
    for (let index = 0; index < 40; index += 1) {
      const id = randomUUID();
      await edit(
        sectionId,
        insert(index % 2 === 0 ? anchor : (first?.id ?? ""), { id, kind: "speech", content: content(`late ${index}`) }),
      );
      if (index % 2 === 0) anchor = id;
    }
    const past = await client.call("readDocument", { params: { sectionId }, query: { document_version: 5 } });
    assert.deepEqual(past.document.blocks.map(textOf), ["a", ...words, "z"]);
    assert.equal((await blocksOf(sectionId)).length, 102);
  });
});

describe("an edit is refused", () => {
  test("wholly when one of its operations is: nothing of it is done", async () => {
    const { sectionId, blocks } = await lines("one", "two");
    const before = await readDocument(client, sectionId);
    const bad: Operation = { op: "delete_block", block_id: randomUUID(), base_block_version: 1 };
    const refusal = await refused(
      edit(sectionId, replace(blocks[0], { content: content("uno") }), bad),
      400,
      "INVALID_REQUEST",
    );
    assert.deepEqual(refusal.details.issues, [
      { path: "operations.1.block_id", message: "is not a block of this document" },
    ]);
    assert.deepEqual(await readDocument(client, sectionId), before);
  });
  test("with 409 VERSION_CONFLICT on a stale base_document_version, and states the current one", async () => {
    const { sectionId, blocks } = await lines("one");
    const body = {
      ...studioMutation(),
      base_document_version: 1,
      operations: [replace(blocks[0], { content: content("x") })],
    };
    const refusal = await refused(send(sectionId, body), 409, "VERSION_CONFLICT");
    assert.deepEqual(refusal.details, { field: "base_document_version", expected: 1, current: 2 });
  });
  test("with 409 VERSION_CONFLICT on a stale base_block_version, block by block", async () => {
    const { sectionId, blocks } = await lines("one");
    const refusal = await refused(
      edit(sectionId, { op: "delete_block", block_id: blocks[0]?.id ?? "", base_block_version: 7 }),
      409,
      "VERSION_CONFLICT",
    );
    assert.deepEqual(
      [refusal.details.field, refusal.details.expected, refusal.details.current, refusal.details.block_id],
      ["base_block_version", 7, 1, blocks[0]?.id],
    );
  });
  test("of ten at once on one version for nine: exactly one wins", async () => {
    const { sectionId, blocks } = await lines("one");
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(sectionId, {
          ...studioMutation(),
          base_document_version: 2,
          operations: [replace(blocks[0], { content: content(`by ${index}`) })],
        }).then(
          () => 200,
          (error) => error.status,
        ),
      ),
    );
    assert.deepEqual(outcomes.sort(), [200, ...Array.from({ length: 9 }, () => 409)]);
    assert.equal((await readDocument(client, sectionId)).document.document_version, 3);
  });
  test("with 404 for an unknown section, and of a version beyond any with 409", async () => {
    const operations: Operation[] = [{ op: "set_title", title: "x" }];
    const body = { ...studioMutation(), base_document_version: Number.MAX_SAFE_INTEGER, operations };
    await refused(send(randomUUID(), body), 404, "NOT_FOUND");
    await refused(send((await createStory(client)).sectionId, body), 409, "VERSION_CONFLICT");
  });
});

test("the same edit again returns the committed result, also after later edits; another one with its id is 409", async () => {
  const { sectionId, blocks } = await lines("one", "two");
  const body = {
    ...studioMutation(),
    base_document_version: 2,
    operations: [replace(blocks[0], { content: content("uno") }), { op: "delete_block" as const, ...known(blocks[1]) }],
  };
  const first = await send(sectionId, body);
  await edit(sectionId, replace(first.blocks[0] as Block, { content: content("eins") }));
  const again = await send(sectionId, { ...body, actor_session_id: randomUUID() });
  assert.deepEqual(again, { ...first, idempotent_replay: true });
  assert.equal((await readDocument(client, sectionId)).document.document_version, 4);
  await refused(
    send(sectionId, { ...body, operations: [{ op: "set_title", title: "x" }] }),
    409,
    "IDEMPOTENCY_CONFLICT",
  );
  const parallel = {
    ...studioMutation(),
    base_document_version: 4,
    operations: [{ op: "set_title" as const, title: "y" }],
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(sectionId, parallel)));
  assert.deepEqual(answers.map((one) => [one.document_version, one.idempotent_replay]).sort(), [
    [5, false],
    ...Array.from({ length: 4 }, () => [5, true]),
  ]);
});

describe("the limits of an edit hold at the limit and one beyond", () => {
  const silence = (duration_ms: number) => ({
    kind: "timed_silence" as const,
    id: randomUUID(),
    offset_utf16: 0,
    duration_ms,
  });
  const pronunciation = (value: string) => ({
    kind: "pronunciation" as const,
    id: randomUUID(),
    start_utf16: 0,
    end_utf16: 1,
    alphabet: "alias" as const,
    value,
  });
  // Of an engine that is not here: the names of its settings are unknown and stay as they are.
  const set = (directives: number, settings: number) => ({
    id: randomUUID(),
    schema_version: "studio-delivery-control-set-2" as const,
    provider: "elsewhere",
    model: "any",
    format: "fullcast-delivery-1",
    capability_revision: "1",
    directives: Array.from({ length: directives }, () => ({
      id: randomUUID(),
      start_utf16: 0,
      end_utf16: 1,
      intent: "calm",
      strength: 1,
    })),
    settings: Array.from({ length: settings }, (_, index) => ({ name: `s${index}`, value: 1 })),
    source_fingerprint: null,
    source_utf16_length: null,
  });
  const text = (value: string, over: object = {}) => ({ kind: "narration" as const, content: content(value, over) });
  const many = (count: number) => Array.from({ length: count }, () => set(1, 0));
  type New = Extract<Operation, { op: "insert_block" }>["block"];
  const cases: readonly (readonly [string, New, New])[] = [
    ["block text 65,536 UTF-16 units", text("😀".repeat(32_768)), text(`${"😀".repeat(32_768)}a`)],
    [
      "note text 20,000",
      { kind: "note", content: note("n".repeat(20_000)) },
      { kind: "note", content: note("n".repeat(20_001)) },
    ],
    ["timed silence 300,000 ms", text("a", { points: [silence(300_000)] }), text("a", { points: [silence(300_001)] })],
    ["timed silence 1 ms", text("a", { points: [silence(1)] }), text("a", { points: [silence(0)] })],
    [
      "pronunciation 500",
      text("a", { annotations: [pronunciation("p".repeat(500))] }),
      text("a", { annotations: [pronunciation("p".repeat(501))] }),
    ],
    [
      "pronunciation 1",
      text("a", { annotations: [pronunciation("p")] }),
      text("a", { annotations: [pronunciation("")] }),
    ],
    ["32 control sets", text("a", { delivery_control_sets: many(32) }), text("a", { delivery_control_sets: many(33) })],
    [
      "256 directives",
      text("a", { delivery_control_sets: [set(256, 0)] }),
      text("a", { delivery_control_sets: [set(257, 0)] }),
    ],
    [
      "32 settings",
      text("a", { delivery_control_sets: [set(0, 32)] }),
      text("a", { delivery_control_sets: [set(0, 33)] }),
    ],
    [
      "sfx of 300,000 ms",
      { kind: "sfx", content: sfx({ duration_ms: 300_000 }) },
      { kind: "sfx", content: sfx({ duration_ms: 300_001 }) },
    ],
    [
      "sfx of 100 ms",
      { kind: "sfx", content: sfx({ duration_ms: 100 }) },
      { kind: "sfx", content: sfx({ duration_ms: 99 }) },
    ],
    [
      "prompt of 4,000",
      { kind: "sfx", content: sfx({ prompt: "p".repeat(4_000) }) },
      { kind: "sfx", content: sfx({ prompt: "p".repeat(4_001) }) },
    ],
    ["prompt of 1", { kind: "sfx", content: sfx({ prompt: "p" }) }, { kind: "sfx", content: sfx({ prompt: "" }) }],
  ];
  for (const [name, at, beyond] of cases) {
    test(name, async () => {
      const { sectionId } = await createStory(client, "x");
      await edit(sectionId, insert(null, at));
      const [block] = await blocksOf(sectionId);
      assert.deepEqual(block?.content, at.content);
      await refused(edit(sectionId, insert(null, beyond)), 400, "INVALID_REQUEST");
      await refused(edit(sectionId, replace(block, { content: beyond.content })), 400, "INVALID_REQUEST");
    });
  }
  test("500 operations, a title of 500 UTF-16 units", async () => {
    const { sectionId } = await createStory(client, "x");
    const title = (count: number, length: number) =>
      Array.from({ length: count }, (): Operation => ({ op: "set_title", title: "t".repeat(length) }));
    assert.equal((await edit(sectionId, ...title(500, 500))).document_version, 2);
    await refused(edit(sectionId, ...title(501, 1)), 400, "INVALID_REQUEST");
    await refused(edit(sectionId, ...title(1, 501)), 400, "INVALID_REQUEST");
    await refused(edit(sectionId), 400, "INVALID_REQUEST");
  });
  test("the first unparsed block may be longer than 65,536 units, but not as anything else", async () => {
    const { sectionId } = await createStory(client, "word ".repeat(20_000));
    const [block] = await blocksOf(sectionId);
    await refused(edit(sectionId, replace(block, { kind: "narration" })), 400, "INVALID_REQUEST");
    await edit(sectionId, { op: "split_block", ...known(block), offset_utf16: 50_000 });
    const [first] = await blocksOf(sectionId);
    await edit(sectionId, replace(first, { kind: "narration" }));
    assert.deepEqual(
      (await blocksOf(sectionId)).map((one) => one.kind),
      ["narration", "unparsed"],
    );
  });
});

describe("a generation profile", () => {
  test("must name a provider, a model and options that the engines know", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    await createAudio(client, projectId, sectionId);
    const block = (await blocksOf(sectionId)).find((one) => one.kind === "speech");
    const { engines } = await client.call("listEngines");
    const [engine] = engines;
    const refusal = async (override: object) => {
      const { details } = await refused(
        edit(sectionId, replace(block, { generation_profile_override: override })),
        400,
        "INVALID_REQUEST",
      );
      return (details.issues as { path: string }[])[0]?.path.split("generation_profile_override.")[1];
    };
    assert.equal(await refusal({ provider: "nobody" }), "provider");
    assert.equal(await refusal({ model: "nothing" }), "model");
    assert.equal(await refusal({ options: { nonsense: 1 } }), "options.nonsense");
    assert.equal(await refusal({ options: { rate: "fast" } }), "options.rate");
    const override = { provider: engine?.provider ?? "", model: engine?.models[0] ?? "", options: { rate: 1.2 } };
    await edit(sectionId, replace(block, { generation_profile_override: override }));
    const after = (await media(client, sectionId)).find((one) => one.block_id === block?.id);
    assert.deepEqual([after?.freshness, after?.stale_reasons], ["stale", ["generation_profile"]]);
    assert.equal((await createAudio(client, projectId, sectionId)).run.status, "completed");
    const spoken = (await media(client, sectionId)).find((one) => one.block_id === block?.id);
    assert.deepEqual([spoken?.freshness, spoken?.audio_version_count], ["current", 2]);
  });
});

test("a speaker that a person chose is not overwritten by preparing or creating audio", async () => {
  const { projectId, sectionId } = await createStory(client, TEXT);
  await prepare(client, projectId, sectionId);
  const { speakers, document } = await readDocument(client, sectionId);
  const tom = speakers.find((speaker) => /tom/i.test(speaker.name));
  const lineOfMara = document.blocks.find((block) => textOf(block).includes("Is the boat back"));
  const narration = document.blocks.find((block) => block.kind === "narration");
  await edit(
    sectionId,
    { op: "assign_speaker", block_ids: [lineOfMara?.id ?? "", narration?.id ?? ""], speaker_id: tom?.id ?? "" },
    insert(null, { kind: "unparsed", content: content('"And I?" asked Mara.\n\n') }),
  );
  assert.equal((await prepare(client, projectId, sectionId)).run.status, "completed");
  assert.equal((await createAudio(client, projectId, sectionId)).run.status, "completed");
  const after = await blocksOf(sectionId);
  for (const id of [lineOfMara?.id, narration?.id]) {
    const block = after.find((one) => one.id === id);
    assert.equal(block?.speaker_id, tom?.id);
    const evidence = block?.content.type === "text" ? block.content.annotations[0] : undefined;
    assert.equal(evidence?.kind === "extension" && evidence.payload?.method, "user");
  }
});

test("a speaker of another project may not speak here", async () => {
  const other = await createBook(client, "x");
  const { speakers } = await client.call("listSpeakers", { params: { projectId: other.projectId } });
  const { sectionId, blocks } = await lines("one");
  const speaker_id = speakers[0]?.id ?? "";
  for (const operation of [
    { op: "assign_speaker", block_ids: [blocks[0]?.id ?? ""], speaker_id } as const,
    replace(blocks[0], { speaker_id }),
    insert(null, { kind: "speech", content: content("x"), speaker_id }),
  ]) {
    await refused(edit(sectionId, operation), 400, "INVALID_REQUEST");
  }
});
