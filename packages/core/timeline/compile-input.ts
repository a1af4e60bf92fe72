// The input of a timeline.

import type { Block } from "../document/document.ts";
import type { BlockIntentParts, Freshness } from "../media/media.ts";
import type { Gap, MasteringProfile, SequentialUnit, TimedTextUnit } from "./manifest.ts";

/** The active rendition of a block, as stored. */
export interface CompileRendition {
  readonly id: string;
  readonly intent_hash: string;
  readonly asset_id: string;
  /** SHA-256 of the asset's bytes. */
  readonly asset_content_hash: string;
  /** Whole milliseconds, at least 1. */
  readonly duration_ms: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
  /**
   * dB by which the block's direction makes it louder or softer than its neighbours (Delivery.volume_db); 0 by default.
   * The audio already includes it; levelling must not remove it.
   */
  readonly directed_volume_db?: number;
  /** Words in offsets of the block's text and ms from the asset's start; used only for sounds anchored to a word. */
  readonly source_words?:
    | readonly { readonly start_utf16: number; readonly end_utf16: number; readonly start_ms: number }[]
    | undefined;
}

export interface CompileBlock {
  readonly block: Block;
  /** The speaker of the block, or the narrator for narration without a speaker. */
  readonly speaker_id: string | null;
  /** The parts of blockIntentParts() that the timeline uses. */
  readonly parts: Pick<
    BlockIntentParts,
    "spoken" | "tags_omitted" | "lexicon" | "leading_silence_ms" | "trailing_silence_ms"
  >;
  readonly freshness: Freshness;
  readonly rendition: CompileRendition | null;
  /** The latest attempt to make the audio of the block's present intent failed. */
  readonly failed: boolean;
  /** `none`: the speaker has no voice yet; `unsupported`: the voice's engine cannot speak it. Ignored when current. */
  readonly voice: "ready" | "none" | "unsupported";
}

/** The spoken timeline of a section. */
export interface Passages {
  readonly sequential_units: readonly SequentialUnit[];
  readonly timed_text_units: readonly TimedTextUnit[];
  /** Of text only, in document order. */
  readonly gaps: readonly Gap[];
  readonly end_ms: number;
  /** Largest number of source ranges of one unit or gap. */
  readonly most_ranges: number;
}

export interface CompileInput {
  readonly project_id: string;
  readonly section_id: string;
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
  readonly mastering_profile: MasteringProfile;
  /** Sound effect blocks are left out, and are no gaps, when false. */
  readonly sound_effects_enabled: boolean;
  /** All blocks of the section in document order. */
  readonly blocks: readonly CompileBlock[];
  /** SHA-256 of the UTF-8 of a text, lowercase hex. */
  readonly hash: (text: string) => string;
  /** The passages of these blocks, if they were laid out before (passageLayout). */
  readonly passages?: Passages;
}
