import type { Caller } from "@fullcast/contract";
import type { SectionActivity } from "@fullcast/core/media";
import { type SectionRow, sectionsOfProject } from "../documents/documents.ts";
import { activityOfSections } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";

type SectionFacts = Pick<
  SectionRow,
  "id" | "project_id" | "title" | "document_version" | "source_text_length" | "created_at" | "updated_at"
>;

export const toWireSection = (row: SectionFacts, activity: SectionActivity) => ({
  id: row.id,
  project_id: row.project_id,
  title: row.title,
  document_version: row.document_version,
  source_text_length: row.source_text_length,
  activity_status: activity,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export async function listSections(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  const project = await findProject(services, caller, projectId, "FORBIDDEN");
  const sections = await wireSections(services, await sectionsOfProject(services, projectId));
  return {
    project_id: project.id,
    initialized: true,
    casting_defaults_mode: project.casting_defaults_mode,
    default_automation_profile: project.default_automation_profile,
    section_order_version: project.section_order_version,
    speaker_registry_version: project.speaker_registry_version,
    sections,
  };
}

async function wireSections(services: Pick<Services, "db">, rows: readonly SectionRow[]) {
  const activity = await activityOfSections(
    services,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toWireSection(row, activity.get(row.id) ?? "blank"));
}
