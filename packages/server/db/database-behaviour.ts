// What every database must do, as tests: run on the embedded one and on a PostgreSQL server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { type Database, insertMany, jsonColumns, jsonRows, QueryError, uniqueViolation } from "./db.ts";

interface ProbeTables {
  probe: { id: number; value: string | null; amount: number | null };
  probe_wide: {
    id: number;
    at: Date | null;
    document: unknown;
    bytes: Uint8Array | null;
    note: string | undefined;
    big: number | null;
  };
}

const PROBES = `
  create table if not exists probe (id integer primary key, value text, amount bigint);
  create table if not exists probe_wide (
    id integer primary key, at timestamptz, document jsonb, bytes bytea, note text not null default 'none', big bigint
  );
  truncate probe, probe_wide`;

/** Defines the tests. `open` gives a database of its own for the whole file, closed by the caller. */
export function databaseBehaviour(open: () => Promise<Database>): void {
  let opened: Promise<Database> | undefined;

  /** The shared database with empty probe tables. */
  async function prepare(): Promise<{ db: Database; q: Kysely<ProbeTables> }> {
    opened ??= open();
    const db = await opened;
    await db.script(PROBES);
    return { db, q: db.q as unknown as Kysely<ProbeTables> };
  }

  const ids = async (q: Kysely<ProbeTables>) =>
    (await q.selectFrom("probe").select("id").orderBy("id").execute()).map(({ id }) => id);
  const add = (q: Kysely<ProbeTables>, id: number, amount = 0) =>
    q.insertInto("probe").values({ id, value: null, amount }).execute();

  test("values come back as they went in, with the same types on every database", async () => {
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

  test("an integer that no number can hold is an error, never another number", async () => {
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

  test("a transaction commits what it did when it resolves, and nothing when it throws", async () => {
    const { db, q } = await prepare();
    const result = await db.transaction(async () => {
      await add(q, 1);
      return "done";
    });
    assert.equal(result, "done");
    const failure = new Error("changed my mind");
    await assert.rejects(
      db.transaction(async () => {
        await add(q, 2);
        throw failure;
      }),
      failure,
    );
    assert.deepEqual(await ids(q), [1]);
  });

  test("a query finds its transaction through functions, timers and parallel branches", async () => {
    const { db, q } = await prepare();
    const deep = async (id: number) => {
      await turn();
      await add(q, id);
    };
    await assert.rejects(
      db.transaction(async () => {
        await Promise.all([deep(1), deep(2), deep(3)]);
        assert.deepEqual(await ids(q), [1, 2, 3]);
        throw new Error("roll back");
      }),
      /roll back/,
    );
    assert.deepEqual(await ids(q), []);
  });

  test("an unrelated query neither joins an open transaction nor hangs: it sees the state before or after", async () => {
    const { db, q } = await prepare();
    const inside = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const transaction = db.transaction(async () => {
      await add(q, 1);
      inside.resolve();
      await goOn.promise;
      await add(q, 2);
    });
    await inside.promise;
    const unrelated = ids(q);
    goOn.resolve();
    await transaction;
    const seen = await unrelated;
    assert.ok(seen.length === 0 || seen.length === 2, `saw ${seen}`);
  });

  test("a nested transaction belongs to the outer one", async () => {
    const { db, q } = await prepare();
    await assert.rejects(
      db.transaction(async () => {
        await db.transaction(() => add(q, 1));
        throw new Error("outer fails");
      }),
      /outer fails/,
    );
    assert.deepEqual(await ids(q), []);
    await db.transaction(async () => {
      await add(q, 1);
      await db.transaction(() => add(q, 2));
    });
    assert.deepEqual(await ids(q), [1, 2]);
  });

  test("a nested failure rolls all of it back, even when it was caught", async () => {
    const { db, q } = await prepare();
    const inner = new Error("inner fails");
    await assert.rejects(
      db.transaction(async () => {
        await add(q, 1);
        await db
          .transaction(async () => {
            await add(q, 2);
            throw inner;
          })
          .catch(() => {});
      }),
      (error) => error instanceof Error && error.cause === inner,
    );
    assert.deepEqual(await ids(q), []);
  });

  test("a failed statement rolls all of it back, even when it was caught", async () => {
    const { db, q } = await prepare();
    await assert.rejects(
      db.transaction(async () => {
        await add(q, 1);
        await add(q, 1).catch(() => {});
      }),
      (error) => error instanceof Error && uniqueViolation(error.cause) === "probe_pkey",
    );
    assert.deepEqual(await ids(q), []);
  });

  test("a transaction whose first statement fails undoes what was asked beside it, and the next one begins anew", async () => {
    const { db, q } = await prepare();
    await assert.rejects(
      db.transaction(async () => {
        await Promise.allSettled([db.execute("select * from nowhere", []), add(q, 1), add(q, 2)]);
      }),
    );
    await assert.rejects(
      db.transaction(async () => {
        await Promise.all([add(q, 3), add(q, 4)]);
        await db.script("insert into probe (id) values (5); select * from nowhere");
      }),
    );
    assert.equal(await db.transaction(async () => "nothing asked"), "nothing asked");
    await db.transaction(async () => {
      await db.script("insert into probe (id) values (6)");
      await add(q, 7);
    });
    assert.deepEqual(await ids(q), [6, 7]);
  });

  test("after a commit the actions run in order, outside of it; after a rollback none does", async () => {
    const { db, q } = await prepare();
    const happened: string[] = [];
    const later: Promise<unknown>[] = [];
    await db.transaction(async () => {
      db.afterCommit(() => happened.push("first"));
      await db.transaction(async () => {
        db.afterCommit(() => {
          happened.push("second");
          later.push(add(q, 7));
        });
      });
      await add(q, 1);
      happened.push("work");
    });
    assert.deepEqual(happened, ["work", "first", "second"]);
    await Promise.all(later);
    assert.deepEqual(await ids(q), [1, 7]);
    await assert.rejects(
      db.transaction(async () => {
        db.afterCommit(() => happened.push("never"));
        throw new Error("roll back");
      }),
    );
    db.afterCommit(() => happened.push("at once"));
    assert.deepEqual(happened, ["work", "first", "second", "at once"]);
  });

  test("an action that throws harms neither the transaction nor the other actions", async () => {
    const { db, q } = await prepare();
    let ran = false;
    await db.transaction(async () => {
      await add(q, 1);
      db.afterCommit(() => {
        throw new Error("in an action");
      });
      db.afterCommit(() => {
        ran = true;
      });
    });
    assert.ok(ran);
    assert.deepEqual(await ids(q), [1]);
  });

  test("a query that was not awaited in its transaction is refused, not run on its own", async () => {
    const { db, q } = await prepare();
    const over = Promise.withResolvers<void>();
    let forgotten: Promise<unknown> = Promise.resolve();
    await db.transaction(async () => {
      await add(q, 1);
      forgotten = over.promise.then(() => add(q, 2));
      forgotten.catch(() => {});
    });
    over.resolve();
    await assert.rejects(forgotten, /already over/);
    assert.deepEqual(await ids(q), [1]);
  });

  test("what is started outside of the transaction around it is not part of it", async () => {
    const { db, q } = await prepare();
    const work = await db.transaction(async () => {
      await add(q, 1);
      return { promise: db.outside(() => ids(q)) };
    });
    assert.ok([0, 1].includes((await work.promise).length));
  });

  test("Kysely's own transaction is refused: it would not carry its connection along", async () => {
    const { q } = await prepare();
    await assert.rejects(
      q.transaction().execute(async () => {}),
      /transaction\(\)/,
    );
  });

  test("transactions that read and then write lose no update, whatever runs beside them", async () => {
    const { db, q } = await prepare();
    await add(q, 1, 0);
    const increment = () =>
      db.transaction(async () => {
        const { amount } = await q.selectFrom("probe").select("amount").where("id", "=", 1).executeTakeFirstOrThrow();
        await turn();
        await q
          .updateTable("probe")
          .set({ amount: (amount ?? 0) + 1 })
          .where("id", "=", 1)
          .execute();
      });
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 5; round += 1) await increment();
      }),
    );
    assert.deepEqual(await q.selectFrom("probe").select("amount").execute(), [{ amount: 40 }]);
  });

  test("two transactions that each check before they write do not both pass the check", async () => {
    const { db, q } = await prepare();
    // Write skew: neither touches the other's row, so no row lock would notice.
    const addWhenEmpty = (id: number) =>
      db.transaction(async () => {
        const found = await ids(q);
        await turn();
        if (found.length === 0) await add(q, id);
      });
    await Promise.all([addWhenEmpty(1), addWhenEmpty(2), addWhenEmpty(3)]);
    assert.equal((await ids(q)).length, 1);
  });

  test("the work of a transaction that must be repeated leaves one result and one action", async () => {
    const { db, q } = await prepare();
    await add(q, 1, 0);
    let runs = 0;
    let actions = 0;
    await Promise.all(
      Array.from({ length: 6 }, () =>
        db.transaction(async () => {
          runs += 1;
          db.afterCommit(() => {
            actions += 1;
          });
          const row = await q.selectFrom("probe").select("amount").where("id", "=", 1).executeTakeFirstOrThrow();
          await turn();
          await q
            .updateTable("probe")
            .set({ amount: (row.amount ?? 0) + 1 })
            .where("id", "=", 1)
            .execute();
        }),
      ),
    );
    assert.ok(runs >= 6);
    assert.equal(actions, 6);
  });

  test("many callers all get their turn: none waits for the others to run dry", async () => {
    const { db, q } = await prepare();
    const finished: number[] = [];
    await Promise.all(
      Array.from({ length: 6 }, async (_, caller) => {
        for (let round = 0; round < 10; round += 1) {
          await db.transaction(() => add(q, caller * 100 + round));
          finished.push(caller);
        }
      }),
    );
    assert.equal((await ids(q)).length, 60);
    // A server's callers run side by side, each on its own connection, whose opening alone may outlast another's ten
    // rounds: nothing of ours stands between them there.
    if (db.kind === "postgres") return;
    // Whoever is behind most has done at least a part when the first one is through.
    const firstThrough = finished.findIndex(
      (_, index) => finished.slice(0, index + 1).filter((c) => c === finished[index]).length === 10,
    );
    assert.equal(new Set(finished.slice(0, firstThrough + 1)).size, 6);
  });

  test("many rows go in at once, with json, bytes, times, defaults and nulls", async () => {
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

  test("many rows go in all or not at all, and must name the same columns", async () => {
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

  test("rows that travel as one JSON text are the rows, in their order; none are none", async () => {
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
