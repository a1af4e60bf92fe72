// kill -9 while a priced service speaks: only the requests that were under way are sent again, and each line is paid once.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { spokenText } from "@fullcast/core/media";
import { startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { voiceId } from "../../packages/server/engines/registry.ts";
import { poll } from "../api/server.ts";
import { createStory, finished, media, prepare, readDocument, startAudio, studioMutation } from "../api/story.ts";
import { newInstallation, type Service } from "./service.ts";

const LINES = 60;
const AT_ONCE = 4;
const PRICE = 40;
const GRANTED = 100_000;
/** Requests after which the server is killed. */
const KILLS = [10, 35] as const;

const speech = await startStandIn();
const installation = newInstallation();
mkdirSync(installation.dataDir, { recursive: true, mode: 0o700 });
const entry = { provider: "paid", type: "openai-compatible", base_url: `${speech.url}/v1`, model: "kokoro" };
writeFileSync(
  join(installation.dataDir, "engines.json"),
  JSON.stringify({ engines: [{ ...entry, concurrency: AT_ONCE, snowcoins_per_1000: PRICE }] }),
  { mode: 0o600 },
);
let service: Service = await installation.start();
after(async () => {
  await service.kill();
  await speech[Symbol.asyncDispose]();
  installation[Symbol.dispose]();
});

test("after kill -9 only the requests under way are sent again; all lines are made, and each is paid once", async (t) => {
  const voice_id = voiceId("paid", "af_heart");
  await poll(
    () => service.client.call("listVoices", { query: { provider: "paid" } }),
    ({ voices }) => voices.some((voice) => voice.voice_id === voice_id),
  );
  const { id } = await service.client.call("readProfile");
  await service.client.call("grantSnowcoins", {
    params: { accountId: id },
    body: { client_mutation_id: randomUUID(), snowcoins: GRANTED, kind: "account" },
  });
  const text = Array.from({ length: LINES }, (_, i) => `The tide went out for the ${i}th time that year.`);
  const { projectId, sectionId } = await createStory(service.client, text.join("\n\n"));
  await prepare(service.client, projectId, sectionId);
  const { speakers, speaker_registry_version } = await service.client.call("listSpeakers", { params: { projectId } });
  await service.client.call("castSpeaker", {
    params: { projectId, speakerId: speakers[0]?.id ?? "" },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id },
  });

  speech.delayMs = 40;
  const { run } = await startAudio(service.client, projectId, [sectionId]);
  let underWay = 0;
  for (const requests of KILLS) {
    await poll(
      async () => speech.texts.length,
      (sent) => sent >= requests,
    );
    underWay += speech.running.now;
    await service.kill();
    service = await installation.start();
  }
  const ended = await finished(service.client, run.id);
  assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));

  const again = speech.texts.length - new Set(speech.texts).size;
  t.diagnostic(`${underWay} requests were under way at ${KILLS.length} kills, ${again} were sent again`);
  assert.ok(again <= KILLS.length * AT_ONCE, `${again} requests were sent again`);
  assert.ok(speech.running.most <= AT_ONCE);

  const { document } = await readDocument(service.client, sectionId);
  let characters = 0;
  for (const one of await media(service.client, sectionId)) {
    if (one.freshness === "unsupported") continue;
    assert.deepEqual([one.freshness, one.provider, one.audio_version_count], ["current", "paid", 1]);
    const block = document.blocks.find((candidate) => candidate.id === one.block_id);
    if (block?.content.type === "text") characters += spokenText(block.content).text.length;
  }
  const { balance } = await service.client.call("readBalance");
  assert.equal(GRANTED - balance.snowcoins, Math.ceil((characters * PRICE) / 1_000));
  assert.equal(balance.snowcoins, balance.available_snowcoins, "nothing is held any more");
});
