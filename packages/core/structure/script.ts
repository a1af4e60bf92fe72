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
  /** The block's role in the layout of the text; headings and scene breaks have their own spacing. */
  readonly role: "heading" | "scene_break" | "paragraph";
  /** The parts that are not read, in order, inside the block; the same units as the block's. */
  readonly exclusions: readonly BlockExclusion[];
  /** Spans of narration that only name the speaker, in order, inside the block; the same units as the block's. */
  readonly speech_tags: readonly { readonly start_utf16: number; readonly end_utf16: number }[];
  /** Index into `characters`; null for narration, for excluded text, and when no speaker was found. */
  readonly speaker: number | null;
  /** 0 to 1; null unless speech. */
  readonly confidence: number | null;
  /** The deciding evidence: "tag", "pronoun", "turn", …; null unless speech. */
  readonly method: string | null;
  /** At most three, best first; includes the chosen one. */
  readonly candidates: readonly { readonly speaker: number; readonly score: number }[];
  /** What the line's own words and tag settle; absent without such evidence. */
  readonly evidence?: BlockEvidence;
}

export interface BlockEvidence {
  /** Characters that the line addresses, so they do not speak it. */
  readonly addressed: readonly number[];
  /** The gender of the pronoun in the tag. */
  readonly gender: "male" | "female" | null;
  /** The tag names the speaker. */
  readonly isNamed: boolean;
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
  /** Index into `options.known` if the project knew this person before. */
  readonly known: number | null;
  /** The "I" of the narration: the narrator's voice speaks this character's lines. */
  readonly narrates: boolean;
  /** "the crowd": several people who speak as one. */
  readonly isGroup: boolean;
}

export interface KnownCharacter {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly gender: Gender | null;
  readonly age: Age | null;
  /** Lines of this person that are certain, from any section. Their words are evidence in lines without a tag. */
  readonly lines?: readonly string[];
}

export interface StructureOptions {
  /** People of the project's earlier sections, so that they are recognised. */
  readonly known?: readonly KnownCharacter[];
  /** The section's title. At the beginning of the text it is a heading, even with quotation marks in it. */
  readonly title?: string;
  /** Structuring throws TooManyBlocks as soon as the script has more blocks; no limit by default. */
  readonly maxBlocks?: number;
}

/** The text makes more blocks than `maxBlocks`. Thrown before memory is spent on the rest. */
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

/** No block from structuring is longer (interface.md, Limits). */
export const MAX_BLOCK_UNITS = 65_536;
