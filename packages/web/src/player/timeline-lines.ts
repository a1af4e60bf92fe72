// The lines of a chapter whose audio is complete, with their times and words, as its timeline states them.

import { api } from "../api/api.ts";
import type { PlayedLine } from "./mix-source.ts";

/** @throws ClientError when the script changes meanwhile */
export async function timelineLines(sectionId: string, signal: AbortSignal): Promise<PlayedLine[]> {
  const { document, speaker_registry_version } = await api.call("readDocument", {
    params: { sectionId },
    query: { limit: 1 },
    signal,
  });
  const answer = await api.call("readPlaybackManifest", {
    params: { sectionId },
    query: { document_version: document.document_version, speaker_registry_version, schema_version: 2 },
    signal,
  });
  const words = new Map(answer.unit_word_timings?.map((unit) => [unit.unit_id, unit.words]));
  return answer.manifest.sequential_units.flatMap((unit) =>
    unit.unit_type === "asset"
      ? [
          {
            block_id: unit.block_id,
            start_ms: unit.start_ms,
            duration_ms: unit.duration_ms,
            words: words.get(unit.unit_id) ?? [],
          },
        ]
      : [],
  );
}
