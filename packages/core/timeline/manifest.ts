// The shape of a compiled timeline (interface.md, "Playback manifest"). Field names are the wire's.

import type { SourceRange } from "../document/document.ts";
import type { RoomTone } from "../sound/sound.ts";

interface UnitCommon {
  readonly unit_id: string;
  readonly block_id: string;
  readonly block_index: number;
  readonly block_version: number;
}

interface SequentialCommon extends UnitCommon {
  readonly block_kind: "speech" | "narration";
  readonly start_ms: number;
  /** At least 1. */
  readonly duration_ms: number;
}

export interface AssetUnit extends SequentialCommon {
  readonly unit_type: "asset";
  readonly rendition_id: string;
  readonly rendition_intent_hash: string;
  readonly asset_id: string;
  readonly asset_content_hash: string;
  readonly source_ranges: readonly SourceRange[];
  readonly speaker_id: string;
  readonly analysis_integrated_lufs: number;
  readonly analysis_sample_peak_dbfs: number;
  readonly effective_gain_db: number;
}

export interface SilenceUnit extends SequentialCommon {
  readonly unit_type: "silence";
  readonly rendition_id: string;
  readonly rendition_intent_hash: string;
}

export interface SpacingUnit extends SequentialCommon {
  readonly unit_type: "spacing";
  readonly spacing_kind: "inter_passage";
}

export type SequentialUnit = AssetUnit | SilenceUnit | SpacingUnit;

export interface OverlayUnit extends UnitCommon {
  readonly unit_type: "sfx";
  readonly intent_hash: string;
  readonly asset_id: string;
  readonly asset_content_hash: string;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly gain_db: number;
  readonly fade_in_ms: number;
  readonly fade_out_ms: number;
  /** The sound is shorter than its unit and repeats to fill it. Absent otherwise. */
  readonly loop?: true;
}

export interface TimedTextUnit extends UnitCommon {
  readonly speaker_id: string | null;
  readonly start_ms: number;
  readonly duration_ms: number;
  readonly text: string;
  readonly text_hash: string;
  readonly source_ranges: readonly SourceRange[];
}

export type Gap = {
  readonly block_id: string;
  readonly block_index: number;
  readonly block_version: number;
} & (
  | {
      readonly media_kind: "speech";
      readonly reason: "missing" | "stale" | "failed" | "unsupported" | "unassigned" | "unresolved";
      readonly source_ranges: readonly SourceRange[];
    }
  | {
      readonly media_kind: "sfx";
      readonly reason: "missing" | "stale" | "failed" | "unsupported" | "unplaced";
      /** Always empty. */
      readonly source_ranges: readonly SourceRange[];
    }
);

export interface MasteringProfile {
  readonly schema_version: 1;
  readonly enabled: boolean;
  readonly target_lufs: number;
  readonly strength: number;
  readonly max_boost_db: number;
  readonly max_reduction_db: number;
  readonly silence_threshold_lufs: number;
  readonly peak_ceiling_db: number;
  readonly speaker_adjustments_db: { readonly [speakerId: string]: number };
  readonly sfx_bus_gain_db: number;
  /** Beyond the interface; absent if not used. false allows sounds as loud as speech. */
  readonly ducking?: boolean;
  /** Beyond the interface; absent if not used. Room tone around and under everything. */
  readonly room_tone?: RoomTone | null;
  /** Beyond the interface; absent if not used. Whether tags such as "said Mary" are spoken. */
  readonly spoken_tags?: "keep" | "omit";
}

export interface RenderManifest {
  readonly schema_version: "studio-render-manifest-2";
  readonly project_id: string;
  readonly section_id: string;
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
  readonly mastering_profile_hash: string;
  readonly mastering_profile: MasteringProfile;
  readonly completeness: "partial" | "complete";
  readonly duration_ms: number;
  readonly sequential_units: readonly SequentialUnit[];
  readonly overlay_units: readonly OverlayUnit[];
  readonly timed_text_units: readonly TimedTextUnit[];
  readonly gaps: readonly Gap[];
}

/** A word as the wire shows it (decisions.md §8): times relative to the section, offsets into the block's text. */
export interface TimedWord {
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly start_utf16: number;
  readonly end_utf16: number;
}

export interface UnitWordTimings {
  readonly unit_id: string;
  readonly block_id: string;
  readonly asset_id: string;
  readonly word_timing: "available" | "unavailable";
  readonly words: readonly TimedWord[];
}
