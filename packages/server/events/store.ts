// The SQL of events. Their order is (transaction_id, id). An event may be read only when no earlier transaction can still
// add one before it, that is below the oldest running transaction. The id alone is not enough: it is assigned before its
// transaction commits.

import type { JsonValue } from "@fullcast/core/document";
import { sql } from "kysely";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** A position between two events: everything up to it was read. */
export interface EventPlace {
  readonly transaction_id: number;
  readonly id: number;
}

export interface EventRow extends EventPlace {
  readonly event: string;
  readonly data: { readonly [key: string]: JsonValue };
}

const SETTLED = sql<boolean>`transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
const KEPT_HOURS = 24;

/** The position after all committed events and before all that can still commit. */
export async function presentPlace({ db }: Db): Promise<EventPlace> {
  const { rows } = await sql<EventPlace>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction_id, 0 as id
  `.execute(db.q);
  return rows[0]!;
}

/** The position up to which events were removed. */
export async function removedUpTo({ db }: Db): Promise<EventPlace> {
  return db.q.selectFrom("project_events_removed").select(["transaction_id", "id"]).executeTakeFirstOrThrow();
}

/** The events of a project after a position, in order. */
export async function eventsAfter(
  { db }: Db,
  projectId: string,
  after: EventPlace,
  limit: number,
): Promise<EventRow[]> {
  return db.q
    .selectFrom("project_events")
    .select(["transaction_id", "id", "event", "data"])
    .where("project_id", "=", projectId)
    .where(sql<boolean>`(transaction_id, id) > (${after.transaction_id}::bigint, ${after.id}::bigint)`)
    .where(SETTLED)
    .orderBy("transaction_id")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The events of all projects of an account after a position, in order. */
export async function accountEventsAfter(
  { db }: Db,
  accountId: string,
  after: EventPlace,
  limit: number,
): Promise<EventRow[]> {
  const rows = await db.q
    .selectFrom("project_events")
    .select(["transaction_id", "id", "event", "data", "project_id"])
    .where(ofAccount(accountId))
    .where(sql<boolean>`(transaction_id, id) > (${after.transaction_id}::bigint, ${after.id}::bigint)`)
    .where(SETTLED)
    .orderBy("transaction_id")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ project_id, data, ...row }) => ({ ...row, data: { ...data, project_id } }));
}

/** An event names its account only where its project can be gone. */
const ofAccount = (accountId: unknown) =>
  sql<boolean>`(project_events.account_id = ${accountId}::uuid
    or project_events.project_id in (select id from projects where projects.account_id = ${accountId}::uuid))`;

/** The accounts, out of some, that have events after a position. */
export async function accountsWithNews(
  { db }: Db,
  accountIds: readonly string[],
  after: EventPlace,
): Promise<readonly string[]> {
  if (accountIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct coalesce(e.account_id, p.account_id)::text as id
    from project_events e left join projects p on p.id = e.project_id
    where (e.transaction_id, e.id) > (${after.transaction_id}::bigint, ${after.id}::bigint)
      and e.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      and coalesce(e.account_id, p.account_id) in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(accountIds)}::jsonb))
  `.execute(db.q);
  return rows.map(({ id }) => id);
}

/** The projects that have events after a position, and the position up to which this is known. */
export async function projectsWithNews(
  { db }: Db,
  projectIds: readonly string[],
  after: EventPlace,
): Promise<{ readonly projects: readonly string[]; readonly upTo: EventPlace }> {
  const { rows } = await sql<EventPlace & { readonly projects: readonly string[] | null }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as transaction_id, 0 as id, array(
      select project_id::text from unnest(${projectIds}::uuid[]) as wanted (project_id)
      where exists (
        select 1 from project_events
        where project_events.project_id = wanted.project_id and ${SETTLED}
          and (transaction_id, id) > (${after.transaction_id}::bigint, ${after.id}::bigint))) as projects
  `.execute(db.q);
  const { projects, transaction_id, id } = rows[0]!;
  return { projects: projects ?? [], upTo: { transaction_id, id } };
}

/** Removes events that are older than a day, and stores the position. */
export async function removeOldEvents({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_HOURS * 3_600_000);
  await db.transaction(async () => {
    const { rows } = await sql<EventPlace>`
      delete from project_events where created_at < ${before} and ${SETTLED} returning transaction_id, id
    `.execute(db.q);
    const last = rows.reduce<EventPlace | null>(
      (latest, row) => (latest === null || isAfter(row, latest) ? row : latest),
      null,
    );
    if (last !== null) {
      await db.q
        .updateTable("project_events_removed")
        .set({ transaction_id: last.transaction_id, id: last.id })
        .execute();
    }
  });
}

export function isAfter(a: EventPlace, b: EventPlace): boolean {
  return a.transaction_id !== b.transaction_id ? a.transaction_id > b.transaction_id : a.id > b.id;
}

/** Removes the events of deleted projects. Runs in the caller's transaction. */
export async function removeEventsOf({ db }: Db, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  await db.q.deleteFrom("project_events").where("project_id", "in", projectIds).execute();
}
