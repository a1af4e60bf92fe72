// The people that files name: characters who speak, and the voices.

import type { RenderTimeline } from "../codec/codec.ts";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";

export interface FilePeople {
  /** Names of the characters who speak, by speaker id; without the narrator. */
  readonly speakerNames: { readonly [speakerId: string]: string };
  /** Names of the voices, in the order of their first line. */
  readonly narrators: readonly string[];
}

/** Units in playback order. */
type Heard = Pick<RenderTimeline, "sequential_units">;

export async function peopleOf(
  services: Pick<Services, "db" | "engines">,
  projectId: string,
  manifests: readonly Heard[],
): Promise<FilePeople> {
  const speakers = new Map((await speakerRows(services, projectId)).map((speaker) => [speaker.id, speaker]));
  const catalogue = await services.engines.catalogue();
  const speakerNames: Record<string, string> = {};
  const narrators = new Set<string>();
  for (const unit of manifests.flatMap((one) => one.sequential_units)) {
    const speaker = "speaker_id" in unit ? speakers.get(unit.speaker_id) : undefined;
    if (speaker === undefined) continue;
    if (speaker.role !== "narrator") speakerNames[speaker.id] = speaker.name;
    const voice = speaker.casting_voice_id === null ? undefined : catalogue.voice(speaker.casting_voice_id)?.name;
    if (voice !== undefined) narrators.add(voice);
  }
  return { speakerNames, narrators: [...narrators] };
}
