// What a line of the script shows: its kind, its speaker, its words, its doubts.

import { type Block, CHOSEN_BY_USER, evidenceOf, layoutRole, type TextContent } from "@fullcast/core/document";

/** A line is unsure when its evidence says less than this, or when it has no speaker. */
const SURE_FROM = 0.6;

export type LineLook = "speech" | "narration" | "heading" | "scene_break" | "unparsed" | "excluded" | "note" | "sfx";

export function lookOf(block: Block): LineLook {
  if (block.kind === "narration") {
    const role = layoutRole(block.content);
    return role === "paragraph" ? "narration" : role;
  }
  return block.kind;
}

/** The words of a line; for a sound its prompt. */
export function wordsOf(block: Block): string {
  return block.content.type === "sfx" ? block.content.prompt : block.content.text;
}

export function isUnsure(block: Block): boolean {
  if (block.kind !== "speech") return false;
  const evidence = evidenceOf(block.content);
  if (evidence?.method === CHOSEN_BY_USER) return false;
  return block.speaker_id === null || (evidence !== null && evidence.confidence < SURE_FROM);
}

/** How sure the speaker of a line is, in whole percent; null where a person chose or nothing is known. */
export function certaintyOf(block: Block): number | null {
  if (block.kind !== "speech") return null;
  const evidence = evidenceOf(block.content);
  if (evidence === null || evidence.method === CHOSEN_BY_USER) return null;
  return Math.round(evidence.confidence * 100);
}

/** Speakers that the machine thought of, best first. */
export function candidatesOf(block: Block): readonly string[] {
  return block.kind === "speech" ? (evidenceOf(block.content)?.candidates.map((one) => one.speaker_id) ?? []) : [];
}

export function isSpokenLine(block: Block): boolean {
  return block.kind === "speech" || block.kind === "narration";
}

/** Whether the next line begins a new paragraph. */
export function endsParagraph(block: Block): boolean {
  return block.content.type !== "text" || /\n\s*$/.test(block.content.text);
}

export interface TextRun {
  readonly text: string;
  readonly start: number;
  readonly silent: boolean;
  readonly saidAs: string | null;
}

/** The text in runs of one look: what is not spoken, and what has a pronunciation of its own. */
export function runsOf(content: TextContent): readonly TextRun[] {
  const marks = content.annotations.filter((one) => one.kind === "exclusion" || one.kind === "pronunciation");
  const ends = new Set([0, content.text.length]);
  for (const mark of marks) ends.add(mark.start_utf16).add(mark.end_utf16);
  const cuts = [...ends].filter((at) => at <= content.text.length).sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? content.text.length;
    const over = marks.filter((mark) => mark.start_utf16 < end && mark.end_utf16 > start);
    const said = over.find((mark) => mark.kind === "pronunciation");
    return {
      text: content.text.slice(start, end),
      start,
      silent: over.some((mark) => mark.kind === "exclusion"),
      saidAs: said?.kind === "pronunciation" ? said.value : null,
    };
  });
}
