import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "./mutation-body.ts";
import { jsonObject, schemaVersion1, text, timestamp, uuid } from "./primitives.ts";

export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

export const feedbackAttachment = z
  .strictObject({
    attachment_id: uuid,
    content_type: z.enum(IMAGE_TYPES),
    size_bytes: z.int().min(1).max(LIMITS.feedback_attachment_bytes),
  })
  .meta({ id: "FeedbackAttachment" });

const category = z.enum(["bug", "idea", "praise", "other"]);

export const feedback = z
  .strictObject({
    id: uuid,
    category,
    message: z.string(),
    context: jsonObject.nullable(),
    attachments: z.array(feedbackAttachment),
    created_at: timestamp,
  })
  .meta({ id: "Feedback" });

export const feedbackRequest = mutationBody({
  schema_version: schemaVersion1,
  client_mutation_id: uuid,
  category,
  message: text({ min: 1, max: LIMITS.feedback_message_units }),
  context: jsonObject.optional().meta({
    description: `Any JSON that helps to understand the feedback, such as the page and the versions: at most ${LIMITS.feedback_context_bytes} bytes of JSON.`,
  }),
  attachment_ids: z
    .array(uuid)
    .max(LIMITS.feedback_attachments)
    .refine((ids) => new Set(ids).size === ids.length, "must not name the same id twice")
    .optional()
    .meta({ description: "Uploaded images that belong to no feedback yet." }),
}).meta({ id: "FeedbackRequest" });
