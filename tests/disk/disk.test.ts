// Full and read-only disks: a clear message, a non-zero exit, no partial files, no lost data.

import assert from "node:assert/strict";
import { existsSync, readdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { poll } from "../api/server.ts";
import { exportEnded, exportStory, longText, spokenStory, startExport } from "../api/story.ts";
import { type CliRun, LIGHTHOUSE, runCli, temporaryFolder } from "../cli/run-cli.ts";
import { newInstallation } from "../crash/service.ts";
import { smallDisk } from "./small-disk.ts";

const folder = temporaryFolder();
after(() => folder[Symbol.dispose]());
/** An installation with room, for tests of the output's disk. */
const dataDir = join(folder.path, "data");

const narrate = (out: string, data: string) => runCli(["narrate", LIGHTHOUSE, "-o", out, "--data-dir", data]);

function assertRefused(run: CliRun, code: number, message: RegExp): void {
  assert.equal(run.code, code, run.stderr);
  assert.match(run.stderr, message);
  assert.doesNotMatch(run.stderr, /^\s+at .*:\d+:\d+/m, "no stack");
  assert.equal(run.stdout, "");
}

test("a full output disk is reported, nothing is left on it, and with room the same command ends the work", async () => {
  using disk = smallDisk(1);
  const out = join(disk.path, "story.wav");
  assertRefused(await narrate(out, dataDir), 1, /story\.wav cannot be written: the disk is full/);
  assert.deepEqual(readdirSync(disk.path), []);
  disk.resize(64);
  const run = await narrate(out, dataDir);
  assert.equal(run.code, 0, run.stderr);
  assert.match(run.stderr, /Speaking: .*already done/);
  assert.ok(statSync(out).size > 5_000_000);
});

test("a read-only output folder is refused before any work", async () => {
  using disk = smallDisk(1);
  disk.setReadOnly(true);
  const unused = join(folder.path, "unused");
  assertRefused(await narrate(join(disk.path, "x.mp3"), unused), 1, /x\.mp3 cannot be written: it is read-only/);
  assert.equal(existsSync(unused), false);
});

test("a data directory on a disk that has no room for the database is refused with exit code 2, and works with room", async () => {
  using disk = smallDisk(12);
  const data = join(disk.path, "data");
  const out = join(folder.path, "roomy.srt");
  assertRefused(await narrate(out, data), 2, /data directory cannot be written .*check the free space|is full/i);
  assert.equal(existsSync(out), false);
  disk.resize(300);
  const run = await narrate(out, data);
  assert.equal(run.code, 0, run.stderr);
});

test("a read-only data directory is refused with exit code 2, and its content stays as it is", async () => {
  using disk = smallDisk(300);
  const data = join(disk.path, "data");
  const first = await narrate(join(folder.path, "before.srt"), data);
  assert.equal(first.code, 0, first.stderr);
  disk.setReadOnly(true);
  for (const args of [["serve"], ["narrate", LIGHTHOUSE, "-o", join(folder.path, "x.mp3")]]) {
    const run = await runCli([...args, "--data-dir", data], { env: { FULLCAST_PORT: "0" } });
    assertRefused(run, 2, /data directory cannot be written/);
  }
  disk.setReadOnly(false);
  const again = await narrate(join(folder.path, "after.srt"), data);
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /Speaking: .*already done/);
});

for (const [left, what] of [
  [6_000_000, "to begin with"],
  [2_000_000, "for the database only"],
  [150_000, "for hardly anything"],
] as const) {
  test(`a data directory with room ${what} ends the command clearly; with more it goes on where it was`, async () => {
    using disk = smallDisk(300);
    const data = join(disk.path, "data");
    const tick = await runCli(["narrate", "-", "-o", join(folder.path, "tick.srt"), "--data-dir", data], {
      input: "“Tick,” said the clock.\n",
    });
    assert.equal(tick.code, 0, tick.stderr);
    // The database has what it keeps in reserve; for the story's audio there is no room.
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(join(disk.path, "ballast"), Buffer.alloc(bavail * bsize - left));
    const out = join(folder.path, `full-${left}.mp3`);
    assertRefused(await narrate(out, data), 1, /(disk|storage).*full|no room left/i);
    assert.equal(existsSync(out), false);
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.endsWith(".tmp")),
      [],
    );
    disk.resize(500);
    const run = await narrate(out, data);
    assert.equal(run.code, 0, run.stderr);
    assert.ok(existsSync(out));
  });
}

test("an export waits on a disk that fills up and states why; the service goes on, and with room the file is made", async () => {
  using disk = smallDisk(300);
  const data = join(disk.path, "data");
  using installation = newInstallation();
  const service = await installation.start({ FULLCAST_DATA_DIR: data });
  try {
    const { client } = service;
    const story = await spokenStory(client, longText(60));
    // The WAV takes some 15 MB.
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(join(disk.path, "ballast"), Buffer.alloc(bavail * bsize - 6_000_000));
    const { id } = await startExport(client, story, "wav");
    const waiting = await poll(
      () => client.call("readExport", { params: { exportId: id } }),
      ({ status }) => status !== "queued" && status !== "running",
    );
    assert.deepEqual(
      [waiting.status, waiting.error?.code, waiting.artifact],
      ["retry_wait", "EXPORT_STORAGE_FULL", null],
      JSON.stringify(waiting.error),
    );
    assert.deepEqual(readdirSync(join(data, "temp")), []);
    assert.equal((await exportStory(client, story, "srt")).status, "completed", "the service goes on");
    disk.resize(500);
    const made = await exportEnded(client, id);
    assert.deepEqual([made.status, made.error], ["completed", null]);
  } finally {
    await service.end("SIGTERM");
  }
});
