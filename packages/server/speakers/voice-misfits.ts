// Advice on a cast: people whose voice does not suit their gender, their age or the accent of their family.

import { betterVoice, voiceMisfits } from "@fullcast/core/direction";
import type { Services } from "../services.ts";
import { castableVoices } from "./castable-voices.ts";
import { castingSpeakers, ownEngine, storyOf } from "./casting-story.ts";
import { projectCasting } from "./project-casting.ts";
import { registryVersion } from "./store.ts";
import { castingLanguage, readUnspokenLanguage } from "./unspoken-language.ts";

/** A longer list would not be read. */
const MOST_MISFITS = 50;

type Reader = Pick<Services, "db" | "engines">;

/** The speakers of a project whose voice does not suit them, each with a better voice where there is one. */
export async function listMisfits(services: Reader, projectId: string, signal: AbortSignal) {
  const version = await registryVersion(services, projectId);
  const casting = await projectCasting(services, projectId);
  const catalogue = await services.engines.catalogue();
  const language = await castingLanguage(services, projectId);
  const unspoken_language = await readUnspokenLanguage(services, projectId);
  const speakers = await castingSpeakers(services, projectId);
  const voiceIds = new Map(speakers.map(({ id, casting: cast }) => [id, cast?.voice_id ?? ""]));
  const found = casting.narrator_only
    ? []
    : voiceMisfits(speakers, (id) => catalogue.voice(voiceIds.get(id) ?? "")).slice(0, MOST_MISFITS);
  // The scripts are only read if there is something to advise.
  const story = found.length === 0 ? null : await storyOf(services, projectId, casting, signal);
  const misfits = found.flatMap((misfit) => {
    signal.throwIfAborted();
    const voices = castableVoices(catalogue, casting.provider ?? ownEngine(catalogue, misfit.voiceId));
    const better = story === null ? null : betterVoice({ ...story, speakers, voices }, misfit);
    // A person can do nothing about an accent that no other voice has.
    if (better === null && misfit.reasons.every(({ kind }) => kind === "accent")) return [];
    return [
      {
        speaker_id: misfit.speakerId,
        voice_id: misfit.voiceId,
        better_voice_id: better,
        reasons: misfit.reasons.map((reason) => ({
          kind: reason.kind,
          wanted: reason.wanted,
          has: reason.has,
          relative_ids: reason.kind === "accent" ? reason.relatives : [],
        })),
      },
    ];
  });
  return { project_id: projectId, speaker_registry_version: version, language, unspoken_language, misfits };
}
