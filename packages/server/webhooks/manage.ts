// Webhooks of an account: created, listed, deleted; their deliveries listed and sent again.

import { randomBytes } from "node:crypto";
import { ApiError, type Caller, invalidField, LIMITS, type WebhookEvent } from "@fullcast/contract";
import { readCursor, writeCursor } from "../http/http.ts";
import type { Services } from "../services.ts";
import {
  type DeliveryRow,
  deliverAgain,
  deliveriesOf,
  findWebhook,
  insertTest,
  insertWebhook,
  lockAccount,
  removeWebhook,
  WEBHOOK_QUEUE,
  type WebhookRow,
  webhooksOf,
} from "./store.ts";
import { readWebhookUrl } from "./webhook-url.ts";

const SECRET_BYTES = 32;
const EXPECTED =
  "must be an https URL without a user, a password and a fragment; private and loopback addresses, and http on loopback, need FULLCAST_WEBHOOK_PRIVATE=1";

/**
 * The answer alone contains the secret.
 * @throws ApiError INVALID_REQUEST for a URL that is refused, and when the account has too many webhooks
 */
export async function createWebhook(
  services: Pick<Services, "db" | "clock" | "newId" | "settings" | "jobs">,
  caller: Caller,
  { url, events }: { readonly url: string; readonly events: readonly WebhookEvent[] },
) {
  const { db, clock, newId, settings, jobs } = services;
  const read = readWebhookUrl(url, settings.webhookPrivate);
  if (read === null) throw invalidField("url", EXPECTED);
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  const row = { id: newId(), account_id: caller.accountId, url: read.href, events, secret, created_at: clock() };
  await db.transaction(async () => {
    await lockAccount(services, caller.accountId);
    if ((await webhooksOf(services, caller.accountId)).length >= LIMITS.webhooks) {
      throw invalidField("url", `an account has at most ${LIMITS.webhooks} webhooks; delete one first`);
    }
    await insertWebhook(services, row);
    await jobs.enqueue(WEBHOOK_QUEUE, row.id, {});
  });
  return { webhook: toWire(row), secret };
}

/** Newest first. */
export async function listWebhooks(services: Pick<Services, "db">, caller: Caller) {
  return { webhooks: (await webhooksOf(services, caller.accountId)).map(toWire) };
}

/** @throws ApiError NOT_FOUND */
export async function deleteWebhook(services: Pick<Services, "db">, caller: Caller, id: string) {
  if (!(await removeWebhook(services, caller.accountId, id))) throw notFound();
  return { webhook_id: id };
}

/** Newest first. @throws ApiError NOT_FOUND, and INVALID_REQUEST for a bad cursor */
export async function listWebhookDeliveries(
  services: Pick<Services, "db">,
  caller: Caller,
  webhookId: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
) {
  if ((await findWebhook(services, caller.accountId, webhookId)) === undefined) throw notFound();
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows = await deliveriesOf(services, webhookId, after, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    deliveries: page.map(deliveryToWire),
    next_cursor:
      rows.length > query.limit && last !== undefined ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

/** @throws ApiError NOT_FOUND */
export async function redeliverWebhook(
  services: Pick<Services, "db" | "jobs">,
  caller: Caller,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
) {
  const { db, jobs } = services;
  return db.transaction(async () => {
    if ((await findWebhook(services, caller.accountId, webhookId)) === undefined) throw notFound();
    const row = await deliverAgain(services, webhookId, deliveryId);
    if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "webhook_delivery" });
    await jobs.enqueue(WEBHOOK_QUEUE, webhookId, {});
    return { delivery: deliveryToWire(row) };
  });
}

/** Sends a test behind nothing that waits. While one waits, it is answered again. @throws ApiError NOT_FOUND */
export async function testWebhook(services: Pick<Services, "db" | "jobs">, caller: Caller, webhookId: string) {
  const { db, jobs } = services;
  return db.transaction(async () => {
    await lockAccount(services, caller.accountId);
    if ((await findWebhook(services, caller.accountId, webhookId)) === undefined) throw notFound();
    const row = await insertTest(services, webhookId);
    await jobs.enqueue(WEBHOOK_QUEUE, webhookId, {});
    return { delivery: deliveryToWire(row) };
  });
}

const notFound = () => new ApiError("NOT_FOUND", { resource: "webhook" });

const toWire = ({ id, url, events, created_at }: WebhookRow) => ({
  id,
  url,
  events: [...events],
  created_at: created_at.toISOString(),
});

const deliveryToWire = (row: DeliveryRow) => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event: row.event,
  project_id: row.project_id,
  state: row.state,
  attempts: row.attempts,
  last_status: row.last_status,
  last_reason: row.last_reason,
  created_at: row.created_at.toISOString(),
  next_attempt_at: row.state === "waiting" ? row.due_at.toISOString() : null,
  ended_at: row.ended_at?.toISOString() ?? null,
});
