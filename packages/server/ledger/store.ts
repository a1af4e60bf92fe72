// The SQL of the ledger.

import { applied, type Balances, type Entry, type Hold, NEW_HOLD } from "@fullcast/core/ledger";
import { sql } from "kysely";
import type { LedgerHoldsTable, LedgerTransactionsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** The balances of an account, and the number of its ledger transactions. */
export interface Funds extends Balances {
  readonly welcomed: boolean;
  readonly version: number;
}

const NO_FUNDS: Funds = {
  account: 0,
  promotional: 0,
  held_account: 0,
  held_promotional: 0,
  welcomed: false,
  version: 0,
};
const COLUMNS = ["account", "promotional", "held_account", "held_promotional", "welcomed", "version"] as const;

export async function readFunds({ db }: Db, accountId: string): Promise<Funds> {
  const row = await db.q
    .selectFrom("ledger_balances")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? NO_FUNDS;
}

/** Funds by account; accounts without any ledger transaction are missing. */
export async function fundsOf({ db }: Db, accountIds: readonly string[]): Promise<ReadonlyMap<string, Funds>> {
  if (accountIds.length === 0) return new Map();
  const rows = await db.q
    .selectFrom("ledger_balances")
    .select(["account_id", ...COLUMNS])
    .where("account_id", "in", accountIds)
    .execute();
  return new Map(rows.map(({ account_id, ...funds }) => [account_id, funds]));
}

export interface EntryRow {
  readonly id: string;
  readonly kind: "grant" | "charge";
  readonly snowcoins: number;
  readonly work_id: string | null;
  readonly purpose: LedgerHoldsTable["purpose"] | null;
  readonly note: string | null;
  readonly created_at: Date;
}

/** Grants and charges after a place, newest first. The sum of the books "granted" and "spent" is what came in or went. */
export async function entriesAfter(
  { db }: Db,
  accountId: string,
  after: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<EntryRow[]> {
  return db.q
    .selectFrom("ledger_transactions as t")
    .leftJoin("ledger_holds as h", "h.id", "t.hold_id")
    .where("t.account_id", "=", accountId)
    .where("t.kind", "in", ["grant", "charge"])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(t.created_at, t.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy("t.created_at", "desc")
    .orderBy("t.id", "desc")
    .limit(limit)
    .select([
      "t.id",
      sql<EntryRow["kind"]>`t.kind`.as("kind"),
      sql<number>`(
        select coalesce(-sum(e.amount), 0)::int from ledger_entries e
        where e.transaction_id = t.id and e.book in ('granted', 'spent')
      )`.as("snowcoins"),
      "t.hold_id as work_id",
      "h.purpose",
      "t.note",
      "t.created_at",
    ])
    .execute();
}

/** Locks the account's balances until the caller's transaction ends. */
export async function lockFunds({ db }: Db, accountId: string): Promise<Funds> {
  const find = () =>
    db.q
      .selectFrom("ledger_balances")
      .select(COLUMNS)
      .where("account_id", "=", accountId)
      .forUpdate()
      .executeTakeFirst();
  const found = await find();
  if (found !== undefined) return found;
  await db.q
    .insertInto("ledger_balances")
    .values({ account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find()) ?? NO_FUNDS;
}

export interface Posting {
  readonly id: string;
  readonly accountId: string;
  readonly kind: LedgerTransactionsTable["kind"];
  readonly holdId: string | null;
  readonly note: string | null;
  readonly entries: readonly Entry[];
}

/** Writes one ledger transaction and the new balances; the caller has locked their row. Without entries it writes nothing. */
export async function post(
  { db, clock }: Pick<Services, "db" | "clock">,
  funds: Funds,
  posting: Posting,
): Promise<Funds> {
  const { id, accountId, entries } = posting;
  if (entries.length === 0) return funds;
  const next = { ...funds, ...applied(funds, entries), version: funds.version + 1 };
  await db.q
    .insertInto("ledger_transactions")
    .values({
      id,
      account_id: accountId,
      kind: posting.kind,
      hold_id: posting.holdId,
      note: posting.note,
      created_at: clock(),
    })
    .execute();
  await db.q
    .insertInto("ledger_entries")
    .values(entries.map((entry) => ({ transaction_id: id, account_id: accountId, ...entry })))
    .execute();
  await db.q
    .updateTable("ledger_balances")
    .set({
      account: next.account,
      promotional: next.promotional,
      held_account: next.held_account,
      held_promotional: next.held_promotional,
      version: next.version,
    })
    .where("account_id", "=", accountId)
    .execute();
  return next;
}

export async function markWelcomed({ db }: Db, accountId: string): Promise<void> {
  await db.q.updateTable("ledger_balances").set({ welcomed: true }).where("account_id", "=", accountId).execute();
}

export interface StoredHold extends Hold {
  readonly account_id: string;
}

export async function findHold({ db }: Db, holdId: string): Promise<StoredHold | undefined> {
  return db.q
    .selectFrom("ledger_holds")
    .select(["account_id", "held_account", "held_promotional", "sent_millionths", "charged"])
    .where("id", "=", holdId)
    .executeTakeFirst();
}

export async function saveHold(
  { db, clock }: Pick<Services, "db" | "clock">,
  id: string,
  accountId: string,
  purpose: LedgerHoldsTable["purpose"],
  hold: Hold,
): Promise<void> {
  const state = { ...pick(hold), updated_at: clock() };
  await db.q
    .insertInto("ledger_holds")
    .values({ id, account_id: accountId, purpose, ...state })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(state))
    .execute();
}

export async function updateHold({ db, clock }: Pick<Services, "db" | "clock">, id: string, hold: Hold): Promise<void> {
  await db.q
    .updateTable("ledger_holds")
    .set({ ...pick(hold), updated_at: clock() })
    .where("id", "=", id)
    .execute();
}

const pick = ({ held_account, held_promotional, sent_millionths, charged }: Hold): Hold => ({
  held_account,
  held_promotional,
  sent_millionths,
  charged,
});

export const holdOf = (stored: StoredHold | undefined): Hold => (stored === undefined ? NEW_HOLD : pick(stored));

/** Open holds without work: their step has ended or is gone, or their request is long over. */
export async function abandonedHolds({ db }: Db, requestsBefore: Date): Promise<string[]> {
  const rows = await db.q
    .selectFrom("ledger_holds")
    .leftJoin("workflow_steps", "workflow_steps.id", "ledger_holds.id")
    .where(sql<boolean>`ledger_holds.held_account + ledger_holds.held_promotional > 0`)
    .where((e) =>
      e.or([
        e.and([
          e("ledger_holds.purpose", "=", "workflow_step"),
          e.or([e("workflow_steps.id", "is", null), e("workflow_steps.status", "not in", ["pending", "active"])]),
        ]),
        e.and([e("ledger_holds.purpose", "=", "voice_preview"), e("ledger_holds.updated_at", "<", requestsBefore)]),
      ]),
    )
    .select("ledger_holds.id")
    .execute();
  return rows.map((row) => row.id);
}
