import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "./mutation-body.ts";
import { count, text, timestamp, uuid } from "./primitives.ts";

export const WEBHOOK_EVENTS = ["run.ended", "export.ended", "sound.ended", "take.created"] as const;

const webhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof webhookEvent>;

const MEANING =
  "run.ended: a workflow run ended. export.ended: an export of a section, a book or a project ended. sound.ended: an uploaded sound was processed. take.created: a line has a new take.";

/** What a delivery can report: the events that a webhook chooses, and the test. */
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, "webhook.test"] as const;

export const webhook = z
  .strictObject({
    id: uuid.meta({ description: "The webhook." }),
    url: z.string().meta({ description: "Where its deliveries are sent." }),
    events: z.array(webhookEvent).meta({ description: MEANING }),
    created_at: timestamp,
  })
  .meta({ id: "Webhook" });

export const webhookRequest = mutationBody({
  url: text({ min: 1, max: LIMITS.webhook_url_units }).meta({
    description:
      "https, without a user, a password and a fragment. Private, loopback and link-local addresses are refused, also when a name leads to them; FULLCAST_WEBHOOK_PRIVATE=1 allows them, and http on loopback.",
  }),
  events: z
    .array(webhookEvent)
    .min(1)
    .refine((events) => new Set(events).size === events.length, "must not name the same event twice")
    .meta({ description: MEANING }),
}).meta({ id: "WebhookRequest" });

export const createdWebhook = z.strictObject({
  webhook: webhook.meta({ description: "The new webhook." }),
  secret: z.string().meta({ description: "The key of the signatures. It is shown only here." }),
});

export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;
export const DELIVERY_REASONS = ["STATUS", "ADDRESS_REFUSED", "NAME_UNKNOWN", "TIMED_OUT", "UNREACHABLE"] as const;

export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

export const webhookDelivery = z
  .strictObject({
    id: uuid.meta({ description: "The delivery, as in the header Fullcast-Delivery. The same at every attempt." }),
    webhook_id: uuid.meta({ description: "The webhook." }),
    event: z.enum(DELIVERED_EVENTS).meta({ description: "What happened. webhook.test: a test was requested." }),
    project_id: uuid.nullable().meta({ description: "The project. Null for sounds of the library and for tests." }),
    state: z.enum(DELIVERY_STATES).meta({
      description:
        "waiting: not delivered yet, and tried for a day. delivered: the receiver answered 200 to 299. failed: not delivered within the day.",
    }),
    attempts: count.meta({ description: "Requests that were made, since the last redelivery if there was one." }),
    last_status: z
      .int()
      .nullable()
      .meta({ description: "The HTTP status of the last answer. Null without an answer." }),
    last_reason: z.enum(DELIVERY_REASONS).nullable().meta({
      description:
        "Why the last attempt failed. STATUS: the answer had another status than 200 to 299. ADDRESS_REFUSED: the name leads to an address that is not allowed. NAME_UNKNOWN: the name has no address. TIMED_OUT: no answer within 10 s. UNREACHABLE: no connection, or no answer that is HTTP.",
    }),
    created_at: timestamp,
    next_attempt_at: timestamp
      .nullable()
      .meta({ description: "The earliest moment of the next attempt. Earlier deliveries of the project come first." }),
    ended_at: timestamp.nullable().meta({ description: "When it was delivered or failed." }),
  })
  .meta({ id: "WebhookDelivery" });
