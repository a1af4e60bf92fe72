// Prepared statements return the same as PGlite's query, after any other statements.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PGlite } from "@electric-sql/pglite";
import { createStatements, type Statements } from "./statements.ts";

let database: PGlite;
let statements: Statements;

before(async () => {
  database = await PGlite.create();
  await database.exec(
    "create table pages (id integer primary key, text text, tags text[], facts jsonb, at timestamptz)",
  );
  statements = createStatements(database);
});
after(() => database.close());

const count = async () =>
  (await database.query<{ n: number }>("select count(*)::int as n from pg_prepared_statements")).rows[0]?.n;

/** Runs a statement plain, newly prepared, already prepared, and parsed again. All results must be the same. */
async function thrice(sql: string, parameters: readonly unknown[]) {
  const plain = await database.query(sql, [...parameters]);
  for (let time = 1; time <= 15; time++) {
    const answer = await statements.query(sql, parameters);
    assert.deepEqual(answer, { rows: plain.rows, affected: plain.affectedRows ?? 0 }, `the ${time}. time: ${sql}`);
  }
}

test("values of all kinds are written and read as without preparing", async () => {
  const insert = "insert into pages values ($1, $2, $3, $4, $5) returning *";
  for (const [id, text, tags, facts, at] of [
    [
      1,
      "Zeile \u{1F600} \u0001 \"'\\\n",
      ["a", "b, c", null],
      { deep: [1, null, "x"] },
      new Date("2026-11-22T10:00:00.123Z"),
    ],
    [2, "", [], [], new Date(0)],
    [3, null, null, null, null],
  ] as const) {
    const answer = await statements.query(insert, [id, text, tags, facts === null ? null : JSON.stringify(facts), at]);
    assert.equal(answer.affected, 1);
    assert.deepEqual(answer.rows, [{ id, text, tags, facts, at }]);
  }
  await thrice(
    "select *, id::int8 as big, 0.5::float8 as half, true as yes, null as nothing from pages order by id",
    [],
  );
  await thrice("select id from pages where tags @> $1 or text = $2", [["b, c"], ""]);
  await thrice("select count(*) from pages where id = any($1) and at < $2", [[1, 2, 3], new Date()]);
  await thrice("update pages set text = $2 where id >= $1", [2, "neu"]);
  await thrice("delete from pages where id = $1", [99]);
  await thrice("select 1 as a, 2 as a", []);
  await thrice("select 'null'::jsonb as nothing, 'null'::text as word, '[null]'::jsonb as list", []);
});

test("a failing statement reports its error, and the next one works, also in a transaction", async () => {
  const insert = "insert into pages (id) values ($1)";
  await statements.query(insert, [50]);
  for (let time = 1; time <= 12; time++) {
    await assert.rejects(statements.query(insert, [50]), { code: "23505", constraint: "pages_pkey", table: "pages" });
    await assert.rejects(statements.query("select missing from pages", []), { code: "42703" });
    await assert.rejects(statements.query("select $1::int as number", ["x"]), { code: "22P02" });
    assert.deepEqual((await statements.query("select 7 as seven", [])).rows, [{ seven: 7 }]);
    await statements.query("begin", []);
    await assert.rejects(statements.query(insert, [50]), { code: "23505" });
    await assert.rejects(statements.query("select 7 as seven", []), { code: "25P02" });
    await statements.query("rollback", []);
    await statements.query("begin", []);
    await statements.query(insert, [51]);
    await statements.query("commit", []);
    await statements.query("delete from pages where id = $1", [51]);
  }
});

test("a statement prepared in a rolled back transaction stays prepared", async () => {
  await statements.query("begin", []);
  for (let time = 1; time <= 2; time++) await statements.query("select 8 as eight", []);
  await statements.query("rollback", []);
  assert.deepEqual((await statements.query("select 8 as eight", [])).rows, [{ eight: 8 }]);
});

test("a statement is planned for the present size of its table", async () => {
  await database.exec("create table filling (id integer primary key, text text)");
  const sql = "select text from filling where id = $1";
  for (let time = 1; time <= 20; time++) await statements.query(sql, [time]);
  const { rows } = await database.query<{ generic_plans: number; custom_plans: number }>(
    "select generic_plans::int, custom_plans::int from pg_prepared_statements where statement = $1",
    [sql],
  );
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.generic_plans, 0);
  assert.ok((rows[0]?.custom_plans ?? 0) > 0);
});

test("the number of prepared statements is limited, and long ones are not prepared", async () => {
  const ask = async (number: number) => {
    const { rows } = await statements.query(`select ${number}::int as number`, []);
    assert.deepEqual(rows, [{ number }]);
  };
  for (let number = 0; number < 700; number++) for (let time = 1; time <= 2; time++) await ask(number);
  assert.ok(((await count()) ?? 0) <= 300);
  await ask(0);
  const before = await count();
  const long = `select '${"x".repeat(4_000)}' as text`;
  for (let time = 1; time <= 3; time++) await statements.query(long, []);
  assert.equal(await count(), before);
});

test("concurrent statements each get their own answer", async () => {
  const sql = "select $1::int + 1 as next";
  const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => statements.query(sql, [number])));
  assert.deepEqual(
    answers.map(({ rows }) => rows),
    Array.from({ length: 50 }, (_, number) => [{ next: number + 1 }]),
  );
});

test("tables can change after the prepared statements are dropped", async () => {
  const sql = "select * from pages where id = $1";
  for (let time = 1; time <= 3; time++) await statements.query(sql, [1]);
  await statements.forget();
  await database.exec("alter table pages add column more integer default 5");
  for (let time = 1; time <= 3; time++) {
    const [row] = (await statements.query(sql, [1])).rows as { more: number }[];
    assert.equal(row?.more, 5);
  }
});
