// The result of structuring: a script of contiguous blocks and the people who speak in it.

export interface BlockExclusion {
  readonly start_utf16: number;
  readonly end_utf16: number;
  readonly reason: "speaker_label" | "stage_direction" | "metadata";
}

export interface StructuredBlock {
  readonly kind: "speech" | "narration" | "excluded";
  /** UTF-16 code units into the text; contiguous with the neighbours; at most MAX_BLOCK_UNITS long. */
  readonly start_utf16: number;
  readonly end_utf16: number;
  /** What the block is in the layout of the text; headings and scene breaks get their own spacing. */
  readonly role: "heading" | "scene_break" | "paragraph";
  /** What of it is not read, in order, within the block; the same units as the block's. */
  readonly exclusions: readonly BlockExclusion[];
  /** Stretches of narration that only say who speaks, in order, within the block; the same units as the block's. */
  readonly speech_tags: readonly { readonly start_utf16: number; readonly end_utf16: number }[];
  /** Index into `characters`; null when narration, excluded or nobody could be named. */
  readonly speaker: number | null;
  /** 0 to 1; null unless speech. */
  readonly confidence: number | null;
  /** The evidence that decided: "tag", "pronoun", "turn", …; null unless speech. */
  readonly method: string | null;
  /** At most three, best first; includes the chosen one. */
  readonly candidates: readonly { readonly speaker: number; readonly score: number }[];
}

export type Gender = "male" | "female" | "neutral";
export type Age = "child" | "young" | "adult" | "old";

export interface StructuredCharacter {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly gender: Gender | null;
  readonly age: Age | null;
  /** Speech blocks attributed to this character. */
  readonly quotes: number;
  /** Index into `options.known` when this is a person whom the project knew before. */
  readonly known: number | null;
  /** The "I" of the narration: this character's lines belong to the voice that narrates. */
  readonly narrates: boolean;
}

export interface KnownCharacter {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly gender: Gender | null;
  readonly age: Age | null;
  /** Lines that this person says for certain, of any section: how they talk tells them in lines that nobody names. */
  readonly lines?: readonly string[];
}

export interface StructureOptions {
  /** People of the project's earlier sections; the same person is recognised again. */
  readonly known?: readonly KnownCharacter[];
  /** The section's title: where the text begins with it, it is a heading, also with quotation marks in it. */
  readonly title?: string;
  /** Structuring throws TooManyBlocks as soon as the script has more blocks; unlimited by default. */
  readonly maxBlocks?: number;
}

/** The text makes more blocks than `maxBlocks`. It is thrown before memory is spent on the rest. */
export class TooManyBlocks extends Error {
  override readonly name = "TooManyBlocks";
  constructor(maxBlocks: number) {
    super(`The text makes more than ${maxBlocks} blocks.`);
  }
}

export interface StructureResult {
  readonly blocks: readonly StructuredBlock[];
  readonly characters: readonly StructuredCharacter[];
}

/** A block that structuring makes is never longer (interface.md, Limits). */
export const MAX_BLOCK_UNITS = 65_536;
