// The SQL of webhooks and their deliveries. Triggers insert the deliveries (migration 0039). Times are those of the database.

import { type Selectable, sql } from "kysely";
import type { WebhookDeliveriesTable, WebhooksTable } from "../db/tables.ts";
import type { Place } from "../http/http.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type WebhookRow = Selectable<WebhooksTable>;
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

/** A job of this queue sends what is due of the webhook that its key names. */
export const WEBHOOK_QUEUE = "webhooks";
const LISTED_DAYS = 7;

/** The account's row is the lock that makes counting and inserting one step. */
export async function lockAccount({ db }: Db, accountId: string): Promise<void> {
  await db.q.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}

export async function insertWebhook({ db }: Db, row: WebhookRow): Promise<void> {
  await db.q
    .insertInto("webhooks")
    .values({ ...row, events: JSON.stringify(row.events) })
    .execute();
}

/** Newest first. */
export async function webhooksOf({ db }: Db, accountId: string): Promise<WebhookRow[]> {
  return db.q
    .selectFrom("webhooks")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

export async function findWebhook({ db }: Db, accountId: string, id: string): Promise<WebhookRow | undefined> {
  return db.q
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

export async function removeWebhook({ db }: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db.q
    .deleteFrom("webhooks")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returning("id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** Newest first, after a place in that order. */
export async function deliveriesOf({ db }: Db, webhookId: string, after: Place | null, limit: number) {
  let query = db.q.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", webhookId);
  if (after !== null) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`);
  return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
}

/**
 * Makes an ended delivery wait again, behind all others of its lane, for a day. One that waits is due now.
 * @returns undefined when the webhook has no such delivery
 */
export async function deliverAgain({ db }: Db, webhookId: string, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    update webhook_deliveries set seq = default, state = 'waiting', attempts = 0, last_status = null, last_reason = null,
      due_at = clock_timestamp(), retry_until = clock_timestamp() + interval '1 day', ended_at = null
    where id = ${id}::uuid and webhook_id = ${webhookId}::uuid and state <> 'waiting' returning *
  `.execute(db.q);
  if (rows[0] !== undefined) return rows[0];
  const waiting = await sql<DeliveryRow>`
    update webhook_deliveries set due_at = clock_timestamp()
    where id = ${id}::uuid and webhook_id = ${webhookId}::uuid and state = 'waiting' returning *
  `.execute(db.q);
  return waiting.rows[0];
}

/** A test has a lane of its own: the webhook itself. A waiting one is due now; a second is not added beside it. */
export async function insertTest({ db }: Db, webhookId: string): Promise<DeliveryRow> {
  const waiting = await sql<DeliveryRow>`
    update webhook_deliveries set due_at = clock_timestamp()
    where webhook_id = ${webhookId}::uuid and lane = ${webhookId}::uuid and state = 'waiting' returning *
  `.execute(db.q);
  if (waiting.rows[0] !== undefined) return waiting.rows[0];
  const { rows } = await sql<DeliveryRow>`
    insert into webhook_deliveries (webhook_id, lane, event, data)
    values (${webhookId}::uuid, ${webhookId}::uuid, 'webhook.test', '{}') returning *
  `.execute(db.q);
  return rows[0]!;
}

/** Whether any account has a webhook. */
export async function anyWebhook({ db }: Db): Promise<boolean> {
  return (await db.q.selectFrom("webhooks").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Webhooks with a delivery that is due and first in its lane, and without a job. Each step looks up the next lane. */
export async function dueWebhooks({ db }: Db): Promise<string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    with recursive head as (
      (select webhook_id, lane, due_at from webhook_deliveries where state = 'waiting'
        order by webhook_id, lane, seq limit 1)
      union all
      select next.* from head, lateral (
        select webhook_id, lane, due_at from webhook_deliveries
        where state = 'waiting' and (webhook_id, lane) > (head.webhook_id, head.lane)
        order by webhook_id, lane, seq limit 1) next
    )
    select distinct webhook.id from head
    join webhooks webhook on webhook.id = head.webhook_id
    join accounts account on account.id = webhook.account_id and account.disabled_at is null
    where head.due_at <= clock_timestamp()
      and not exists (select from jobs where state = 'waiting' and queue = ${WEBHOOK_QUEUE} and key = webhook.id::text)
      and not exists (select from jobs where state = 'running' and queue = ${WEBHOOK_QUEUE} and key = webhook.id::text)
  `.execute(db.q);
  return rows.map(({ id }) => id);
}

/** A webhook whose account is not disabled. */
export async function openWebhook({ db }: Db, id: string): Promise<WebhookRow | undefined> {
  return db.q
    .selectFrom("webhooks")
    .innerJoin("accounts", "accounts.id", "webhooks.account_id")
    .selectAll("webhooks")
    .where("webhooks.id", "=", id)
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
}

/** The first waiting delivery of each lane of a webhook, those that are due. */
export async function dueDeliveries({ db }: Db, webhookId: string): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    with recursive head as (
      (select * from webhook_deliveries where state = 'waiting' and webhook_id = ${webhookId}::uuid
        order by lane, seq limit 1)
      union all
      select next.* from head, lateral (
        select * from webhook_deliveries
        where state = 'waiting' and webhook_id = ${webhookId}::uuid and lane > head.lane
        order by lane, seq limit 1) next
    )
    select * from head where due_at <= clock_timestamp() order by due_at, seq
  `.execute(db.q);
  return rows;
}

/** Does nothing when the delivery was made to wait again meanwhile. */
export async function noteDelivered({ db }: Db, { id, seq }: DeliveryRow, status: number): Promise<void> {
  await sql`
    update webhook_deliveries set state = 'delivered', attempts = attempts + 1, last_status = ${status},
      last_reason = null, ended_at = clock_timestamp()
    where id = ${id}::uuid and seq = ${seq} and state = 'waiting'
  `.execute(db.q);
}

/**
 * The delivery waits for its next attempt. When its day ends before, it fails, and so do those of its lane whose day is over.
 * @returns whether it failed
 */
export async function noteFailure(
  { db }: Db,
  { id, seq, webhook_id, lane }: DeliveryRow,
  failure: { readonly status: number | null; readonly reason: string; readonly waitMs: number },
): Promise<boolean> {
  return db.transaction(async () => {
    const { rows } = await sql<{ readonly failed: boolean }>`
      update webhook_deliveries set attempts = attempts + 1, last_status = ${failure.status},
        last_reason = ${failure.reason}, due_at = next.at,
        state = case when next.at > retry_until then 'failed' else 'waiting' end,
        ended_at = case when next.at > retry_until then clock_timestamp() end
      from (select clock_timestamp() + make_interval(secs => ${failure.waitMs / 1000}::float8) as at) next
      where id = ${id}::uuid and seq = ${seq} and state = 'waiting' returning state = 'failed' as failed
    `.execute(db.q);
    if (rows[0]?.failed !== true) return false;
    await sql`
      update webhook_deliveries set state = 'failed', ended_at = clock_timestamp()
      where webhook_id = ${webhook_id}::uuid and lane = ${lane}::uuid and state = 'waiting'
        and retry_until < clock_timestamp()
    `.execute(db.q);
    return true;
  });
}

/** Removes deliveries that are no longer listed. */
export async function removeOldDeliveries({ db }: Db): Promise<void> {
  await sql`
    delete from webhook_deliveries where created_at < clock_timestamp() - make_interval(days => ${LISTED_DAYS})
      and (state <> 'waiting' or retry_until < clock_timestamp())
  `.execute(db.q);
}
