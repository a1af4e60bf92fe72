// Adds, changes and deletes speakers. Each change increases the registry version by one. cast-speaker.ts assigns voices.

import { ApiError, type Caller } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import type { Age, Gender } from "@fullcast/core/structure";
import { canonicalRequest, once } from "../db/once.ts";
import { giveLexiconEntries, recordingEdit, speakerUsage } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { insertCharacters } from "./add-speakers.ts";
import { type WireSpeaker, wireSpeaker } from "./list-speakers.ts";
import { findSpeaker, forgetAdjustments, takeNextRegistryVersion } from "./store.ts";

export interface RegistryMutation {
  readonly schema_version: 1;
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly base_speaker_registry_version: number;
}

export interface SpeakerDetails {
  readonly name?: string;
  readonly aliases?: readonly string[];
  readonly gender?: Gender | null;
  readonly age?: Age | null;
  readonly description?: string | null;
}

type Changer = Pick<Services, "db" | "clock" | "newId" | "engines">;

/** The caller has access to the project; this is checked before, also for the functions below. */
export async function createSpeaker(
  services: Changer,
  caller: Caller,
  projectId: string,
  body: RegistryMutation & SpeakerDetails & { readonly name: string },
) {
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "createSpeaker",
      request: canonicalRequest({ ...body }, { projectId }),
    },
    () =>
      recordingEdit(
        services,
        { projectId: projectId, actorSessionId: body.actor_session_id, summary: "Added a speaker" },
        async () => {
          const id = services.newId();
          const { name, aliases = [], gender = null, age = null, description = null } = body;
          const version = await takeNextRegistryVersion(services, projectId, body.base_speaker_registry_version);
          await insertCharacters(services, projectId, [{ id, name, aliases, gender, age, description }]);
          return speakerResult(services, projectId, id, version);
        },
      ),
  );
  return { ...result, speaker: result.speaker as unknown as WireSpeaker, idempotent_replay: replayed };
}

export async function changeSpeaker(
  services: Changer,
  caller: Caller,
  path: { readonly projectId: string; readonly speakerId: string },
  body: RegistryMutation & SpeakerDetails,
) {
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "changeSpeaker",
      request: canonicalRequest({ ...body }, { ...path }),
    },
    () =>
      recordingEdit(
        services,
        { projectId: path.projectId, actorSessionId: body.actor_session_id, summary: "Changed a speaker" },
        async () => {
          await findSpeaker(services, path.projectId, path.speakerId);
          const version = await takeNextRegistryVersion(services, path.projectId, body.base_speaker_registry_version);
          const { name, aliases, gender, age, description } = body;
          await services.db.q
            .updateTable("speakers")
            .set({
              ...(name === undefined ? {} : { name }),
              ...(aliases === undefined ? {} : { aliases: JSON.stringify(aliases) }),
              ...(gender === undefined ? {} : { gender }),
              ...(age === undefined ? {} : { age }),
              ...(description === undefined ? {} : { description }),
            })
            .where("id", "=", path.speakerId)
            .execute();
          return speakerResult(services, path.projectId, path.speakerId, version);
        },
      ),
  );
  return { ...result, speaker: result.speaker as unknown as WireSpeaker, idempotent_replay: replayed };
}

/** The committed result, which a repeated request returns again. */
async function speakerResult(services: Changer, projectId: string, speakerId: string, version: number) {
  return {
    project_id: projectId,
    speaker: (await wireSpeaker(services, projectId, speakerId)) as unknown as JsonValue,
    speaker_registry_version: version,
  };
}

export async function deleteSpeaker(
  services: Changer,
  caller: Caller,
  path: { readonly projectId: string; readonly speakerId: string },
  body: RegistryMutation,
) {
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "deleteSpeaker",
      request: canonicalRequest({ ...body }, { ...path }),
    },
    () =>
      recordingEdit(
        services,
        { projectId: path.projectId, actorSessionId: body.actor_session_id, summary: "Deleted a speaker" },
        async () => {
          const speaker = await findSpeaker(services, path.projectId, path.speakerId);
          const version = await takeNextRegistryVersion(services, path.projectId, body.base_speaker_registry_version);
          if (speaker.role === "narrator") throw new ApiError("SPEAKER_IS_NARRATOR", { speaker_id: speaker.id });
          const used = (await speakerUsage(services, path.projectId)).get(speaker.id);
          if (used !== undefined)
            throw new ApiError("SPEAKER_IN_USE", { speaker_id: speaker.id, block_count: used.block_count });
          await services.db.q.deleteFrom("speakers").where("id", "=", speaker.id).execute();
          await forgetAdjustments(services, path.projectId, [speaker.id]);
          // The speaker has no lines, so no line changes with these entries.
          await giveLexiconEntries(services, path.projectId, [speaker.id], null);
          return { project_id: path.projectId, speaker_id: speaker.id, speaker_registry_version: version };
        },
      ),
  );
  return { ...result, idempotent_replay: replayed };
}
