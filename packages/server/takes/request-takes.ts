import { ApiError, type Caller, invalidField } from "@fullcast/contract";
import type { GenerationProfileOverride, JsonValue } from "@fullcast/core/document";
import { requireStorage } from "../accounts/accounts.ts";
import { canonicalRequest, once } from "../db/once.ts";
import { findSection } from "../documents/documents.ts";
import { lockBlock } from "../media/media.ts";
import type { Services } from "../services.ts";
import { castOfVoice, castsOf, profileFault } from "../speakers/speakers.ts";
import { startTakesRun, wireRun } from "../workflows/workflows.ts";
import { checkVersion } from "./choose-take.ts";
import { findBlock, type TakePath } from "./list-takes.ts";

export interface TakesBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_block_version?: number | undefined;
  readonly count: number;
  readonly voice_id?: string | null | undefined;
  readonly generation_profile?: { readonly [key: string]: JsonValue } | null | undefined;
}

/**
 * Starts a run that speaks the line again with other seeds, also with another voice or profile for these takes only.
 * @throws ApiError NOT_FOUND, BLOCK_NOT_SPOKEN, INVALID_REQUEST, VERSION_CONFLICT, IDEMPOTENCY_CONFLICT, STORAGE_QUOTA_EXCEEDED
 */
export async function requestTakes(
  services: Pick<Services, "db" | "engines" | "jobs" | "clock" | "newId" | "settings">,
  caller: Caller,
  path: TakePath,
  body: TakesBody,
) {
  const { result } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "requestTakes",
      request: canonicalRequest({ ...body }, { ...path }),
    },
    async () => {
      const section = await findSection(services, caller, path.sectionId);
      await findBlock(services, caller, path);
      await lockBlock(services, path);
      const { block } = await findBlock(services, caller, path);
      checkVersion({ block } as Parameters<typeof checkVersion>[0], body.base_block_version);
      if (block.kind !== "speech" && block.kind !== "narration") {
        throw new ApiError("BLOCK_NOT_SPOKEN", { block_id: block.id, kind: block.kind });
      }
      const voiceId = body.voice_id ?? null;
      const cast =
        voiceId === null
          ? (await castsOf(services, section.project_id)).get(block.speaker_id ?? "")
          : await castOfVoice(services, caller.accountId, voiceId);
      if (cast === undefined) {
        const message =
          voiceId === null ? "is needed: the speaker of this line has no voice" : "is not a voice of this server";
        throw invalidField("voice_id", message);
      }
      const profile = (body.generation_profile ?? null) as GenerationProfileOverride | null;
      const fault =
        profile === null ? null : profileFault(await services.engines.catalogue(), cast.voice.provider, profile);
      if (fault !== null) throw invalidField(`generation_profile.${fault.path}`, fault.message);
      await requireStorage(services, caller.accountId);
      const id = await startTakesRun(services, caller, section, {
        mutationId: body.client_mutation_id,
        block_id: block.id,
        count: body.count,
        voice_id: voiceId,
        profile,
      });
      return { id };
    },
  );
  return wireRun(services, caller, result.id);
}
