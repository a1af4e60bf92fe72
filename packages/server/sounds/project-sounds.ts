import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { mayLink, visibleSound } from "./find-sound.ts";
import { lockRegistry, setLinked } from "./project-sound-store.ts";

type Linker = Pick<Services, "db" | "clock">;

export interface MembershipBody {
  readonly schema_version: string;
  readonly client_mutation_id: string;
  readonly sound_effect_id: string;
  readonly expected_registry_version: number;
}

/** @throws ApiError NOT_FOUND, FORBIDDEN (a share that was not accepted), SOUND_NOT_READY, VERSION_CONFLICT */
export async function linkProjectSound(services: Linker, caller: Caller, projectId: string, body: MembershipBody) {
  const { data, replayed } = await setMembership(services, caller, projectId, body, true);
  return replayed ? { status: 200 as const, data } : { status: 201 as const, data };
}

/** @throws ApiError NOT_FOUND for a foreign project, VERSION_CONFLICT */
export async function unlinkProjectSound(
  services: Linker,
  caller: Caller,
  { projectId, soundId }: { readonly projectId: string; readonly soundId: string },
  body: MembershipBody,
) {
  return (await setMembership(services, caller, projectId, body, false, soundId)).data;
}

async function setMembership(
  services: Linker,
  caller: Caller,
  projectId: string,
  body: MembershipBody,
  linked: boolean,
  soundId = body.sound_effect_id,
) {
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: linked ? "linkProjectSound" : "unlinkProjectSound",
      request: canonicalRequest({ ...body }, { projectId, soundId }),
    },
    async () => {
      await findProject(services, caller, projectId);
      if (body.sound_effect_id !== soundId) {
        throw invalidField("sound_effect_id", "must be the sound that the path names");
      }
      const sound = await visibleSound(services, caller, body.sound_effect_id, projectId);
      const current = await lockRegistry(services, projectId);
      if (current !== body.expected_registry_version) {
        const field = "expected_registry_version";
        throw new ApiError("VERSION_CONFLICT", { field, expected: body.expected_registry_version, current });
      }
      if (linked && !sound.is_in_project) {
        if (sound.current_revision_id === null) throw new ApiError("SOUND_NOT_READY");
        if (!mayLink(sound, caller)) throw new ApiError("FORBIDDEN", { reason: "accept the share first" });
      }
      const changed = await setLinked(services, projectId, body.sound_effect_id, linked);
      return { version: changed ? current + 1 : current };
    },
  );
  const data = {
    schema_version: "studio-project-sound-source-1" as const,
    project_id: projectId,
    sound_effect_id: body.sound_effect_id,
    linked,
    sound_source_registry_version: result.version,
  };
  return { data, replayed };
}
