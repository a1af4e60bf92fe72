import { type BlockIntentParts, optionsOf, spokenText } from "@fullcast/core/media";
import { type AssetUnit, type UnitWordTimings, unitWordTimings } from "@fullcast/core/timeline";
import { blocksById } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { wordsOf } from "./store.ts";

/** Units that are looked up at once. */
const WINDOW = 200;

/** When each word of units of audio that were compiled just now is said. Words come from the engine or are unavailable. */
export async function wordTimingsOf(
  services: Pick<Services, "db">,
  sectionId: string,
  units: readonly AssetUnit[],
): Promise<UnitWordTimings[]> {
  const timings: UnitWordTimings[] = [];
  for (let from = 0; from < units.length; from += WINDOW) {
    const window = units.slice(from, from + WINDOW);
    const blocks = await blocksById(
      services,
      sectionId,
      window.map((unit) => unit.block_id),
    );
    const words = await wordsOf(
      services,
      window.map((unit) => unit.rendition_id),
    );
    for (const unit of window) {
      const stored = blocks.get(unit.block_id);
      const content = stored?.block.content;
      const isText = content?.type === "text";
      timings.push(
        unitWordTimings({
          unit,
          text: isText ? content.text : "",
          spoken: isText ? spokenText(content, optionsOf(stored?.intent_parts as BlockIntentParts)) : null,
          words: engineWords(words.get(unit.rendition_id)),
        }),
      );
    }
  }
  return timings;
}

/** Words are stored as [start, end, start_ms, end_ms]: offsets into the spoken text, ms from the start of the audio. */
type StoredWord = readonly [number, number, number, number];

/** As stored, or null when the engine told no words. */
export function engineWords(stored: unknown) {
  if (!Array.isArray(stored)) return null;
  return (stored as readonly StoredWord[]).map(([start, end, start_ms, end_ms]) => ({ start, end, start_ms, end_ms }));
}
