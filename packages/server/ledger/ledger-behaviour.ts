// Tests of the ledger for every database: the embedded one and a PostgreSQL server.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { snowcoinsFor } from "@fullcast/core/ledger";
import fc from "fast-check";
import { type Database, QueryError } from "../db/db.ts";
import { createLedger, type Ledger } from "./ledger.ts";

/** Thrown in the middle of a transaction. A rollback has the same effect as a crash. */
class Crash extends Error {}

export function ledgerBehaviour(open: () => Promise<Database>): void {
  describe("the ledger", () => {
    let db: Database;
    let ledger: Ledger;
    const clock = () => new Date();
    const started = () => createLedger({ db, clock, newId: randomUUID }, { paid: 12 });
    before(async () => {
      db = await open();
      ledger = started();
    });

    async function newAccount(): Promise<string> {
      const id = randomUUID();
      const names = { username: id, display_name: id, avatar_url: null, email: null };
      await db.q
        .insertInto("accounts")
        .values({ id, ...names, plan: "free", created_at: clock() })
        .execute();
      return id;
    }
    const grant = (accountId: string, snowcoins: number, kind: "account" | "promotional" = "account") =>
      ledger.grant({ id: randomUUID(), accountId, kind, snowcoins, note: null });

    /** Everything that must hold after every single operation, read from the tables themselves. */
    async function audit(accountId: string): Promise<void> {
      const entries = await db.q
        .selectFrom("ledger_entries")
        .select(["book", (e) => e.fn.sum<string>("amount").as("amount")])
        .where("account_id", "=", accountId)
        .groupBy("book")
        .execute();
      const books = new Map(entries.map((row) => [row.book, Number(row.amount)]));
      const total = [...books.values()].reduce((sum, amount) => sum + amount, 0);
      assert.equal(total, 0, "the sum over all entries");
      const funds = await ledger.funds(accountId);
      for (const book of ["account", "promotional", "held_account", "held_promotional"] as const) {
        assert.equal(funds[book], books.get(book) ?? 0, book);
        assert.ok(funds[book] >= 0, book);
      }
      const holds = await db.q.selectFrom("ledger_holds").selectAll().where("account_id", "=", accountId).execute();
      const sum = (of: (hold: (typeof holds)[number]) => number) => holds.reduce((all, hold) => all + of(hold), 0);
      assert.equal(
        sum((hold) => hold.held_account),
        funds.held_account,
      );
      assert.equal(
        sum((hold) => hold.held_promotional),
        funds.held_promotional,
      );
      assert.equal(
        sum((hold) => hold.charged),
        books.get("spent") ?? 0,
      );
      for (const hold of holds) assert.ok(hold.charged <= snowcoinsFor(hold.sent_millionths));
    }

    test("grants, holds, charges and gives back, promotional snowcoins first", async () => {
      const accountId = await newAccount();
      await grant(accountId, 10);
      await grant(accountId, 3, "promotional");
      const id = randomUUID();
      const held = await ledger.hold({ id, purpose: "workflow_step", accountId, millionths: 5_000_000 });
      assert.deepEqual(held, { kind: "held" });
      let funds = await ledger.funds(accountId);
      assert.deepEqual([funds.account, funds.promotional, funds.held_account, funds.held_promotional], [8, 0, 2, 3]);
      await ledger.settle(id, 1_100_000);
      await ledger.settle(id, 1_100_000);
      await ledger.release(id);
      funds = await ledger.funds(accountId);
      assert.deepEqual([funds.account, funds.promotional, funds.held_account, funds.held_promotional], [10, 0, 0, 0]);
      await ledger.release(id);
      assert.deepEqual(await ledger.funds(accountId), funds);
      await audit(accountId);
    });

    test("refuses a hold that cannot be paid and changes nothing", async () => {
      const accountId = await newAccount();
      await grant(accountId, 2);
      const work = { id: randomUUID(), purpose: "workflow_step" as const, accountId, millionths: 2_000_001 };
      assert.deepEqual(await ledger.hold(work), { kind: "insufficient", needed: 3, available: 2 });
      assert.equal((await ledger.funds(accountId)).account, 2);
      await audit(accountId);
    });

    test("grants a welcome exactly once, even to twenty concurrent requests", async () => {
      const accountId = await newAccount();
      await Promise.all(Array.from({ length: 20 }, () => ledger.welcome(accountId, 7)));
      const funds = await ledger.funds(accountId);
      assert.deepEqual([funds.promotional, funds.welcomed, funds.version], [7, true, 1]);
    });

    test("of concurrent holds only as many succeed as can be paid", async () => {
      const accountId = await newAccount();
      await grant(accountId, 5);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () =>
          ledger.hold({ id: randomUUID(), purpose: "workflow_step", accountId, millionths: 1_000_000 }),
        ),
      );
      assert.equal(outcomes.filter((outcome) => outcome.kind === "held").length, 5);
      await audit(accountId);
    });

    test("an account never has more than the most that is counted exactly", async () => {
      const accountId = await newAccount();
      assert.notEqual(await grant(accountId, LIMITS.account_snowcoins), null);
      assert.equal(await grant(accountId, 1), null);
    });

    test("the database refuses entries that do not sum to zero, and every change of existing entries", async () => {
      const accountId = await newAccount();
      await grant(accountId, 5);
      const refused = (work: () => Promise<unknown>) => assert.rejects(work, QueryError);
      await refused(() =>
        db.transaction(async () => {
          const id = randomUUID();
          const row = { id, account_id: accountId, kind: "grant" as const, hold_id: null, note: null };
          await db.q
            .insertInto("ledger_transactions")
            .values({ ...row, created_at: clock() })
            .execute();
          const entry = { transaction_id: id, account_id: accountId, book: "account" as const, amount: 5 };
          await db.q.insertInto("ledger_entries").values(entry).execute();
        }),
      );
      await refused(() => db.q.updateTable("ledger_entries").set({ amount: 6 }).execute());
      await refused(() => db.q.deleteFrom("ledger_entries").execute());
      await refused(() => db.q.deleteFrom("ledger_transactions").execute());
      await audit(accountId);
    });

    test("releases only the holds of deleted steps", async () => {
      const accountId = await newAccount();
      await grant(accountId, 5);
      await ledger.hold({ id: randomUUID(), purpose: "workflow_step", accountId, millionths: 2_000_000 });
      await ledger.hold({ id: randomUUID(), purpose: "voice_preview", accountId, millionths: 1_000_000 });
      await ledger.releaseAbandoned();
      const funds = await ledger.funds(accountId);
      assert.deepEqual([funds.account, funds.held_account], [4, 1]);
      await audit(accountId);
    });

    const lines = 12;
    const operation = fc.oneof(
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant("grant" as const),
          snowcoins: fc.integer({ min: 1, max: 20 }),
          promotional: fc.boolean(),
        }),
      },
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant("speak" as const),
          work: fc.nat(1),
          lines: fc.uniqueArray(fc.nat(lines - 1), { minLength: 1, maxLength: 6 }),
          crash: fc.constantFrom("never", "after the hold", "before the commit", "after the commit"),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("cancel" as const), work: fc.nat(1) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const) }) },
    );

    // Lines are stored in a table of their own, in the transaction of their charge, just as renditions are: what is
    // stored is not sent again. A line's cost differs from every other's, so that no two charges look alike.
    test("a generated sequence of operations with crashes: the sum is zero, and no line is charged twice", async () => {
      await db.script(
        "create table spoken_lines (account_id uuid, line int, work uuid, primary key (account_id, line))",
      );
      const stored = async (accountId: string) => {
        const { rows } = await db.execute("select line, work from spoken_lines where account_id = $1", [accountId]);
        return rows as { line: number; work: string }[];
      };
      const cost = (line: number) => 250_000 + 2 ** line * 1_000;
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 14 }), async (operations) => {
          const accountId = await newAccount();
          const works = [randomUUID(), randomUUID()];
          for (const one of operations) {
            if (one.kind === "grant")
              await grant(accountId, one.snowcoins, one.promotional ? "promotional" : "account");
            if (one.kind === "cancel") await ledger.release(works[one.work]!);
            if (one.kind === "restart") {
              ledger = started();
              await ledger.releaseAbandoned();
            }
            if (one.kind === "speak") {
              try {
                await speak(works[one.work]!, one.lines, one.crash);
              } catch (error) {
                if (!(error instanceof Crash)) throw error;
                ledger = started();
              }
            }
            await audit(accountId);
            await everyLineOnce();
          }
          for (const work of works) await ledger.release(work);
          const funds = await ledger.funds(accountId);
          assert.deepEqual([funds.held_account, funds.held_promotional], [0, 0]);

          async function speak(work: string, wanted: readonly number[], crash: string): Promise<void> {
            const known = new Set((await stored(accountId)).map((row) => row.line));
            const left = wanted.filter((line) => !known.has(line));
            const millionths = left.reduce((sum, line) => sum + cost(line), 0);
            const outcome = await ledger.hold({ id: work, purpose: "workflow_step", accountId, millionths });
            if (outcome.kind === "insufficient") return;
            if (crash === "after the hold") throw new Crash();
            // Two batches, as takes are committed.
            for (const batch of [left.slice(0, 2), left.slice(2)]) {
              await db.transaction(async () => {
                for (const line of batch) {
                  await db.execute("insert into spoken_lines values ($1, $2, $3)", [accountId, line, work]);
                }
                await ledger.settle(
                  work,
                  batch.reduce((sum, line) => sum + cost(line), 0),
                );
                if (crash === "before the commit") throw new Crash();
              });
              if (crash === "after the commit") throw new Crash();
            }
            await ledger.release(work);
          }

          async function everyLineOnce(): Promise<void> {
            const rows = await stored(accountId);
            const holds = await db.q
              .selectFrom("ledger_holds")
              .selectAll()
              .where("account_id", "=", accountId)
              .execute();
            for (const hold of holds) {
              const sent = rows.filter((row) => row.work === hold.id).reduce((sum, row) => sum + cost(row.line), 0);
              assert.equal(hold.sent_millionths, sent, "what was sent is what is stored");
              assert.equal(hold.charged, snowcoinsFor(sent), "charged once, rounded up once");
            }
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
