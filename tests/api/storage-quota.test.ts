// What an account may store, and how many bytes it may have under way.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Client } from "@fullcast/contract";
import { encodedSound, madeWav } from "../../packages/server/codec/made-sounds.ts";
import { PNG } from "./images.ts";
import { poll, refused, sharedServer } from "./server.ts";
import { complete, newSound, put, readySound, sent } from "./sound.ts";
import {
  createAudio,
  createStory,
  exportStory,
  finished,
  longText,
  prepare,
  spokenStory,
  startAudio,
  startExport,
} from "./story.ts";

const MEBIBYTE = 1_048_576;
const server = await sharedServer({ FULLCAST_STORAGE_QUOTA_MB: "3" });

async function newAccount(): Promise<Client> {
  const { raw_key } = await server.client.call("createAccount", {
    body: { username: `u-${randomUUID()}`, display_name: "Mara", plan: "free" },
  });
  return server.withKey(raw_key);
}

/** About two mebibytes that no other call makes. */
const bigSound = () => madeWav({ samples: 1_000_000, value: () => Math.random() - 0.5 });

describe("an account over its storage quota", () => {
  test("can neither upload nor generate nor export: 409 with the figures; a deletion makes room at once", async () => {
    const client = await newAccount();
    const story = await spokenStory(client);
    const other = await createStory(client);
    await prepare(client, other.projectId, other.sectionId);
    const sound = await readySound(client, { name: "big" }, bigSound());
    const { details } = await refused(newSound(client, bigSound()), 409, "STORAGE_QUOTA_EXCEEDED");
    assert.equal(details.quota_bytes, 3 * MEBIBYTE);
    const stored = Number(details.stored_bytes);
    assert.deepEqual((await client.call("readStorage")).storage, { stored_bytes: stored, quota_bytes: 3 * MEBIBYTE });
    assert.ok(stored > (sound.current_revision?.file_size_bytes ?? 0) && stored < 3 * MEBIBYTE, `${stored}`);

    // Up to the brim: the rest of the quota in one sound.
    const rest = 3 * MEBIBYTE - stored;
    await readySound(client, { name: "rest" }, madeWav({ samples: Math.floor((rest - 44) / 2) }));
    const image = { contentType: "image/png", bytes: PNG } as const;
    const refusals = [
      () => newSound(client, madeWav({ samples: 5_000 })),
      () => startAudio(client, other.projectId, [other.sectionId]),
      () => startExport(client, story, "mp3"),
      () => client.call("uploadFeedbackAttachment", { upload: image }),
      () => client.call("putBookCover", { params: { projectId: story.projectId }, upload: image }),
    ];
    for (const attempt of refusals) await refused(attempt(), 409, "STORAGE_QUOTA_EXCEEDED");
    const { actions } = await client.call("readAccountCapabilities");
    assert.deepEqual(
      [actions.create_audio.allowed, actions.export.allowed, actions.upload_sound.allowed],
      [false, false, false],
    );

    await client.call("deleteSound", {
      params: { soundId: sound.id },
      body: {
        schema_version: "studio-sound-mutation-1",
        client_mutation_id: randomUUID(),
        expected_metadata_version: sound.metadata_version,
      },
    });
    assert.equal((await exportStory(client, story, "mp3")).status, "completed");
    assert.equal((await createAudio(client, other.projectId, other.sectionId)).run.status, "completed");
  });
  test("affects one account only: no other account is refused", async () => {
    const [full, free] = [await newAccount(), await newAccount()];
    await readySound(full, {}, bigSound());
    await refused(newSound(full, bigSound()), 409, "STORAGE_QUOTA_EXCEEDED");
    await newSound(free, bigSound());
  });
  test("fails a sound that is small as it comes and large when it is decoded", async () => {
    const client = await newAccount();
    // Half a minute: half a mebibyte of MP3, five mebibytes of samples.
    const encoded = await encodedSound("mp3", { seconds: 30 });
    assert.ok(encoded.length < MEBIBYTE);
    const created = await newSound(client, encoded);
    const ended = await sent(client, created, encoded);
    assert.deepEqual([ended.status, ended.error?.code], ["failed", "SOUND_STORAGE_QUOTA_EXCEEDED"]);
    await newSound(client, bigSound());
  });
  test("ends a run in its middle; what was spoken stays, and the run resumes when there is room", async () => {
    const client = await newAccount();
    const sound = await readySound(client, { name: "big" }, bigSound());
    const story = await createStory(client, longText(60));
    await prepare(client, story.projectId, story.sectionId);
    const { run, steps } = await finished(
      client,
      (await startAudio(client, story.projectId, [story.sectionId])).run.id,
    );
    assert.match(run.status, /^(failed|partially_completed)$/);
    assert.ok(
      steps.some((step) => step.error_code === "STUDIO_WORKFLOW_STORAGE_QUOTA_EXCEEDED"),
      JSON.stringify(steps),
    );
    await refused(newSound(client, bigSound()), 409, "STORAGE_QUOTA_EXCEEDED");
    assert.ok(sound.current_revision !== null);
  });
});

describe("one upload session", () => {
  test("takes one PUT at a time: a second one is 409 while the first is under way, and the first completes", async () => {
    const client = await newAccount();
    const bytes = madeWav({ samples: 50_000 });
    const { sound, upload } = await newSound(client, bytes);
    const first = httpRequest(upload.url, {
      method: "PUT",
      headers: { ...upload.headers, "content-length": bytes.length },
    });
    const answered = once(first, "response");
    first.write(bytes.subarray(0, 50_000));
    await poll(
      async () => readdirSync(join(server.dataDir, "temp")),
      (names) => names.some((name) => name.endsWith(".upload")),
    );
    for (let index = 0; index < 5; index++) {
      const refusal = await put(upload, bytes);
      assert.equal(refusal.status, 409);
      assert.equal(((await refusal.json()) as { error: { code: string } }).error.code, "SOUND_UPLOAD_UNDER_WAY");
    }
    first.end(bytes.subarray(50_000));
    const [message] = (await answered) as [{ statusCode: number }];
    assert.equal(message.statusCode, 200);
    await complete(client, sound.id, upload.id);
    assert.equal((await put(upload, bytes)).status, 409);
  });
});
