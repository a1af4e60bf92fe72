import { ApiError, type Caller } from "@fullcast/contract";
import { withPresentSpeakers } from "@fullcast/core/document";
import { canonicalRequest, once } from "../db/once.ts";
import { backInTime, commitVersion, findSection, versionConflict, versionRow } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { presentSpeakers, projectCast } from "../speakers/speakers.ts";

export interface RestoreBody {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_document_version: number;
  readonly document_version: number;
}

/** Restores an earlier version as a new one. Audio that was made for its blocks is current again. */
export async function restoreDocument(
  services: Pick<Services, "db" | "clock" | "engines">,
  caller: Caller,
  sectionId: string,
  body: RestoreBody,
) {
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "restoreDocument",
      request: canonicalRequest({ ...body }, { sectionId }),
    },
    async () => {
      const section = await findSection(services, caller, sectionId);
      if (body.document_version > section.document_version)
        throw new ApiError("NOT_FOUND", { resource: "document_version" });
      if (section.document_version !== body.base_document_version)
        throw versionConflict(body.base_document_version, section.document_version);
      const past = await versionRow(services, sectionId, body.document_version);
      const cast = await projectCast(services, section.project_id);
      const present = await presentSpeakers(services, section.project_id, cast);
      const { ended, written } = await backInTime(services, sectionId, body.document_version);
      const change = {
        ended,
        written: written.map(({ block, position }) => ({ block: withPresentSpeakers(block, present), position })),
        title: past.title,
        soundEffectsEnabled: past.sound_effects_enabled,
      };
      const version = await commitVersion(services, sectionId, body.base_document_version, change, cast.casts, {
        actorSessionId: body.actor_session_id,
        summary: `Restored version ${body.document_version}`,
      });
      return {
        section_id: sectionId,
        document_version: version,
        speaker_registry_version: cast.registryVersion,
      };
    },
  );
  return { ...result, idempotent_replay: replayed };
}
