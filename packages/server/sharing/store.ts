// The SQL of public links.

import { type Selectable, sql } from "kysely";
import type { ShareLinksTable } from "../db/tables.ts";
import { PLAYED_TAKE, type SectionRow, sectionRow, sectionsOfProject } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { forgetHeld } from "./held-pages.ts";

type Db = Pick<Services, "db">;
export type ShareLinkRow = Selectable<ShareLinksTable>;

/** The thing that a link publishes. */
export type SharedThing =
  | { readonly kind: "section"; readonly project_id: string; readonly section_id: string }
  | { readonly kind: "project"; readonly project_id: string; readonly section_id: null };

const linksOf = ({ db }: Db, thing: SharedThing) =>
  db.q
    .selectFrom("share_links")
    .selectAll()
    .where("kind", "=", thing.kind)
    .where("project_id", "=", thing.project_id)
    .where("section_id", thing.section_id === null ? "is" : "=", thing.section_id);

/** The newest link, revoked or not. */
export async function latestLink(services: Db, thing: SharedThing): Promise<ShareLinkRow | undefined> {
  return linksOf(services, thing).orderBy("created_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst();
}

export async function activeLink(services: Db, thing: SharedThing): Promise<ShareLinkRow | undefined> {
  return linksOf(services, thing).where("revoked_at", "is", null).executeTakeFirst();
}

export async function linkById({ db }: Db, id: string): Promise<ShareLinkRow | undefined> {
  return db.q.selectFrom("share_links").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The sections behind a link, in order. @throws ApiError NOT_FOUND when its section is gone */
export async function sharedSections(services: Db, link: ShareLinkRow): Promise<SectionRow[]> {
  return link.section_id === null
    ? sectionsOfProject(services, link.project_id)
    : [await sectionRow(services, link.section_id)];
}

/** Locks the row of a link until the caller's transaction ends. */
export async function lockLink({ db }: Db, id: string): Promise<ShareLinkRow | undefined> {
  return db.q.selectFrom("share_links").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** The active link with this slug; none of a disabled account. */
export async function activeLinkBySlug({ db }: Db, slug: string): Promise<ShareLinkRow | undefined> {
  return db.q
    .selectFrom("share_links")
    .innerJoin("accounts", "accounts.id", "share_links.account_id")
    .selectAll("share_links")
    .where("share_links.slug", "=", slug)
    .where("share_links.revoked_at", "is", null)
    .where("accounts.disabled_at", "is", null)
    .executeTakeFirst();
}

/** False when another request has published the same thing at the same moment. */
export async function insertLink({ db }: Db, row: ShareLinkRow): Promise<boolean> {
  const inserted = await db.q
    .insertInto("share_links")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function changeLink(
  { db }: Db,
  id: string,
  change: Partial<Pick<ShareLinkRow, "allow_download" | "follows_edits">>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.q.updateTable("share_links").set(change).where("id", "=", id).execute();
}

/** The places of listeners end with their link, and what its page kept. */
export async function revokeLinks({ db, clock }: Pick<Services, "db" | "clock">, thing: SharedThing): Promise<void> {
  await db.transaction(async () => {
    const revoked = await db.q
      .updateTable("share_links")
      .set({ revoked_at: clock() })
      .where("kind", "=", thing.kind)
      .where("project_id", "=", thing.project_id)
      .where("section_id", thing.section_id === null ? "is" : "=", thing.section_id)
      .where("revoked_at", "is", null)
      .returning("id")
      .execute();
    for (const { id } of revoked) {
      await db.q.deleteFrom("listener_places").where("share_link_id", "=", id).execute();
      await forgetHeld({ db, clock }, id, { linkIds: [id] });
    }
  });
}

export interface LinkCounts {
  /** Active links to the project or its sections. */
  readonly active: number;
  /** Sections that anyone can read through an active link: their own or their project's. */
  readonly publicSections: number;
  /** Sections with an active link of their own. */
  readonly sharedSections: number;
}

/** Counts the published parts of a project. */
export async function linksOfProject({ db }: Db, projectId: string): Promise<LinkCounts> {
  const { rows } = await sql<LinkCounts>`
    select count(*)::int as active,
      count(section_id)::int as "sharedSections",
      case when bool_or(kind = 'project')
        then (select count(*)::int from sections where project_id = ${projectId}::uuid)
        else count(section_id)::int end as "publicSections"
    from share_links where project_id = ${projectId}::uuid and revoked_at is null
  `.execute(db.q);
  return rows[0]!;
}

/** How many active links open exactly this section. */
export async function linksOfSection({ db }: Db, sectionId: string): Promise<number> {
  const { count } = await db.q
    .selectFrom("share_links")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("section_id", "=", sectionId)
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The sections of which at least one block has current audio. */
export async function sectionsWithAudio({ db }: Db, sectionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (sectionIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select s.id from sections s where s.id in (${sql.join(sectionIds)}) and exists (
      select 1 from blocks b ${PLAYED_TAKE} where b.section_id = s.id and r.id is not null)
  `.execute(db.q);
  return new Set(rows.map((row) => row.id));
}

/** The sections with sounds that are heard. */
export async function sectionsWithSounds({ db }: Db, sectionIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (sectionIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select s.id from sections s where s.id in (${sql.join(sectionIds)}) and s.sound_effects_enabled
      and exists (select 1 from blocks b where b.section_id = s.id and b.kind = 'sfx')
  `.execute(db.q);
  return new Set(rows.map((row) => row.id));
}

const OPENING_UNITS = 280;

/** The first words of sections without their headings, at most 280 characters, cut at a word. */
export async function openingWords({ db }: Db, sectionIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (sectionIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; text: string }>`
    select s.id, coalesce(string_agg(first.text, ' ' order by first.position), '') as text
    from sections s cross join lateral (
      select b.position, left(b.content->>'text', 600) as text from blocks b
      where b.section_id = s.id and b.kind in ('speech', 'narration', 'unparsed')
        and not b.content->'annotations' @> '[{"kind": "extension", "name": "heading"}]'
      order by b.position limit 6) first
    where s.id in (${sql.join(sectionIds)}) group by s.id
  `.execute(db.q);
  return new Map(rows.map(({ id, text }) => [id, shortened(text.replaceAll(/\s+/gu, " ").trim())]));
}

function shortened(text: string): string {
  if (text.length <= OPENING_UNITS) return text;
  return `${text.slice(0, OPENING_UNITS).replace(/\s*\S*$/u, "")} …`;
}
