import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openTestDatabase } from "../db/test-data-directory.ts";
import { advanceExport, type ExportServices } from "./advance.ts";
import { runningExports } from "./exports.ts";
import { insertExport, loadExport, QUEUED } from "./store.ts";

test("an export that starts while the process is stopping stays `running` for the next start", async (t) => {
  const { db } = await openTestDatabase(t);
  // Only the export's own row matters here: it has neither account nor section.
  await db.script("set session_replication_role = replica");
  const at = new Date();
  const id = randomUUID();
  await insertExport(
    { db },
    {
      ...QUEUED,
      id,
      account_id: randomUUID(),
      project_id: randomUUID(),
      section_id: randomUUID(),
      format: "mp3",
      cache_result: "miss",
      document_version: 1,
      speaker_registry_version: 1,
      mastering_version: 1,
      created_at: at,
    },
  );
  const logged: string[] = [];
  const log = {
    debug() {},
    info() {},
    warn: (text: string) => void logged.push(text),
    error: (text: string) => void logged.push(text),
  };
  const services = { db, log, clock: () => at, runningExports: runningExports() };
  const stopping = AbortSignal.abort(new Error("the process is stopping"));
  await assert.rejects(
    advanceExport(services as unknown as ExportServices & typeof services, id, stopping),
    stopping.reason,
  );
  const row = await loadExport({ db }, id);
  assert.deepEqual([row?.status, row?.attempts, row?.error_code, row?.completed_at], ["running", 0, null, null]);
  assert.deepEqual(logged, []);
});
