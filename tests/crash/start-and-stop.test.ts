// A refused start reports the reason and changes nothing. A stop is orderly and quick, whatever is running.

import assert from "node:assert/strict";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createLog } from "@fullcast/server";
import { openDatabase } from "../../packages/server/db/db.ts";
import { poll } from "../api/server.ts";
import { createStory, finished, longText, media, startAudio, startExport } from "../api/story.ts";
import { temporaryFolder } from "../cli/run-cli.ts";
import { type Ended, newInstallation } from "./service.ts";

/** Used by every test that needs a database: making one is the slow part of a first start. */
const shared = newInstallation();
after(() => shared[Symbol.dispose]());

/** One clear message for people: no stack, and nothing on the standard output. */
function isClear({ code, stdout, stderr }: Ended, message: RegExp): void {
  assert.equal(code, 2, stderr);
  assert.match(stderr, message);
  assert.ok(!/\n\s+at |node_modules|\.ts:\d/.test(stderr), stderr);
  assert.equal(stdout, "");
}

describe("SIGTERM and SIGINT end the process with exit code 0 within 10 s", () => {
  const isOrderly = (ended: Ended) => {
    assert.deepEqual([ended.code, ended.signal], [0, null], ended.stderr);
    assert.ok(ended.ms < 10_000, `${ended.ms} ms`);
    assert.equal(ended.stderr, "");
  };

  test("when nothing runs, and no lock or address stays behind", async () => {
    const installation = shared;
    isOrderly(await (await installation.start()).end("SIGTERM"));
    assert.ok(!readdirSync(installation.dataDir).includes("server.json"));
  });
  test("while audio is generated, while a file is rendered, and the work goes on at the next start", async () => {
    const installation = shared;
    const first = await installation.start();
    const story = await createStory(first.client, longText(120));
    const { run } = await startAudio(first.client, story.projectId, [story.sectionId]);
    await poll(
      () => first.client.call("readWorkflowProgress", { params: { workflowRunId: run.id } }),
      (progress) => progress.blocks.ready > 0,
    );
    isOrderly(await first.end("SIGTERM"));

    const second = await installation.start();
    const kept = (await media(second.client, story.sectionId)).filter((one) => one.freshness === "current");
    assert.ok(kept.length > 0);
    const ended = await finished(second.client, run.id);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    const blocks = new Map((await media(second.client, story.sectionId)).map((one) => [one.block_id, one]));
    for (const one of kept) assert.equal(blocks.get(one.block_id)?.active_rendition_id, one.active_rendition_id);
    const exporting = await startExport(second.client, story, "m4b");
    await poll(
      () => second.client.call("readExport", { params: { exportId: exporting.id } }),
      (one) => one.phase !== "queued" && one.phase !== "compiling",
    );
    isOrderly(await second.end("SIGINT"));

    const third = await installation.start();
    const now = await third.client.call("readExport", { params: { exportId: exporting.id } });
    assert.ok(["queued", "running", "completed"].includes(now.status), now.status);
    await third.client.call("cancelExport", { params: { exportId: exporting.id } }).catch(() => undefined);
    isOrderly(await third.end("SIGTERM"));
  });
});

describe("the start is refused with exit code 2 and a clear message when", () => {
  test("another process uses the data directory; that one goes on undisturbed", async () => {
    const installation = shared;
    const first = await installation.start();
    const before = (await first.client.call("listProjects")).unassigned_sections.length;
    const story = await createStory(first.client);
    isClear(await installation.refusal(), /another fullcast process.*FULLCAST_DATA_DIR/is);
    await createStory(first.client);
    assert.equal((await first.client.call("readHealth")).status, "ok");
    await first.kill();
    const next = await installation.start();
    const { unassigned_sections } = await next.client.call("listProjects");
    assert.equal(unassigned_sections.length, before + 2);
    assert.ok(unassigned_sections.some(({ section }) => section.id === story.sectionId));
    await next.end("SIGTERM");
  });
  test("the port is taken", async () => {
    const installation = shared;
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? String(address.port) : assert.fail();
    isClear(await installation.refusal({ FULLCAST_PORT: port }), new RegExp(`port ${port}.*FULLCAST_PORT`, "is"));
    await new Promise((resolve) => taken.close(resolve));
  });
  test("a setting is unknown or bad, and nothing is written then", async () => {
    using installation = newInstallation();
    const refusal = await installation.refusal({ FULLCAST_PROT: "1", FULLCAST_LOG_LEVEL: "loud" });
    isClear(refusal, /FULLCAST_PROT.*FULLCAST_PORT/is);
    assert.match(refusal.stderr, /FULLCAST_LOG_LEVEL/);
    assert.ok(!existsSync(installation.dataDir));
    isClear(await installation.refusal({ FULLCAST_OWNER_KEY: "too short" }), /FULLCAST_OWNER_KEY/);
    assert.ok(!existsSync(installation.dataDir));
  });
  test("a file stands in the place of the data directory, and the file stays as it is", async () => {
    using installation = newInstallation();
    writeFileSync(installation.dataDir, "a file of mine");
    isClear(await installation.refusal(), /data directory.*FULLCAST_DATA_DIR/is);
    assert.equal(readFileSync(installation.dataDir, "utf8"), "a file of mine");
  });
  test("a folder of the data directory cannot be used", async () => {
    const objects = join(shared.dataDir, "objects");
    renameSync(objects, `${objects}.aside`);
    writeFileSync(objects, "");
    isClear(await shared.refusal(), /data directory.*FULLCAST_DATA_DIR/is);
    rmSync(objects);
    renameSync(`${objects}.aside`, objects);
  });
  test("a newer version of Fullcast has used the data directory, and nothing is changed", async () => {
    const installation = shared;
    using newer = temporaryFolder();
    const known = fileURLToPath(new URL("../../packages/server/db/migrations", import.meta.url));
    cpSync(known, newer.path, { recursive: true });
    const next = String(readdirSync(known).length + 1).padStart(4, "0");
    writeFileSync(
      join(newer.path, `${next}_of_the_future.sql`),
      "create table future (id integer); insert into future values (1)",
    );
    const withNewerVersion = async () => {
      const log = createLog("error", process.stderr);
      await using db = await openDatabase({ dataDir: installation.dataDir, url: null, log, migrations: newer.path });
      return (await db.execute("select id from future", [])).rows;
    };
    assert.deepEqual(await withNewerVersion(), [{ id: 1 }]);
    isClear(await installation.refusal(), /newer version/i);
    assert.deepEqual(await withNewerVersion(), [{ id: 1 }]);
  });
});
