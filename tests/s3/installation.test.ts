// A whole service on a bucket: which installation it belongs to, what happens while the bucket is away, and its backup.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, describe, test } from "node:test";
import { createLog, readSettings, StartError, startServer } from "@fullcast/server";
import { backUp, restoreBackup } from "@fullcast/server/backup";
import { startTestServer } from "../api/server.ts";
import { exportStory, spokenStory } from "../api/story.ts";
import { createBucket, startS3 } from "./service.ts";

const service = await startS3();
after(() => service[Symbol.asyncDispose]());
afterEach(() => service.misbehave(() => null));
const folder = mkdtempSync(join(tmpdir(), "fullcast-s3-installation-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const silent = createLog("error", { write: () => true } as never);
const TEXT = "“Is the boat back?” asked Mara.\n\n“Not yet,” said Tom.\n";

describe("an installation with its files in S3", () => {
  test("makes, exports and plays a story, and nothing of it lies in the data folder", async () => {
    await using server = await startTestServer(await createBucket(service.endpoint));
    const story = await spokenStory(server.client, TEXT, "The Boat");
    const file = await exportStory(server.client, story, "mp3");
    const url = file.artifact?.download_url ?? assert.fail("no file");
    const answer = await fetch(url, { headers: { range: "bytes=0-2" } });
    assert.equal(answer.status, 206);
    assert.equal(Buffer.from(await answer.arrayBuffer()).toString("latin1"), "ID3");
    assert.equal(readdirSync(server.dataDir).includes("objects"), false);
  });

  test("a second installation cannot use the bucket, and the first one still can", async () => {
    const bucket = await createBucket(service.endpoint);
    await using server = await startTestServer(bucket);
    const settings = readSettings(
      { FULLCAST_DATA_DIR: join(folder, randomUUID()), FULLCAST_PORT: "0", ...bucket },
      folder,
    );
    await assert.rejects(startServer(settings, { log: silent }), (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(error.code, "WrongInstallation");
      assert.match(error.message, /belongs to installation/);
      return true;
    });
    await server.restart();
    await server.client.call("readProfile");
  });

  test("a bucket that cannot be reached stops the start with its name", async () => {
    const bucket = { ...(await createBucket(service.endpoint)), FULLCAST_S3_BUCKET: "no-such-bucket" };
    const settings = readSettings(
      { FULLCAST_DATA_DIR: join(folder, randomUUID()), FULLCAST_PORT: "0", ...bucket },
      folder,
    );
    await assert.rejects(startServer(settings, { log: silent }), (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(error.code, "StorageUnreachable");
      assert.match(error.message, /no-such-bucket/);
      assert.doesNotMatch(error.message, /S3RVER/);
      return true;
    });
  });

  test("while the bucket is away requests answer 503 and an export waits; afterwards it is completed", async () => {
    await using server = await startTestServer(await createBucket(service.endpoint), silent);
    const story = await spokenStory(server.client, TEXT, "The Boat");
    let asked = 0;
    const away = Promise.withResolvers<void>();
    service.misbehave(() => {
      asked++;
      if (asked === 12) away.resolve();
      return "error";
    });
    const ready = await server.request("/ready", { key: null });
    assert.equal(ready.status, 503);
    const exported = exportStory(server.client, story, "mp3");
    await away.promise;
    service.misbehave(() => null);
    assert.equal((await exported).status, "completed");
    assert.equal((await server.request("/ready", { key: null })).status, 200);
  });

  test("its backup is restored into another bucket, with a new id", async () => {
    await using server = await startTestServer(await createBucket(service.endpoint));
    await spokenStory(server.client, TEXT, "The Boat");
    const { dataDir, settings } = server;
    const log = silent;
    const target = join(folder, "backup");
    let objects = 0;
    await server.restart(async () => {
      const { manifest } = await backUp({ ...settings, dataDir, log, out: target }, null);
      objects = manifest.objects.count;
    });
    assert.ok(objects > 0);
    const bucket = await createBucket(service.endpoint);
    const env = { FULLCAST_DATA_DIR: join(folder, "restored"), FULLCAST_PORT: "0", ...bucket };
    const restored = readSettings(env, folder);
    const result = await restoreBackup({ ...restored, log, from: target });
    assert.equal(result.objects, objects);
    const again = await startServer(restored, { log });
    assert.ok(await again.accepts(server.key));
    await again.close();
  });
});
