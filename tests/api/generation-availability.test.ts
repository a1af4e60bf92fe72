// Whether each block's audio can be generated now, and by which engines.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { refused, sharedAccount } from "./server.ts";
import { createStory, prepare, readDocument, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const read = (sectionId: string) => client.call("readGenerationAvailability", { params: { sectionId } });

describe("generation availability", () => {
  test("has one entry per block in document order; null for blocks that no engine speaks", async () => {
    const { sectionId, projectId } = await spokenStory(client);
    const available = await read(sectionId);
    const { document, speaker_registry_version, speakers } = await readDocument(client, sectionId);
    const { document_version } = document;
    assert.deepEqual(
      [available.section_id, available.document_version, available.speaker_registry_version],
      [sectionId, document_version, speaker_registry_version],
    );
    assert.deepEqual(
      available.blocks.map((one) => one.block_id),
      document.blocks.map((block) => block.id),
    );
    const { engines } = await client.call("listEngines");
    for (const [index, { generation }] of available.blocks.entries()) {
      const block = document.blocks[index] ?? assert.fail();
      if (block.kind !== "speech" && block.kind !== "narration") {
        assert.equal(generation, null);
        continue;
      }
      const { casting } = speakers.find((one) => one.id === block.speaker_id) ?? assert.fail(projectId);
      assert.deepEqual(generation?.requested_profile, {
        provider: casting?.provider,
        model: casting?.model,
        fallback: "best_effort",
        controls: "best_effort",
        options: {},
      });
      assert.deepEqual([generation.status, generation.reason, generation.diagnostics], ["available", null, []]);
      assert.deepEqual(
        generation.options.map((one) => `${one.provider}/${one.model}`),
        engines.flatMap((engine) => engine.models.map((model) => `${engine.provider}/${model}`)),
      );
      assert.ok(generation.options.some((one) => one.status === "available"));
    }
  });
  test("of text that is not structured is null", async () => {
    const { sectionId } = await createStory(client);
    assert.deepEqual(
      (await read(sectionId)).blocks.map((one) => one.generation),
      [null],
    );
  });
  test("of a line whose speaker has no voice is unavailable, and states why", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const lines = (await read(sectionId)).blocks.flatMap((one) => one.generation ?? []);
    assert.ok(lines.length > 3);
    for (const one of lines) {
      assert.equal(one.status, "unavailable");
      assert.ok((one.reason ?? "").length > 10);
      assert.equal(one.diagnostics[0]?.severity, "error");
    }
  });
  test("follows allow_fallbacks and the cast's own options", async () => {
    const { projectId, sectionId } = await spokenStory(client, "Only the narrator speaks here.");
    const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
    const [narrator] = speakers;
    await client.call("castSpeaker", {
      params: { projectId, speakerId: narrator?.id ?? "" },
      body: {
        ...studioMutation(),
        base_speaker_registry_version: speaker_registry_version,
        voice_id: narrator?.casting?.voice_id ?? null,
        generation_profile: { options: { rate: 1.1 } },
      },
    });
    await client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
    const [block] = (await read(sectionId)).blocks.flatMap((one) => one.generation ?? []);
    assert.deepEqual([block?.requested_profile.fallback, block?.requested_profile.options], ["strict", { rate: 1.1 }]);
  });
  test("of an unknown section is 404", async () => {
    await refused(read(randomUUID()), 404, "NOT_FOUND");
  });
});
