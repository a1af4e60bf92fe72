import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { MASTERING_PRESETS, type MasteringPreset } from "@fullcast/core/sound";
import type { MasteringProfile } from "@fullcast/core/timeline";
import { canonicalRequest, once } from "../db/once.ts";
import { respeakTags } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import type { Services } from "../services.ts";
import { castsOf, speakerRows } from "../speakers/speakers.ts";
import {
  type AdjustedSound,
  adjustedSounds,
  findProject,
  lockProject,
  type ProjectRow,
  writeMastering,
} from "./store.ts";

const { room_tone: _, ...DEFAULTS } = MASTERING_PRESETS.default;

/** The profile of a new project: the default preset. */
export const DEFAULT_MASTERING_PROFILE: MasteringProfile = {
  schema_version: 1,
  ...DEFAULTS,
  silence_threshold_lufs: -70,
  speaker_adjustments_db: {},
  sfx_bus_gain_db: 0,
};

export async function getMasteringProfile(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  return toResource(services, await findProject(services, caller, projectId));
}

async function toResource(services: Pick<Services, "db">, project: ProjectRow) {
  return {
    schema_version: 1 as const,
    project_id: project.id,
    project_kind: project.project_kind,
    mastering_version: project.mastering_version,
    scope: project.project_kind === "standalone" ? ("document" as const) : ("project" as const),
    profile: project.mastering_profile,
    sfx_adjustments: sfxAdjustments(await adjustedSounds(services, project.id)),
  };
}

/** Sound effects with a gain other than 0 dB. The fingerprint changes with each of these gains. */
function sfxAdjustments(sounds: readonly AdjustedSound[]) {
  return {
    nonzero_count: sounds.length,
    nonzero_section_count: new Set(sounds.map((sound) => sound.section_id)).size,
    fingerprint: sha256(JSON.stringify(sounds.map((sound) => [sound.section_id, sound.block_id, sound.gain_db]))),
  };
}

export interface MasteringBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_mastering_version: number;
  readonly profile: { readonly [field in keyof MasteringProfile]?: MasteringProfile[field] | undefined };
  readonly preset?: MasteringPreset | undefined;
}

/**
 * Changes the fields of the profile that the preset and then the profile name. Takes do not change: levels are set during
 * playback and mixing. If speech tags become audible or silent, the intents of their blocks change.
 * @throws ApiError VERSION_CONFLICT; INVALID_REQUEST for an adjustment of a speaker that the project does not have.
 */
export async function changeMasteringProfile(
  services: Pick<Services, "db" | "clock" | "engines">,
  caller: Caller,
  projectId: string,
  body: MasteringBody,
) {
  await findProject(services, caller, projectId);
  const { result } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "changeMasteringProfile",
      request: canonicalRequest({ ...body }, { projectId }),
    },
    async () => {
      const project = await lockProject(services, caller, projectId);
      if (project.mastering_version !== body.base_mastering_version) {
        throw new ApiError("VERSION_CONFLICT", {
          field: "base_mastering_version",
          expected: body.base_mastering_version,
          current: project.mastering_version,
        });
      }
      await checkSpeakers(services, projectId, body.profile.speaker_adjustments_db);
      const given = Object.entries(body.profile).filter(([, value]) => value !== undefined);
      const preset = body.preset === undefined ? {} : MASTERING_PRESETS[body.preset];
      const profile = { ...project.mastering_profile, ...preset, ...Object.fromEntries(given) } as MasteringProfile;
      await writeMastering(services, projectId, project.mastering_version + 1, profile);
      const omitTags = profile.spoken_tags === "omit";
      if (omitTags !== (project.mastering_profile.spoken_tags === "omit")) {
        await respeakTags(services, projectId, await castsOf(services, projectId));
      }
      const changed = { ...project, mastering_version: project.mastering_version + 1, mastering_profile: profile };
      return (await toResource(services, changed)) as unknown as { readonly [key: string]: JsonValue };
    },
  );
  return result as unknown as Awaited<ReturnType<typeof toResource>>;
}

async function checkSpeakers(
  services: Pick<Services, "db">,
  projectId: string,
  adjustments: MasteringProfile["speaker_adjustments_db"] | undefined,
): Promise<void> {
  if (adjustments === undefined) return;
  const speakers = new Set((await speakerRows(services, projectId)).map((speaker) => speaker.id));
  for (const id of Object.keys(adjustments)) {
    if (!speakers.has(id)) {
      throw invalidField(`profile.speaker_adjustments_db.${id}`, "is not a speaker of this project");
    }
  }
}
