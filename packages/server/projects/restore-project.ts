import type { BundleProject } from "@fullcast/contract";
import type { Services } from "../services.ts";

/** Writes a project as a bundle states it, without its cast and its sections. Runs in the caller's transaction. */
export async function restoreProject(
  { db, clock, newId }: Pick<Services, "db" | "clock" | "newId">,
  accountId: string,
  project: BundleProject,
): Promise<void> {
  const at = clock();
  await db.q
    .insertInto("projects")
    .values({
      id: project.id,
      account_id: accountId,
      project_kind: project.project_kind,
      name: project.name,
      casting_defaults_mode: project.casting_defaults_mode,
      default_automation_profile: project.default_automation_profile,
      narrator_only: project.narrator_only,
      section_order_version: project.section_order_version,
      speaker_registry_version: project.speaker_registry_version,
      mastering_version: project.mastering_version,
      mastering_profile: JSON.stringify(project.mastering_profile),
      lexicon_version: project.lexicon_version,
      lexicon_stamp: project.lexicon.length === 0 ? null : newId(),
      created_at: at,
      updated_at: at,
    })
    .execute();
}
