// The lines of a language without spaces, with the evidence for their speakers.

import type { SpeechSpan } from "./dialogue.ts";
import type { Gender } from "./script.ts";

export interface UnspacedSubject {
  /** null for a pronoun. */
  readonly name: string | null;
  readonly gender: Gender | null;
  readonly narrator: boolean;
  /** The rest of the clause behind the subject. */
  readonly rest: string;
}

export type EvidenceKind = "tag" | "action";

export interface UnspacedLine {
  readonly spans: readonly SpeechSpan[];
  /** Paragraphs of narration since the line before. */
  readonly gap: number;
  stated: { readonly who: UnspacedSubject; readonly kind: EvidenceKind } | null;
  /** Who acts last in the paragraph of narration before the line, and first in the one after it. */
  readonly before: UnspacedSubject | null;
  after: UnspacedSubject | null;
  /** The paragraph after it states that this person said it. */
  afterSays: boolean;
  /** "张扬问我": the narrator listens, and answers. */
  toNarrator: boolean;
  /** The words of its quotes. */
  words: string;
  /** The people that narration named before this line, last one first. */
  recent: readonly UnspacedSubject[];
}
