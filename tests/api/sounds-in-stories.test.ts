// Uploaded sounds in stories: Create Audio places linked sounds, and the blocks that play them are heard, exported, and
// silent again when their sound is gone.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { CallOf, Endpoints } from "@fullcast/contract";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { refused, sharedAccount } from "./server.ts";
import { link, readSound, readySound } from "./sound.ts";
import {
  createAudio,
  createStory,
  exportStory,
  finished,
  media,
  playbackManifest,
  prepare,
  projection,
  readDocument,
  startAudio,
  studioMutation,
} from "./story.ts";

type Operation = CallOf<Endpoints["editDocument"]>["body"]["operations"][number];

const TEXT = [
  "Mara sat at the table and waited for the others to come home from the harbour that evening.",
  "",
  "Slowly the door creaked open behind her.",
  "",
  '"Who is there?" asked Mara.',
  "",
  "Nobody answered her for quite a while.",
  "",
].join("\n");

const server = await sharedAccount();
const { client } = server;
const bytes = madeWav({ samples: 88_200, channels: 2 });
const sound = await readySound(client, { name: "Door creak", tags: ["door", "creak"] }, bytes);
const story = await createStory(client, TEXT);
await prepare(client, story.projectId, story.sectionId);

const effects = async () =>
  (await readDocument(client, story.sectionId)).document.blocks.filter((block) => block.kind === "sfx");
const placing = (workflow: Awaited<ReturnType<typeof createAudio>>) =>
  workflow.steps.find((step) => step.step_kind === "place_project_sounds");

describe("Create Audio", () => {
  test("skips place_project_sounds with a reason when no sound is linked", async () => {
    const workflow = await createAudio(client, story.projectId, story.sectionId);
    assert.equal(workflow.run.status, "completed");
    const step = placing(workflow);
    assert.equal(step?.status, "skipped");
    assert.match(String(step?.result_summary.reason), /no linked sounds/);
  });
  test("places linked sounds automatically when place_project_sounds is on, anchored at the word that mentions them", async () => {
    await link(client, story.projectId, sound.id, 1);
    const off = await startAudio(client, story.projectId, [story.sectionId], { place_project_sounds: false });
    await finished(client, off.run.id);
    assert.deepEqual(await effects(), []);
    const workflow = await createAudio(client, story.projectId, story.sectionId);
    assert.equal(workflow.run.status, "completed", JSON.stringify(workflow.run.error_summary));
    assert.deepEqual(placing(workflow)?.result_summary, { sounds: 1, placed: 1 });
    const { document } = await readDocument(client, story.sectionId);
    assert.equal(projection(document.blocks), TEXT);
    const [effect] = await effects();
    assert.ok(effect?.kind === "sfx");
    assert.deepEqual(effect.content.source, {
      kind: "project_sound",
      sound_effect_id: sound.id,
      sound_effect_revision_id: sound.current_revision?.id,
    });
    assert.deepEqual([effect.content.seed, effect.content.duration_ms], [null, 2_000]);
    const anchor = document.blocks.find((block) => block.id === effect.placement?.anchor_block_id);
    assert.ok(anchor?.content.type === "text");
    assert.match(anchor.content.text.slice(effect.placement?.offset_utf16), /^creaked/);
  });
  test("running again adds nothing", async () => {
    const before = await readDocument(client, story.sectionId);
    const workflow = await createAudio(client, story.projectId, story.sectionId);
    assert.equal(placing(workflow)?.status, "skipped");
    assert.deepEqual((await readDocument(client, story.sectionId)).document, before.document);
  });
});

describe("a block that plays an uploaded sound", () => {
  test("has current audio without an engine, and its sound lies on the timeline where the word is said", async () => {
    const [effect] = await effects();
    assert.ok(effect?.kind === "sfx");
    const entry = (await media(client, story.sectionId)).find((one) => one.block_id === effect.id);
    assert.deepEqual(
      [entry?.freshness, entry?.activity, entry?.stale_reasons, entry?.provider, entry?.content_type],
      ["current", "idle", [], null, "audio/wav"],
    );
    const played = await fetch(entry?.playback_url ?? "");
    assert.equal((await played.arrayBuffer()).byteLength, sound.current_revision?.file_size_bytes);
    const { manifest, assets, unit_word_timings } = await playbackManifest(client, story, 2);
    assert.deepEqual([manifest.completeness, manifest.gaps], ["complete", []]);
    const [unit] = manifest.overlay_units;
    assert.deepEqual([unit?.block_id, unit?.duration_ms, manifest.overlay_units.length], [effect.id, 2_000, 1]);
    assert.ok(assets.some((asset) => asset.asset_id === unit?.asset_id));
    const words = unit_word_timings?.find((one) => one.block_id === effect.placement?.anchor_block_id)?.words;
    assert.equal(unit?.start_ms, words?.find((word) => word.text.startsWith("creaked"))?.start_ms);
    const access = await client.call("createMediaAccessUrl", { params: { assetId: unit?.asset_id ?? "" } });
    assert.equal(access.content_type, "audio/wav");
  });
  test("is exported", async () => {
    const wav = await exportStory(client, story, "wav");
    assert.equal(wav.status, "completed", wav.error?.message);
  });
  test("is a `missing` gap when its sound was deleted, and the section needs audio", async () => {
    const { metadata_version } = await readSound(client, sound.id);
    await client.call("deleteSound", {
      params: { soundId: sound.id },
      body: {
        schema_version: "studio-sound-mutation-1",
        client_mutation_id: randomUUID(),
        expected_metadata_version: metadata_version,
      },
    });
    const [effect] = await effects();
    const entry = (await media(client, story.sectionId)).find((one) => one.block_id === effect?.id);
    assert.deepEqual([entry?.freshness, entry?.playback_url], ["absent", null]);
    const { manifest } = await playbackManifest(client, story);
    assert.deepEqual(
      manifest.gaps.map((gap) => [gap.block_id, gap.media_kind, gap.reason]),
      [[effect?.id, "sfx", "missing"]],
    );
    const { sections } = await client.call("readProjectSections", { params: { projectId: story.projectId } });
    assert.equal(sections[0]?.activity_status, "needs_audio");
    const failed = await exportStory(client, story, "mp3");
    assert.equal(failed.error?.code, "EXPORT_AUDIO_INCOMPLETE");
    assert.ok(effect?.content.type === "sfx" && effect.content.source);
    const change = async (operation: Operation) =>
      client.call("editDocument", {
        params: { sectionId: story.sectionId },
        body: {
          ...studioMutation(),
          base_document_version: (await readDocument(client, story.sectionId)).document.document_version,
          operations: [operation],
        },
      });
    const set = { content: { ...effect.content, prompt: "a door that is no more" } };
    const known = { block_id: effect.id, base_block_version: effect.block_version };
    await change({ op: "replace_block", ...known, set });
    for (const [field, content] of [
      ["block.content.source", effect.content],
      [
        "block.content.source",
        { ...effect.content, source: { ...effect.content.source, sound_effect_revision_id: randomUUID() } },
      ],
      ["block.content.seed", { ...effect.content, seed: 7 }],
    ] as const) {
      const operation = { op: "insert_block" as const, after_block_id: null, block: { kind: "sfx" as const, content } };
      const { details } = await refused(change(operation), 400, "INVALID_REQUEST");
      assert.equal((details.issues as { path: string }[])[0]?.path, `operations.0.${field}`);
    }
  });
});
