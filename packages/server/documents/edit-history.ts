// The history of people's edits: of a script, of the takes of its lines, and of the cast, lexicon, book data, name and order of
// its project. Its entries can be undone and redone. commit-version.ts records edits of a script in its own statement.

import { canonicalJson } from "@fullcast/core/json";
import { type Selectable, sql } from "kysely";
import type { EditEntriesTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type EditEntryRow = Selectable<EditEntriesTable>;
type Row = { readonly [column: string]: unknown };

interface Change<T> {
  readonly before: T;
  readonly after: T;
}

/** A row that changed; null: there was none, or there is none any more. */
export interface RowChange {
  readonly id: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** What a line plays: the choice of a person, and of the takes with one intent the one of rank 0. */
export interface TakeChange {
  readonly block_id: string;
  /** Null: the edit left it as it was. */
  readonly choice: Change<Row | null> | null;
  /** Ids of takes that exchanged their ranks. */
  readonly first: readonly Change<string>[];
}

/** The effect of an edit that is not one of a script alone. Entries of earlier versions lack the optional fields. */
export interface ProjectChanges {
  /** The section whose history the entry belongs to; absent: that of every section. */
  readonly section_id?: string;
  readonly takes?: readonly TakeChange[];
  /** The fields of the book that changed, with the names of the API. */
  readonly book?: Change<Row>;
  /** The name of the project. */
  readonly name?: Change<string>;
  /** The ids of all sections in their order. */
  readonly section_order?: Change<readonly string[]>;
  readonly speakers: readonly RowChange[];
  readonly merged_speakers: readonly RowChange[];
  readonly lexicon: readonly RowChange[];
  /** Judgements about people of the series. Absent in entries that were written before series existed. */
  readonly series_matches?: readonly RowChange[];
  /** How the project is cast. */
  readonly casting: Change<Row> | null;
  /** Versions of scripts that the change made. */
  readonly versions: readonly { readonly section_id: string; readonly document_version: number }[];
}

export const NO_CHANGES: ProjectChanges = {
  speakers: [],
  merged_speakers: [],
  lexicon: [],
  casting: null,
  versions: [],
};

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
      union all ${newest(sql`project_id = ${section.project_id} and section_id is null
        and coalesce(changes->>'section_id', ${section.id}) = ${section.id}`)}
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
      skipped_at: null,
    })
    .where("id", "=", entry.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether undo and redo pass over an entry. @returns undefined when the section and its project have no such entry */
export async function skipEntry(
  { db, clock }: Pick<Services, "db" | "clock">,
  section: { readonly id: string; readonly project_id: string },
  entryId: string,
  skipped: boolean,
): Promise<EditEntryRow | undefined> {
  const now = clock();
  return db.q
    .updateTable("edit_entries")
    .set({ skipped_at: skipped ? sql<Date>`coalesce(skipped_at, ${now})` : null })
    .where("id", "=", entryId)
    .where("project_id", "=", section.project_id)
    .where(sql<boolean>`coalesce(section_id::text, changes->>'section_id', ${section.id}) = ${section.id}`)
    .returningAll()
    .executeTakeFirst();
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
  const { projectId, versionsOf = () => [] } = edit;
  const before = await projectRows(services, projectId);
  const result = await work();
  const after = await projectRows(services, projectId);
  const changes = {
    speakers: changedRows(before.speakers, after.speakers),
    merged_speakers: changedRows(before.merged_speakers, after.merged_speakers),
    lexicon: changedRows(before.lexicon, after.lexicon),
    series_matches: changedRows(before.series_matches, after.series_matches),
    casting: isSameRow(before.casting, after.casting) ? null : { before: before.casting, after: after.casting },
    versions: versionsOf(result),
  } satisfies ProjectChanges;
  const { casting, ...lists } = changes;
  if (casting === null && Object.values(lists).every((list) => list.length === 0)) return result;
  await addProjectEntry(services, edit, changes);
  return result;
}

/** The change that reverts a change. */
export function reverted(changes: ProjectChanges): ProjectChanges {
  const { takes, book, name, section_order, series_matches, casting } = changes;
  return {
    ...changes,
    ...(takes === undefined ? {} : { takes: takes.map(revertedTake) }),
    ...(book === undefined ? {} : { book: swapped(book) }),
    ...(name === undefined ? {} : { name: swapped(name) }),
    ...(section_order === undefined ? {} : { section_order: swapped(section_order) }),
    ...(series_matches === undefined ? {} : { series_matches: series_matches.map(swapped) }),
    speakers: changes.speakers.map(swapped),
    merged_speakers: changes.merged_speakers.map(swapped),
    lexicon: changes.lexicon.map(swapped),
    casting: casting === null ? null : swapped(casting),
  };
}

const swapped = <T extends Change<unknown>>(one: T): T => ({ ...one, before: one.after, after: one.before });

const revertedTake = ({ block_id, choice, first }: TakeChange): TakeChange => ({
  block_id,
  choice: choice === null ? null : swapped(choice),
  first: first.map(swapped),
});

/** Adds an entry with what a change did, and removes what could be redone where it applies. Runs in the caller's transaction. */
export async function addProjectEntry(
  { db, clock }: Pick<Services, "db" | "clock">,
  { projectId, actorSessionId, summary }: Omit<ProjectEdit<never>, "versionsOf">,
  changes: ProjectChanges,
): Promise<void> {
  const own = changes.section_id === undefined ? [] : [changes.section_id];
  const sections = sql.val([...own, ...changes.versions.map(({ section_id }) => section_id)]);
  await sql`
    with of_sections as (
      delete from edit_entries
      where section_id = any(${sections}::uuid[]) and project_id = ${projectId} and undone_at is not null
    )
    delete from edit_entries
    where section_id is null and project_id = ${projectId} and undone_at is not null
      and (changes->>'section_id' is null or changes->>'section_id' = any(${sections}::text[]))
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
}

export interface ProjectRows {
  readonly speakers: { readonly [id: string]: Row };
  readonly merged_speakers: { readonly [id: string]: Row };
  readonly lexicon: { readonly [id: string]: Row };
  readonly series_matches: { readonly [id: string]: Row };
  readonly casting: Row;
}

/** The rows of a project's cast and lexicon, as the database writes them as JSON. */
export async function projectRows({ db }: Db, projectId: string): Promise<ProjectRows> {
  const byId = (table: "speakers" | "merged_speakers" | "lexicon_entries" | "series_matches") => sql`
    (select coalesce(jsonb_object_agg(r.id, to_jsonb(r)), '{}') from ${sql.table(table)} r where r.project_id = p.id)`;
  const { rows } = await sql<ProjectRows>`
    select ${byId("speakers")} as speakers, ${byId("merged_speakers")} as merged_speakers,
      ${byId("lexicon_entries")} as lexicon, ${byId("series_matches")} as series_matches,
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
