// Casts everyone who has no voice yet, as one edit.

import type { Caller } from "@fullcast/contract";
import { castVoices } from "@fullcast/core/direction";
import { canonicalRequest, once } from "../db/once.ts";
import { recordingEdit } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { applyAutomaticCasts } from "./cast-speaker.ts";
import { castableVoices } from "./castable-voices.ts";
import { castingSpeakers, storyOf } from "./casting-story.ts";
import type { RegistryMutation } from "./change-speakers.ts";
import { projectCasting } from "./project-casting.ts";

/**
 * Gives every speaker with lines, and the narrator, a voice where they have none. Speakers who have a voice keep it. The
 * caller has checked that the project is the account's.
 * @throws ApiError VERSION_CONFLICT, IDEMPOTENCY_CONFLICT
 */
export async function castMissingVoices(
  services: Pick<Services, "db" | "clock" | "engines">,
  caller: Caller,
  projectId: string,
  body: RegistryMutation,
  signal: AbortSignal,
) {
  // Outside the transaction, because the scripts of a series take seconds to read. The version of the cast is checked in it.
  const casts = await missingCasts(services, projectId, signal);
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "castMissingVoices",
      request: canonicalRequest({ ...body }, { projectId }),
    },
    () => {
      const count = casts.size;
      const summary = `Gave ${count.toLocaleString("en")} ${count === 1 ? "speaker" : "speakers"} a voice`;
      const edit = { projectId, actorSessionId: body.actor_session_id, summary };
      return recordingEdit(services, edit, async () => {
        const { version } = await applyAutomaticCasts(services, projectId, casts, body.base_speaker_registry_version);
        return {
          project_id: projectId,
          casts: [...casts].map(([speaker_id, voice_id]) => ({ speaker_id, voice_id })),
          speaker_registry_version: version,
        };
      });
    },
  );
  return { ...result, idempotent_replay: replayed };
}

/** The voices of those who have none, by speaker. */
async function missingCasts(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const speakers = (await castingSpeakers(services, projectId)).filter(
    ({ role, lines }) => role === "narrator" || lines > 0,
  );
  const missing = speakers.filter(({ casting }) => casting === null).map(({ id }) => id);
  if (missing.length === 0) return new Map();
  const casting = await projectCasting(services, projectId);
  const chosen = castVoices({
    ...(await storyOf(services, projectId, casting, signal)),
    speakers,
    voices: castableVoices(await services.engines.catalogue(), casting.provider),
    narratorOnly: casting.narrator_only,
  });
  return new Map(
    missing.flatMap((id) => {
      const voiceId = chosen.get(id);
      return voiceId === undefined ? [] : [[id, voiceId] as const];
    }),
  );
}
