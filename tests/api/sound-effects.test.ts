// Generated sound effects: found in the narration, made from their prompts, mixed over the speech.

import assert from "node:assert/strict";
import { test } from "node:test";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { sharedAccount } from "./server.ts";
import { readySound } from "./sound.ts";
import {
  createAudio,
  createStory,
  finished,
  media,
  playbackManifest,
  prepare,
  projection,
  readDocument,
  spokenStory,
  startAudio,
  studioMutation,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const HEARD = [
  "The lamp was lit early that evening. Ines had put the letters away and counted the spoons twice, and the soup was",
  "warm, and nobody had come up from the harbour since the ferry. She set three plates and took one of them away again.",
  "Then there was a knock at the door.",
  "",
  '"It is open," said Ines.',
  "",
  "Old Abel came in with the cold behind him. He took off his hat and put it on the chair, and for a while he looked",
  "at the plates and at the lamp and at everything else in that kitchen but her. His coat had a long tear in the sleeve.",
  "He sat down where he always sat. The clock in the hall struck nine.",
  "",
  '"They are not back," said Abel.',
  "",
].join("\n");

const effectsOf = async (sectionId: string, by = client) =>
  (await readDocument(by, sectionId)).document.blocks.filter((block) => block.kind === "sfx");

test("direct_sfx adds effects where the narration reports a sound, generate_stale_audio makes them, the manifest plays them at their word", async () => {
  const story = await spokenStory(client, HEARD);
  const step = story.workflow.steps.find((one) => one.step_kind === "direct_sfx");
  assert.equal(step?.status, "succeeded");
  assert.deepEqual(step?.result_summary, { effects_added: 1 });
  const { document } = await readDocument(client, story.sectionId);
  assert.equal(projection(document.blocks), HEARD);
  const [effect] = await effectsOf(story.sectionId);
  assert.ok(effect?.content.type === "sfx");
  assert.equal(effect.content.prompt, "knocks on a wooden door");
  const audio = (await media(client, story.sectionId)).find((one) => one.block_id === effect.id);
  assert.equal(audio?.freshness, "current");
  assert.equal(audio?.provider, "fullcast");
  const { manifest } = await playbackManifest(client, story);
  assert.equal(manifest.completeness, "complete");
  const [overlay] = manifest.overlay_units;
  assert.equal(overlay?.block_id, effect.id);
  assert.equal(overlay?.duration_ms, effect.content.duration_ms);
  const narration = manifest.sequential_units.find((unit) => unit.block_id === effect.placement?.anchor_block_id);
  assert.ok(overlay !== undefined && narration !== undefined);
  // "Then there was a knock at the door.": the word is in the middle.
  const place = (overlay.start_ms - narration.start_ms) / narration.duration_ms;
  assert.ok(place > 0.3 && place < 0.7, `at ${place} of the narration that tells of it`);
});

test("running again adds nothing, also when a user removed the effect", async () => {
  const story = await spokenStory(client, HEARD);
  const again = await createAudio(client, story.projectId, story.sectionId);
  assert.equal(again.steps.find((one) => one.step_kind === "direct_sfx")?.status, "skipped");
  assert.equal((await effectsOf(story.sectionId)).length, 1);
  const { document } = await readDocument(client, story.sectionId);
  const [effect] = await effectsOf(story.sectionId);
  await client.call("editDocument", {
    params: { sectionId: story.sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [{ op: "delete_block", block_id: effect!.id, base_block_version: effect!.block_version }],
    },
  });
  const third = await createAudio(client, story.projectId, story.sectionId);
  assert.equal(third.run.status, "completed");
  assert.equal((await effectsOf(story.sectionId)).length, 0);
});

test("an uploaded sound of the account takes the place of a generated one whose prompt it names, and of one that cannot be made", async () => {
  const { raw_key } = await server.owner.call("createAccount", {
    body: { username: "mine", display_name: "Mine", plan: "studio" },
  });
  const mine = server.withKey(raw_key);
  const knock = await readySound(mine, { name: "Door knock", tags: ["knocking"] }, madeWav({ samples: 44_100 }));
  const accordion = await readySound(mine, { name: "Accordion", tags: ["music"] }, madeWav({ samples: 88_200 }));
  const story = await createStory(mine, "To be replaced.\n");
  const { document } = await readDocument(mine, story.sectionId);
  await mine.call("importScript", {
    params: { sectionId: story.sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      text: "[SFX: a knock at the door, 4s]\nMARA: Who is there?\n[SFX: accordion music, 2s]\n[SFX: thunder, 2s]\nTOM: Only me.\n",
    },
  });
  const workflow = await createAudio(mine, story.projectId, story.sectionId);
  assert.equal(workflow.run.status, "completed", JSON.stringify(workflow.run.error_summary));
  const step = workflow.steps.find((one) => one.step_kind === "direct_sfx");
  assert.deepEqual(step?.result_summary, { effects_added: 0, uploaded_sounds_used: 2 });
  const played = (await effectsOf(story.sectionId, mine)).map(({ content }) =>
    content.type === "sfx" ? (content.source?.sound_effect_id ?? null) : null,
  );
  assert.deepEqual(played, [knock.id, accordion.id, null]);
  const { manifest } = await playbackManifest(mine, story);
  assert.deepEqual([manifest.completeness, manifest.overlay_units.length], ["complete", 3]);
  const foreign = await createStory(client, "To be replaced.\n");
  await client.call("importScript", {
    params: { sectionId: foreign.sectionId },
    body: { ...studioMutation(), base_document_version: 1, text: "[SFX: a knock, 1s]\nMARA: Who is there?\n" },
  });
  await createAudio(client, foreign.projectId, foreign.sectionId);
  const blocks = (await readDocument(client, foreign.sectionId)).document.blocks;
  assert.equal(
    blocks.some(({ content }) => content.type === "sfx" && content.source !== undefined),
    false,
  );
});

test("a sound lasts until a line of the script, and another end makes no new audio", async () => {
  const text = (end: string) =>
    ["[SFX: rain on glass, 2s, loop]", "NARRATOR: The rain had not stopped since noon.", "MARA: Is the boat back?"]
      .concat(end === "MARA" ? ["[END SFX: rain on glass]", "TOM: Not yet.", ""] : ["TOM: Not yet.", ""])
      .join("\n");
  const story = await createStory(client, "To be replaced.\n");
  const set = async (script: string) => {
    const { document } = await readDocument(client, story.sectionId);
    await client.call("importScript", {
      params: { sectionId: story.sectionId },
      body: { ...studioMutation(), base_document_version: document.document_version, text: script },
    });
  };
  await set(text("MARA"));
  await createAudio(client, story.projectId, story.sectionId);
  const overlay = async () => {
    const { manifest } = await playbackManifest(client, story);
    const tom = manifest.timed_text_units.find((unit) => unit.text.includes("Not yet"));
    assert.equal(manifest.completeness, "complete");
    assert.ok(tom !== undefined && manifest.overlay_units.length === 1);
    return { unit: manifest.overlay_units[0]!, tom };
  };
  const before = await overlay();
  assert.equal(before.unit.loop, true);
  assert.equal(before.unit.start_ms, 0);
  assert.equal(before.unit.duration_ms, before.tom.start_ms);
  const [effect] = await effectsOf(story.sectionId);
  const written = await client.call("readScript", { params: { sectionId: story.sectionId } });
  assert.equal(written.text, text("MARA"));
  await set(text("TOM"));
  const after = await overlay();
  assert.equal(after.unit.duration_ms, after.tom.start_ms + after.tom.duration_ms);
  assert.equal(after.unit.block_id, effect?.id);
  assert.ok((await media(client, story.sectionId)).every((one) => ["current", "unsupported"].includes(one.freshness)));
});

test("include_generated_sfx false plans no step that adds effects", async () => {
  const story = await createStory(client, HEARD);
  await prepare(client, story.projectId, story.sectionId);
  const started = await startAudio(client, story.projectId, [story.sectionId], { include_generated_sfx: false });
  const { steps } = await finished(client, started.run.id);
  assert.equal(
    steps.some((one) => one.step_kind === "direct_sfx"),
    false,
  );
  assert.equal((await effectsOf(story.sectionId)).length, 0);
});

test("a prompt without a recipe fails as unsupported and plays nothing else", async () => {
  const story = await spokenStory(client, '"Where is he?" asked Mara.\n\n"Gone," said Tom.\n');
  const { document } = await readDocument(client, story.sectionId);
  await client.call("editDocument", {
    params: { sectionId: story.sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [
        {
          op: "insert_block",
          after_block_id: document.blocks[0]!.id,
          block: {
            kind: "sfx",
            content: {
              type: "sfx",
              schema_version: "studio-ast-2",
              prompt: "a dragon roars",
              duration_ms: 2_000,
              seed: null,
            },
          },
        },
      ],
    },
  });
  const { run, steps } = await createAudio(client, story.projectId, story.sectionId);
  assert.equal(run.status, "partially_completed");
  const failure = steps.find((one) => one.step_kind === "generate_stale_audio")?.error_message ?? "";
  assert.match(failure, /block \d+: No sound effect matches “a dragon roars”\. Closest: dog, wolf, hooves\./);
  const { manifest } = await playbackManifest(client, story);
  assert.deepEqual(
    manifest.gaps.map(({ media_kind, reason }) => ({ media_kind, reason })),
    [{ media_kind: "sfx", reason: "unsupported" }],
  );
});

test("an edit of its prompt, length or seed makes an effect stale, and nothing else", async () => {
  const story = await spokenStory(client, HEARD);
  const { document } = await readDocument(client, story.sectionId);
  const effect = document.blocks.find((block) => block.kind === "sfx");
  assert.ok(effect?.content.type === "sfx");
  await client.call("editDocument", {
    params: { sectionId: story.sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [
        {
          op: "replace_block",
          block_id: effect.id,
          base_block_version: effect.block_version,
          set: { content: { ...effect.content, seed: 7 } },
        },
      ],
    },
  });
  const stale = (await media(client, story.sectionId)).filter((one) => one.freshness === "stale");
  assert.deepEqual(
    stale.map(({ block_id, stale_reasons }) => ({ block_id, stale_reasons })),
    [{ block_id: effect.id, stale_reasons: ["sound_effect"] }],
  );
});

test("a sound that a workflow placed and that cannot be made is left out; the run is completed", async () => {
  const story = await spokenStory(client, 'The fire was low.\n\n"Where is he?" asked Mara.\n');
  const { document } = await readDocument(client, story.sectionId);
  const [narration] = document.blocks;
  assert.ok(narration?.content.type === "text");
  const prompt = "a dragon roars";
  const mark = {
    kind: "extension" as const,
    id: crypto.randomUUID(),
    offset_utf16: 4,
    namespace: "fullcast.sound",
    name: "cue",
    version: 1,
    payload: { prompt },
  };
  await client.call("editDocument", {
    params: { sectionId: story.sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [
        {
          op: "replace_block",
          block_id: narration.id,
          base_block_version: narration.block_version,
          set: { content: { ...narration.content, points: [...narration.content.points, mark] } },
        },
        {
          op: "insert_block",
          after_block_id: narration.id,
          block: {
            kind: "sfx",
            content: { type: "sfx", schema_version: "studio-ast-2", prompt, duration_ms: 2_000, seed: null },
            placement: {
              anchor_block_id: narration.id,
              anchor: "offset",
              offset_utf16: 4,
              offset_ms: 0,
              gain_db: 0,
              fade_in_ms: 0,
              fade_out_ms: 0,
            },
          },
        },
      ],
    },
  });
  const { run, steps } = await createAudio(client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed");
  const audio = steps.find((one) => one.step_kind === "generate_stale_audio");
  assert.equal((audio?.result_summary as { sounds_left_out?: number } | null)?.sounds_left_out, 1);
});
