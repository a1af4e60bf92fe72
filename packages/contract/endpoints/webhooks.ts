import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { text, uuid } from "../schemas/primitives.ts";
import { createdWebhook, webhook, webhookDelivery, webhookRequest } from "../schemas/webhooks.ts";
import { endpoint } from "./endpoint.ts";

const ID = "4f1d0c9e-6b2a-4a57-8f43-9c0e5b7d1a20";
const WEBHOOK = {
  id: ID,
  url: "https://hooks.example.org/fullcast",
  events: ["run.ended", "export.ended"],
  created_at: "2026-11-24T09:00:00.000Z",
} as const;
const DELIVERY = {
  id: "7a2c4e60-1f3b-4d58-9c6a-8e0d2b4f6a13",
  webhook_id: ID,
  event: "run.ended",
  project_id: "5a0c3b7e-2f4d-4c8e-9b1a-6d7e8f901234",
  state: "delivered",
  attempts: 1,
  last_status: 204,
  last_reason: null,
  created_at: "2026-11-24T10:00:00.000Z",
  next_attempt_at: null,
  ended_at: "2026-11-24T10:00:01.000Z",
} as const;
const REDELIVERED = {
  ...DELIVERY,
  state: "waiting",
  attempts: 0,
  last_status: null,
  next_attempt_at: "2026-11-24T11:00:00.000Z",
  ended_at: null,
} as const;

export const webhookEndpoints = {
  createWebhook: endpoint({
    method: "POST",
    path: "/webhooks",
    scope: "account:write",
    tag: "Webhooks",
    summary: "Create a webhook",
    description:
      "From now on events of the account are posted to the address. Only this answer contains the secret. docs/webhooks.md describes the requests and how to check their signature.",
    body: webhookRequest,
    responses: { 201: createdWebhook },
    errors: [],
    examples: {
      body: { url: WEBHOOK.url, events: WEBHOOK.events },
      responses: { 201: { webhook: WEBHOOK, secret: "whsec_shown-once" } },
    },
  }),
  listWebhooks: endpoint({
    method: "GET",
    path: "/webhooks",
    scope: "account:write",
    tag: "Webhooks",
    summary: "The webhooks of the account",
    responses: {
      200: z.strictObject({ webhooks: z.array(webhook).meta({ description: "The webhooks, newest first." }) }),
    },
    errors: [],
    examples: { responses: { 200: { webhooks: [WEBHOOK] } } },
  }),
  deleteWebhook: endpoint({
    method: "DELETE",
    path: "/webhooks/{webhookId}",
    scope: "account:write",
    tag: "Webhooks",
    summary: "Delete a webhook",
    description: "Its deliveries go with it, also those that wait. A request under way is not ended.",
    params: z.strictObject({ webhookId: uuid }),
    responses: { 200: z.strictObject({ webhook_id: uuid.meta({ description: "The webhook that was deleted." }) }) },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { webhook_id: ID } } },
  }),
  listWebhookDeliveries: endpoint({
    method: "GET",
    path: "/webhooks/{webhookId}/deliveries",
    scope: "account:write",
    tag: "Webhooks",
    summary: "The deliveries of a webhook, newest first",
    description: "Deliveries are listed for seven days. What receivers answer is not stored; the status is.",
    params: z.strictObject({ webhookId: uuid }),
    query: z.object({
      limit: z.int().min(1).max(LIMITS.webhook_delivery_page).default(25),
      cursor: text({ max: LIMITS.cursor_units }).optional(),
    }),
    responses: {
      200: z.strictObject({
        deliveries: z.array(webhookDelivery).meta({ description: "The deliveries of this page." }),
        next_cursor: z.string().nullable(),
      }),
    },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { deliveries: [DELIVERY], next_cursor: null } } },
  }),
  redeliverWebhook: endpoint({
    method: "POST",
    path: "/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
    scope: "account:write",
    tag: "Webhooks",
    summary: "Send a delivery again",
    description:
      "It keeps its id and its body, stands behind the waiting deliveries of its project, and is tried for a day. One that waits is tried at once when its turn has come.",
    params: z.strictObject({ webhookId: uuid, deliveryId: uuid }),
    body: mutationBody({}).optional(),
    responses: {
      202: z.strictObject({ delivery: webhookDelivery.meta({ description: "The delivery as it is now." }) }),
    },
    errors: ["NOT_FOUND"],
    examples: { responses: { 202: { delivery: REDELIVERED } } },
  }),
  testWebhook: endpoint({
    method: "POST",
    path: "/webhooks/{webhookId}/test",
    scope: "account:write",
    tag: "Webhooks",
    summary: "Send a test",
    description:
      "Sends the event `webhook.test` with empty data, signed like every delivery, and not behind others. A test that still waits is sent now in place of a second one. The deliveries list its result.",
    params: z.strictObject({ webhookId: uuid }),
    body: mutationBody({}).optional(),
    responses: { 202: z.strictObject({ delivery: webhookDelivery.meta({ description: "The test." }) }) },
    errors: ["NOT_FOUND"],
    examples: {
      responses: { 202: { delivery: { ...REDELIVERED, event: "webhook.test", project_id: null } } },
    },
  }),
};
