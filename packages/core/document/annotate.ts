// The annotations that structuring writes in the extension namespaces of Fullcast, and their readers.

import type { Annotation, JsonValue, TextContent } from "./blocks.ts";

/** The speaker of a line and the confidence of structuring (decisions.md §7). */
export const ATTRIBUTION_NAMESPACE = "fullcast.attribution";
/** What a block is in the layout of the story. */
export const STRUCTURE_NAMESPACE = "fullcast.structure";
/** Ranges of narration that only say who speaks: "said Mary". */
const TAG_NAMESPACE = "fullcast.tags";
const TAG_NAME = "speech_tag";

export interface AttributionEvidence {
  /** 0 to 1. */
  readonly confidence: number;
  readonly method: string;
  /** At most three, best first. */
  readonly candidates: readonly { readonly speaker_id: string; readonly score: number }[];
}

/** The evidence annotation of a speech block, over its whole text. */
export function evidenceAnnotation(id: string, textLength: number, evidence: AttributionEvidence): Annotation {
  return extension(id, textLength, ATTRIBUTION_NAMESPACE, "evidence", {
    confidence: evidence.confidence,
    method: evidence.method,
    candidates: evidence.candidates.map(({ speaker_id, score }) => ({ speaker_id, score })),
  });
}

export function layoutAnnotation(id: string, textLength: number, name: "heading" | "scene_break"): Annotation {
  return extension(id, textLength, STRUCTURE_NAMESPACE, name, null);
}

/** Marks a range of narration that only says who speaks. */
export function speechTagAnnotation(id: string, start_utf16: number, end_utf16: number): Annotation {
  return {
    kind: "extension",
    id,
    start_utf16,
    end_utf16,
    namespace: TAG_NAMESPACE,
    name: TAG_NAME,
    version: 1,
    payload: null,
  };
}

export function isSpeechTag(annotation: Annotation): boolean {
  return annotation.kind === "extension" && annotation.namespace === TAG_NAMESPACE && annotation.name === TAG_NAME;
}

/** JSON that a stored content contains (jsonb's @>) exactly when it has a speech tag. */
export const HOLDS_SPEECH_TAG = { annotations: [{ namespace: TAG_NAMESPACE, name: TAG_NAME }] } as const;

/** The evidence of a block; null when it has none or one of another shape (clients may write any payload). */
export function evidenceOf(content: TextContent): AttributionEvidence | null {
  for (const annotation of content.annotations) {
    if (annotation.kind !== "extension" || annotation.namespace !== ATTRIBUTION_NAMESPACE) continue;
    const { confidence, method, candidates } = annotation.payload ?? {};
    if (typeof confidence !== "number" || typeof method !== "string" || !Array.isArray(candidates)) continue;
    return { confidence, method, candidates: candidates.filter(isCandidate) };
  }
  return null;
}

function isCandidate(value: JsonValue): value is { readonly speaker_id: string; readonly score: number } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { speaker_id, score } = value as { readonly [key: string]: JsonValue };
  return typeof speaker_id === "string" && typeof score === "number";
}

function extension(
  id: string,
  textLength: number,
  namespace: string,
  name: string,
  payload: { readonly [key: string]: JsonValue } | null,
): Annotation {
  return { kind: "extension", id, start_utf16: 0, end_utf16: textLength, namespace, name, version: 1, payload };
}
