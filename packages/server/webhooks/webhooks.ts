// Webhooks: signed requests about what happened, to addresses that accounts choose. Triggers store each delivery in the
// transaction of what it reports, so nothing is lost and a rollback leaves nothing.
// Always true: deliveries of one project reach a webhook in their order, each at least once within a day or it fails; the
// address that was checked is the one that is connected to; no redirect is followed; the time of a request is limited; the
// body of an answer is not read; only the answer to the creation contains the secret.

export { type Delivery, type DeliveryResult, type DeliverySettings, deliver } from "./deliver.ts";
export {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  redeliverWebhook,
  testWebhook,
} from "./manage.ts";
export { createWebhookSender, WEBHOOKS_AT_ONCE, type WebhookSender } from "./send-deliveries.ts";
export { removeOldDeliveries, WEBHOOK_QUEUE } from "./store.ts";
export { readWebhookUrl } from "./webhook-url.ts";
