// Control sets of clients: override texts for an engine, and formats.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Document } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createAudio, media, playbackManifest, readDocument, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const story = await spokenStory(client);

type Block = Document["blocks"][number];
const set = (over: object = {}) => ({
  id: randomUUID(),
  schema_version: "studio-delivery-control-set-2" as const,
  provider: "flite",
  model: "flite",
  format: "fullcast-delivery-1",
  capability_revision: "1",
  directives: [],
  settings: [],
  source_fingerprint: null,
  source_utf16_length: null,
  ...over,
});
const narration = async (): Promise<Block> => {
  const { blocks } = (await readDocument(client, story.sectionId)).document;
  return blocks.find((one) => one.kind === "narration" && /three days/.test(JSON.stringify(one))) ?? assert.fail();
};
async function direct(...delivery_control_sets: ReturnType<typeof set>[]) {
  const block = await narration();
  assert.ok(block.content.type === "text");
  const { document_version } = (await readDocument(client, story.sectionId)).document;
  return client.call("editDocument", {
    params: { sectionId: story.sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document_version,
      operations: [
        {
          op: "replace_block",
          block_id: block.id,
          base_block_version: block.block_version,
          set: { content: { ...block.content, delivery_control_sets } },
        },
      ],
    },
  });
}
const audioOf = async (blockId: string) =>
  (await media(client, story.sectionId)).find((one) => one.block_id === blockId) ?? assert.fail();
async function lengthOf(blockId: string): Promise<number> {
  const { manifest } = await playbackManifest(client, story);
  const unit = manifest.sequential_units.find((one) => one.unit_type === "asset" && one.block_id === blockId);
  return unit?.duration_ms ?? assert.fail();
}

describe("provider_text_override", () => {
  test("replaces the text for its engine: only its block is stale, with delivery_controls", async () => {
    const { id } = await narration();
    const before = await lengthOf(id);
    await direct(set({ provider_text_override: "No." }));
    const blocks = await media(client, story.sectionId);
    assert.deepEqual(
      blocks.filter((one) => one.freshness === "stale").map((one) => [one.block_id, one.stale_reasons]),
      [[id, ["delivery_controls"]]],
    );
    assert.equal((await createAudio(client, story.projectId, story.sectionId)).run.status, "completed");
    assert.equal((await audioOf(id)).freshness, "current");
    const after = await lengthOf(id);
    assert.ok(after < before / 2, `${before} ms, ${after} ms`);
  });
  test("has no word timings", async () => {
    const { id } = await narration();
    const { unit_word_timings } = await playbackManifest(client, story, 2);
    const unit = unit_word_timings?.find((one) => one.block_id === id);
    assert.deepEqual([unit?.word_timing, unit?.words], ["unavailable", []]);
    assert.ok(unit_word_timings?.some((one) => one.word_timing === "available"));
  });
  test("of another engine changes nothing, and without it the audio before is current again", async () => {
    const { id } = await narration();
    await direct(set({ provider: "elsewhere", provider_text_override: "No." }));
    const again = await audioOf(id);
    assert.deepEqual([again.freshness, again.audio_version_count], ["current", 2]);
  });
});

test("a text that cannot be spoken is refused in place of one that can", async () => {
  for (const text of ["...", "—", "🙂", "\u200b"]) {
    const { details } = await refused(direct(set({ provider_text_override: text })), 400, "INVALID_REQUEST");
    assert.match(JSON.stringify(details), /delivery_control_sets\.0\.provider_text_override/);
  }
});

describe("the format of a control set", () => {
  test("for an engine of this server is the one that it reads; any other is 400 and named", async () => {
    for (const provider of ["flite", "fullcast"]) {
      const { details } = await refused(direct(set(), set({ provider, format: "bogus" })), 400, "INVALID_REQUEST");
      assert.deepEqual(details.issues, [
        {
          path: "operations.0.set.content.delivery_control_sets.1.format",
          message: `must be "fullcast-delivery-1" for the provider ${provider}`,
        },
      ]);
    }
  });
  test("of another vendor is kept as it is", async () => {
    const { blocks } = await direct(set({ provider: "elsewhere", format: "vendor-tags-3" }));
    const [block] = blocks;
    assert.ok(block?.content.type === "text");
    assert.equal(block.content.delivery_control_sets[0]?.format, "vendor-tags-3");
  });
});

describe("an unknown name", () => {
  const directive = (intent: string) => ({ id: randomUUID(), start_utf16: 0, end_utf16: 4, intent, strength: 1 });
  const issuesOf = async (work: Promise<unknown>) =>
    (await refused(work, 400, "INVALID_REQUEST")).details.issues as {
      readonly path: string;
      readonly message: string;
    }[];
  test("of a directive or a setting is 400 for engines of this server, with the list of known names", async () => {
    for (const provider of ["flite", "fullcast"]) {
      const [intent] = await issuesOf(direct(set({ provider, directives: [directive("banana")] })));
      assert.equal(intent?.path, "operations.0.set.content.delivery_control_sets.0.directives.0.intent");
      assert.match(intent?.message ?? "", /"banana" is unknown.*\bwhisper\b.*\bcalm\b/);
      const [setting] = await issuesOf(direct(set({ provider, settings: [{ name: "banana", value: 1 }] })));
      assert.equal(setting?.path, "operations.0.set.content.delivery_control_sets.0.settings.0.name");
      assert.match(setting?.message ?? "", /"banana" is unknown.*\brate\b.*\bwhisper\b/);
    }
    const [value] = await issuesOf(direct(set({ settings: [{ name: "rate", value: 9 }] })));
    assert.equal(value?.message, "must be a number from 0.5 to 2 for rate");
  });
  test("in a set of another vendor is kept as it is", async () => {
    const { blocks } = await direct(set({ provider: "elsewhere", directives: [directive("banana")] }));
    assert.match(JSON.stringify(blocks), /banana/);
  });
  test("of an option, a model or an engine in a generation profile is 400 with the list of known names", async () => {
    const { speakers, speaker_registry_version } = await client.call("listSpeakers", {
      params: { projectId: story.projectId },
    });
    const speaker = speakers.find((one) => one.casting !== null) ?? assert.fail();
    const cast = (generation_profile: object) =>
      client.call("castSpeaker", {
        params: { projectId: story.projectId, speakerId: speaker.id },
        body: {
          ...studioMutation(),
          base_speaker_registry_version: speaker_registry_version,
          voice_id: speaker.casting?.voice_id ?? null,
          generation_profile,
        },
      });
    for (const [profile, path, message] of [
      [{ options: { banana: 1 } }, "options.banana", /is unknown\. Options of flite: rate, pitch_semitones/],
      [{ model: "banana" }, "model", /is unknown\. Known models: flite/],
      [{ provider: "banana" }, "provider", /"banana" is no engine of this server\. Its engines: flite, pico, espeak/],
    ] as const) {
      const [issue] = await issuesOf(cast(profile));
      assert.equal(issue?.path, `generation_profile.${path}`);
      assert.match(issue?.message ?? "", message);
    }
  });
});
