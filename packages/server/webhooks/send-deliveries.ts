// Sends what is due. A watch looks for webhooks with due deliveries and enqueues a job for each; the job sends them, one at a
// time, and in each lane in their order. Always true: at most one process sends for a webhook; what was sent and not
// recorded is sent again with the same id.

import type { Job } from "../jobs/jobs.ts";
import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import { waitAfter } from "./back-off.ts";
import { type DeliveryResult, deliver } from "./deliver.ts";
import {
  anyWebhook,
  type DeliveryRow,
  dueDeliveries,
  dueWebhooks,
  noteDelivered,
  noteFailure,
  openWebhook,
  WEBHOOK_QUEUE,
  type WebhookRow,
} from "./store.ts";

type Sending = Pick<Services, "db" | "jobs" | "log" | "clock" | "settings">;

/** Requests at once of this process, and of one account in it: receivers that hang delay their own account only. */
export const WEBHOOKS_AT_ONCE = 16;
const OF_ACCOUNT_AT_ONCE = 4;
const LOOK_MS = 500;
/** After this time a job lets the other webhooks have a turn. */
const TURN_MS = 30_000;
const NEXT_TURN_SECONDS = 1;

export interface WebhookSender extends AsyncDisposable {
  /** Sends what is due of a webhook. */
  send(job: Pick<Job, "key" | "signal">): Promise<void>;
}

/** Begins to look for due deliveries. */
export function createWebhookSender(services: Sending): WebhookSender {
  const { db, jobs, log } = services;
  const ofAccount = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();
  let ended = false;

  const look = async () => {
    // On a server another process may create the first webhook.
    let goOn = true;
    try {
      for (const id of await dueWebhooks(services)) await jobs.enqueue(WEBHOOK_QUEUE, id, {});
      goOn = db.kind === "postgres" || (await anyWebhook(services));
    } catch (error) {
      log.warn("due deliveries of webhooks could not be looked for", faultFields(error));
    }
    timer = undefined;
    if (goOn) watch();
  };
  const watch = () => {
    if (ended || timer !== undefined) return;
    timer = db.outside(() =>
      setTimeout(() => {
        looking = look();
      }, LOOK_MS),
    );
    timer.unref();
  };
  watch();

  return {
    async send({ key, signal }) {
      watch();
      const webhook = await openWebhook(services, key);
      if (webhook === undefined) return;
      const busy = ofAccount.get(webhook.account_id) ?? 0;
      if (busy >= OF_ACCOUNT_AT_ONCE) {
        return jobs.enqueue(WEBHOOK_QUEUE, key, {}, { delaySeconds: NEXT_TURN_SECONDS });
      }
      ofAccount.set(webhook.account_id, busy + 1);
      try {
        await sendDue(services, webhook, signal);
      } finally {
        const rest = (ofAccount.get(webhook.account_id) ?? 1) - 1;
        if (rest === 0) ofAccount.delete(webhook.account_id);
        else ofAccount.set(webhook.account_id, rest);
      }
    },
    async [Symbol.asyncDispose]() {
      ended = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** One delivery of each lane, again and again, until none is due or the turn is over. */
async function sendDue(services: Sending, webhook: WebhookRow, signal: AbortSignal): Promise<void> {
  const until = performance.now() + TURN_MS;
  for (;;) {
    const due = await dueDeliveries(services, webhook.id);
    if (due.length === 0) return;
    for (const delivery of due) {
      // A webhook can be deleted, and its account disabled, between two requests.
      if ((await openWebhook(services, webhook.id)) === undefined) return;
      await attempt(services, webhook, delivery, signal);
      if (performance.now() > until) return services.jobs.enqueue(WEBHOOK_QUEUE, webhook.id, {});
    }
  }
}

async function attempt(services: Sending, webhook: WebhookRow, delivery: DeliveryRow, signal: AbortSignal) {
  const { log, clock, settings } = services;
  const { url, secret } = webhook;
  const result = await deliver(
    { id: delivery.id, url, secret, body: bodyOf(delivery) },
    { allowPrivate: settings.webhookPrivate, clock, signal },
  );
  if (result.delivered) return noteDelivered(services, delivery, result.status);
  const attempts = delivery.attempts + 1;
  const failed = await noteFailure(services, delivery, { ...result, waitMs: waitAfter(attempts, Math.random()) });
  const fields = { webhook_id: webhook.id, delivery_id: delivery.id, attempts, ...outcome(result) };
  if (failed) log.warn("a webhook could not be delivered within a day", fields);
  else log.info("a webhook was not delivered and will be sent again", fields);
}

const outcome = ({ status, reason }: DeliveryResult & { readonly delivered: false }) => ({ status, reason });

/** The same at every attempt. */
const bodyOf = ({ id, event, created_at, project_id, data }: DeliveryRow) =>
  JSON.stringify({ id, event, created_at: created_at.toISOString(), project_id, data });
