import { ApiError, LIMITS } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { longestLines, speakerUsage } from "../documents/documents.ts";
import type { CatalogVoice } from "../engines/registry.ts";
import type { Services } from "../services.ts";
import { isNarratorOnly, registryVersion, type SpeakerRow, speakerRows } from "./store.ts";

export function toWireSpeaker(
  row: SpeakerRow,
  voice: CatalogVoice | undefined,
  usage: { readonly section_count: number; readonly block_count: number; readonly character_count: number } | undefined,
) {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    aliases: [...row.aliases],
    gender: row.gender,
    age: row.age,
    description: row.description,
    color_index: row.color_index,
    casting:
      row.casting_voice_id === null
        ? null
        : {
            voice_id: row.casting_voice_id,
            // The catalogue does not know the voice: an imported project, or an engine that was forgotten.
            voice_name: voice?.name ?? "unavailable",
            provider: voice?.provider ?? "unavailable",
            model: voice?.model ?? "unavailable",
            generation_profile: (row.casting_profile ?? null) as { [key: string]: JsonValue } | null,
            source: row.casting_source ?? ("automatic" as const),
          },
    usage: {
      section_count: usage?.section_count ?? 0,
      block_count: usage?.block_count ?? 0,
      character_count: usage?.character_count ?? 0,
    },
  };
}

export async function wireSpeakers(services: Pick<Services, "db" | "engines">, projectId: string) {
  const catalogue = await services.engines.catalogue();
  const [usage, speakers] = await Promise.all([speakerUsage(services, projectId), speakerRows(services, projectId)]);
  return speakers.map((row) =>
    toWireSpeaker(
      row,
      row.casting_voice_id === null ? undefined : catalogue.voice(row.casting_voice_id),
      usage.get(row.id),
    ),
  );
}

export type WireSpeaker = ReturnType<typeof toWireSpeaker>;

/** One speaker of a project. @throws ApiError NOT_FOUND */
export async function wireSpeaker(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
  speakerId: string,
): Promise<WireSpeaker> {
  const speaker = (await wireSpeakers(services, projectId)).find((one) => one.id === speakerId);
  if (speaker === undefined) throw new ApiError("NOT_FOUND", { resource: "speaker" });
  return speaker;
}

/** The caller has access to the project; this is checked before. */
export async function listSpeakers(services: Pick<Services, "db" | "engines">, projectId: string) {
  return {
    project_id: projectId,
    ...(await speakersForDocument(services, projectId)),
    narrator_only: await isNarratorOnly(services, projectId),
  };
}

/** Samples of how a speaker talks. The caller has access to the project; this is checked before. @throws ApiError NOT_FOUND */
export async function readSpeakerLines(services: Pick<Services, "db">, projectId: string, speakerId: string) {
  const speakers = await speakerRows(services, projectId);
  if (!speakers.some(({ id }) => id === speakerId)) throw new ApiError("NOT_FOUND", { resource: "speaker" });
  const within = { units: LIMITS.speaker_sample_units, most: LIMITS.speaker_sample_lines };
  return {
    project_id: projectId,
    speaker_id: speakerId,
    lines: await longestLines(services, { projectId, speakerId }, within),
  };
}

/** The cast in the answer of a document. */
export async function speakersForDocument(services: Pick<Services, "db" | "engines">, projectId: string) {
  return {
    speaker_registry_version: await registryVersion(services, projectId),
    speakers: await wireSpeakers(services, projectId),
  };
}
