// The mastering profile: read, changed, followed.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS, type MasteringProfileResource } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createBook, createStory, exportStory, media, playbackManifest, spokenStory, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
type Profile = Partial<MasteringProfileResource["profile"]>;
const read = (projectId: string) => client.call("readMasteringProfile", { params: { projectId } });
const change = (projectId: string, base_mastering_version: number, profile: Profile, mutation = studioMutation()) =>
  client.call("changeMasteringProfile", {
    params: { projectId },
    body: { ...mutation, base_mastering_version, profile },
  });

describe("the mastering profile", () => {
  test("of a new project has version 1 and every field; its scope is the document of a standalone story, else the project", async () => {
    const { projectId } = await createStory(client);
    const { sfx_adjustments, ...resource } = await read(projectId);
    assert.deepEqual(resource, {
      schema_version: 1,
      project_id: projectId,
      project_kind: "standalone",
      mastering_version: 1,
      scope: "document",
      profile: {
        schema_version: 1,
        enabled: true,
        target_lufs: -18,
        strength: 1,
        max_boost_db: 15,
        max_reduction_db: 12,
        silence_threshold_lufs: -70,
        peak_ceiling_db: -3,
        speaker_adjustments_db: {},
        sfx_bus_gain_db: 0,
      },
    });
    assert.deepEqual([sfx_adjustments?.nonzero_count, sfx_adjustments?.nonzero_section_count], [0, 0]);
    assert.match(sfx_adjustments?.fingerprint ?? "", /^[0-9a-f]{64}$/);
    const book = await createBook(client);
    const named = await read(book.projectId);
    assert.deepEqual([named.project_kind, named.scope], ["named", "project"]);
  });
  test("changes in the fields that are sent, and in nothing else", async () => {
    const { projectId } = await createStory(client);
    const before = await read(projectId);
    const after = await change(projectId, 1, { target_lufs: -16, strength: 0.5 });
    assert.deepEqual(after, {
      ...before,
      mastering_version: 2,
      profile: { ...before.profile, target_lufs: -16, strength: 0.5 },
    });
    assert.deepEqual(await read(projectId), after);
  });
  test("takes every field within its range, and refuses one step beyond", async () => {
    const { projectId } = await createStory(client);
    let version = 1;
    for (const [field, { min: low, max: high }] of Object.entries(LIMITS.mastering)) {
      for (const value of [low, high]) {
        version = (await change(projectId, version, { [field]: value })).mastering_version;
      }
      for (const value of [low - 0.01, high + 0.01]) {
        await refused(change(projectId, version, { [field]: value }), 400, "INVALID_REQUEST");
      }
    }
    for (const bad of [{ enabled: "yes" }, { loud: true }, { schema_version: 2 }] as unknown as Profile[]) {
      await refused(change(projectId, version, bad), 400, "INVALID_REQUEST");
    }
    assert.equal((await read(projectId)).mastering_version, version);
  });
  test("adjusts speakers of the project by their ids; any other id is 400", async () => {
    const { projectId } = await createStory(client);
    const { speakers } = await client.call("listSpeakers", { params: { projectId } });
    const [narrator] = speakers;
    const speaker_adjustments_db = { [narrator?.id ?? ""]: -3.5 };
    const { profile } = await change(projectId, 1, { speaker_adjustments_db });
    assert.deepEqual(profile.speaker_adjustments_db, speaker_adjustments_db);
    const { details } = await refused(
      change(projectId, 2, { speaker_adjustments_db: { [randomUUID()]: 1 } }),
      400,
      "INVALID_REQUEST",
    );
    assert.match(JSON.stringify(details), /speaker_adjustments_db/);
    for (const bad of [{ everybody: 1 }, { [narrator?.id ?? ""]: 24.1 }]) {
      await refused(change(projectId, 2, { speaker_adjustments_db: bad }), 400, "INVALID_REQUEST");
    }
    assert.deepEqual((await change(projectId, 2, { speaker_adjustments_db: {} })).profile.speaker_adjustments_db, {});
  });
  test("of ten changes at once on one version takes exactly one; a stale version is 409", async () => {
    const { projectId } = await createStory(client);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) => change(projectId, 1, { target_lufs: -20 - index / 10 })),
    );
    assert.equal(answers.filter((one) => one.status === "fulfilled").length, 1);
    const { details } = await refused(change(projectId, 1, {}), 409, "VERSION_CONFLICT");
    assert.deepEqual(details, { field: "base_mastering_version", expected: 1, current: 2 });
  });
  test("repeated with its client_mutation_id is the committed result; another change with it is 409", async () => {
    const { projectId } = await createStory(client);
    const mutation = studioMutation();
    const first = await change(projectId, 1, { enabled: false }, mutation);
    await change(projectId, 2, { enabled: true });
    assert.deepEqual(await change(projectId, 1, { enabled: false }, mutation), first);
    await refused(change(projectId, 1, { enabled: true }, mutation), 409, "IDEMPOTENCY_CONFLICT");
  });
  test("is followed by manifests and later exports; takes stay as they are", async () => {
    const story = await spokenStory(client, '"One," said Mara. Nobody answered.');
    const takes = await media(client, story.sectionId);
    const before = await playbackManifest(client, story);
    const first = await exportStory(client, story, "mp3");
    const { mastering_version } = await change(story.projectId, 1, { target_lufs: -24 });
    assert.deepEqual(
      (await media(client, story.sectionId)).map((one) => [one.active_rendition_id, one.freshness]),
      takes.map((one) => [one.active_rendition_id, one.freshness]),
    );
    const after = await playbackManifest(client, story);
    assert.equal(after.mastering_version, mastering_version);
    assert.equal(after.manifest.mastering_profile.target_lufs, -24);
    assert.notEqual(after.manifest_hash, before.manifest_hash);
    const gain = (of: typeof before) =>
      of.manifest.sequential_units.flatMap((unit) => (unit.unit_type === "asset" ? [unit.effective_gain_db] : []));
    assert.ok(gain(after).every((db, index) => db < (gain(before)[index] ?? 0)));
    const second = await exportStory(client, story, "mp3");
    assert.notEqual(second.artifact?.asset_id, first.artifact?.asset_id);
    assert.equal((await client.call("readExport", { params: { exportId: first.id } })).authority.is_current, false);
  });
});
