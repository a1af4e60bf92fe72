// How long the silence between two passages is, by what lies between them and whether the voice changes.

import type { PassageBreak } from "../document/document.ts";

/**
 * Silence in ms, our choice: a breath inside a sentence, half a second at a paragraph, about two at a scene, a little
 * more before a chapter. The engine's own silence around the words comes on top.
 */
const SPACING_MS = {
  inside_sentence: 120,
  between_sentences: 240,
  new_paragraph: 480,
  scene_break: 1800,
  before_heading: 2200,
  between_headings: 700,
  after_heading: 1200,
} as const;

/** Another voice needs a moment to be recognised. */
const VOICE_CHANGE_MS = 80;

/** Milliseconds between two passages, at least 1. */
export function spacingMs(between: PassageBreak, voiceChanges: boolean): number {
  const extra = voiceChanges ? VOICE_CHANGE_MS : 0;
  switch (between.kind) {
    case "same_paragraph":
      return (between.sentenceEnded ? SPACING_MS.between_sentences : SPACING_MS.inside_sentence) + extra;
    case "new_paragraph":
      return SPACING_MS.new_paragraph + extra;
    default:
      return SPACING_MS[between.kind];
  }
}
