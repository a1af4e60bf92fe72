// An uploaded sound over HTTP: from its session to its revision, and what is refused on the way.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { describe, test } from "node:test";
import { encodedSound, madeWav } from "../../packages/server/codec/made-sounds.ts";
import { inDatabase } from "./in-database.ts";
import { poll, refused, sharedServer } from "./server.ts";
import { complete, newSound, newUpload, put, readSound, readySound, SHORT_WAV, sent, uploadEnded } from "./sound.ts";

const server = await sharedServer();
const { client } = server;

const incoming = () => readdirSync(join(server.dataDir, "incoming"));
const temporary = () => readdirSync(join(server.dataDir, "temp"));
/** A received file is dropped after the commit that ends its upload. Resolves when there are only files of before. */
const noReceivedFileSince = (before: readonly string[]) =>
  poll(
    async () => incoming().filter((name) => !before.includes(name)),
    (names) => names.length === 0,
  );

describe("an upload", () => {
  test("starting an upload creates the sound and a signed upload session; the client PUTs the file; completing starts processing; polling shows ready", async () => {
    const { sound, upload } = await newSound(client, SHORT_WAV);
    assert.deepEqual(
      [sound.status, sound.current_revision, sound.is_owned_by_user, sound.can_edit, sound.can_delete, sound.can_share],
      ["uploading", null, true, true, true, true],
    );
    assert.equal(upload.method, "PUT");
    assert.equal((await put(upload, SHORT_WAV)).status, 200);
    const completed = await server.request(`/studio/sounds/${sound.id}/uploads/${upload.id}/complete`, {
      method: "POST",
      body: JSON.stringify({ schema_version: "studio-sound-upload-complete-1" }),
    });
    assert.equal(completed.status, 202);
    const latest = await uploadEnded(client, sound.id);
    assert.deepEqual([latest.status, latest.revision_number, latest.is_replacement], ["ready", 1, false]);
    const done = await readSound(client, sound.id);
    assert.equal(done.status, "ready");
    assert.equal(done.current_revision?.id, latest.completed_revision_id);
    assert.deepEqual(
      [done.current_revision?.duration_ms, done.current_revision?.mime_type, done.current_revision?.revision_number],
      [500, "audio/wav", 1],
    );
    const again = await server.request(`/studio/sounds/${sound.id}/uploads/${upload.id}/complete`, {
      method: "POST",
      body: JSON.stringify({ schema_version: "studio-sound-upload-complete-1" }),
    });
    assert.equal(again.status, 200);
    assert.deepEqual(temporary(), []);
    await noReceivedFileSince([]);
  });
  test("duration is verified from decoded audio, and the file is not served as it came", async () => {
    const mp3 = await encodedSound("mp3", { seconds: 1 });
    const sound = await readySound(client, {}, mp3);
    assert.ok(Math.abs((sound.current_revision?.duration_ms ?? 0) - 1_000) < 30);
    const { url } = await client.call("createSoundPreviewUrl", { params: { soundId: sound.id } });
    const played = await fetch(url);
    assert.equal(played.headers.get("content-type"), "audio/wav");
    const bytes = Buffer.from(await played.arrayBuffer());
    assert.equal(bytes.length, sound.current_revision?.file_size_bytes);
    assert.equal(bytes.toString("latin1", 0, 4), "RIFF");
  });
  test("a replayed POST /studio/sounds answers 200 with the same sound and upload; other content conflicts", async () => {
    const id = randomUUID();
    const first = await newSound(client, SHORT_WAV, {}, id);
    const second = await newSound(client, SHORT_WAV, {}, id);
    assert.deepEqual([second.sound.id, second.upload.id], [first.sound.id, first.upload.id]);
    await refused(newSound(client, SHORT_WAV, { name: "Other" }, id), 409, "IDEMPOTENCY_CONFLICT");
    assert.equal((await put(second.upload, SHORT_WAV)).status, 200);
  });
  test("works once, also when it is sent twice at the same time", async () => {
    const { upload } = await newSound(client, SHORT_WAV);
    const answers = await Promise.all([put(upload, SHORT_WAV), put(upload, SHORT_WAV), put(upload, SHORT_WAV)]);
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409]);
    const later = await put(upload, SHORT_WAV);
    assert.equal(((await later.json()) as { error: { code: string } }).error.code, "SOUND_UPLOAD_RECEIVED");
  });
  test("needs no key, and an altered URL is refused", async () => {
    const { upload } = await newSound(client, SHORT_WAV);
    for (const url of [`${upload.url}A`, upload.url.replace(/.$/, (last) => (last === "A" ? "B" : "A"))]) {
      const answer = await put({ ...upload, url }, SHORT_WAV);
      assert.equal(answer.status, 403);
      assert.equal(((await answer.json()) as { error: { code: string } }).error.code, "UPLOAD_URL_INVALID");
    }
    const media = await fetch(upload.url.replace("/sound-uploads/", "/media/"));
    assert.equal(media.status, 403);
  });
  test("takes exactly size_bytes, and can be sent again after a mistake", async () => {
    const { sound, upload } = await newSound(client, SHORT_WAV);
    for (const bytes of [SHORT_WAV.subarray(1), Buffer.concat([SHORT_WAV, Buffer.alloc(1)])]) {
      const answer = await put(upload, bytes);
      assert.equal(answer.status, 400);
      const { error } = (await answer.json()) as { error: { code: string; details: object } };
      assert.equal(error.code, "SOUND_FILE_SIZE_MISMATCH");
      assert.deepEqual(error.details, { expected_bytes: SHORT_WAV.length, received_bytes: bytes.length });
    }
    // Without a Content-Length the bytes are counted.
    assert.equal(await chunked(upload.url, Buffer.concat([SHORT_WAV, Buffer.alloc(200_000)])), 400);
    assert.equal(await chunked(upload.url, SHORT_WAV.subarray(0, 1_000)), 400);
    await refused(complete(client, sound.id, upload.id), 409, "SOUND_UPLOAD_INCOMPLETE");
    assert.equal(await chunked(upload.url, SHORT_WAV), 200);
    assert.deepEqual(temporary(), []);
  });
  test("a wrong or broken file fails with a clear message, and no partial file remains", async () => {
    const files: readonly [string, Buffer<ArrayBuffer>][] = [
      ["SOUND_FILE_UNREADABLE", Buffer.from("This is a text and no sound.\n".repeat(100))],
      ["SOUND_FILE_UNREADABLE", Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")],
      ["SOUND_TOO_SHORT", madeWav({ samples: 1 })],
      ["SOUND_SAMPLES_INVALID", madeWav({ samples: 8_820, float: true, value: () => Number.NaN })],
      ["SOUND_FILE_TRUNCATED", madeWav({ samples: 22_050, claimedBytes: 0x7000_0000 })],
    ];
    const received = incoming();
    const before = [temporary(), countObjects()];
    for (const [code, bytes] of files) {
      const created = await newSound(client, bytes);
      const latest = await sent(client, created, bytes);
      assert.deepEqual([latest.status, latest.error?.code, latest.completed_revision_id], ["failed", code, null]);
      const sound = await readSound(client, created.sound.id);
      assert.deepEqual([sound.status, sound.current_revision, sound.error?.code], ["failed", null, code]);
      assert.match(sound.error?.message ?? "", /^[A-Z][^/]{10,}\.$/);
    }
    assert.deepEqual([temporary(), countObjects()], before);
    await noReceivedFileSince(received);
  });
  test("a failed sound becomes ready with another upload; a replacement keeps the old revision until it is ready, or for good", async () => {
    const created = await newSound(client, Buffer.from("no sound"));
    assert.equal((await sent(client, created, Buffer.from("no sound"))).status, "failed");
    const { sound } = created;
    assert.equal((await sent(client, await newUpload(client, sound.id, SHORT_WAV), SHORT_WAV)).status, "ready");
    const first = (await readSound(client, sound.id)).current_revision;
    const replacement = await newUpload(client, sound.id, Buffer.from("no sound"));
    assert.equal(replacement.sound.status, "ready");
    const failed = await sent(client, replacement, Buffer.from("no sound"));
    assert.deepEqual([failed.status, failed.is_replacement, failed.revision_number], ["failed", true, 2]);
    const kept = await readSound(client, sound.id);
    assert.deepEqual([kept.status, kept.error, kept.current_revision], ["ready", null, first]);
    const longer = madeWav({ samples: 44_100 });
    assert.equal((await sent(client, await newUpload(client, sound.id, longer), longer)).status, "ready");
    const second = (await readSound(client, sound.id)).current_revision;
    assert.deepEqual([second?.revision_number, second?.duration_ms], [2, 1_000]);
  });
  test("a new session ends the one before", async () => {
    const { sound, upload } = await newSound(client, SHORT_WAV);
    const next = await newUpload(client, sound.id, SHORT_WAV);
    assert.equal((await put(upload, SHORT_WAV)).status, 403);
    await refused(complete(client, sound.id, upload.id), 409, "SOUND_UPLOAD_EXPIRED");
    assert.equal((await sent(client, next, SHORT_WAV)).status, "ready");
  });
  test("a session that was not used in time is expired, and its sound failed", async () => {
    const { sound, upload } = await newSound(client, SHORT_WAV);
    await inDatabase(server, async (db) => {
      await db.q
        .updateTable("sound_uploads")
        .set({ expires_at: new Date(0) })
        .where("id", "=", upload.id)
        .execute();
    });
    const { client: now } = server;
    const { latest } = await now.call("readLatestSoundUpload", { params: { soundId: sound.id } });
    assert.deepEqual([latest?.status, latest?.error?.code], ["expired", "SOUND_UPLOAD_TIMED_OUT"]);
    const seen = await readSound(now, sound.id);
    assert.deepEqual([seen.status, seen.error?.code], ["failed", "SOUND_UPLOAD_TIMED_OUT"]);
    assert.equal(
      (await put({ ...upload, url: upload.url.replace(/^http:\/\/[^/]+/, server.url) }, SHORT_WAV)).status,
      403,
    );
  });
  test("a file that arrived, and processing that was under way, survive the end of the process", async () => {
    const { client: before } = server;
    const arrived = await newSound(before, SHORT_WAV);
    assert.equal((await put(arrived.upload, SHORT_WAV)).status, 200);
    const processing = await newSound(before, SHORT_WAV);
    assert.equal((await put(processing.upload, SHORT_WAV)).status, 200);
    // As if the process had died right after the commit that accepted it: the row has the state, and no job is left.
    await inDatabase(server, async (db) => {
      await db.q
        .updateTable("sound_uploads")
        .set({ status: "processing" })
        .where("id", "=", processing.upload.id)
        .execute();
      await db.execute("delete from jobs where key = $1", [processing.upload.id]);
    });
    assert.equal((await uploadEnded(server.client, processing.sound.id)).status, "ready");
    await complete(server.client, arrived.sound.id, arrived.upload.id);
    assert.equal((await uploadEnded(server.client, arrived.sound.id)).status, "ready");
  });
});

function countObjects(): number {
  const names = readdirSync(join(server.dataDir, "objects"), { recursive: true, withFileTypes: true });
  return names.filter((one) => one.isFile()).length;
}

/** A PUT without Content-Length. @returns the status. */
function chunked(url: string, bytes: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: "PUT" }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.on("error", reject);
    for (let at = 0; at < bytes.length; at += 10_000) request.write(bytes.subarray(at, at + 10_000));
    request.end();
  });
}
