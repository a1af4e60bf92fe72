// What is particular to a database server: it can be away, go away, and be shared by several processes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Database, openDatabase, StartError } from "../../packages/server/db/db.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const open = (url: string): Promise<Database> => openDatabase({ dataDir: "unused", url, log: quiet });

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server[Symbol.asyncDispose]();
});

test("a server that cannot be used is named as such, with the reason and without its URL", async () => {
  const good = new URL(await server.createDatabase());
  const noDatabase = new URL(good);
  noDatabase.pathname = "/missing";
  const noUser = new URL(good);
  noUser.username = "stranger";
  noUser.password = "secret-password";
  const nobody = new URL(good);
  nobody.port = "1";
  const reasons: [URL, RegExp][] = [
    [noDatabase, /does not exist/],
    [noUser, /user is not admitted/],
    [nobody, /nothing listens/],
  ];
  for (const [url, reason] of reasons) {
    await assert.rejects(open(url.href), (error) => {
      assert.ok(error instanceof StartError);
      assert.equal(error.code, "DatabaseUnreachable");
      assert.match(error.message, reason);
      assert.doesNotMatch(error.message, /postgres:\/\/fullcast|secret-password|127\.0\.0\.1/);
      return true;
    });
  }
});

test("processes that start together on an empty database bring its schema forward once", async () => {
  const url = await server.createDatabase();
  const databases = await Promise.all(Array.from({ length: 4 }, () => open(url)));
  for (const db of databases) {
    const { rows } = await db.execute("select count(*) as migrations, max(number) as last from schema_migrations", []);
    const { migrations, last } = rows[0] as { migrations: number; last: number };
    assert.equal(migrations, last);
  }
  await Promise.all(databases.map((db) => db[Symbol.asyncDispose]()));
});

test("a database of a newer version is refused", async () => {
  const url = await server.createDatabase();
  const db = await open(url);
  await db.execute("insert into schema_migrations (number, name) values (9999, 'from the future')", []);
  await db[Symbol.asyncDispose]();
  await assert.rejects(open(url), (error) => error instanceof StartError && error.code === "DatabaseNewer");
});

test("lost connections fail what runs on them, roll it back, and are replaced", async () => {
  await using db = await open(await server.createDatabase());
  await db.script("create table kept (id integer)");
  await db.execute("insert into kept values (1)", []);
  const halfway = db.transaction(async () => {
    await db.execute("insert into kept values (2)", []);
    await db.outside(() => server.dropConnections());
    await db.execute("insert into kept values (3)", []);
  });
  await assert.rejects(halfway);
  // An idle connection may be found dead once more; the one after it is new.
  await db.execute("select 1", []).catch(() => {});
  assert.deepEqual((await db.execute("select id from kept", [])).rows, [{ id: 1 }]);
});

test("more transactions than connections wait for their turn", async () => {
  await using db = await open(await server.createDatabase());
  await db.script("create table many (id integer primary key)");
  await Promise.all(
    Array.from({ length: 200 }, (_, id) => db.transaction(() => db.execute("insert into many values ($1)", [id]))),
  );
  assert.deepEqual((await db.execute("select count(*) as n from many", [])).rows, [{ n: 200 }]);
});
