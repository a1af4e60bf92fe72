// Gives every spoken line a speaker.

import { evidenceOf } from "./annotate.ts";
import type { Block, SpokenBlock } from "./blocks.ts";
import { isSpoken } from "./source-text.ts";

/** A weaker candidate is probably wrong; then the narrator reads the line. */
const WEAKEST_CANDIDATE = 0.2;

/**
 * The blocks without a speaker (or with one that left the cast), with their new speaker: narration goes to the narrator; a
 * line goes to its best candidate in the cast with a score of at least 0.2, else to the narrator. Blocks whose speaker is in
 * the cast stay as they are, so repeating this changes nothing.
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
