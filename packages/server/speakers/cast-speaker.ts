import { type Caller, invalidField } from "@fullcast/contract";
import type { GenerationProfileOverride, JsonValue } from "@fullcast/core/document";
import { sql } from "kysely";
import { canonicalRequest, once } from "../db/once.ts";
import { recordingEdit, refreshIntents } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { findVoice } from "../voices/voices.ts";
import { castsOf } from "./casts.ts";
import { profileFault } from "./generation-profile.ts";
import { type WireSpeaker, wireSpeaker } from "./list-speakers.ts";
import { findSpeaker, speakerRows, takeNextRegistryVersion } from "./store.ts";

export interface CastRequest {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_speaker_registry_version: number;
  readonly voice_id: string | null;
  readonly generation_profile?: { readonly [key: string]: JsonValue } | null | undefined;
}

/** A user's choice of a voice. Automatic casting does not change it afterwards. A null voice removes the choice. */
export async function castSpeaker(
  services: Pick<Services, "db" | "clock" | "engines">,
  caller: Caller,
  path: { readonly projectId: string; readonly speakerId: string },
  body: CastRequest,
) {
  const { db } = services;
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "castSpeaker",
      request: canonicalRequest({ ...body }, { ...path }),
    },
    () =>
      recordingEdit(
        services,
        { projectId: path.projectId, actorSessionId: body.actor_session_id, summary: "Chose a voice" },
        async () => {
          const voice = body.voice_id === null ? null : await findVoice(services, caller, body.voice_id);
          if (voice === undefined) throw invalidField("voice_id", "is not a voice of this server; see GET /voices");
          await findSpeaker(services, path.projectId, path.speakerId);
          const named = body.generation_profile ?? null;
          if (voice === null && named !== null)
            throw invalidField("generation_profile", "must be null without a voice_id");
          const catalogue = await services.engines.catalogue();
          const fault =
            named === null ? null : profileFault(catalogue, voice?.provider, named as GenerationProfileOverride);
          if (fault !== null) throw invalidField(`generation_profile.${fault.path}`, fault.message);
          const version = await takeNextRegistryVersion(services, path.projectId, body.base_speaker_registry_version);
          await db.q
            .updateTable("speakers")
            .set({
              casting_voice_id: voice?.voice_id ?? null,
              casting_profile: named === null ? null : JSON.stringify(named),
              casting_source: voice === null ? null : "user",
            })
            .where("id", "=", path.speakerId)
            .execute();
          const casts = await castsOf(services, path.projectId);
          const stale = await refreshIntents(services, path.projectId, [path.speakerId], casts);
          const wire = await wireSpeaker(services, path.projectId, path.speakerId);
          return {
            project_id: path.projectId,
            speaker: wire as unknown as JsonValue,
            speaker_registry_version: version,
            stale_block_count: stale,
          };
        },
      ),
  );
  return {
    ...result,
    speaker: result.speaker as unknown as WireSpeaker,
    idempotent_replay: replayed,
  };
}

/**
 * Stores the result of automatic casting, by speaker id. Keeps casts that a user made meanwhile. Runs in the caller's transaction.
 * @param baseVersion the registry version that the casts were chosen for; null: any
 * @returns the registry version afterwards and how many casts changed.
 */
export async function applyAutomaticCasts(
  services: Pick<Services, "db" | "clock" | "engines">,
  projectId: string,
  casts: ReadonlyMap<string, string>,
  baseVersion: number | null = null,
): Promise<{ version: number; changed: number }> {
  const changed = (await speakerRows(services, projectId)).filter(
    (row) => row.casting_source !== "user" && casts.has(row.id) && casts.get(row.id) !== row.casting_voice_id,
  );
  if (changed.length === 0) {
    const { speaker_registry_version: version } = await services.db.q
      .selectFrom("projects")
      .select("speaker_registry_version")
      .where("id", "=", projectId)
      .executeTakeFirstOrThrow();
    return { version, changed: 0 };
  }
  const version = await takeNextRegistryVersion(services, projectId, baseVersion);
  const rows = changed.map((row) => ({ id: row.id, voice_id: casts.get(row.id) }));
  await sql`
    update speakers set casting_voice_id = c.voice_id, casting_profile = null, casting_source = 'automatic'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id uuid, voice_id uuid)
    where speakers.id = c.id
  `.execute(services.db.q);
  await refreshIntents(
    services,
    projectId,
    changed.map((row) => row.id),
    await castsOf(services, projectId),
  );
  return { version, changed: changed.length };
}

/** Removes the voices of these speakers, so that they are cast again. Runs in the caller's transaction. */
export async function clearAutomaticCasts(
  services: Pick<Services, "db" | "clock" | "engines">,
  projectId: string,
  speakerIds: readonly string[],
): Promise<void> {
  if (speakerIds.length === 0) return;
  await takeNextRegistryVersion(services, projectId, null);
  await services.db.q
    .updateTable("speakers")
    .set({ casting_voice_id: null, casting_profile: null, casting_source: null })
    .where("id", "in", [...speakerIds])
    .execute();
  await refreshIntents(services, projectId, [...speakerIds], await castsOf(services, projectId));
}
