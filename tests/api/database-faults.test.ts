// Faults that a database reports and that pass: transactions that conflict, rows that are gone or were written meanwhile, a
// full disk, a server that stops. Triggers raise them in the real database, each a few times; sequences count, because a
// rollback does not set them back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { inDatabase } from "./in-database.ts";
import { refused, sharedServer } from "./server.ts";
import {
  createStory,
  exportEnded,
  finished,
  longText,
  readDocument,
  spokenStory,
  startAudio,
  startExport,
  startPrepare,
  studioMutation,
} from "./story.ts";

type Database = Parameters<Parameters<typeof inDatabase>[1]>[0];

/** The first `times` insertions into `table` fail with this SQLSTATE. */
async function failing(db: Database, table: string, state: string, times: number) {
  const name = `fault_${table}_${state}`;
  await db.execute(`create sequence ${name}`, []);
  await db.execute(
    `create function ${name}() returns trigger language plpgsql as $$
     begin
       if nextval('${name}') <= ${times} then
         raise exception using errcode = '${state}', message = 'a fault of a test';
       end if;
       return new;
     end $$`,
    [],
  );
  await db.execute(
    `create trigger ${name} before insert on ${table} for each statement execute function ${name}()`,
    [],
  );
}

/** How often the trigger ran. */
async function fired(db: Database, table: string, state: string): Promise<number> {
  const { rows } = await db.execute(`select last_value::int as n, is_called from fault_${table}_${state}`, []);
  const [{ n, is_called }] = rows as [{ n: number; is_called: boolean }];
  return is_called ? n : 0;
}

const server = await sharedServer();
/** PostgreSQL fires triggers by name: the first state comes first. */
const CONFLICTS = ["23503", "40001"];
const OUTAGES = [
  ["53100", "STORAGE_FULL"],
  ["57P03", "DATABASE_UNAVAILABLE"],
] as const;
const STEPS = ["blocks", "speakers", "renditions"];

test("steps are tried again after conflicts and missing rows: a section is prepared, cast and spoken", async () => {
  const story = await createStory(server.client, longText(12));
  await inDatabase(server, async (db) => {
    for (const table of STEPS) for (const state of CONFLICTS) await failing(db, table, state, 2);
  });
  const { run } = await startPrepare(server.client, story.projectId, story.sectionId);
  assert.equal((await finished(server.client, run.id)).run.status, "completed");
  const audio = await startAudio(server.client, story.projectId, [story.sectionId]);
  const ended = await finished(server.client, audio.run.id);
  assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
  await inDatabase(server, async (db) => {
    for (const table of STEPS)
      for (const state of CONFLICTS) assert.ok((await fired(db, table, state)) > 2, `${table} met no ${state}`);
  });
});

test("a full disk and a stopped server are 503 at edits and scripts; an export waits; later all of them succeed", async () => {
  const story = await spokenStory(server.client);
  const { sectionId } = story;
  await inDatabase(server, async (db) => {
    for (const [state] of OUTAGES) {
      await failing(db, "document_versions", state, 2);
      await failing(db, "export_artifacts", state, 1);
    }
  });
  const { client } = server;
  const version = async () => (await readDocument(client, sectionId)).document.document_version;
  const before = await version();
  const title = {
    ...studioMutation(),
    base_document_version: before,
    operations: [{ op: "set_title" as const, title: "Later" }],
  };
  const edit = () => client.call("editDocument", { params: { sectionId }, body: title });
  const script = { ...studioMutation(), base_document_version: before + 1, text: "MARA: Is it back?\n" };
  const rewrite = (base_document_version: number) =>
    client.call("importScript", { params: { sectionId }, body: { ...script, base_document_version } });
  for (const [, code] of OUTAGES) {
    assert.equal((await refused(edit(), 503, code)).retryable, true);
    assert.equal((await refused(rewrite(before), 503, code)).retryable, true);
  }
  assert.equal(await version(), before);

  const file = await exportEnded(client, (await startExport(client, story, "srt")).id);
  assert.equal(file.status, "completed", JSON.stringify(file.error));
  const edited = await edit();
  assert.deepEqual([edited.document_version, edited.idempotent_replay], [before + 1, false]);
  await rewrite(before + 1);
  await inDatabase(server, async (db) => {
    for (const [state] of OUTAGES)
      assert.ok((await fired(db, "export_artifacts", state)) > 1, `the export met no ${state}`);
  });
});
