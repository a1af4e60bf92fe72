// `fullcast doctor` on a real PostgreSQL server: state, schema, settings, connections, messages.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { examineServices } from "@fullcast/server/doctor";
import pg from "pg";
import { openDatabase } from "../../packages/server/db/db.ts";
import { silentLog } from "../../packages/server/db/test-data-directory.ts";
import { runCli, temporaryFolder } from "../cli/run-cli.ts";
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

const examine = (databaseUrl: string) => examineServices({ databaseUrl, s3: null });
const nameOf = (url: string) => new URL(url).pathname.slice(1);
const migrated = async (): Promise<string> => {
  const url = await server.createDatabase();
  await using _ = await openDatabase({ dataDir: "unused", url, log: silentLog });
  return url;
};
/** The message of one check that must fail. */
const faultOf = async (url: string, name: string): Promise<string> => {
  const { ok, message } = (await examine(url)).get(name) ?? assert.fail(`no check "${name}"`);
  assert.equal(ok, false, message);
  assert.doesNotMatch(message, /secret/);
  return message;
};

describe("a PostgreSQL server is examined", () => {
  test("a new database passes every check and stays empty; after the first start all migrations ran", async () => {
    const url = await server.createDatabase();
    const empty = await examine(url);
    // The test server runs without fsync.
    assert.deepEqual(
      [...empty].filter(([name, { ok }]) => !ok && name !== "durability"),
      [],
    );
    assert.match(empty.get("schema")?.message ?? "", /the database is empty; the first start makes the \d+ migrations/);
    assert.match((await examine(url)).get("schema")?.message ?? "", /the database is empty/);
    assert.match((await examine(await migrated())).get("schema")?.message ?? "", /^all \d+ migrations ran$/);
  });

  test("a database of an older version is fine, one of a newer version is not", async () => {
    const url = await server.createDatabase();
    {
      await using _ = await openDatabase({ dataDir: "unused", url, log: silentLog, migrateUpTo: 40 });
    }
    assert.match((await examine(url)).get("schema")?.message ?? "", /^40 of \d+ migrations ran; the next start runs/);
    await server.execute("insert into schema_migrations (number, name) values (9999, 'later')", url);
    assert.match(await faultOf(url, "schema"), /a newer version of Fullcast used the database: it has 9999 migrations/);
  });

  test("a user that cannot create tables is named with the statement that mends it", async () => {
    const url = await server.createDatabase();
    await server.execute("create role guest login password 'secret'", url);
    const asGuest = url.replace("//fullcast@", "//guest:secret@");
    assert.match(await faultOf(asGuest, "schema"), /user "guest" cannot create tables.*grant create on schema public/);
    await server.execute('grant create on schema public to "guest"', url);
    assert.equal((await examine(asGuest)).get("schema")?.ok, true);
  });

  for (const [name, setting, expected] of [
    ["database", "default_transaction_read_only = on", /default_transaction_read_only is on; set it to off/],
    ["durability", "synchronous_commit = off", /synchronous_commit (?:is|are) off, so a crash can lose/],
    ["timeouts", "statement_timeout = '2s'", /statement_timeout is 2000 ms, which ends long transactions/],
    ["timeouts", "idle_in_transaction_session_timeout = '5s'", /idle_in_transaction_session_timeout is 5000 ms/],
  ] as const) {
    test(`${setting} is a fault`, async () => {
      const url = await server.createDatabase();
      await server.execute(`alter database ${nameOf(url)} set ${setting}`);
      assert.match((await faultOf(url, name)).replace("fsync and ", ""), expected);
    });
  }

  test("a limit of connections below one process is a fault; others' connections are counted", async () => {
    const url = await server.createDatabase();
    assert.match((await examine(url)).get("connections")?.message ?? "", /max_connections leaves room for 3 processes/);
    const others = Array.from({ length: 45 }, () => new pg.Client({ connectionString: url }));
    await Promise.all(others.map((one) => one.connect()));
    try {
      assert.match(
        await faultOf(url, "connections"),
        /opens up to 17 connections, and \d+ are left; raise max_connections from 60 to at least \d+/,
      );
    } finally {
      await Promise.all(others.map((one) => one.end()));
    }
    await server.execute(`alter database ${nameOf(url)} connection limit 10`);
    assert.match(
      await faultOf(url, "connections"),
      /raise the connection limit of the database from 10 to at least 17/,
    );
  });

  test("a wrong database and a server that is not there are one finding each", async () => {
    const url = await server.createDatabase();
    for (const [wrong, expected] of [
      [url.replace(/\w+$/, "nothing"), /the database does not exist.*FULLCAST_DATABASE_URL/],
      [url.replace(/:\d+\//, ":1/"), /nothing listens at its address/],
    ] as const) {
      const findings = await examine(wrong);
      assert.deepEqual([...findings.keys()], ["database"]);
      assert.match(findings.get("database")?.message ?? "", expected);
    }
  });

  test("the command reports each check", async () => {
    const url = await migrated();
    const env = { FULLCAST_DATA_DIR: join(folder.path, "data"), FULLCAST_PORT: "0", FULLCAST_DATABASE_URL: url };
    const run = await runCli(["doctor"], { env });
    assert.match(run.stdout, /^ok {4}database {9}PostgreSQL \d+.* answers and takes writes$/m);
    assert.match(run.stdout, /^ok {4}messages {9}a message to another connection arrives$/m);
    // The test server runs without fsync.
    assert.match(
      run.stdout,
      /^FAIL {2}durability {7}fsync is off, so a crash can lose what was confirmed; set it to on$/m,
    );
    assert.equal(run.code, 1);
  });
});
