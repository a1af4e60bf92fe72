import type { IntentProfile } from "@fullcast/core/media";
import type { Cast } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { type SpeakerRow, speakerRows } from "./store.ts";

/** The casts of a project by speaker id; speakers without a voice, or with a voice that no engine has, are absent. */
export async function castsOf(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
): Promise<Map<string, Cast>> {
  return castsFrom(services, await speakerRows(services, projectId));
}

export async function castsFrom(
  { engines }: Pick<Services, "engines">,
  speakers: readonly SpeakerRow[],
): Promise<Map<string, Cast>> {
  const voices = new Map((await engines.voices()).map((voice) => [voice.voice_id, voice]));
  const casts = new Map<string, Cast>();
  for (const speaker of speakers) {
    const voice = speaker.casting_voice_id === null ? undefined : voices.get(speaker.casting_voice_id);
    const engine = voice === undefined ? undefined : engines.byProvider(voice.provider);
    if (voice === undefined || engine === undefined) continue;
    casts.set(speaker.id, {
      voice: {
        provider: voice.provider,
        model: voice.model,
        engine_voice_id: voice.id,
        engine_revision: engine.revision,
      },
      profile: speaker.casting_profile as IntentProfile | null,
    });
  }
  return casts;
}
