import { evidenceAnnotation, evidenceOf } from "./annotate.ts";
import type { SpokenBlock } from "./blocks.ts";
import { isEvidence } from "./user-evidence.ts";

/**
 * A block after its speaker became part of another one: spoken by that one, its evidence naming nobody who is gone. A
 * candidate that two of them were keeps the better score.
 */
export function withMergedSpeakers(block: SpokenBlock, gone: ReadonlySet<string>, into: string): SpokenBlock {
  const speaker_id = block.speaker_id !== null && gone.has(block.speaker_id) ? into : block.speaker_id;
  const known = block.content.annotations.find(isEvidence);
  const evidence = evidenceOf(block.content);
  if (known === undefined || evidence === null) return { ...block, speaker_id };
  const scores = new Map<string, number>();
  for (const { speaker_id: candidate, score } of evidence.candidates) {
    const id = gone.has(candidate) ? into : candidate;
    scores.set(id, Math.max(scores.get(id) ?? score, score));
  }
  const candidates = [...scores].map(([id, score]) => ({ speaker_id: id, score }));
  const annotation = evidenceAnnotation(known.id, block.content.text.length, { ...evidence, candidates });
  const annotations = block.content.annotations.map((one) => (one === known ? annotation : one));
  return { ...block, speaker_id, content: { ...block.content, annotations } };
}
