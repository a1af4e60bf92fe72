// Sending and listing feedback.

import { ApiError, type Caller, type FeedbackRequest, invalidField, LIMITS } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { canonicalRequest, once } from "../db/once.ts";
import { readCursor, writeCursor } from "../http/http.ts";
import type { Services } from "../services.ts";
import { toWireAttachment } from "./attachments.ts";
import {
  attach,
  attachmentsOf,
  type FeedbackRow,
  feedbackById,
  feedbackOf,
  insertFeedback,
  lockAttachments,
} from "./store.ts";

/** @throws ApiError NOT_FOUND or ATTACHMENT_IN_USE for attachments, IDEMPOTENCY_CONFLICT, INVALID_REQUEST. */
export async function sendFeedback(
  services: Pick<Services, "db" | "clock" | "newId">,
  caller: Caller,
  body: FeedbackRequest,
) {
  const { context = null, attachment_ids = [] } = body;
  if (Buffer.byteLength(JSON.stringify(context)) > LIMITS.feedback_context_bytes) {
    throw invalidField("context", `must be at most ${LIMITS.feedback_context_bytes} bytes of JSON`);
  }
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "sendFeedback",
      request: canonicalRequest(body),
    },
    async () => {
      const attachments = await lockAttachments(services, caller.accountId, attachment_ids);
      for (const id of attachment_ids) {
        const attachment = attachments.get(id);
        if (attachment === undefined) throw new ApiError("NOT_FOUND", { resource: "attachment" });
        if (attachment.feedback_id !== null) throw new ApiError("ATTACHMENT_IN_USE", { attachment_id: id });
      }
      const id = services.newId();
      await insertFeedback(services, {
        id,
        account_id: caller.accountId,
        category: body.category,
        message: body.message,
        context,
        created_at: services.clock(),
      });
      await attach(services, id, attachment_ids);
      return { id };
    },
  );
  const [feedback] = await toWireFeedback(services, [await feedbackById(services, result.id)]);
  return { feedback: feedback!, replayed };
}

/** The account's own feedback, newest first. @throws ApiError INVALID_REQUEST for a bad cursor. */
export async function listFeedback(
  services: Pick<Services, "db">,
  caller: Caller,
  query: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows = await feedbackOf(services, caller.accountId, after, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    feedback: await toWireFeedback(services, page),
    next_cursor:
      rows.length > query.limit && last !== undefined ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

async function toWireFeedback(services: Pick<Services, "db">, rows: readonly FeedbackRow[]) {
  const attachments = Map.groupBy(
    await attachmentsOf(
      services,
      rows.map((row) => row.id),
    ),
    (attachment) => attachment.feedback_id,
  );
  return rows.map((row) => ({
    id: row.id,
    category: row.category,
    message: row.message,
    context: row.context as { readonly [key: string]: JsonValue } | null,
    attachments: (attachments.get(row.id) ?? []).map(toWireAttachment),
    created_at: row.created_at.toISOString(),
  }));
}
