// The silence between two passages, by the kind of break between them and whether the voice changes.

import type { PassageBreak } from "../document/document.ts";

/**
 * Silence in ms. The values are our choice: a short breath inside a sentence, a longer one after it, two thirds of a second
 * at a paragraph, two seconds at a scene, more before a chapter. Engines trim their own silence.
 */
const SPACING_MS = {
  inside_sentence: 200,
  between_sentences: 400,
  new_paragraph: 650,
  scene_break: 2000,
  before_heading: 2500,
  between_headings: 800,
  after_heading: 1200,
} as const;

/** Listeners need a moment to recognise another voice. */
const VOICE_CHANGE_MS = 60;

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
