import { evidenceAnnotation, evidenceOf } from "./annotate.ts";
import type { Block } from "./blocks.ts";
import { isSpoken } from "./source-text.ts";
import { isEvidence } from "./user-evidence.ts";

/**
 * A block of the past in the present cast: its speaker is the one that its old speaker was merged into, and its evidence
 * names present speakers only. When two candidates became one, the better score stays; without the best candidate the
 * evidence is removed.
 * @param present maps a speaker to the present one: itself, the one it was merged into, or null when it was deleted
 */
export function withPresentSpeakers(block: Block, present: (speakerId: string) => string | null): Block {
  if (!isSpoken(block)) return block;
  const speaker_id = block.speaker_id === null ? null : present(block.speaker_id);
  const known = block.content.annotations.find(isEvidence);
  const evidence = evidenceOf(block.content);
  const isSame = evidence?.candidates.every((one) => present(one.speaker_id) === one.speaker_id) ?? true;
  if (known === undefined || evidence === null || isSame) return { ...block, speaker_id };
  const scores = new Map<string, number>();
  for (const { speaker_id: candidate, score } of evidence.candidates) {
    const id = present(candidate);
    if (id !== null) scores.set(id, Math.max(scores.get(id) ?? score, score));
  }
  const [best] = evidence.candidates;
  const candidates = [...scores].map(([id, score]) => ({ speaker_id: id, score }));
  const annotation =
    best === undefined || present(best.speaker_id) === null
      ? []
      : [evidenceAnnotation(known.id, block.content.text.length, { ...evidence, candidates })];
  const annotations = block.content.annotations.flatMap((one) => (one === known ? annotation : [one]));
  return { ...block, speaker_id, content: { ...block.content, annotations } };
}

/**
 * A block that an undo puts back. Its evidence stays as it was, also with candidates that are gone: lines that a merge does not
 * give to another person keep such candidates, and undoing the merge later finds them. Only a line whose own speaker is gone
 * needs the present ones.
 */
export function withPresentSpeaker(block: Block, present: (speakerId: string) => string | null): Block {
  const isGone = block.speaker_id !== null && present(block.speaker_id) !== block.speaker_id;
  return isGone ? withPresentSpeakers(block, present) : block;
}
