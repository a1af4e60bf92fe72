// Power loss of the embedded database. A program writes transactions while every operation on its files is recorded. Then
// the disk is made as a power loss may leave it: at every sync, without anything that was not synced, and at many seeded
// moments, with unsynced writes dropped or torn. Each time the database must open, and hold every acknowledged
// transaction, whole, and none after a missing one.
// FULLCAST_TEST_POWER_PREFIXES sets the number of seeded moments (500), FULLCAST_TEST_POWER_SEED the first seed (1).

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../../packages/server/db/db.ts";
import { silentLog, testDataDirectory } from "../../packages/server/db/test-data-directory.ts";
import { diskAfter, type Recorded, type Unsynced } from "./disk-after.ts";
import { createRandom } from "./random.ts";
import { readRecord } from "./record-files.ts";

const TRANSACTIONS = 60;
const PREFIXES = Number(process.env.FULLCAST_TEST_POWER_PREFIXES ?? "500");
const FIRST_SEED = Number(process.env.FULLCAST_TEST_POWER_SEED ?? "1");
const local = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const cleanup: (() => void)[] = [];
after(() => {
  for (const action of cleanup) action();
});
// In memory where that is possible: each of the databases syncs all of its files when it recovers.
const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "fullcast-power-"));
cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
const base = join(folder, "base");
const recorded = await record();

test("the record holds what the test is about", () => {
  const count = (kind: string) => recorded.operations.filter((one) => one.kind === kind).length;
  assert.equal(count("acknowledged"), TRANSACTIONS + 1);
  assert.ok(count("sync") > TRANSACTIONS, `${count("sync")} syncs`);
  assert.ok(count("write") > 500, `${count("write")} writes`);
  assert.ok(count("rename") > 0, "no file was renamed");
});

test("all operations together give the folder as it is", async () => {
  const target = join(folder, "all", "db");
  const synced = allSynced(recorded);
  diskAfter(synced, synced.operations.length, "none", createRandom(1), base, target);
  assert.equal(await lastWhole(join(folder, "all")), TRANSACTIONS);
  rmSync(join(folder, "all"), { recursive: true });
});

test("without the syncs of the database the same check finds lost transactions", async () => {
  const operations = recorded.operations.filter(({ kind }) => !kind.startsWith("sync"));
  const dataDir = join(folder, "unsynced");
  diskAfter({ ...recorded, operations }, operations.length, "none", createRandom(1), base, join(dataDir, "db"));
  assert.equal(await lastWhole(dataDir), -1);
  rmSync(dataDir, { recursive: true });
});

test("at every sync, without anything that was not synced, every acknowledged transaction is there", async (t) => {
  const syncs = recorded.operations.flatMap(({ kind }, index) => (kind.startsWith("sync") ? [index] : []));
  await eachInTurns(syncs, (index, disk) => survives(index + 1, "none", 0, disk));
  t.diagnostic(`${syncs.length} syncs`);
});

test("at seeded moments, with unsynced writes dropped or torn, every acknowledged transaction is there", async (t) => {
  const seeds = Array.from({ length: PREFIXES }, (_, index) => FIRST_SEED + index);
  await eachInTurns(seeds, (seed, disk) => {
    return survives(createRandom(seed).below(recorded.operations.length + 1), "some", seed, disk);
  });
  t.diagnostic(`${PREFIXES} moments`);
});

/** Runs `check` for each item, two at a time, each with a folder of its own. */
async function eachInTurns<T>(items: readonly T[], check: (item: T, disk: string) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const turn = async (disk: string) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await check(item, disk);
  };
  await Promise.all([turn(join(folder, "disk-1")), turn(join(folder, "disk-2"))]);
}

async function survives(count: number, unsynced: Unsynced, seed: number, dataDir: string): Promise<void> {
  diskAfter(recorded, count, unsynced, createRandom(seed), base, join(dataDir, "db"));
  const where = `after ${count} operations, seed ${seed}`;
  const promised = recorded.operations
    .slice(0, count)
    .reduce((last, one) => (one.kind === "acknowledged" ? one.number : last), -1);
  let found: number;
  try {
    found = await lastWhole(dataDir);
  } catch (error) {
    throw new Error(`The database is not whole ${where}.`, { cause: error });
  }
  assert.ok(found >= promised, `${where}: transaction ${promised} was acknowledged, ${found} is the last one there`);
}

/** Opens the database, checks that it is whole, and returns the number of its last transaction; -1 without the first. */
async function lastWhole(dataDir: string): Promise<number> {
  await using db = await openDatabase({ dataDir, url: null, log: silentLog });
  const there = await db.execute("select to_regclass('written') is not null as there", []);
  if (!(there.rows[0] as { there: boolean }).there) return -1;
  const { rows } = await db.execute(
    `select last, counted.seen as rows, (select count(*) from written)::int as seen, (select coalesce(max(number), 0) from written) as most,
       (select count(*) from written where sum <> md5(text))::int as broken
     from counted`,
    [],
  );
  const state = rows[0] as { last: number; rows: number; seen: number; most: number; broken: number };
  assert.deepEqual(
    { seen: state.seen, most: state.most, broken: state.broken },
    { seen: state.rows, most: state.last, broken: 0 },
  );
  // The index agrees with the table.
  await db.script("set enable_seqscan = off");
  const byIndex = await db.execute("select count(*)::int as n from written where sum > ''", []);
  assert.equal((byIndex.rows[0] as { n: number }).n, state.rows);
  await db.execute("insert into written values (1000000, 'after', md5('after'))", []);
  return state.last;
}

async function record(): Promise<Recorded> {
  const dataDir = await testDataDirectory({ after: (action) => cleanup.push(() => void action()) });
  cpSync(join(dataDir, "db"), base, { recursive: true });
  const file = join(folder, "record");
  const child = spawn(
    process.execPath,
    ["--import", local("./record-files.ts"), local("./writer.ts"), dataDir, String(TRANSACTIONS)],
    {
      env: { ...process.env, FULLCAST_TEST_RECORD: JSON.stringify({ folder: join(dataDir, "db"), file }) },
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  const [code] = await once(child, "exit");
  assert.equal(code, 0, "the writer failed");
  return readRecord(file);
}

/** The same record with a sync of every file at its end. */
function allSynced({ operations, bytesOf }: Recorded): Recorded {
  const paths = new Set<string>();
  for (const operation of operations) {
    if (operation.kind === "write" || operation.kind === "create") paths.add(operation.path);
    if (operation.kind === "unlink" || operation.kind === "rename") paths.delete(operation.path);
    if (operation.kind === "rename") paths.add(operation.to);
  }
  return { operations: [...operations, ...[...paths].map((path) => ({ kind: "sync", path }) as const)], bytesOf };
}
