// Texts that are too long for one section, and texts that a voice cannot say as they are.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { refused, sharedAccount } from "./server.ts";
import { createAudio, createStory, media, prepare, studioMutation } from "./story.ts";

const server = await sharedAccount();

test("a section with too many lines for its timeline is reported before any speech", async () => {
  const { client } = server;
  const text = Array.from({ length: 25_001 }, (_, index) => `Step ${index} was taken.`).join("\n\n");
  const { projectId, sectionId } = await createStory(client, text);
  assert.equal((await prepare(client, projectId, sectionId)).run.status, "completed");
  const { run, steps } = await createAudio(client, projectId, sectionId);
  assert.equal(run.status, "partially_completed");
  const failed = steps.find((step) => step.status === "failed");
  assert.equal(failed?.step_kind, "generate_stale_audio");
  assert.equal(failed?.error_code, "STUDIO_WORKFLOW_DOCUMENT_TOO_LARGE");
  assert.match(failed?.error_message ?? "", /25001 lines .* 25000/);
  const progress = await client.call("readWorkflowProgress", { params: { workflowRunId: run.id } });
  assert.equal(progress.blocks.ready, 0);
  assert.equal(progress.blocks.generating, 0);
});

test("a playback manifest names up to 50,000 gaps; a section with one more is refused by name", async () => {
  const { client } = server;
  const { sectionId } = await createStory(client, "");
  const imported = await client.call("importScript", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: 1,
      text: Array.from({ length: 50_000 }, (_, index) => `ANN: ${index}.\n`).join("\n"),
    },
  });
  assert.equal(imported.block_count, 50_000);
  const { speaker_registry_version } = imported;
  const manifest = (document_version: number) =>
    client.call("readPlaybackManifest", {
      params: { sectionId },
      query: { document_version, speaker_registry_version },
    });
  const full = (await manifest(imported.document_version)).manifest;
  assert.deepEqual([full.completeness, full.gaps.length], ["partial", 50_000]);
  const content = {
    type: "text" as const,
    schema_version: "studio-ast-2" as const,
    text: "One more.\n",
    annotations: [],
    points: [],
    delivery_control_sets: [],
  };
  const block = {
    id: randomUUID(),
    kind: "narration" as const,
    content,
    generation_profile_override: null,
    placement: null,
    speaker_id: null,
  };
  const edited = await client.call("editDocument", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: imported.document_version,
      operations: [{ op: "insert_block", after_block_id: null, block }],
    },
  });
  await refused(manifest(edited.document_version), 409, "MANIFEST_TOO_LARGE");
});

test("marks, signs, a word of 100,000 characters and other scripts: the run is completed, and each line is spoken or has no words", async () => {
  const { client } = server;
  const lines = [
    "The night was long.",
    "... !!! ???",
    "🙂🙂🙂 🎉",
    "“🙂,” said Mara.",
    "a".repeat(100_000),
    "“Привет,” said Ivan, and 海と空, and then שלום.",
    `${"x1y2z3".repeat(50)} and done.`,
  ];
  const { projectId, sectionId } = await createStory(client, lines.join("\n\n"));
  const { run } = await createAudio(client, projectId, sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  const { document } = await client.call("readDocument", { params: { sectionId } });
  const text = document.blocks.map(({ content }) => (content.type === "text" ? content.text : "")).join("");
  for (const line of lines) assert.ok(text.includes(line), `lost: ${line.slice(0, 40)}`);
  const spoken = await media(client, sectionId);
  for (const [index, one] of spoken.entries()) {
    const { content } = document.blocks[index] ?? assert.fail("there is no such block");
    const hasWords = content.type === "text" && /[\p{L}\p{N}]/u.test(content.text);
    assert.deepEqual([one.freshness === "current", one.activity, one.error], [hasWords, "idle", null]);
  }
  const cut = spoken.flatMap(({ warnings }) => warnings).filter((one) => /^A word of \d{5} characters/.test(one));
  // A block has at most 65,536 units, so the word is divided between two.
  assert.equal(cut.length, 2, "each line states that its word is cut");
  const { speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
  const { manifest } = await client.call("readPlaybackManifest", {
    params: { sectionId },
    query: {
      document_version: document.document_version,
      speaker_registry_version,
    },
  });
  assert.deepEqual([manifest.completeness, manifest.gaps], ["complete", []]);
});
