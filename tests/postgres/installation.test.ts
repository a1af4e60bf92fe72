// Processes that share one PostgreSQL server must share the files: a second data folder is refused, also before anything is
// stored, because what one process stores the others would not find.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createLog, type RunningServer, readSettings, StartError, startServer } from "@fullcast/server";
import { type PostgresServer, startPostgres } from "./postgres.ts";

const silent = createLog("error", { write: () => true } as never);
const parent = mkdtempSync(join(tmpdir(), "fullcast-folders-"));
let postgres: PostgresServer;
before(async () => {
  postgres = await startPostgres();
});
after(async () => {
  await postgres[Symbol.asyncDispose]();
  rmSync(parent, { recursive: true, force: true });
});

const start = (url: string, folder: string): Promise<RunningServer> => {
  const env = {
    FULLCAST_DATA_DIR: join(parent, folder),
    FULLCAST_DATABASE_URL: url,
    FULLCAST_PORT: "0",
    FULLCAST_OWNER_KEY: "k".repeat(40),
  };
  return startServer(readSettings(env, parent), { log: silent, cores: 1 });
};

const isRefused = (error: unknown) => {
  assert.ok(error instanceof StartError, String(error));
  assert.equal(error.code, "WrongInstallation");
  assert.match(error.message, /in another folder/);
  return true;
};

test("a second folder on the same database is refused, while the first process runs and after it ended", async () => {
  const url = await postgres.createDatabase();
  const first = await start(url, "one");
  await assert.rejects(start(url, "two"), isRefused);
  const beside = await start(url, "one");
  await beside.close();
  await first.close();
  await assert.rejects(start(url, "two"), isRefused);
  await (await start(url, "one")).close();
});

test("of two processes that start together with two folders one works", async () => {
  const url = await postgres.createDatabase();
  const started = await Promise.allSettled([start(url, "left"), start(url, "right")]);
  const working = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const refused = started.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  for (const server of working) await server.close();
  assert.equal(working.length, 1, String(refused));
  isRefused(refused[0]);
});
