// The embedded database moves to a server, and a backup from there restores into a folder: the same rows everywhere.

import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import { createClient } from "@fullcast/contract";
import { exportStory, readDocument, spokenStory } from "../api/story.ts";
import { runCli, temporaryFolder } from "../cli/run-cli.ts";
import { newInstallation } from "../crash/service.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

const folder = temporaryFolder();
let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

/** Rows of a backup by table, in any order: a server and the embedded database store them in different places. */
function rowsOf(backup: string): string[] {
  const [file] = globSync(join(backup, "database-*.jsonl.zst"));
  return zstdDecompressSync(readFileSync(file ?? ""))
    .toString("utf8")
    .split("\n")
    .slice(1)
    .sort();
}

test("an embedded database moves to a server and back through a backup, row by row the same", async (t) => {
  using installation = newInstallation();
  const env = { FULLCAST_OWNER_KEY: installation.key };
  const first = await installation.start();
  const story = await spokenStory(first.client);
  const before = await readDocument(first.client, story.sectionId);
  await first.end("SIGTERM");

  const url = await server.createDatabase();
  const { dataDir } = installation;
  const run = async (...args: string[]) => {
    const ended = await runCli(args, { env });
    assert.equal(ended.code, 0, ended.stderr);
    return ended;
  };
  await run("move-to-postgres", url, "--data-dir", dataDir);
  const used = await runCli(["move-to-postgres", url, "--data-dir", dataDir], { env });
  assert.equal(used.code, 1);
  assert.match(used.stderr, /holds an installation already/);
  assert.doesNotMatch(used.stderr, /postgres:/);

  await run("backup", "--data-dir", dataDir, "--out", join(folder.path, "embedded"));
  const onServer = await runCli(["backup", "--data-dir", dataDir, "--out", join(folder.path, "server")], {
    env: { ...env, FULLCAST_DATABASE_URL: url },
  });
  assert.equal(onServer.code, 0, onServer.stderr);
  assert.deepEqual(rowsOf(join(folder.path, "server")), rowsOf(join(folder.path, "embedded")));

  const service = await installation.start({ FULLCAST_DATABASE_URL: url });
  t.after(() => service.end("SIGTERM"));
  const client = createClient({ baseUrl: `${service.url}/v1`, apiKey: installation.key });
  assert.deepEqual(await readDocument(client, story.sectionId), before);
  assert.equal((await exportStory(client, story, "mp3")).status, "completed");
  // New rows get numbers of their own.
  await spokenStory(client);

  await run("restore", join(folder.path, "server"), "--data-dir", join(folder.path, "back"), "--same-installation");
  await run("backup", "--data-dir", join(folder.path, "back"), "--out", join(folder.path, "back-backup"));
  assert.deepEqual(rowsOf(join(folder.path, "back-backup")), rowsOf(join(folder.path, "server")));
});
