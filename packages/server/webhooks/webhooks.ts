// Sends signed requests to addresses that accounts choose.
// Always true: the address that was checked is the one that is connected to; no redirect is followed; the time of a request
// is limited; the body of an answer is not read.

export { type Delivery, type DeliveryResult, type DeliverySettings, deliver } from "./deliver.ts";
export { readWebhookUrl } from "./webhook-url.ts";
