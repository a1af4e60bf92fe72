import type { Caller } from "@fullcast/contract";
import type { MasteringProfile } from "@fullcast/core/timeline";
import type { Services } from "../services.ts";
import { findProject } from "./store.ts";

/**
 * What a new project masters towards: -18 LUFS, between the -16 of podcasts and the -20 of audiobook shops (whose window
 * of -23 to -18 dB RMS it meets), with a ceiling of -3 dB that those shops ask for.
 */
export const DEFAULT_MASTERING_PROFILE: MasteringProfile = {
  schema_version: 1,
  enabled: true,
  target_lufs: -18,
  strength: 1,
  max_boost_db: 12,
  max_reduction_db: 12,
  silence_threshold_lufs: -70,
  peak_ceiling_db: -3,
  speaker_adjustments_db: {},
  sfx_bus_gain_db: 0,
};

export async function getMasteringProfile(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  const project = await findProject(services, caller, projectId);
  return {
    schema_version: 1 as const,
    project_id: project.id,
    project_kind: project.project_kind,
    mastering_version: project.mastering_version,
    scope: "project" as const,
    profile: project.mastering_profile,
  };
}
