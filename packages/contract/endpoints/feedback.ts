import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { feedback, feedbackAttachment, feedbackRequest, IMAGE_TYPES } from "../schemas/feedback.ts";
import { text } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

export const feedbackEndpoints = {
  uploadFeedbackAttachment: endpoint({
    method: "POST",
    path: "/feedback/attachments",
    scope: "account:write",
    tag: "Feedback",
    summary: "Upload an image for feedback",
    description:
      "The body is the image itself. The server decodes it to check it and never serves it. An image that no feedback refers to within a day is removed.",
    upload: { contentTypes: IMAGE_TYPES, limitBytes: LIMITS.feedback_attachment_bytes },
    responses: { 201: feedbackAttachment },
    errors: ["IMAGE_UNREADABLE", "STORAGE_FULL", "STORAGE_QUOTA_EXCEEDED"],
  }),
  sendFeedback: endpoint({
    method: "POST",
    path: "/feedback",
    scope: "account:write",
    tag: "Feedback",
    summary: "Send feedback to the operator",
    description: "Idempotent by client_mutation_id: 201, and 200 for a replay.",
    body: feedbackRequest,
    responses: {
      200: z.strictObject({ feedback }).meta({ id: "FeedbackAnswer" }),
      201: z.strictObject({ feedback }).meta({ id: "FeedbackAnswer" }),
    },
    errors: ["NOT_FOUND", "ATTACHMENT_IN_USE", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        client_mutation_id: "0b8f3c52-6f0e-4f39-8c1c-3f1d0a6f7e12",
        category: "idea",
        message: "A key that jumps to the next speaker would help.",
        context: { page: "/sections", version: "1.0.0-beta" },
        attachment_ids: [],
      },
    },
  }),
  listFeedback: endpoint({
    method: "GET",
    path: "/feedback",
    scope: "account:read",
    tag: "Feedback",
    summary: "The account's own feedback, newest first",
    query: z.object({
      limit: z.int().min(1).max(LIMITS.feedback_page).default(25),
      cursor: text({ max: 500 }).optional().meta({ description: "next_cursor of the page before." }),
    }),
    responses: {
      200: z
        .strictObject({ feedback: z.array(feedback), next_cursor: z.string().nullable() })
        .meta({ id: "FeedbackPage" }),
    },
    errors: [],
  }),
};
