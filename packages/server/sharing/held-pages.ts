// What held pages keep, as rows: of each chapter one or two states (core/publication), and facts about the story as a whole.

import type { ExportStatus } from "@fullcast/contract";
import { type ChapterOfPage, type KeptFile, type KeptState, stateForListeners } from "@fullcast/core/publication";
import { type Insertable, sql } from "kysely";
import type { HeldSectionsTable } from "../db/tables.ts";
import type { ReadyFile } from "../exports/exports.ts";
import { markObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import type { HeldFacts } from "./story-facts.ts";

type Db = Pick<Services, "db">;

/** A kept state with its finished file. */
export interface HeldState extends KeptState {
  readonly section_id: string;
  readonly opening: string;
  readonly text_length: number;
  readonly text_sha256: string;
  readonly export_id: string | null;
  readonly ready: ReadyFile | null;
}

export type HeldChapter = ChapterOfPage<HeldState> & { readonly section_id: string };

export interface HeldPage {
  readonly updatedAt: Date;
  readonly facts: HeldFacts;
  /** In the order of the page. */
  readonly chapters: readonly HeldChapter[];
}

/** A row; its file is complete where the export has one. */
type HeldRow = Omit<HeldState, "file" | "ready"> &
  Omit<ReadyFile, "sha256" | "completed_at"> & {
    readonly is_next: boolean;
    readonly now_title: string;
    readonly now_document_version: number;
    readonly now_speaker_registry_version: number;
    readonly now_mastering_version: number;
    readonly status: ExportStatus | null;
    readonly sha256: string | null;
    readonly completed_at: Date | null;
  };

/** What a page shows to listeners; null before its first update. Chapters that were deleted are not on it. */
export async function heldPage(services: Db, linkId: string): Promise<HeldPage | null> {
  const page = await services.db.q
    .selectFrom("held_pages")
    .select(["updated_at", "facts"])
    .where("share_link_id", "=", linkId)
    .executeTakeFirst();
  if (page === undefined) return null;
  const chapters = await heldChapters(services, linkId);
  const facts = page.facts as HeldFacts;
  return { updatedAt: page.updated_at, facts, chapters: facts.order.flatMap((id) => chapters.get(id) ?? []) };
}

/** The kept states of a page's chapters by section. */
export async function heldChapters({ db }: Db, linkId: string): Promise<ReadonlyMap<string, HeldChapter>> {
  const { rows } = await sql<HeldRow>`
    select h.section_id, h.is_next, h.title, h.opening, h.document_version, h.speaker_registry_version, h.mastering_version,
      h.text_length, h.text_sha256, h.export_id,
      s.title as now_title, s.document_version as now_document_version,
      p.speaker_registry_version as now_speaker_registry_version, p.mastering_version as now_mastering_version,
      e.status, e.duration_ms, e.completed_at, e.timeline_sha256, a.sha256, a.filename, a.content_type, a.size_bytes
    from held_sections h
    join sections s on s.id = h.section_id
    join projects p on p.id = s.project_id
    left join exports e on e.id = h.export_id
    left join export_artifacts a on a.id = e.artifact_id and not a.file_removed
    where h.share_link_id = ${linkId}::uuid
    order by h.section_id
  `.execute(db.q);
  const chapters = new Map<string, HeldChapter>();
  for (const row of rows) {
    const before = chapters.get(row.section_id) ?? {
      ...{ section_id: row.section_id, shown: null, next: null },
      now: {
        title: row.now_title,
        document_version: row.now_document_version,
        speaker_registry_version: row.now_speaker_registry_version,
        mastering_version: row.now_mastering_version,
      },
    };
    chapters.set(row.section_id, { ...before, [row.is_next ? "next" : "shown"]: stateOf(row) });
  }
  return chapters;
}

function stateOf(row: HeldRow): HeldState {
  const { section_id, title, opening, text_length, text_sha256, export_id } = row;
  const { document_version, speaker_registry_version, mastering_version } = row;
  const file = fileState(row);
  const { sha256, filename, content_type, size_bytes, duration_ms, completed_at, timeline_sha256 } = row;
  return {
    ...{ section_id, title, opening, text_length, text_sha256, export_id, file },
    ...{ document_version, speaker_registry_version, mastering_version },
    ready:
      file === "ready" && sha256 !== null && completed_at !== null
        ? { section_id, sha256, filename, content_type, size_bytes, duration_ms, completed_at, timeline_sha256 }
        : null,
  };
}

function fileState({ export_id, status, sha256, completed_at }: HeldRow): KeptFile {
  if (export_id === null) return "none";
  if (status === "completed") return sha256 === null ? "lost" : "ready";
  return completed_at === null ? "making" : "lost";
}

/** The states that listeners get become those before an update. In the caller's transaction. */
export async function settleChapters(services: Pick<Services, "db" | "clock">, linkId: string): Promise<void> {
  const gone: string[] = [];
  for (const chapter of (await heldChapters(services, linkId)).values()) {
    const { section_id, shown, next } = chapter;
    if (next === null) continue;
    const isNext = stateForListeners(chapter) === next;
    const replaced = isNext ? shown : next;
    if (replaced !== null) {
      gone.push(replaced.text_sha256);
      await sql`
        delete from held_sections
        where share_link_id = ${linkId}::uuid and section_id = ${section_id}::uuid and is_next = ${!isNext}
      `.execute(services.db.q);
    }
    if (isNext) {
      await sql`
        update held_sections set is_next = false
        where share_link_id = ${linkId}::uuid and section_id = ${section_id}::uuid
      `.execute(services.db.q);
    }
  }
  await markObjects(services, linkId, gone);
}

/** Writes what an update brings for a chapter. In the caller's transaction. */
export async function writeNext(
  services: Pick<Services, "db" | "clock">,
  state: Omit<Insertable<HeldSectionsTable>, "is_next">,
): Promise<void> {
  const old = await services.db.q
    .selectFrom("held_sections")
    .select("text_sha256")
    .where("share_link_id", "=", state.share_link_id)
    .where("section_id", "=", state.section_id)
    .where("is_next", "=", true)
    .execute();
  await services.db.q
    .insertInto("held_sections")
    .values({ ...state, is_next: true })
    .onConflict((conflict) => conflict.columns(["share_link_id", "section_id", "is_next"]).doUpdateSet(state))
    .execute();
  await markObjects(
    services,
    state.share_link_id,
    old.map(({ text_sha256 }) => text_sha256),
  );
}

/** Writes what the page states of the story, and with it ends an update. In the caller's transaction. */
export async function writeFacts(
  { db, clock }: Pick<Services, "db" | "clock">,
  link: { readonly id: string; readonly account_id: string },
  facts: HeldFacts,
): Promise<void> {
  const page = { updated_at: clock(), facts: JSON.stringify(facts) };
  await db.q
    .insertInto("held_pages")
    .values({ share_link_id: link.id, account_id: link.account_id, ...page })
    .onConflict((conflict) => conflict.column("share_link_id").doUpdateSet(page))
    .execute();
}

/**
 * Removes what held pages keep of sections, or all that the pages of links keep, and marks its texts. In the caller's transaction.
 */
export async function forgetHeld(
  services: Pick<Services, "db" | "clock">,
  causeId: string,
  of: { readonly sectionIds: readonly string[] } | { readonly linkIds: readonly string[] },
): Promise<void> {
  const { q } = services.db;
  const [column, ids] =
    "sectionIds" in of ? (["section_id", of.sectionIds] as const) : (["share_link_id", of.linkIds] as const);
  if (ids.length === 0) return;
  const gone = await q.deleteFrom("held_sections").where(column, "in", ids).returning("text_sha256").execute();
  if ("linkIds" in of) await q.deleteFrom("held_pages").where("share_link_id", "in", ids).execute();
  await markObjects(
    services,
    causeId,
    gone.map(({ text_sha256 }) => text_sha256),
  );
}

/** The chapters of an account's held pages that play a file of these. */
export async function pagesWithFiles(
  { db }: Db,
  accountId: string,
  artifactIds: readonly string[],
): Promise<readonly { readonly share_link_id: string; readonly section_id: string }[]> {
  if (artifactIds.length === 0) return [];
  const { rows } = await sql<{ share_link_id: string; section_id: string }>`
    select distinct h.share_link_id, h.section_id
    from exports e
    join held_sections h on h.export_id = e.id
    where e.artifact_id = any(${sql.val(artifactIds)}::uuid[]) and e.account_id = ${accountId}::uuid
  `.execute(db.q);
  return rows;
}

/** Those of the files that listeners get through active links. */
export async function publishedArtifacts({ db }: Db, artifactIds: readonly string[]): Promise<string[]> {
  if (artifactIds.length === 0) return [];
  const { rows } = await sql<{ artifact_id: string }>`
    select distinct e.artifact_id
    from exports e
    where e.artifact_id = any(${sql.val(artifactIds)}::uuid[]) and (
      exists (
        select 1 from held_sections h join share_links l on l.id = h.share_link_id
        where h.export_id = e.id and l.revoked_at is null)
      or e.format = 'mp3' and exists (
        select 1 from sections s
        join projects p on p.id = s.project_id
        join share_links l on l.project_id = p.id and (l.kind = 'project' or l.section_id = s.id)
        where s.id = e.section_id and l.revoked_at is null and l.follows_edits
          and e.document_version = s.document_version
          and e.speaker_registry_version = p.speaker_registry_version
          and e.mastering_version = p.mastering_version))
  `.execute(db.q);
  return rows.map(({ artifact_id }) => artifact_id);
}
