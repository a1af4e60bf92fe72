// The type of a line to attribute.

import type { SpeechSpan } from "./dialogue.ts";
import type { NarrationEvidence } from "./tags.ts";
import type { Called } from "./vocatives.ts";

export interface Line {
  readonly paragraph: number;
  readonly spans: SpeechSpan[];
  /** First and last token (exclusive) of each span. */
  readonly spanTokens: { readonly from: number; readonly to: number }[];
  readonly evidence: NarrationEvidence[];
  called: Called;
  /** The mention of the speaker's own name in the line ("I'm Anna"), or -1. */
  introduces: number;
  /** The mention of the addressee that a tag names, or -1. */
  addressed: number;
  /** Paragraphs of narration since the line before; -1 inside one paragraph. */
  readonly gap: number;
  /** A heading or a scene break precedes, since the line before. */
  readonly newScene: boolean;
  /** The group that says the line by its tag ("cried the crowd"); null for a single speaker. */
  group: string | null;
  /** The line before was left open and this one opens again: the same speaker continues. */
  readonly continues: boolean;
}
