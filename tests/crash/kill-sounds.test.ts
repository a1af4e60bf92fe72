// kill -9 while uploaded sounds wait and are processed: after the next start received files exist, and processing completes.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { silentWav } from "../../packages/server/codec/made-sounds.ts";
import { poll } from "../api/server.ts";
import { complete, newSound, put, readSound, SHORT_WAV, uploadEnded } from "../api/sound.ts";
import { newInstallation, type Service } from "./service.ts";

const installation = newInstallation();
let service: Service = await installation.start();
after(async () => {
  await service.kill();
  installation[Symbol.dispose]();
});

test("sound processing survives kill -9 and is resumed at the next start; received files are kept", async () => {
  const long = silentWav(3_000);
  const { client } = service;
  const processing = await newSound(client, long);
  assert.equal((await put(processing.upload, long)).status, 200);
  const waiting = await newSound(client, SHORT_WAV);
  assert.equal((await put(waiting.upload, SHORT_WAV)).status, 200);
  await complete(client, processing.sound.id, processing.upload.id);
  // Decoding has begun as soon as its output is there.
  await poll(
    async () => readdirSync(join(installation.dataDir, "temp")),
    (names) => names.some((name) => name.endsWith(".wav")),
  );
  await service.kill();
  service = await installation.start();
  const ended = await uploadEnded(service.client, processing.sound.id);
  assert.equal(ended.status, "ready", ended.error?.message);
  assert.equal((await readSound(service.client, processing.sound.id)).current_revision?.duration_ms, 3_000_000);
  await complete(service.client, waiting.sound.id, waiting.upload.id);
  assert.equal((await uploadEnded(service.client, waiting.sound.id)).status, "ready");
  // What arrived is removed when the end is on disk, not before: a moment after it is reported.
  for (const folder of ["incoming", "temp"]) {
    await poll(
      async () => readdirSync(join(installation.dataDir, folder)),
      (names) => names.length === 0,
    );
  }
});
