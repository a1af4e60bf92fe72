// A process without the API: it answers health and readiness on its port, and nothing else.

import assert from "node:assert/strict";
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { silentLog, testDataDirectory } from "./db/test-data-directory.ts";
import { readSettings, startServer } from "./start.ts";

interface Answer {
  readonly data?: { readonly status: string };
  readonly error?: { readonly code: string; readonly details: object };
}

test("a worker answers health and ready on its port, and no other request", async (t) => {
  const dataDir = await testDataDirectory(t);
  const settings = readSettings(
    { FULLCAST_DATA_DIR: dataDir, FULLCAST_PORT: "0", FULLCAST_ROLES: "worker", FULLCAST_OWNER_KEY: "k".repeat(40) },
    dataDir,
  );
  const server = await startServer(settings, { log: silentLog, cores: 1 });
  try {
    assert.equal(server.url, null);
    const ask = async (path: string, headers: { readonly [name: string]: string } = {}) => {
      const answer = await fetch(`${server.healthUrl}${path}`, { headers });
      return { status: answer.status, body: (await answer.json()) as Answer };
    };
    const health = await ask("/v1/health");
    assert.deepEqual([health.status, health.body.data?.status], [200, "ok"]);
    assert.equal((await ask("/v1/ready")).status, 200);
    const authorization = `Bearer ${"k".repeat(40)}`;
    for (const path of ["/v1/me", "/v1/openapi.json", "/v1/studio/projects", "/", "/docs"]) {
      const { status, body } = await ask(path, { authorization });
      assert.deepEqual([status, body.error?.code], [404, "NOT_FOUND"], path);
    }
    // The command line finds servers by this file; a worker is none.
    assert.equal(existsSync(join(dataDir, "server.json")), false);
    const temp = join(dataDir, "temp");
    renameSync(temp, `${temp}-away`);
    const { status, body } = await ask("/v1/ready");
    renameSync(`${temp}-away`, temp);
    assert.deepEqual([status, body.error?.details], [503, { unavailable: ["object_store"] }]);
    assert.equal((await ask("/v1/ready")).status, 200);
  } finally {
    await server.close();
  }
  await assert.rejects(fetch(`${server.healthUrl}/v1/health`), "it still listens");
});
