// Every spoken line gets somebody to say it.

import { evidenceOf } from "./annotate.ts";
import type { Block, SpokenBlock } from "./blocks.ts";
import { isSpoken } from "./source-text.ts";

/** A candidate this weak is no better than the narrator, whose reading of a line is at least never wrong. */
const WEAKEST_CANDIDATE = 0.2;

/**
 * The blocks that had nobody to say them (or somebody who is not in the cast any more), with their speaker: narration
 * goes to the narrator; a line goes to its best candidate that is in the cast and scored at least 0.2, else to the
 * narrator. Blocks with a speaker of the cast are never touched, so doing it again changes nothing.
 */
export function assignRemainingSpeakers(
  blocks: readonly Block[],
  cast: { readonly narratorId: string; readonly speakerIds: ReadonlySet<string> },
): SpokenBlock[] {
  return blocks
    .filter(isSpoken)
    .filter(({ speaker_id }) => speaker_id === null || !cast.speakerIds.has(speaker_id))
    .map((block) => ({ ...block, speaker_id: speakerFor(block, cast) }));
}

function speakerFor(
  block: SpokenBlock,
  cast: { readonly narratorId: string; readonly speakerIds: ReadonlySet<string> },
): string {
  if (block.kind === "narration") return cast.narratorId;
  const best = (evidenceOf(block.content)?.candidates ?? [])
    .filter(({ speaker_id, score }) => cast.speakerIds.has(speaker_id) && score >= WEAKEST_CANDIDATE)
    .reduce<{ speaker_id: string; score: number } | null>(
      (chosen, one) => (chosen === null || one.score > chosen.score ? one : chosen),
      null,
    );
  return best?.speaker_id ?? cast.narratorId;
}
