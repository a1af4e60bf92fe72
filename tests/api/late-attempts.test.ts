// A delayed process must change nothing after another process has restarted its step.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createLog } from "@fullcast/server";
import { sql } from "kysely";
import { keepCatalogue } from "../../packages/server/engines/catalogue-keeper.ts";
import { createEngines, withKeeper } from "../../packages/server/engines/registry.ts";
import { createLedger } from "../../packages/server/ledger/ledger.ts";
import { type StepContext, StepPostponed } from "../../packages/server/workflows/step.ts";
import { furtherTakes } from "../../packages/server/workflows/steps/further-takes.ts";
import { generateStaleAudio } from "../../packages/server/workflows/steps/generate-stale-audio.ts";
import { holdCharacters } from "../../packages/server/workflows/steps/pay-for-audio.ts";
import { inDatabase } from "./in-database.ts";
import { startTestServer } from "./server.ts";
import { media, spokenStory } from "./story.ts";

test("a late attempt of an audio step writes no request and takes no hold", async (t) => {
  const server = await startTestServer();
  t.after(() => server[Symbol.asyncDispose]());
  const { sectionId, workflow } = await spokenStory(server.client);
  const blockId = (await media(server.client, sectionId)).find((one) => one.active_rendition_id !== null)?.block_id;
  assert.ok(blockId !== undefined);
  await inDatabase(server, async (db) => {
    const run = await db.q
      .selectFrom("workflow_runs")
      .selectAll()
      .where("id", "=", workflow.run.id)
      .executeTakeFirstOrThrow();
    const step = await db.q
      .updateTable("workflow_steps")
      .set({ attempt: 7 })
      .where("workflow_run_id", "=", run.id)
      .where("section_id", "=", sectionId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const log = createLog("error", process.stderr);
    const services = { db, log, clock: () => new Date(), newId: randomUUID };
    const speaking = createEngines({ threads: 1 });
    const jobs = { enqueue: async () => undefined, work: async () => undefined } as never;
    const keeper = await keepCatalogue({ ...services, jobs }, speaking.list(), { onChange: async () => undefined });
    await using engines = withKeeper(speaking, keeper);
    const ledger = createLedger(services, { flite: 1_000, espeak: 1_000 });
    const late = {
      services: { ...services, engines, ledger, jobs },
      run,
      step: { ...step, attempt: 6 },
      signal: new AbortController().signal,
      earlier: [],
      leaveTurn: () => undefined,
      confined: false,
      progressed: async () => undefined,
    } as unknown as StepContext;
    const requests = async () =>
      (await sql`select * from audio_requests where section_id = ${sectionId}::uuid`.execute(db.q)).rows;
    const holds = async () => (await sql`select * from ledger_holds`.execute(db.q)).rows;
    await sql`insert into audio_requests (section_id, block_id, block_version, intent_hash, workflow_run_id, workflow_step_id, status, updated_at)
      values (${sectionId}::uuid, ${blockId}::uuid, 1, 'of the present attempt', ${run.id}::uuid, ${step.id}::uuid, 'pending', now())`.execute(
      db.q,
    );
    const before = [await requests(), await holds()];
    const scope = {
      kind: "takes",
      block_id: blockId,
      first_seed: 900,
      count: 1,
      voice_id: null,
      profile: null,
    } as const;
    await assert.rejects(generateStaleAudio(late), StepPostponed);
    await assert.rejects(furtherTakes(late, scope), StepPostponed);
    await assert.rejects(holdCharacters(late, [{ provider: "flite", characters: 10 }]), StepPostponed);
    assert.deepEqual([await requests(), await holds()], before);
  });
});
