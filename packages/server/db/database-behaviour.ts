// Tests of every database: they run on the embedded database and on a PostgreSQL server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { type Database, insertMany, jsonColumns, jsonRows, QueryError, uniqueViolation } from "./db.ts";
import { addProbe as add, probeIds as ids, probes } from "./probes.ts";
import { transactionBehaviour } from "./transaction-behaviour.ts";

/** Defines the tests. `open` returns a database for the whole file; the caller closes it. */
export function databaseBehaviour(open: () => Promise<Database>): void {
  const prepare = probes(open);
  transactionBehaviour(prepare);

  test("values are read as they were written, with the same types on every database", async () => {
    const { db } = await prepare();
    const at = new Date("2026-02-28T23:59:59.123Z");
    await db.execute("insert into probe_wide (id, at, document, bytes, big) values ($1, $2, $3, $4, $5)", [
      1,
      at,
      JSON.stringify({ list: [1, "two", null], text: 'a "quoted" \\ line\n' }),
      new Uint8Array([0, 1, 127, 128, 255]),
      2 ** 53 - 1,
    ]);
    const { rows } = await db.execute(
      `select at, document, bytes, big, 1.5::numeric as exact, 0.25::float8 as inexact, true as yes,
         date '2026-02-28' as day, timestamp '2026-02-28 10:00:00' as local, array[1, 2]::bigint[] as many,
         array['a', null] as texts, $1::text as marked, '0b5ae6c2-6f3e-4b6c-9d0c-0d3b4b6a7c11'::uuid as id, null as nothing
       from probe_wide`,
      ["\uFEFFa text that begins with a byte order mark"],
    );
    const row = rows[0] as { bytes: Uint8Array };
    assert.equal(Object.getPrototypeOf(row.bytes), Uint8Array.prototype);
    assert.deepEqual(row, {
      at,
      document: { list: [1, "two", null], text: 'a "quoted" \\ line\n' },
      bytes: new Uint8Array([0, 1, 127, 128, 255]),
      big: 2 ** 53 - 1,
      exact: "1.5",
      inexact: 0.25,
      yes: true,
      day: "2026-02-28",
      local: "2026-02-28 10:00:00",
      many: [1, 2],
      texts: ["a", null],
      marked: "\uFEFFa text that begins with a byte order mark",
      id: "0b5ae6c2-6f3e-4b6c-9d0c-0d3b4b6a7c11",
      nothing: null,
    });
  });

  test("an integer beyond the safe range is an error, never another number", async () => {
    const { db } = await prepare();
    await assert.rejects(db.execute("select 9007199254740993::bigint as big", []), /safe range/);
    assert.deepEqual((await db.execute("select 1 as one", [])).rows, [{ one: 1 }]);
  });

  test("the number of touched rows is known", async () => {
    const { q } = await prepare();
    await add(q, 1);
    await add(q, 2);
    assert.equal((await q.updateTable("probe").set({ value: "x" }).executeTakeFirst()).numUpdatedRows, 2n);
    assert.equal((await q.deleteFrom("probe").where("id", "=", 9).executeTakeFirst()).numDeletedRows, 0n);
  });

  test("a violated unique constraint is recognised by its name, other errors are not", async () => {
    const { db, q } = await prepare();
    await add(q, 1);
    await assert.rejects(add(q, 1), (error) => uniqueViolation(error) === "probe_pkey");
    await assert.rejects(db.execute("select * from nowhere", []), (error) => uniqueViolation(error) === null);
  });

  test("an error never quotes a value", async () => {
    const { db, q } = await prepare();
    await q.insertInto("probe").values({ id: 5, value: "secret", amount: 4711 }).execute();
    const attempts = [
      () => db.execute("select $1::uuid", ["secret text"]),
      () => db.execute("select $1::jsonb", ["secret text"]),
      () => db.execute("insert into probe (id) values ($1)", [5]),
    ];
    for (const attempt of attempts) {
      await assert.rejects(attempt(), (error) => {
        assert.ok(error instanceof QueryError);
        assert.doesNotMatch(`${error.message} ${error.stack} ${JSON.stringify(error)}`, /secret|\(5\)|\(id\)=/);
        return true;
      });
    }
  });

  test("many rows are inserted at once, with json, bytes, times, defaults and nulls", async () => {
    const { db, q } = await prepare();
    const at = new Date("2026-01-01T00:00:00.001Z");
    const rows = Array.from({ length: 7_000 }, (_, id) => ({
      id,
      at: id % 2 === 0 ? at : null,
      document: JSON.stringify({ text: `line ${id} "quoted" \\ 'single' \u{1F600}\n` }),
      bytes: new Uint8Array([id % 256]),
      big: id * 1_000_000_000,
    }));
    await insertMany(db as never, "probe_wide" as never, rows as never);
    const count = await q
      .selectFrom("probe_wide")
      .select((e) => e.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    assert.equal(count.n, 7_000);
    assert.deepEqual(
      await q.selectFrom("probe_wide").selectAll().where("id", "in", [6_998, 6_999]).orderBy("id").execute(),
      [
        {
          id: 6_998,
          at,
          document: { text: `line 6998 "quoted" \\ 'single' \u{1F600}\n` },
          bytes: new Uint8Array([6_998 % 256]),
          note: "none",
          big: 6_998_000_000_000,
        },
        {
          id: 6_999,
          at: null,
          document: { text: `line 6999 "quoted" \\ 'single' \u{1F600}\n` },
          bytes: new Uint8Array([6_999 % 256]),
          note: "none",
          big: 6_999_000_000_000,
        },
      ],
    );
  });

  test("many rows are inserted all or none, and must name the same columns", async () => {
    const { db, q } = await prepare();
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ id: id === 4_999 ? 0 : id, value: "x", amount: 1 }));
    await assert.rejects(
      insertMany(db as never, "probe" as never, rows as never),
      (error) => uniqueViolation(error) === "probe_pkey",
    );
    assert.deepEqual(await ids(q), []);
    await assert.rejects(
      insertMany(db as never, "probe" as never, [{ id: 1, value: "x" }, { id: 2 }] as never),
      /same columns/,
    );
    await assert.rejects(insertMany(db as never, "probe" as never, [{ id: 1, nonsense: 2 }] as never), /no column/);
    await insertMany(db as never, "probe" as never, []);
    assert.deepEqual(await ids(q), []);
  });

  test("rows that are sent as one JSON text arrive in order; an empty list works", async () => {
    const { db, q } = await prepare();
    const rows = Array.from({ length: 2_500 }, (_, id) => ({
      id,
      document: JSON.stringify({ text: `line ${id} "quoted" \\ \u{1F600}\n\u2028`, list: [id, null, 0.1] }),
      big: id % 2 === 0 ? 2 ** 53 - 1 - id : null,
    }));
    await insertMany(db as never, "probe_wide" as never, rows as never);
    const query = q.selectFrom("probe_wide").select(["id", "document", "big", "note"]).orderBy("id", "desc");
    assert.deepEqual(await jsonRows(db, query), await query.execute());
    assert.deepEqual(await jsonRows(db, query.where("id", "<", 0)), []);
    const columns = { id: "id", text: "document->>'text'", big: "big", note: "note" };
    const stored = await query.execute();
    assert.deepEqual(JSON.parse(await jsonColumns(db, columns, sql`from probe_wide order by id desc`)), {
      id: stored.map((row) => row.id),
      text: stored.map((row) => (row.document as { text: string }).text),
      big: stored.map((row) => row.big),
      note: stored.map((row) => row.note),
    });
    const none = JSON.parse(await jsonColumns(db, columns, sql`from probe_wide where id < 0`));
    assert.deepEqual(none, { id: null, text: null, big: null, note: null });
  });
}
