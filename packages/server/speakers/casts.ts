import type { IntentProfile } from "@fullcast/core/media";
import type { Cast } from "../documents/documents.ts";
import type { CatalogVoice } from "../engines/registry.ts";
import type { Services } from "../services.ts";
import { findVoice } from "../voices/voices.ts";
import { type SpeakerRow, speakerRows } from "./store.ts";

/**
 * The casts of a project by speaker id. Speakers without a voice are absent, and those with a voice that the catalogue does
 * not know; a voice whose engine is away stays a cast.
 */
export async function castsOf(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
): Promise<Map<string, Cast>> {
  return castsFrom(services, await speakerRows(services, projectId));
}

/** A cast with this voice and no profile; undefined when the account has no such voice. */
export async function castOfVoice(
  services: Pick<Services, "engines">,
  accountId: string,
  voiceId: string,
): Promise<Cast | undefined> {
  const voice = await findVoice(services, { accountId }, voiceId);
  return voice === undefined ? undefined : { voice: intentVoice(voice), profile: null };
}

const intentVoice = (voice: CatalogVoice) => ({
  provider: voice.provider,
  model: voice.model,
  engine_voice_id: voice.engine_voice_id,
  engine_revision: voice.revision,
});

export async function castsFrom(
  { engines }: Pick<Services, "engines">,
  speakers: readonly SpeakerRow[],
): Promise<Map<string, Cast>> {
  const catalogue = await engines.catalogue();
  const casts = new Map<string, Cast>();
  for (const speaker of speakers) {
    const voice = speaker.casting_voice_id === null ? undefined : catalogue.voice(speaker.casting_voice_id);
    if (voice === undefined) continue;
    casts.set(speaker.id, {
      voice: intentVoice(voice),
      profile: speaker.casting_profile as IntentProfile | null,
    });
  }
  return casts;
}
