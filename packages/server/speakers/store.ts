// The SQL of speakers, and of the registry version that guards them.

import { ApiError } from "@fullcast/contract";
import { type Selectable, sql } from "kysely";
import type { SpeakersTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

export type SpeakerRow = Selectable<SpeakersTable>;

/** Narrator first, then in order of appearance. */
export async function speakerRows({ db }: Pick<Services, "db">, projectId: string): Promise<SpeakerRow[]> {
  return db.q
    .selectFrom("speakers")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("color_index")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Whether a speaker with lines in the section has no voice. */
export async function hasUncast({ db }: Pick<Services, "db">, sectionId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom("sections")
    .innerJoin("speakers", "speakers.project_id", "sections.project_id")
    .select("speakers.id")
    .where("sections.id", "=", sectionId)
    .where("speakers.casting_voice_id", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("blocks")
          .select("blocks.id")
          .whereRef("blocks.speaker_id", "=", "speakers.id")
          .where("blocks.section_id", "=", sectionId),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws ApiError NOT_FOUND when the project has no such speaker. */
export async function findSpeaker(
  { db }: Pick<Services, "db">,
  projectId: string,
  speakerId: string,
): Promise<SpeakerRow> {
  const row = await db.q
    .selectFrom("speakers")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", speakerId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "speaker" });
  return row;
}

/**
 * Increases the registry version of a project. A given base version must be the stored one.
 * @throws ApiError VERSION_CONFLICT when it is not.
 */
export async function takeNextRegistryVersion(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  baseVersion: number | null,
): Promise<number> {
  const taken = await db.q
    .updateTable("projects")
    .set((e) => ({ speaker_registry_version: e("speaker_registry_version", "+", 1), updated_at: clock() }))
    .where("id", "=", projectId)
    .$if(baseVersion !== null, (query) =>
      query.where(sql`speaker_registry_version::bigint`, "=", baseVersion as number),
    )
    .returning("speaker_registry_version")
    .executeTakeFirst();
  if (taken !== undefined) return taken.speaker_registry_version;
  throw new ApiError("VERSION_CONFLICT", {
    field: "base_speaker_registry_version",
    expected: baseVersion,
    current: await registryVersion({ db }, projectId),
  });
}

/** Whether the narrator's voice speaks everything. */
export async function isNarratorOnly({ db }: Pick<Services, "db">, projectId: string): Promise<boolean> {
  const row = await db.q
    .selectFrom("projects")
    .select("narrator_only")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return row.narrator_only;
}

export async function registryVersion({ db }: Pick<Services, "db">, projectId: string): Promise<number> {
  const project = await db.q
    .selectFrom("projects")
    .select("speaker_registry_version")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  return project.speaker_registry_version;
}

/** Removes the levels of deleted speakers from the mastering profile, as a new version of it. */
export async function forgetAdjustments(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  speakerIds: readonly string[],
): Promise<void> {
  const gone = sql`${sql.val(speakerIds)}::text[]`;
  await sql`
    update projects set mastering_version = mastering_version + 1, updated_at = ${clock()},
      mastering_profile = jsonb_set(mastering_profile, '{speaker_adjustments_db}',
        (mastering_profile->'speaker_adjustments_db') - ${gone})
    where id = ${projectId} and mastering_profile->'speaker_adjustments_db' ?| ${gone}
  `.execute(db.q);
}
