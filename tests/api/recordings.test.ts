// A recording of a line: trimmed, measured, played, never replaced by a run. The recording is a synthetic voice with silence,
// noise and a click around it.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { readWav } from "@fullcast/core/audio-files";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  createStory,
  media,
  playbackManifest,
  prepare,
  readDocument,
  replaceBlock,
  spokenStory,
  studioMutation,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;

type Place = { readonly sectionId: string; readonly blockId: string };
const takesOf = (params: Place) => client.call("listTakes", { params });
const mediaOf = async ({ sectionId, blockId }: Place) =>
  (await media(client, sectionId)).find((one) => one.block_id === blockId) ?? assert.fail("the block is gone");
const record = (params: Place, bytes: Uint8Array<ArrayBuffer>, key?: string, of = client) =>
  of.call("recordTake", {
    params,
    query: { filename: "line.wav" },
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
    upload: { contentType: "audio/wav", bytes },
  });
const activate = (place: Place, takeId: string) =>
  client.call("activateTake", { params: { ...place, takeId }, body: studioMutation() });

async function fileOf(url: string | null) {
  const bytes = new Uint8Array(await (await fetch(url ?? assert.fail("no audio"))).arrayBuffer());
  const wav = readWav(bytes);
  return wav === null || wav === "truncated" ? assert.fail("no WAV file") : wav;
}

const story = await spokenStory(client);
const lines = (await readDocument(client, story.sectionId)).document.blocks.filter((block) => block.kind === "speech");
const line = lines[0] ?? assert.fail("no speech");
const place = { sectionId: story.sectionId, blockId: line.id };
const spoken = await fileOf((await takesOf(place)).takes[0]?.url ?? null);
const own = randomUUID();

/** The spoken line with noise at this level (dBFS) everywhere, a click, and this length of it before and after the voice. */
function recording({ before = 2, after = 3, noise = -66, channels = 1 } = {}): Buffer<ArrayBuffer> {
  const rate = spoken.sample_rate;
  const start = before * rate;
  const level = 10 ** (noise / 20) * Math.sqrt(3);
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  return madeWav({
    rate,
    channels,
    samples: start + spoken.pcm.length + after * rate,
    value: (i) => {
      const click = i < rate / 50 ? 0.3 * Math.sin(i) : 0;
      return click + level * random() + (spoken.pcm[i - start] ?? 0) / 32_768;
    },
  });
}

describe("a recording", () => {
  test("is trimmed to the voice with room for a breath, plays at once, and no run replaces it", async () => {
    const before = await takesOf(place);
    const { take } = await record(place, recording(), own);
    assert.deepEqual(
      [take.source, take.provider, take.model, take.voice_id, take.matches_intent, take.warnings],
      ["recording", "recording", null, null, true, []],
    );
    const spokenMs = (spoken.pcm.length * 1_000) / spoken.sample_rate;
    assert.ok(
      take.duration_ms > spokenMs - 150 && take.duration_ms < spokenMs + 600,
      `${take.duration_ms} of ${spokenMs}`,
    );
    const entry = await mediaOf(place);
    assert.deepEqual([entry.active_rendition_id, entry.freshness, entry.provider], [take.id, "current", "recording"]);
    const file = await fileOf(take.url);
    assert.deepEqual([file.channels, file.sample_rate], [1, 44_100]);
    const { manifest } = await playbackManifest(client, story, 1);
    assert.equal(manifest.completeness, "complete");
    const unit = manifest.sequential_units.find((one) => one.block_id === line.id && one.unit_type === "asset");
    assert.equal(unit?.unit_type === "asset" && unit.rendition_id, take.id);

    const { voices } = await client.call("listVoices", { query: { language: "en" } });
    const other = voices.find((voice) => voice.voice_id !== before.takes[0]?.voice_id)!;
    const { speaker_registry_version } = await client.call("listSpeakers", { params: { projectId: story.projectId } });
    await client.call("castSpeaker", {
      params: { projectId: story.projectId, speakerId: line.speaker_id ?? "" },
      body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: other.voice_id },
    });
    assert.equal((await mediaOf(place)).freshness, "current");
    await createAudio(client, story.projectId, story.sectionId);
    assert.deepEqual((await takesOf(place)).active_take_id, take.id);
    assert.equal((await takesOf(place)).takes.length, before.takes.length + 1);
  });

  test("is levelled like any take", async () => {
    const { manifest } = await playbackManifest(client, story, 1);
    const unit = manifest.sequential_units.find((one) => one.block_id === line.id && one.unit_type === "asset");
    assert.ok(unit?.unit_type === "asset" && unit.effective_gain_db !== 0);
    const entry = await mediaOf(place);
    assert.ok((entry.analysis_integrated_lufs ?? -120) > -40);
  });

  test("sent again with its key is the same take; with other bytes the key is refused", async () => {
    const before = await takesOf(place);
    const { take } = await record(place, recording(), own);
    assert.equal(take.id, before.active_take_id);
    await refused(record(place, recording({ after: 1 }), own), 409, "IDEMPOTENCY_CONFLICT");
    assert.equal((await takesOf(place)).takes.length, before.takes.length);
  });

  test("in stereo and with the noise of a room is a take too, and the noise is stated", async () => {
    const at = { ...place, blockId: lines[1]?.id ?? line.id };
    const { take } = await record(at, recording({ channels: 2, noise: -42 }));
    assert.match(take.warnings.join(), /noise of the room is only \d+ dB below the voice \(-4\d dBFS\)/);
    const spokenMs = (spoken.pcm.length * 1_000) / spoken.sample_rate;
    assert.ok(take.duration_ms < spokenMs + 700, `${take.duration_ms} of ${spokenMs}`);
  });

  test("of a locked line is a take, and the line keeps the one that it has", async () => {
    const at = { ...place, blockId: lines.at(-1)?.id ?? line.id };
    const { active_take_id } = await client.call("setTakeLock", {
      params: at,
      body: { ...studioMutation(), locked: true },
    });
    const { take } = await record(at, recording({ after: 2 }));
    const now = await takesOf(at);
    assert.deepEqual([now.active_take_id, now.locked, now.takes[0]?.id], [active_take_id, true, take.id]);
    const changed = await activate(at, take.id);
    assert.deepEqual([changed.active_take_id, changed.locked], [take.id, true]);
  });

  test("that is silent, no sound, or too short is refused, and nothing is stored", async () => {
    const before = await takesOf(place);
    const cases = [
      [madeWav({ samples: 88_200, value: () => 0 }), "silent"],
      [Buffer.from(`${randomUUID()}${"x".repeat(5_000)}`), "unreadable"],
      [madeWav({ samples: (44.1 * LIMITS.recording_duration_ms.min) / 2 }), "too_short"],
    ] as const;
    for (const [bytes, reason] of cases) {
      const error = await record(place, Buffer.from(bytes)).then(
        () => assert.fail("a take"),
        (caught: unknown) => caught as { code: string; details: { reason: string } },
      );
      assert.deepEqual([error.code, error.details.reason], ["RECORDING_UNREADABLE", reason]);
    }
    await refused(record({ ...place, blockId: randomUUID() }, recording()), 404, "NOT_FOUND");
    assert.deepEqual((await takesOf(place)).takes.length, before.takes.length);
  });

  test("of more than LIMITS.recording_bytes is refused", async () => {
    await refused(record(place, Buffer.alloc(LIMITS.recording_bytes + 1)), 400, "REQUEST_TOO_LARGE");
  });

  test("of a block that is not spoken is refused", async () => {
    const raw = await createStory(client);
    const { document } = await readDocument(client, raw.sectionId);
    const at = { sectionId: raw.sectionId, blockId: document.blocks[0]!.id };
    await refused(record(at, recording()), 409, "BLOCK_NOT_SPOKEN");
  });

  test("plays for a line that no engine has spoken, and becomes stale with its words only", async () => {
    const fresh = await createStory(client);
    await prepare(client, fresh.projectId, fresh.sectionId);
    const { document } = await readDocument(client, fresh.sectionId);
    const block = document.blocks.find((one) => one.kind === "speech") ?? assert.fail("no speech");
    assert.ok(block.content.type === "text");
    const at = { sectionId: fresh.sectionId, blockId: block.id };
    const { take } = await record(at, recording({ before: 1 }));
    assert.deepEqual((await mediaOf(at)).freshness, "current");
    await replaceBlock(client, fresh.sectionId, document, block, {
      content: { ...block.content, text: '"Other words."', annotations: [], points: [] },
    });
    const entry = await mediaOf(at);
    assert.deepEqual([entry.freshness, entry.stale_reasons, entry.active_rendition_id], ["stale", ["text"], take.id]);
    await createAudio(client, fresh.projectId, fresh.sectionId);
    assert.equal((await takesOf(at)).takes.length, 1);
  });
});
