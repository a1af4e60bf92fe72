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

/** A database with two tables; what `conflict` commits makes a transaction fail that has read `one` and then writes `two`. */
async function twoTables() {
  const db = await open(await server.createDatabase());
  await db.script("create table one (id integer); insert into one values (1)");
  await db.script("create table two (id integer); insert into two values (1)");
  const conflict = () =>
    db.transaction(async () => {
      await db.execute("select id from two", []);
      await db.execute("insert into one values (2)", []);
    });
  return { db, conflict };
}

test("a transaction that others overtake again and again succeeds, because it runs alone in the end", async () => {
  const { db, conflict } = await twoTables();
  await using _ = db;
  const someoneWaits = async () => {
    const { rows } = await db.execute("select 1 from pg_locks where locktype = 'advisory' and not granted", []);
    return rows.length > 0;
  };
  let attempts = 0;
  const rivals: Promise<void>[] = [];
  await db.transaction(async () => {
    attempts += 1;
    await db.execute("select id from one", []);
    await db.outside(async () => {
      let hasCommitted = false;
      rivals.push(
        conflict().then(() => {
          hasCommitted = true;
        }),
      );
      while (!hasCommitted && !(await someoneWaits())) await new Promise((resolve) => setImmediate(resolve));
    });
    await db.execute("insert into two values (2)", []);
  });
  await Promise.all(rivals);
  assert.equal(attempts, 4);
  assert.deepEqual((await db.execute("select count(*) as n from two", [])).rows, [{ n: 2 }]);
  assert.deepEqual((await db.execute("select count(*) as n from one", [])).rows, [{ n: 5 }]);
});

test("a transaction that cannot run alone, because another one stays open, is tried beside it", async () => {
  const { db, conflict } = await twoTables();
  await using _ = db;
  const isOpen = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<void>();
  const long = db.transaction(async () => {
    await db.execute("select 1", []);
    isOpen.resolve();
    await ends.promise;
  });
  await isOpen.promise;
  let attempts = 0;
  await db.transaction(async () => {
    attempts += 1;
    await db.execute("select id from one", []);
    if (attempts <= 3) await db.outside(conflict);
    await db.execute("insert into two values (2)", []);
  });
  assert.equal(attempts, 4);
  ends.resolve();
  await long;
});
