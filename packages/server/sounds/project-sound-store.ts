// The SQL of the links between projects and sounds.

import { sql } from "kysely";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** 1 until something was linked. */
export async function registryVersion({ db }: Db, projectId: string): Promise<number> {
  const row = await db.q
    .selectFrom("project_sound_registries")
    .select("version")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row?.version ?? 1;
}

/** The version, kept from every other change until the caller's transaction ends. */
export async function lockRegistry({ db }: Db, projectId: string): Promise<number> {
  await db.q
    .insertInto("project_sound_registries")
    .values({ project_id: projectId, version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.q
    .selectFrom("project_sound_registries")
    .select("version")
    .where("project_id", "=", projectId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.version;
}

/** Links or unlinks. @returns whether anything changed. */
export async function setLinked(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  soundId: string,
  linked: boolean,
): Promise<boolean> {
  const changed = linked
    ? await db.q
        .insertInto("project_sounds")
        .values({ project_id: projectId, sound_id: soundId, linked_at: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .returning("sound_id")
        .executeTakeFirst()
    : await db.q
        .deleteFrom("project_sounds")
        .where("project_id", "=", projectId)
        .where("sound_id", "=", soundId)
        .returning("sound_id")
        .executeTakeFirst();
  if (changed === undefined) return false;
  await db.q
    .updateTable("project_sound_registries")
    .set((e) => ({ version: e("version", "+", 1) }))
    .where("project_id", "=", projectId)
    .execute();
  return true;
}

/** Raises the versions of the projects that link a sound which is about to be deleted. */
export async function raiseRegistriesOf({ db }: Db, soundId: string): Promise<void> {
  await sql`
    update project_sound_registries set version = version + 1
    where project_id in (select project_id from project_sounds where sound_id = ${soundId})
  `.execute(db.q);
}

/** A linked sound with its current revision. */
export interface PlaceableSoundRow {
  readonly sound_effect_id: string;
  readonly revision_id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly duration_ms: number;
  readonly integrated_lufs: number;
}

/** The most sounds that are compared with the prompts of a script. */
const MOST_NAMEABLE = 5_000;

/** The ready sounds that a prompt can name: those linked to the project, then the account's own, the oldest first. */
export async function nameableSounds(
  { db }: Db,
  accountId: string,
  projectId: string,
): Promise<readonly PlaceableSoundRow[]> {
  const linked = await placeableSounds({ db }, projectId);
  const own = await db.q
    .selectFrom("sounds")
    .innerJoin("sound_revisions", "sound_revisions.id", "sounds.current_revision_id")
    .where("sounds.account_id", "=", accountId)
    .orderBy("sounds.created_at")
    .orderBy("sounds.id")
    .limit(MOST_NAMEABLE)
    .select(PLACEABLE)
    .execute();
  const ids = new Set(linked.map((sound) => sound.sound_effect_id));
  return [...linked, ...own.filter((sound) => !ids.has(sound.sound_effect_id))];
}

const PLACEABLE = [
  "sounds.id as sound_effect_id",
  "sound_revisions.id as revision_id",
  "sounds.name",
  "sounds.description",
  "sounds.tags",
  "sound_revisions.duration_ms",
  "sound_revisions.integrated_lufs",
] as const;

/** The ready sounds that are linked to a project, oldest link first. */
export async function placeableSounds({ db }: Db, projectId: string): Promise<PlaceableSoundRow[]> {
  return db.q
    .selectFrom("project_sounds")
    .innerJoin("sounds", "sounds.id", "project_sounds.sound_id")
    .innerJoin("sound_revisions", "sound_revisions.id", "sounds.current_revision_id")
    .where("project_sounds.project_id", "=", projectId)
    .orderBy("project_sounds.linked_at")
    .orderBy("sounds.id")
    .select(PLACEABLE)
    .execute();
}
