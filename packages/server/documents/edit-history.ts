// The history of people's edits of a section, and of the cast and lexicon of its project: entries that can be undone and
// redone. commit-version.ts records edits of a script in its own statement.

import { canonicalJson } from "@fullcast/core/json";
import { type Selectable, sql } from "kysely";
import type { EditEntriesTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type EditEntryRow = Selectable<EditEntriesTable>;
type Row = { readonly [column: string]: unknown };

/** A row that changed; null: there was none, or there is none any more. */
export interface RowChange {
  readonly id: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** The effect of a change of the cast or the lexicon. */
export interface ProjectChanges {
  readonly speakers: readonly RowChange[];
  readonly merged_speakers: readonly RowChange[];
  readonly lexicon: readonly RowChange[];
  /** How the project is cast. */
  readonly casting: { readonly before: Row; readonly after: Row } | null;
  /** Versions of scripts that the change made. */
  readonly versions: readonly { readonly section_id: string; readonly document_version: number }[];
}

/** The entries of a section and of its project, newest first. */
export async function entriesOf(
  { db }: Db,
  section: { readonly id: string; readonly project_id: string },
  limit: number,
): Promise<EditEntryRow[]> {
  const newest = (where: ReturnType<typeof sql>) =>
    sql`(select * from edit_entries where ${where} order by place desc limit ${limit})`;
  const { rows } = await sql<EditEntryRow>`
    select * from (
      ${newest(sql`section_id = ${section.id}`)}
      union all ${newest(sql`project_id = ${section.project_id} and section_id is null`)}
    ) entries order by place desc limit ${limit}
  `.execute(db.q);
  return rows;
}

/** Marks an entry as undone or done. @param next what undoes or repeats it from now on */
export async function turnEntry(
  { db, clock }: Pick<Services, "db" | "clock">,
  entry: EditEntryRow,
  next: { readonly document_version: number } | { readonly changes: ProjectChanges },
): Promise<EditEntryRow> {
  return db.q
    .updateTable("edit_entries")
    .set({
      ...("changes" in next ? { changes: JSON.stringify(next.changes) } : next),
      undone_at: entry.undone_at === null ? clock() : null,
    })
    .where("id", "=", entry.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface ProjectEdit<T> {
  readonly projectId: string;
  readonly actorSessionId: string | null;
  readonly summary: string;
  /** Versions of scripts that the work made; none by default. */
  readonly versionsOf?: (result: T) => ProjectChanges["versions"];
}

/**
 * Does work on the cast or lexicon of a project and records what it changed as one entry. Runs in the caller's transaction.
 * The rows are few, so they are read before and after.
 */
export async function recordingEdit<T extends Of, Of = unknown>(
  services: Pick<Services, "db" | "clock">,
  edit: ProjectEdit<Of>,
  work: () => Promise<T>,
): Promise<T> {
  const { db, clock } = services;
  const { projectId, actorSessionId, summary, versionsOf = () => [] } = edit;
  const before = await projectRows(services, projectId);
  const result = await work();
  const after = await projectRows(services, projectId);
  const changes: ProjectChanges = {
    speakers: changedRows(before.speakers, after.speakers),
    merged_speakers: changedRows(before.merged_speakers, after.merged_speakers),
    lexicon: changedRows(before.lexicon, after.lexicon),
    casting: isSameRow(before.casting, after.casting) ? null : { before: before.casting, after: after.casting },
    versions: versionsOf(result),
  };
  const { casting, ...lists } = changes;
  if (casting === null && Object.values(lists).every((list) => list.length === 0)) return result;
  const sections = JSON.stringify(changes.versions.map(({ section_id }) => section_id));
  await sql`
    delete from edit_entries where project_id = ${projectId} and undone_at is not null and (section_id is null
      or section_id in (select value::uuid from jsonb_array_elements_text(${sections}::jsonb)))
  `.execute(db.q);
  await db.q
    .insertInto("edit_entries")
    .values({
      project_id: projectId,
      section_id: null,
      document_version: null,
      changes: JSON.stringify(changes),
      summary,
      actor_session_id: actorSessionId,
      created_at: clock(),
      undone_at: null,
    })
    .execute();
  return result;
}

export interface ProjectRows {
  readonly speakers: { readonly [id: string]: Row };
  readonly merged_speakers: { readonly [id: string]: Row };
  readonly lexicon: { readonly [id: string]: Row };
  readonly casting: Row;
}

/** The rows of a project's cast and lexicon, as the database writes them as JSON. */
export async function projectRows({ db }: Db, projectId: string): Promise<ProjectRows> {
  const byId = (table: "speakers" | "merged_speakers" | "lexicon_entries") => sql`
    (select coalesce(jsonb_object_agg(r.id, to_jsonb(r)), '{}') from ${sql.table(table)} r where r.project_id = p.id)`;
  const { rows } = await sql<ProjectRows>`
    select ${byId("speakers")} as speakers, ${byId("merged_speakers")} as merged_speakers,
      ${byId("lexicon_entries")} as lexicon,
      jsonb_build_object('narrator_only', p.narrator_only, 'casting_provider', p.casting_provider) as casting
    from projects p where p.id = ${projectId}
  `.execute(db.q);
  const [found] = rows;
  if (found === undefined) throw new Error("the project was deleted in this transaction");
  return found;
}

export const isSameRow = (one: Row | null | undefined, other: Row | null | undefined): boolean =>
  canonicalJson(one ?? null) === canonicalJson(other ?? null);

function changedRows(before: ProjectRows["speakers"], after: ProjectRows["speakers"]): RowChange[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.flatMap((id) => {
    const change = { id, before: before[id] ?? null, after: after[id] ?? null };
    return isSameRow(change.before, change.after) ? [] : [change];
  });
}
