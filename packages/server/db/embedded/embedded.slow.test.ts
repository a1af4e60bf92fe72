import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Database, openDatabase, QueryError, StartError } from "../db.ts";
import { silentLog, testDataDirectory } from "../test-data-directory.ts";

const CHILD = fileURLToPath(new URL("./open-in-child.ts", import.meta.url));
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function child(t: TestContext, dataDir: string, task: "open" | "write") {
  const process_ = spawn(process.execPath, [CHILD, dataDir, task], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => process_.kill("SIGKILL"));
  return { process: process_, lines: createInterface({ input: process_.stdout })[Symbol.asyncIterator]() };
}

const exited = (process_: ChildProcess) =>
  process_.exitCode !== null || process_.signalCode !== null
    ? Promise.resolve(process_.exitCode)
    : new Promise<number | null>((resolve) => process_.once("exit", resolve));

const open = (dataDir: string): Promise<Database> => openDatabase({ dataDir, url: null, log: silentLog });
const startError = (code: string) => (error: unknown) => error instanceof StartError && error.code === code;

/** Every file in the directory, with size and modification time. */
function listing(directory: string): string[] {
  return readdirSync(directory, { recursive: true })
    .map(String)
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(directory, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}

test("a second process is refused while the first one lives, and changes nothing", async (t) => {
  const dataDir = await testDataDirectory(t);
  const db = await open(dataDir);
  const before = listing(dataDir);
  const second = child(t, dataDir, "open");
  assert.equal((await second.lines.next()).value, "DataDirectoryLocked");
  assert.equal(await exited(second.process), 2);
  assert.deepEqual(listing(dataDir), before);
  await assert.rejects(open(dataDir), startError("DataDirectoryLocked"));
  assert.deepEqual((await db.execute("select 1 as one", [])).rows, [{ one: 1 }]);
  await db[Symbol.asyncDispose]();
  const third = child(t, dataDir, "open");
  assert.equal((await third.lines.next()).value, "open");
  assert.equal(await exited(third.process), 0);
});

test("every acknowledged row exists after repeated kill -9 during writes", async (t) => {
  const dataDir = await testDataDirectory(t);
  const acknowledged: number[] = [];
  for (const rowsBeforeKill of [1, 40, 223]) {
    const { process: writer, lines } = child(t, dataDir, "write");
    let seen = 0;
    for await (const line of { [Symbol.asyncIterator]: () => lines }) {
      if (line === "open") continue;
      assert.match(line, /^\d+$/);
      acknowledged.push(Number(line));
      seen += 1;
      if (seen === rowsBeforeKill) writer.kill("SIGKILL");
    }
    await exited(writer);
    const db = await open(dataDir);
    const { rows } = await db.execute("select id, text from written order by id", []);
    await db[Symbol.asyncDispose]();
    const stored = new Map((rows as { id: number; text: string }[]).map(({ id, text }) => [id, text]));
    for (const id of acknowledged) assert.ok(stored.has(id), `row ${id} was acknowledged and is gone`);
    for (const [id, text] of stored) assert.ok(text !== "y", `row ${id} shows half a transaction`);
  }
  assert.ok(acknowledged.length >= 264);
});

test("a commit reaches the disk: each one syncs the log", async (t) => {
  const dataDir = await testDataDirectory(t);
  await using db = await open(dataDir);
  await db.script("create table counted (id integer)");
  const before = (await db.countFsyncs()) ?? 0;
  for (let id = 0; id < 50; id += 1) await db.execute("insert into counted values ($1)", [id]);
  const after = (await db.countFsyncs()) ?? 0;
  assert.ok(after - before >= 50, `${after - before} syncs for 50 commits`);
});

test("a database of a newer version is refused and unchanged", async (t) => {
  const dataDir = await testDataDirectory(t);
  const db = await open(dataDir);
  await db.execute("insert into schema_migrations (number, name) values (9999, 'from the future')", []);
  await db[Symbol.asyncDispose]();
  await assert.rejects(open(dataDir), startError("DatabaseNewer"));
  // The lock is released.
  await assert.rejects(open(dataDir), startError("DatabaseNewer"));
  writeFileSync(join(dataDir, "db", "PG_VERSION"), "99\n");
  const before = listing(join(dataDir, "db"));
  await assert.rejects(open(dataDir), startError("DatabaseNewer"));
  assert.deepEqual(listing(join(dataDir, "db")), before);
});

test("an unwritable data directory is reported as such", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-unwritable-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "odd", "lock"), { recursive: true });
  for (const dataDir of [join(folder, "file"), join(folder, "file", "below"), join(folder, "odd")]) {
    await assert.rejects(open(dataDir), (error) => {
      assert.ok(startError("DataDirectoryUnwritable")(error));
      assert.ok(!(error as Error).message.includes(folder), "a message names no path");
      return true;
    });
  }
});

test("a killed first start does not hinder the next one", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-first-start-"));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const first = child(t, dataDir, "open");
  while (!existsSync(join(dataDir, "db.new", "PG_VERSION"))) {
    assert.equal(first.process.exitCode, null, "the first start ended before it could be killed");
    await delay(5);
  }
  first.process.kill("SIGKILL");
  await exited(first.process);
  assert.ok(!existsSync(join(dataDir, "db")));
  await using db = await open(dataDir);
  assert.ok(!existsSync(join(dataDir, "db.new")));
  assert.deepEqual((await db.execute("select count(*) as n from accounts", [])).rows, [{ n: 0 }]);
});

test("when the database cannot write its log, everything fails at once and the process is notified", async (t) => {
  const dataDir = await testDataDirectory(t);
  const fatal = Promise.withResolvers<Error>();
  const db = await openDatabase({ dataDir, url: null, log: quiet, onFatal: fatal.resolve });
  await db.script("create table noted (id integer)");
  rmSync(join(dataDir, "db", "pg_wal"), { recursive: true });
  const attempts = ["select pg_switch_wal()", "insert into noted values (1)", "checkpoint", "select 1"];
  const outcomes = await Promise.allSettled(attempts.map((sql) => db.execute(sql, [])));
  assert.equal(outcomes.at(-1)?.status, "rejected");
  assert.match((await fatal.promise).message, /has stopped/);
  await assert.rejects(db.execute("select 1", []), /has stopped/);
  await assert.rejects(
    db.transaction(async () => void (await db.execute("select 1", []))),
    /has stopped/,
  );
  await assert.rejects(async () => db[Symbol.asyncDispose](), /has stopped/);
});

test("after closing, waiting and later statements fail at once, and closing again does nothing", async (t) => {
  const db = await open(await testDataDirectory(t));
  const inside = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const last = db.transaction(async () => {
    inside.resolve();
    await goOn.promise;
    return (await db.execute("select 1 as one", [])).rows;
  });
  await inside.promise;
  const closed = db[Symbol.asyncDispose]();
  const tooLate = assert.rejects(db.execute("select 2", []), /has stopped/);
  goOn.resolve();
  assert.deepEqual(await last, [{ one: 1 }]);
  await closed;
  await tooLate;
  await assert.rejects(db.execute("select 3", []), /has stopped/);
  await db[Symbol.asyncDispose]();
});

test("JSON that is nested too deep is refused, and the database continues", async (t) => {
  await using db = await open(await testDataDirectory(t));
  // PostgreSQL refuses less than this. The service itself lets no JSON of more than 32 levels through. With 200,000 levels PostgreSQL
  // ends the thread of the database instead.
  const deep = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
  await assert.rejects(db.execute("select $1::jsonb as deep", [deep]), (error) => {
    return error instanceof QueryError && error.code === "54001";
  });
  const fine = `${"[".repeat(500)}${"]".repeat(500)}`;
  assert.deepEqual((await db.execute("select $1::jsonb as deep", [fine])).rows, [{ deep: JSON.parse(fine) }]);
});
