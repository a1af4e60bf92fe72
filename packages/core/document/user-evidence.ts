// Evidence for speakers that a person chose. No workflow overrides it, and it stays with its text.

import { ATTRIBUTION_NAMESPACE, type AttributionEvidence, evidenceAnnotation, evidenceOf } from "./annotate.ts";
import type { Annotation, SpokenBlock, TextContent } from "./blocks.ts";
import { isOfWhole } from "./split-content.ts";

/** The method of evidence for a speaker that a person chose. */
export const CHOSEN_BY_USER = "user";

export function isEvidence(annotation: Annotation): boolean {
  return annotation.kind === "extension" && annotation.namespace === ATTRIBUTION_NAMESPACE;
}

/**
 * The block with the speaker that a person chose, and evidence for it. Null removes the choice: the block has no speaker and no
 * evidence until a workflow assigns one.
 */
export function withChosenSpeaker(block: SpokenBlock, speakerId: string | null, newId: () => string): SpokenBlock {
  const others = block.content.annotations.filter((one) => !isEvidence(one));
  const known = block.content.annotations.find(isEvidence);
  const evidence = { confidence: 1, method: CHOSEN_BY_USER };
  const annotations =
    speakerId === null
      ? others
      : [
          evidenceAnnotation(known?.id ?? newId(), block.content.text.length, {
            ...evidence,
            candidates: [{ speaker_id: speakerId, score: 1 }],
          }),
          ...others,
        ];
  return { ...block, speaker_id: speakerId, content: { ...block.content, annotations } };
}

/**
 * The content of a block after a replacement. Its evidence is that of the new content, else that of the old one. Annotations
 * that describe the whole block cover the whole new text.
 */
export function keepEvidence(before: TextContent, after: TextContent): TextContent {
  const whole = <A extends Annotation>(one: A): A =>
    isOfWhole(one) ? { ...one, start_utf16: 0, end_utf16: after.text.length } : one;
  const brought = after.annotations.find(isEvidence);
  const evidence = brought ?? before.annotations.find(isEvidence);
  const others = after.annotations.filter((one) => !isEvidence(one)).map(whole);
  if (evidence === undefined || (brought === undefined && others.some((one) => one.id === evidence.id)))
    return { ...after, annotations: others };
  return { ...after, annotations: [whole(evidence), ...others] };
}

export function withoutEvidence(content: TextContent): TextContent {
  return content.annotations.some(isEvidence)
    ? { ...content, annotations: content.annotations.filter((one) => !isEvidence(one)) }
    : content;
}

/** The method of evidence for a speaker that a language model named. */
export const NAMED_BY_MODEL = "model";

/** The line with another speaker and the evidence for it; null if a person chose its speaker. */
export function withEvidence(
  block: SpokenBlock,
  speakerId: string,
  evidence: AttributionEvidence,
  newId: () => string,
): SpokenBlock | null {
  if (evidenceOf(block.content)?.method === CHOSEN_BY_USER) return null;
  const known = block.content.annotations.find(isEvidence);
  const others = block.content.annotations.filter((one) => !isEvidence(one));
  const annotations = [evidenceAnnotation(known?.id ?? newId(), block.content.text.length, evidence), ...others];
  return { ...block, speaker_id: speakerId, content: { ...block.content, annotations } };
}
