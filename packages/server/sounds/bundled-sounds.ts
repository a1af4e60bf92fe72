// The sounds of a project as a bundle holds them: read from the tables, and written into the library of another account.

import type { BundleProject } from "@fullcast/contract";
import { sql } from "kysely";
import { insertMany } from "../db/db.ts";
import type { Services } from "../services.ts";
import { insertRevision, insertSound, searchText, updateSound } from "./store.ts";

type BundledSound = BundleProject["sounds"][number];

/** The sounds that a project links, in the order of their links, then the account's other sounds that its blocks play. */
export async function soundsOfProject(
  { db }: Pick<Services, "db">,
  accountId: string,
  projectId: string,
): Promise<readonly BundledSound[]> {
  const { rows } = await sql<BundledSound>`
    with pinned as (
      select distinct (b.content->'source'->>'sound_effect_revision_id')::uuid as revision_id
      from blocks b join sections s on s.id = b.section_id
      where s.project_id = ${projectId} and b.kind = 'sfx' and b.content->'source' is not null
    ), named as (
      select sound_id as id, linked_at from project_sounds where project_id = ${projectId}
      union all
      select r.sound_id, null from pinned join sound_revisions r on r.id = pinned.revision_id
    ), used as (
      select d.id, d.name, d.description, d.tags, d.current_revision_id, max(n.linked_at) as linked_at, d.created_at
      from named n join sounds d on d.id = n.id
      where d.current_revision_id is not null and (n.linked_at is not null or d.account_id = ${accountId})
      group by d.id
    )
    select u.id, u.name, u.description, u.tags, u.linked_at is not null as linked, u.current_revision_id,
      (select json_agg(json_build_object('id', r.id, 'revision_number', r.revision_number, 'asset_id', r.asset_id,
          'audio', a.sha256, 'duration_ms', r.duration_ms, 'integrated_lufs', r.integrated_lufs,
          'sample_peak_dbfs', r.sample_peak_dbfs) order by r.revision_number)
        from sound_revisions r join media_assets a on a.id = r.asset_id
        where r.sound_id = u.id
          and (r.id = u.current_revision_id or r.id in (select revision_id from pinned))) as revisions
    from used u order by u.linked_at nulls last, u.created_at, u.id
  `.execute(db.q);
  return rows;
}

/** Whether the account has a sound with all these revisions: then a bundle's sound is this one. */
export async function hasSound(
  { db }: Pick<Services, "db">,
  accountId: string,
  { id, revisions }: BundledSound,
): Promise<boolean> {
  const known = await db.q
    .selectFrom("sound_revisions")
    .innerJoin("sounds", "sounds.id", "sound_revisions.sound_id")
    .innerJoin("media_assets", "media_assets.id", "sound_revisions.asset_id")
    .where("sounds.id", "=", id)
    .where("sounds.account_id", "=", accountId)
    .select(["sound_revisions.id", "media_assets.sha256"])
    .execute();
  const hashes = new Map(known.map((row) => [row.id, row.sha256]));
  return revisions.every((revision) => hashes.get(revision.id) === revision.audio);
}

/** Writes a sound of the account, private, with its revisions, whose assets are there. Runs in the caller's transaction. */
export async function restoreSound(
  services: Pick<Services, "db" | "clock">,
  accountId: string,
  sound: BundledSound,
): Promise<void> {
  const at = services.clock();
  const { id, name, description, tags } = sound;
  await insertSound(services, { id, accountId, name, description, tags, isPublic: false, at });
  for (const { audio: _audio, ...revision } of sound.revisions)
    await insertRevision(services, { ...revision, sound_id: id, created_at: at });
  await updateSound(services, id, {
    current_revision_id: sound.current_revision_id,
    search_text: searchText(sound),
    updated_at: at,
  });
}

/** Links sounds to a new project, in this order. Runs in the caller's transaction. */
export async function restoreLinks(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  version: number,
  soundIds: readonly string[],
): Promise<void> {
  const at = clock().getTime();
  await insertMany(
    db,
    "project_sounds",
    soundIds.map((sound_id, index) => ({ project_id: projectId, sound_id, linked_at: new Date(at + index) })),
  );
  if (version > 1)
    await db.q.insertInto("project_sound_registries").values({ project_id: projectId, version }).execute();
}
