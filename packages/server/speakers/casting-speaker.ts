// What casting reads of a speaker.

import type { CastingSpeaker } from "@fullcast/core/direction";
import type { SpeakerRow } from "./store.ts";

type Row = Pick<SpeakerRow, "id" | "name" | "role" | "gender" | "age" | "casting_voice_id" | "casting_source">;

/** @param usage how much each speaker says in the project; speakers without lines are absent */
export function castingSpeaker(
  { id, name, role, gender, age, casting_voice_id, casting_source }: Row,
  usage: ReadonlyMap<string, { readonly block_count: number; readonly character_count: number }>,
): CastingSpeaker {
  return {
    ...{ id, name, role, gender, age },
    lines: usage.get(id)?.block_count ?? 0,
    characters: usage.get(id)?.character_count ?? 0,
    casting: casting_voice_id === null ? null : { voice_id: casting_voice_id, source: casting_source ?? "automatic" },
  };
}
