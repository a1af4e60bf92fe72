// kill -9 while paid audio is made: holds are released or used, and no line is charged twice.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { spokenText } from "@fullcast/core/media";
import { createLog } from "@fullcast/server";
import { openDatabase } from "../../packages/server/db/db.ts";
import { poll } from "../api/server.ts";
import { createStory, finished, longText, media, prepare, readDocument, startAudio } from "../api/story.ts";
import { newInstallation, type Service } from "./service.ts";

const PRICE = 37.5;
const GRANTED = 100_000;
const env = { FULLCAST_PRICES: JSON.stringify({ flite: PRICE, pico: PRICE, espeak: PRICE }) };
const installation = newInstallation();
let service: Service = await installation.start(env);
after(async () => {
  await service.kill();
  installation[Symbol.dispose]();
});
const restart = async () => {
  await service.kill();
  service = await installation.start(env);
};

test("after any number of kills the run is charged exactly once, and the sum over all entries is zero", async (t) => {
  const { id } = await service.client.call("readProfile");
  await service.client.call("grantSnowcoins", {
    params: { accountId: id },
    body: { client_mutation_id: randomUUID(), snowcoins: GRANTED, kind: "account" },
  });
  const { projectId, sectionId } = await createStory(service.client, longText(100));
  await prepare(service.client, projectId, sectionId);
  const { run } = await startAudio(service.client, projectId, [sectionId]);
  for (let round = 0; round < 2; round++) {
    await poll(
      () => service.client.call("readBalance"),
      ({ balance }) => balance.available_snowcoins < GRANTED,
    );
    const wait = Math.round(Math.random() * 1_500);
    t.diagnostic(`kill ${wait} ms after the hold`);
    await delay(wait);
    await restart();
  }
  const ended = await finished(service.client, run.id);
  assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
  const { document } = await readDocument(service.client, sectionId);
  let characters = 0;
  for (const one of await media(service.client, sectionId)) {
    if (one.freshness === "unsupported") continue;
    assert.deepEqual([one.freshness, one.audio_version_count], ["current", 1]);
    const block = document.blocks.find((candidate) => candidate.id === one.block_id);
    if (block?.content.type === "text") characters += spokenText(block.content).text.length;
  }
  const cost = Math.ceil((characters * PRICE) / 1_000);
  assert.ok(cost > 100);
  const { balance } = await service.client.call("readBalance");
  assert.deepEqual(balance, { snowcoins: GRANTED - cost, available_snowcoins: GRANTED - cost });

  await service.kill();
  await using db = await openDatabase({
    dataDir: installation.dataDir,
    url: null,
    log: createLog("error", process.stderr),
  });
  const sums = await db.q
    .selectFrom("ledger_entries")
    .select((e) => e.fn.sum<string>("amount").as("amount"))
    .executeTakeFirstOrThrow();
  assert.equal(Number(sums.amount), 0);
  const spent = await db.q
    .selectFrom("ledger_entries")
    .select((e) => e.fn.sum<string>("amount").as("amount"))
    .where("book", "=", "spent")
    .executeTakeFirstOrThrow();
  assert.equal(Number(spent.amount), cost);
});
