// Uploaded sounds that sound effect blocks play. Such a block needs no rendition: the revision that it names is its audio,
// current for as long as the project may use it. A project may use every revision of a sound that its account owns or
// that is linked to it; of a sound that was deleted, or unlinked and another's, nothing plays.

import { type RawBuilder, sql } from "kysely";
import type { StoredBlock } from "../documents/documents.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** A revision of a sound that a project may use. The room `sounds` owns the tables; here they are only read. */
export interface UsableRevision {
  readonly id: string;
  readonly sound_id: string;
  readonly asset_id: string;
  readonly duration_ms: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
}

/** `source` of a block that plays an uploaded sound. */
export function pinnedSource({ block }: Pick<StoredBlock, "block">) {
  return block.content.type === "sfx" ? (block.content.source ?? null) : null;
}

/** The revisions that these blocks play. */
export const pinnedRevisions = (blocks: readonly Pick<StoredBlock, "block">[]): readonly string[] =>
  blocks.flatMap((one) => pinnedSource(one)?.sound_effect_revision_id ?? []);

const AT_ONCE = 1_000;

/** The revisions that exist and that the project may use, by id. */
export async function usableRevisions(
  { db }: Db,
  projectId: string,
  revisionIds: readonly string[],
): Promise<Map<string, UsableRevision>> {
  const ids = [...new Set(revisionIds)];
  const usable = new Map<string, UsableRevision>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const { rows } = await sql<UsableRevision>`
      select r.id, r.sound_id, r.asset_id, r.duration_ms, r.integrated_lufs, r.sample_peak_dbfs
      from sound_revisions r join sounds d on d.id = r.sound_id
      where r.id in (${sql.join(ids.slice(from, from + AT_ONCE))}) and ${mayUse(sql`${projectId}::uuid`)}
    `.execute(db.q);
    for (const row of rows) usable.set(row.id, row);
  }
  return usable;
}

/** Whether `project` may use the sound `d`. */
function mayUse(project: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(d.account_id = (select p.account_id from projects p where p.id = ${project})
    or exists (select 1 from project_sounds l where l.sound_id = d.id and l.project_id = ${project}))`;
}

/** Whether the block `b` of the section `s` plays an uploaded sound that its project may use. */
export const playsProjectSound: RawBuilder<boolean> = sql`(b.kind = 'sfx' and exists (
  select 1 from sound_revisions r join sounds d on d.id = r.sound_id
  where r.id = (b.content->'source'->>'sound_effect_revision_id')::uuid
    and d.id = (b.content->'source'->>'sound_effect_id')::uuid and ${mayUse(sql`s.project_id`)}))`;

/** Whether a project of the account links the sound of this asset. */
export async function hearsAsset({ db }: Db, accountId: string, assetId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom("sound_revisions")
    .innerJoin("project_sounds", "project_sounds.sound_id", "sound_revisions.sound_id")
    .innerJoin("projects", "projects.id", "project_sounds.project_id")
    .select("sound_revisions.id")
    .where("sound_revisions.asset_id", "=", assetId)
    .where("projects.account_id", "=", accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
