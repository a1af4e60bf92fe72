// Create Audio for chosen blocks, and its quote.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { spokenLength } from "@fullcast/core/media";
import { refused, sharedAccount } from "./server.ts";
import { createAudio, createBook, createStory, finished, media, prepare, readDocument, startAudio } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const lanesOff = { include_generated_sfx: false, place_project_sounds: false };
const target = (block: { id: string; block_version: number }, text: string) => ({
  block_id: block.id,
  base_block_version: block.block_version,
  text_length_utf16: text.length,
  text_hash: createHash("sha256").update(text, "utf8").digest("hex"),
});

describe("a target_scope", () => {
  test("generates the audio of its blocks only", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const { blocks } = (await readDocument(client, sectionId)).document;
    const wanted = blocks.filter((block) => block.kind === "speech").slice(0, 2);
    const scope = {
      kind: "source_blocks" as const,
      blocks: wanted.map((block) => target(block, block.content.type === "text" ? block.content.text : "")),
    };
    const { run } = await startAudio(client, projectId, [sectionId], { ...lanesOff, target_scope: scope });
    const ended = await finished(client, run.id);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    const ids = wanted.map((block) => block.id);
    for (const one of await media(client, sectionId)) {
      assert.equal(one.audio_version_count, ids.includes(one.block_id) ? 1 : 0);
    }
  });
  test("requires exactly one section and both sound options false", async () => {
    const { projectId, sectionIds } = await createBook(client, "One.", "Two.");
    const { blocks } = (await readDocument(client, sectionIds[0] ?? "")).document;
    const target_scope = { kind: "source_blocks" as const, blocks: [target(blocks[0] ?? assert.fail(), "One.")] };
    for (const [ids, options] of [
      [sectionIds, lanesOff],
      [sectionIds.slice(0, 1), {}],
      [sectionIds.slice(0, 1), { include_generated_sfx: false }],
      [sectionIds.slice(0, 1), { place_project_sounds: false }],
    ] as const) {
      await refused(startAudio(client, projectId, ids, { ...options, target_scope }), 400, "INVALID_REQUEST");
    }
  });
  test("whose blocks are not as they are stored is 409; an unknown block 404; 251 blocks, or one twice, 400", async () => {
    const { projectId, sectionId } = await createStory(client, "One.");
    const { blocks } = (await readDocument(client, sectionId)).document;
    const good = target(blocks[0] ?? assert.fail(), "One.");
    const start = (...targets: (typeof good)[]) =>
      startAudio(client, projectId, [sectionId], {
        ...lanesOff,
        target_scope: { kind: "source_blocks", blocks: targets },
      });
    await refused(start({ ...good, base_block_version: 2 }), 409, "VERSION_CONFLICT");
    await refused(start({ ...good, text_length_utf16: 5 }), 409, "VERSION_CONFLICT");
    await refused(start({ ...good, text_hash: "0".repeat(64) }), 409, "VERSION_CONFLICT");
    await refused(start({ ...good, block_id: randomUUID() }), 404, "NOT_FOUND");
    await refused(start(), 400, "INVALID_REQUEST");
    await refused(start(good, good), 400, "INVALID_REQUEST");
    const many = Array.from({ length: 251 }, () => ({ ...good, block_id: randomUUID() }));
    await refused(start(...many), 400, "INVALID_REQUEST");
  });
});

describe("a quote", () => {
  const quote = (projectId: string, section_ids: string[], options: { [name: string]: unknown } = {}) =>
    client.call("quoteWorkflow", {
      params: { projectId },
      body: { schema_version: 2, workflow_kind: "create_audio", section_ids, ...options },
    });

  test("counts what lacks current audio, by provider, and changes nothing", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const before = await readDocument(client, sectionId);
    const spoken = before.document.blocks.filter((block) => ["speech", "narration"].includes(block.kind));
    const characters = spoken.reduce(
      (sum, { content }) => sum + (content.type === "text" ? spokenLength(content) : 0),
      0,
    );
    const quoted = await quote(projectId, [sectionId]);
    assert.deepEqual([quoted.blocks, quoted.characters, quoted.snowcoins], [spoken.length, characters, 0]);
    assert.deepEqual(quoted.by_provider, [{ provider: "flite", blocks: spoken.length, characters, snowcoins: 0 }]);
    assert.ok(quoted.estimated_audio_ms > 1_000 && quoted.estimated_seconds >= 1);
    assert.deepEqual(await readDocument(client, sectionId), before);
    await createAudio(client, projectId, sectionId);
    const after = await quote(projectId, [sectionId]);
    assert.deepEqual([after.blocks, after.characters, after.estimated_seconds, after.by_provider], [0, 0, 0, []]);
  });
  test("of text that is not prepared counts all of it", async () => {
    const { projectId, sectionIds } = await createBook(client, "Twelve units", " \n ", "“12 boats,” he said. ");
    const quoted = await quote(projectId, sectionIds);
    assert.equal(quoted.characters, "Twelve units".length + "twelve boats, he said.".length);
    assert.ok(quoted.blocks >= 2);
  });
  test("of a target_scope counts its blocks only", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const { blocks } = (await readDocument(client, sectionId)).document;
    const block = blocks.find((one) => one.kind === "speech") ?? assert.fail();
    const content = block.content.type === "text" ? block.content : assert.fail();
    const { text } = content;
    const scope = (one: ReturnType<typeof target>) => ({
      ...lanesOff,
      target_scope: { kind: "source_blocks" as const, blocks: [one] },
    });
    const quoted = await quote(projectId, [sectionId], scope(target(block, text)));
    assert.deepEqual([quoted.blocks, quoted.characters], [1, spokenLength(content)]);
    const changed = scope({ ...target(block, text), base_block_version: 9 });
    await refused(quote(projectId, [sectionId], changed), 409, "VERSION_CONFLICT");
  });
  test("keeps to the caps of Create Audio; ignores client_mutation_id; unknown projects and sections are 404", async () => {
    const { projectId, sectionId } = await createStory(client, "One.");
    const ids = Array.from({ length: 13 }, () => randomUUID());
    await refused(quote(projectId, ids), 400, "INVALID_REQUEST");
    await refused(quote(projectId, ids.slice(1)), 404, "NOT_FOUND");
    await refused(quote(randomUUID(), [sectionId]), 404, "NOT_FOUND");
    const client_mutation_id = randomUUID();
    const first = await quote(projectId, [sectionId], { client_mutation_id });
    assert.deepEqual(await quote(projectId, [sectionId], { client_mutation_id, direct_emotion: false }), first);
  });
});
