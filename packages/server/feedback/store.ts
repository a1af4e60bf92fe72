// The SQL of feedback and its attachments.

import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { FeedbackAttachmentsTable, FeedbackTable } from "../db/tables.ts";
import type { Place } from "../http/http.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type FeedbackRow = Selectable<FeedbackTable>;
export type AttachmentRow = Selectable<FeedbackAttachmentsTable>;

export async function insertFeedback({ db }: Db, row: FeedbackRow): Promise<void> {
  await db.q
    .insertInto("feedback")
    .values({ ...row, context: row.context === null ? null : JSON.stringify(row.context) })
    .execute();
}

export async function feedbackById({ db }: Db, id: string): Promise<FeedbackRow> {
  return db.q.selectFrom("feedback").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Newest first, after a place in that order. */
export async function feedbackOf(
  { db }: Db,
  accountId: string,
  after: Place | null,
  limit: number,
): Promise<FeedbackRow[]> {
  let query = db.q.selectFrom("feedback").selectAll().where("account_id", "=", accountId);
  if (after !== null) query = query.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id}::uuid)`);
  return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
}

export async function insertAttachment({ db }: Db, row: AttachmentRow): Promise<void> {
  await db.q.insertInto("feedback_attachments").values(row).execute();
}

/** Attachments of the account by id; kept as they are until the caller's transaction ends. */
export async function lockAttachments(
  { db }: Db,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AttachmentRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.q
    .selectFrom("feedback_attachments")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "in", ids)
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function attach({ db }: Db, feedbackId: string, attachmentIds: readonly string[]): Promise<void> {
  for (const [position, id] of attachmentIds.entries()) {
    await db.q
      .updateTable("feedback_attachments")
      .set({ feedback_id: feedbackId, position })
      .where("id", "=", id)
      .execute();
  }
}

export async function attachmentsOf({ db }: Db, feedbackIds: readonly string[]): Promise<AttachmentRow[]> {
  if (feedbackIds.length === 0) return [];
  return db.q
    .selectFrom("feedback_attachments")
    .selectAll()
    .where("feedback_id", "in", feedbackIds)
    .orderBy("position")
    .execute();
}

/** Deletes attachments that no feedback uses. @returns their objects */
export async function deleteStray({ db }: Db, before: Date): Promise<readonly string[]> {
  const rows = await db.q
    .deleteFrom("feedback_attachments")
    .where("feedback_id", "is", null)
    .where("created_at", "<", before)
    .returning("sha256")
    .execute();
  return rows.map((row) => row.sha256);
}

/** Deletes an account's feedback and attachments. @returns the objects of the attachments */
export async function deleteFeedbackOf({ db }: Db, accountId: string): Promise<readonly string[]> {
  const rows = await db.q
    .deleteFrom("feedback_attachments")
    .where("account_id", "=", accountId)
    .returning("sha256")
    .execute();
  await db.q.deleteFrom("feedback").where("account_id", "=", accountId).execute();
  return rows.map((row) => row.sha256);
}
