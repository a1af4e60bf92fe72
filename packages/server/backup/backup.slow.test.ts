import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { zstdCompressSync } from "node:zlib";
import { openDatabase } from "../db/db.ts";
import { knownMigrations } from "../db/migrate.ts";
import { openFiles } from "../files/files.ts";
import { restoreBackup } from "./backup.ts";
import { writeBackup } from "./backup-folder.ts";
import { dumpDatabase } from "./dump-database.ts";
import { DumpError, loadDatabase } from "./load-database.ts";

const log = { debug() {}, info() {}, warn() {}, error() {} };
const folder = mkdtempSync(join(tmpdir(), "fullcast-backup-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

const ODD_TEXTS = ["“Ünïcode” 🎈\u0301", "line\nbreak\ttab \\ \" ' {}", "", "[1]", "\u2028"];

test("an older version's backup is restored, and its schema brought forward", async () => {
  const newest = (await knownMigrations()).length;
  const older = newest - 3;
  await (async () => {
    await using db = await openDatabase({ dataDir: at("old"), url: null, log, origin: "initdb", migrateUpTo: older });
    for (const [index, name] of ODD_TEXTS.entries())
      await db.execute(
        "insert into accounts (id, username, display_name, plan, created_at) values (gen_random_uuid(), $1, $2, 'free', now())",
        [`name-${index}`, name],
      );
    const dump = async () => ({ file: at("dump"), objects: [], ...(await facts(db)) });
    const files = await openFiles({ dataDir: at("old"), alone: true });
    await writeBackup({ dataDir: at("old"), files, folder: at("backup"), createdAt: new Date() }, dump);
  })();
  const { rows } = await restoreBackup({
    dataDir: at("new"),
    databaseUrl: null,
    s3: null,
    scratchDir: null,
    from: at("backup"),
    log,
  });
  assert.ok(rows >= ODD_TEXTS.length);
  await using db = await openDatabase({ dataDir: at("new"), url: null, log });
  const found = await db.execute(
    "select display_name from accounts where username like 'name-%' order by username",
    [],
  );
  assert.deepEqual(
    (found.rows as { display_name: string }[]).map((row) => row.display_name),
    ODD_TEXTS,
  );
  const { rows: schema } = await db.execute("select max(number)::int as number from schema_migrations", []);
  assert.deepEqual(schema, [{ number: newest }]);

  async function facts(from: Awaited<ReturnType<typeof openDatabase>>) {
    const { schema: number, rows: count } = await dumpDatabase(from, at("dump"), new Date());
    return { schema: number, rows: count };
  }
});

test("a dump that is cut off, changed or of another table changes nothing", async () => {
  await using db = await openDatabase({ dataDir: at("target"), url: null, log });
  const before = await db.execute("select count(*)::int as n from speech_voices", []);
  const head = '["fullcast-database",1,{"schema":34,"created_at":"2026-11-24T00:00:00.000Z"}]\n';
  const dumps: { readonly [what: string]: Buffer } = {
    "not compressed": Buffer.from(head),
    empty: zstdCompressSync(""),
    "of something else": zstdCompressSync("once upon a time\n"),
    "of a newer format": zstdCompressSync(head.replace(",1,", ",2,")),
    "without an end": zstdCompressSync(`${head}["table","accounts",["id"]]\n`),
    "with fewer rows": zstdCompressSync(`${head}["end",{"rows":1,"objects":0}]\n`),
    "of an unknown table": zstdCompressSync(
      `${head}["table","pg_authid; drop table accounts",["id"]]\n["end",{"rows":0,"objects":0}]\n`,
    ),
    "of an unknown column": zstdCompressSync(
      `${head}["table","accounts",["id\\" --"]]\n["end",{"rows":0,"objects":0}]\n`,
    ),
    "cut off": zstdCompressSync(`${head}["end",{"rows":0,"objects":0}]\n`).subarray(0, -8),
  };
  for (const [what, bytes] of Object.entries(dumps)) {
    writeFileSync(at("bad"), bytes);
    await assert.rejects(loadDatabase(db, at("bad")), (error) => error instanceof DumpError, what);
    assert.deepEqual(await db.execute("select count(*)::int as n from speech_voices", []), before, what);
  }
});
