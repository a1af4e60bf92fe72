// Advice on a cast: people whose voice does not suit their gender, their age or the accent of their family.

import {
  betterVoice,
  type CastingRequest,
  type CastingSpeaker,
  type Conversation,
  conversationGraph,
  spellingOf,
  spellingOfLanguage,
  type VoiceMisfit,
  voiceMisfits,
} from "@fullcast/core/direction";
import { languageOf } from "@fullcast/core/structure";
import { blocksOf, sectionsOfProject, speakerUsage } from "../documents/documents.ts";
import type { Catalogue } from "../engines/registry.ts";
import type { Services } from "../services.ts";
import { castableVoices } from "./castable-voices.ts";
import { castingSpeaker } from "./casting-speaker.ts";
import { type ProjectCasting, projectCasting } from "./project-casting.ts";
import { registryVersion, speakerRows } from "./store.ts";

/** A longer list would not be read. */
const MOST_MISFITS = 50;
/** UTF-16 units of text that suffice to recognise the language and the spelling. */
const LANGUAGE_UNITS = 48_000;
const SPELLING_UNITS = 1_000_000;

type Reader = Pick<Services, "db" | "engines">;

/** The speakers of a project whose voice does not suit them, each with a better voice where there is one. */
export async function listMisfits(services: Reader, projectId: string, signal: AbortSignal) {
  const version = await registryVersion(services, projectId);
  const casting = await projectCasting(services, projectId);
  const catalogue = await services.engines.catalogue();
  const speakers = await castSpeakers(services, projectId);
  const voiceIds = new Map(speakers.map(({ id, casting: cast }) => [id, cast?.voice_id ?? ""]));
  const found = casting.narrator_only
    ? []
    : voiceMisfits(speakers, (id) => catalogue.voice(voiceIds.get(id) ?? "")).slice(0, MOST_MISFITS);
  // The scripts are only read if there is something to advise.
  const story = found.length === 0 ? null : await storyOf(services, projectId, casting, signal);
  const misfits = found.flatMap((misfit) => {
    signal.throwIfAborted();
    const voices = castableVoices(catalogue, casting.provider ?? ownEngine(catalogue, misfit));
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
  return { project_id: projectId, speaker_registry_version: version, misfits };
}

async function castSpeakers(services: Reader, projectId: string): Promise<CastingSpeaker[]> {
  const usage = await speakerUsage(services, projectId);
  return (await speakerRows(services, projectId)).map((row) => castingSpeaker(row, usage));
}

/** A person with a voice of a service or an installed engine is advised another voice of it. */
function ownEngine(catalogue: Catalogue, { voiceId }: VoiceMisfit): string | null {
  const provider = catalogue.voice(voiceId)?.provider;
  const engine = catalogue.engines.find((one) => one.provider === provider);
  return engine === undefined || engine.kind === "embedded" ? null : engine.provider;
}

/** What casting reads of the scripts: the conversations, the language and the spelling. */
async function storyOf(
  services: Reader,
  projectId: string,
  casting: ProjectCasting,
  signal: AbortSignal,
): Promise<Pick<CastingRequest, "conversations" | "language" | "spelling">> {
  const conversations: Conversation[] = [];
  const parts: string[] = [];
  let units = 0;
  for (const { id } of await sectionsOfProject(services, projectId)) {
    signal.throwIfAborted();
    const blocks = (await blocksOf(services, id)).map(({ block }) => block);
    conversations.push(...conversationGraph(blocks));
    for (const { kind, content } of blocks) {
      if (units > SPELLING_UNITS) break;
      if (content.type !== "text" || kind === "note" || kind === "excluded") continue;
      parts.push(content.text);
      units += content.text.length;
    }
  }
  const text = parts.join(" ");
  return {
    conversations,
    language: languageOf(text.slice(0, LANGUAGE_UNITS)),
    spelling: spellingOfLanguage(casting.language) ?? spellingOf(text),
  };
}
