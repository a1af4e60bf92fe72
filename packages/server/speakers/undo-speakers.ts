// Puts rows of speakers back as they were, for undo. Runs in the caller's transaction.

import { sql } from "kysely";
import {
  isSameRow,
  type ProjectChanges,
  projectRows,
  type RowChange,
  refreshIntents,
  speakerUsage,
} from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { castsOf } from "./casts.ts";
import { takeNextRegistryVersion } from "./store.ts";

type Db = Pick<Services, "db">;

/** Inserts and updates the speakers that the change removed and changed; those that it added go with removeSpeakers(). */
export async function putSpeakersBack({ db }: Db, projectId: string, changes: ProjectChanges): Promise<void> {
  const rows = (list: readonly RowChange[]) => JSON.stringify(list.map(({ before }) => before));
  const gone = changes.speakers.filter(({ before, after }) => before !== null && after === null);
  const changed = changes.speakers.filter(({ before, after }) => before !== null && after !== null);
  if (gone.length > 0)
    await sql`insert into speakers select * from jsonb_populate_recordset(null::speakers, ${rows(gone)}::jsonb)`.execute(
      db.q,
    );
  if (changed.length > 0)
    await sql`
      update speakers set name = r.name, aliases = r.aliases, gender = r.gender, age = r.age, description = r.description,
        casting_voice_id = r.casting_voice_id, casting_profile = r.casting_profile, casting_source = r.casting_source
      from jsonb_populate_recordset(null::speakers, ${rows(changed)}::jsonb) r where speakers.id = r.id
    `.execute(db.q);
  const unmerged = changes.merged_speakers.filter(({ before }) => before === null).map(({ id }) => id);
  if (unmerged.length > 0) await db.q.deleteFrom("merged_speakers").where("id", "in", unmerged).execute();
  const merged = changes.merged_speakers.filter(({ after }) => after === null);
  if (merged.length > 0)
    await sql`
      insert into merged_speakers select * from jsonb_populate_recordset(null::merged_speakers, ${rows(merged)}::jsonb)
    `.execute(db.q);
  if (changes.casting !== null)
    await sql`
      update projects set narrator_only = r.narrator_only, casting_provider = r.casting_provider
      from jsonb_to_record(${JSON.stringify(changes.casting.before)}::jsonb) as r (narrator_only boolean, casting_provider text)
      where id = ${projectId}
    `.execute(db.q);
}

/** Removes the speakers that the change added. @returns those that cannot go, because they have lines */
export async function removeAddedSpeakers(services: Db, projectId: string, changes: ProjectChanges): Promise<string[]> {
  const added = changes.speakers.filter(({ before }) => before === null).map(({ id }) => id);
  if (added.length === 0) return [];
  const usage = await speakerUsage(services, projectId);
  const used = added.filter((id) => usage.has(id));
  if (used.length === 0) await services.db.q.deleteFrom("speakers").where("id", "in", added).execute();
  return used;
}

/** The next registry version, with the intents of the lines whose speakers changed. */
export async function recastAfter(
  services: Pick<Services, "db" | "clock" | "engines">,
  projectId: string,
  changes: ProjectChanges,
): Promise<void> {
  if (changes.speakers.length === 0 && changes.casting === null) return;
  await takeNextRegistryVersion(services, projectId, null);
  const ids = changes.speakers.flatMap(({ id, before }) => (before === null ? [] : [id]));
  await refreshIntents(services, projectId, ids, await castsOf(services, projectId));
}

/** Which of cast and lexicon are no longer as the change left them, in the rows that it changed. */
export async function changedSince(
  services: Db,
  projectId: string,
  changes: ProjectChanges,
): Promise<readonly ("cast" | "pronunciations")[]> {
  const present = await projectRows(services, projectId);
  const holds = (list: readonly RowChange[], rows: { readonly [id: string]: { readonly [column: string]: unknown } }) =>
    list.every(({ id, after }) => isSameRow(rows[id], after));
  const isCastSame =
    holds(changes.speakers, present.speakers) &&
    holds(changes.merged_speakers, present.merged_speakers) &&
    (changes.casting === null || isSameRow(present.casting, changes.casting.after));
  return [
    ...(isCastSame ? [] : (["cast"] as const)),
    ...(holds(changes.lexicon, present.lexicon) ? [] : (["pronunciations"] as const)),
  ];
}
