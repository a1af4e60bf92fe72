// A backup of a running installation, restored into a new folder: everything exists, and nothing needs to be made again.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import { createClient } from "@fullcast/contract";
import { createStory, exportStory, media, readDocument, spokenStory } from "../api/story.ts";
import { newInstallation } from "../crash/service.ts";
import { runCli, temporaryFolder } from "./run-cli.ts";

const folder = temporaryFolder();
after(() => folder[Symbol.dispose]());
const at = (name: string) => join(folder.path, name);

/** The rows of a backup in any order, without what each snapshot states of itself: a row that changes moves. */
function rowsOf(backup: string): string[] {
  const [file] = globSync(join(backup, "database-*.jsonl.zst"));
  const lines = zstdDecompressSync(readFileSync(file ?? ""))
    .toString("utf8")
    .split("\n");
  return lines.slice(1).sort();
}

const backUp = (dataDir: string, out: string, key?: string) =>
  runCli(
    ["backup", "--data-dir", dataDir, "--out", out],
    key === undefined ? {} : { env: { FULLCAST_OWNER_KEY: key } },
  );
const restore = (from: string, dataDir: string) => runCli(["restore", from, "--data-dir", dataDir]);

const isInstallation = (row: string): boolean => row.startsWith('{"name": "installation"');
/** Every line but the installation's id and the number of rows. */
const isOfBoth = (row: string): boolean => !isInstallation(row) && !row.startsWith('["end"');

test("a backup of a running service restores everything; a second one copies what is new; one file does, too", async (t) => {
  using installation = newInstallation();
  const service = await installation.start();
  t.after(() => service.end("SIGTERM"));
  const story = await spokenStory(service.client);
  const file = await exportStory(service.client, story, "mp3");
  assert.equal(file.status, "completed");
  const first = await backUp(installation.dataDir, at("backup"), installation.key);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /rows, \d+ files/);

  await createStory(service.client, "A second story.", "Later");
  const second = await backUp(installation.dataDir, at("backup"), installation.key);
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stdout, /of which 0 are new/);
  const packed = await backUp(installation.dataDir, at("all.zip"), installation.key);
  assert.equal(packed.code, 0, packed.stderr);
  const before = await readDocument(service.client, story.sectionId);
  await service.end("SIGTERM");

  for (const [from, to] of [
    ["backup", "restored"],
    ["all.zip", "unpacked"],
  ] as const) {
    const restored = await restore(at(from), at(to));
    assert.equal(restored.code, 0, restored.stderr);
    if (from === "all.zip") continue;
    const again = await backUp(at(to), at("again"));
    assert.equal(again.code, 0, again.stderr);
    const [copied, original] = [rowsOf(at("again")), rowsOf(at("backup"))];
    assert.deepEqual(copied.filter(isOfBoth), original.filter(isOfBoth), "the same rows");
    assert.ok(original.some(isInstallation));
    assert.ok(!copied.some(isInstallation), "the copy gets an id of its own");
  }

  await t.test("the restored service plays existing audio and continues", async () => {
    using copy = newInstallation();
    const restored = await copy.start({ FULLCAST_DATA_DIR: at("restored"), FULLCAST_OWNER_KEY: installation.key });
    t.after(() => restored.end("SIGTERM"));
    const client = createClient({ baseUrl: `${restored.url}/v1`, apiKey: installation.key });
    assert.deepEqual(await readDocument(client, story.sectionId), before);
    for (const block of await media(client, story.sectionId)) assert.notEqual(block.freshness, "stale");
    const made = await exportStory(client, story, "mp3");
    assert.deepEqual([made.status, made.cache_result], ["completed", "reused"]);
    assert.equal((await exportStory(client, story, "wav")).status, "completed");
    await spokenStory(client);
  });
});

test("a damaged or incomplete backup is refused by name, and the folder cannot be started", async () => {
  const cases: [string, (backup: string) => void, RegExp][] = [
    [
      "an object with other content",
      (backup) => writeFileSync(globSync(join(backup, "objects", "*", "*"))[0] ?? "", "other"),
      /is damaged/,
    ],
    [
      "a missing object",
      (backup) => rmSync(globSync(join(backup, "objects", "*", "*"))[0] ?? ""),
      /lacks [0-9a-f]{64}/,
    ],
    [
      "a database with other content",
      (backup) => writeFileSync(globSync(join(backup, "database-*"))[0] ?? "", "other"),
      /database-\d+\.jsonl\.zst of the backup is damaged/,
    ],
    ["no list", (backup) => rmSync(join(backup, "backup.json")), /backup\.json is missing/],
    [
      "a list of something else",
      (backup) => writeFileSync(join(backup, "backup.json"), "{}"),
      /not the list of a backup/,
    ],
    [
      "a list with a path",
      (backup) => {
        const path = join(backup, "backup.json");
        writeFileSync(path, readFileSync(path, "utf8").replace('"name": "database-', '"name": "../database-'));
      },
      /not the list of a backup/,
    ],
  ];
  for (const [index, [what, damage, message]] of cases.entries()) {
    const backup = at(`damaged-${index}`);
    execFileSync("cp", ["-r", at("backup"), backup]);
    damage(backup);
    const refused = await restore(backup, at(`from-${index}`));
    assert.equal(refused.code, 1, what);
    assert.match(refused.stderr, message, what);
    assert.doesNotMatch(refused.stderr, /^\s+at /m);
  }
  using copy = newInstallation();
  const refused = await copy.refusal({ FULLCAST_DATA_DIR: at("from-0") });
  assert.match(refused.stderr, /has not ended/);
  const again = await restore(at("backup"), at("from-0"));
  assert.equal(again.code, 0, again.stderr);
});

test("folders with other content are not written", async () => {
  const other = at("other");
  execFileSync("mkdir", [other]);
  writeFileSync(join(other, "letter.txt"), "dear");
  const written = await backUp(at("restored"), other);
  assert.equal(written.code, 1);
  assert.match(written.stderr, /letter\.txt, which is no part of a backup/);
  const filled = await restore(at("backup"), other);
  assert.equal(filled.code, 1);
  assert.match(filled.stderr, /is not empty/);
  renameSync(join(other, "letter.txt"), at("letter.txt"));
});

test("a folder without an installation is not backed up, and an earlier backup stays as it was", async () => {
  const before = readFileSync(join(at("backup"), "backup.json"), "utf8");
  const wrong = await backUp(at("wrong"), at("backup"));
  assert.equal(wrong.code, 1, wrong.stdout);
  assert.match(wrong.stderr, /holds no embedded database\. Name the data folder with --data-dir/);
  assert.equal(existsSync(at("wrong")), false, "a data folder was made");
  assert.equal(readFileSync(join(at("backup"), "backup.json"), "utf8"), before);
});
