import { LIMITS } from "@fullcast/contract";
import { sql } from "kysely";
import { refreshIntents } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { castsOf } from "./casts.ts";
import { type SpeakerRow, takeNextRegistryVersion } from "./store.ts";

/** What a speaker takes over from a person of another book. */
export interface TakenOver {
  readonly speaker: SpeakerRow;
  /** Null: the speaker keeps the present voice. */
  readonly voice: { readonly voice_id: string; readonly profile: unknown } | null;
  /** Names that are added to those of the speaker. */
  readonly names: readonly string[];
  /** For what is not known of the speaker. */
  readonly gender: SpeakerRow["gender"];
  readonly age: SpeakerRow["age"];
  readonly description: string | null;
}

/** The names that a speaker does not have yet, as far as there is room for them. */
export function newAliases(speaker: Pick<SpeakerRow, "name" | "aliases">, names: readonly string[]): string[] {
  const known = new Set([speaker.name, ...speaker.aliases]);
  const room = Math.max(0, LIMITS.speaker_aliases - speaker.aliases.length);
  return [...new Set(names)].filter((name) => !known.has(name)).slice(0, room);
}

/**
 * Gives speakers voices, names and details as a user's choice. Runs in the caller's transaction.
 * @returns how many lines lose their current audio
 * @throws ApiError VERSION_CONFLICT
 */
export async function takeOver(
  services: Pick<Services, "db" | "clock" | "engines">,
  projectId: string,
  baseVersion: number,
  people: readonly TakenOver[],
): Promise<number> {
  await takeNextRegistryVersion(services, projectId, baseVersion);
  const rows = people.map(({ speaker, voice, names, gender, age, description }) => ({
    id: speaker.id,
    aliases: [...speaker.aliases, ...newAliases(speaker, names)],
    gender: speaker.gender ?? gender,
    age: speaker.age ?? age,
    description: speaker.description ?? description,
    voice_id: voice === null ? speaker.casting_voice_id : voice.voice_id,
    profile: voice === null ? speaker.casting_profile : voice.profile,
    source: voice === null ? speaker.casting_source : "user",
  }));
  await sql`
    update speakers set aliases = r.aliases, gender = r.gender, age = r.age, description = r.description,
      casting_voice_id = r.voice_id, casting_profile = nullif(r.profile, 'null'::jsonb), casting_source = r.source
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      (id uuid, aliases jsonb, gender text, age text, description text, voice_id uuid, profile jsonb, source text)
    where speakers.id = r.id
  `.execute(services.db.q);
  const changed = people.flatMap(({ speaker, voice }) => (voice === null ? [] : [speaker.id]));
  if (changed.length === 0) return 0;
  return refreshIntents(services, projectId, changed, await castsOf(services, projectId));
}
