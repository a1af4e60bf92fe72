// Review links: a reader without an account reads and hears a project and comments on its lines. Always true: only
// the hash of a slug is stored; a revoked or expired link opens nothing; a comment changes nothing in the script.

import { randomBytes } from "node:crypto";
import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import { type Block, lineText } from "@fullcast/core/document";
import { type Selectable, sql } from "kysely";
import type { ReviewLinksTable } from "../db/tables.ts";
import { sha256 } from "../hash.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { notShared } from "../sharing/sharing.ts";

const ACTIVE_LINKS = 20;
const LINKS = 200;
const COMMENTS_PER_LINK = 500;
const COMMENTS_SHOWN = 1000;
const QUOTE_UNITS = 200;
const DAY_MS = 86_400_000;
const SLUG = /^[A-Za-z0-9_-]{22}$/;

type LinkRow = Selectable<ReviewLinksTable>;
type Reviews = Pick<Services, "db" | "clock" | "newId" | "publicUrl">;

/**
 * Creates a link that opens for `days` days. The answer alone contains the address.
 * @throws ApiError NOT_FOUND, and INVALID_REQUEST when the project has too many links
 */
export async function createReviewLink(
  services: Reviews,
  caller: Caller,
  projectId: string,
  { name, days }: { readonly name: string; readonly days: number },
) {
  const { db, clock, newId, publicUrl } = services;
  const slug = randomBytes(16).toString("base64url");
  const now = clock();
  const row = await db.transaction(async () => {
    const project = await findProject(services, caller, projectId);
    // Two requests at once count one after the other.
    await db.q.selectFrom("projects").select("id").where("id", "=", project.id).forUpdate().execute();
    const links = await linksOf(services, project.id);
    const active = links.filter((link) => stateOf(link, now) === "active").length;
    if (active >= ACTIVE_LINKS || links.length >= LINKS) {
      throw invalidField("name", `a project has at most ${ACTIVE_LINKS} active review links and ${LINKS} in all`);
    }
    return db.q
      .insertInto("review_links")
      .values({
        id: newId(),
        account_id: caller.accountId,
        project_id: project.id,
        name,
        slug_hash: sha256(slug),
        created_at: now,
        expires_at: new Date(now.getTime() + days * DAY_MS),
        revoked_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { review_link: toWire(row, now), url: `${publicUrl()}/r/${slug}` };
}

/** The links and the newest comments of a project. @throws ApiError NOT_FOUND */
export async function listReviewLinks(services: Pick<Services, "db" | "clock">, caller: Caller, projectId: string) {
  const project = await findProject(services, caller, projectId);
  const links = await linksOf(services, project.id);
  const comments = await services.db.q
    .selectFrom("review_comments")
    .innerJoin("review_links", "review_links.id", "review_comments.review_link_id")
    .selectAll("review_comments")
    .where("review_links.project_id", "=", project.id)
    .orderBy("review_comments.created_at", "desc")
    .orderBy("review_comments.id")
    .limit(COMMENTS_SHOWN)
    .execute();
  return {
    review_links: links.map((link) => toWire(link, services.clock())),
    review_comments: comments.map(({ account_id: _, created_at, ...comment }) => ({
      ...comment,
      created_at: created_at.toISOString(),
    })),
  };
}

/** Idempotent. @throws ApiError NOT_FOUND */
export async function revokeReviewLink({ db, clock }: Pick<Services, "db" | "clock">, caller: Caller, id: string) {
  const now = clock();
  const row = await db.q
    .updateTable("review_links")
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, ${now})` })
    .where("id", "=", id)
    .where("account_id", "=", caller.accountId)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "review_link" });
  return { review_link: toWire(row, now) };
}

/** @throws ApiError NOT_FOUND */
export async function deleteReviewComment({ db }: Pick<Services, "db">, caller: Caller, id: string) {
  const row = await db.q
    .deleteFrom("review_comments")
    .where("id", "=", id)
    .where("account_id", "=", caller.accountId)
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "review_comment" });
  return { review_comment_id: row.id };
}

/**
 * Stores a comment on a line of the link's project.
 * @throws ApiError NOT_FOUND for a link that opens nothing and for a line that its page does not show, and
 *   INVALID_REQUEST when the link has all the comments that it takes
 */
export async function addReviewComment(
  services: Pick<Services, "db" | "clock" | "newId">,
  slug: string,
  body: { readonly section_id: string; readonly block_id: string; readonly name: string; readonly text: string },
) {
  const { db, clock, newId } = services;
  return db.transaction(async () => {
    const { id: linkId } = await openReview(services, slug);
    // Two comments at once count one after the other, and a revocation that came first is seen.
    await db.q.selectFrom("review_links").select("id").where("id", "=", linkId).forUpdate().execute();
    const link = await openReview(services, slug);
    const { count } = await db.q
      .selectFrom("review_comments")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where("review_link_id", "=", link.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= COMMENTS_PER_LINK) {
      throw invalidField("text", `a review link takes at most ${COMMENTS_PER_LINK} comments`);
    }
    const block = await db.q
      .selectFrom("blocks")
      .innerJoin("sections", "sections.id", "blocks.section_id")
      .select(["blocks.id", "blocks.kind", "blocks.content", "blocks.speaker_id"])
      .where("sections.project_id", "=", link.project_id)
      .where("blocks.section_id", "=", body.section_id)
      .where("blocks.id", "=", body.block_id)
      .executeTakeFirst();
    const quote = block === undefined ? "" : lineText(block as unknown as Block);
    if (quote === "") throw notShared();
    const id = newId();
    await db.q
      .insertInto("review_comments")
      .values({
        id,
        account_id: link.account_id,
        review_link_id: link.id,
        ...body,
        quote: quote.slice(0, QUOTE_UNITS).toWellFormed(),
        created_at: clock(),
      })
      .execute();
    return { review_comment_id: id };
  });
}

/** The link that a slug opens. @throws ApiError NOT_FOUND when it is unknown, revoked, expired or of a disabled account */
export async function openReview({ db, clock }: Pick<Services, "db" | "clock">, slug: string): Promise<LinkRow> {
  const row = !SLUG.test(slug)
    ? undefined
    : await db.q
        .selectFrom("review_links")
        .innerJoin("accounts", "accounts.id", "review_links.account_id")
        .selectAll("review_links")
        .where("review_links.slug_hash", "=", sha256(slug))
        .where("review_links.revoked_at", "is", null)
        .where("review_links.expires_at", ">", clock())
        .where("accounts.disabled_at", "is", null)
        .executeTakeFirst();
  if (row === undefined) throw notShared();
  return row;
}

const linksOf = ({ db }: Pick<Services, "db">, projectId: string): Promise<LinkRow[]> =>
  db.q
    .selectFrom("review_links")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(LINKS)
    .execute();

function stateOf({ revoked_at, expires_at }: LinkRow, now: Date) {
  if (revoked_at !== null) return "revoked" as const;
  return expires_at <= now ? ("expired" as const) : ("active" as const);
}

function toWire(row: LinkRow, now: Date) {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    state: stateOf(row, now),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
