// The stored script is also the wire script, so its field names are the wire's (snake_case) everywhere.

export const AST_VERSION = "studio-ast-2" as const;

export type BlockKind = "speech" | "narration" | "unparsed" | "excluded" | "note" | "sfx";

export type ExclusionReason = "speaker_label" | "stage_direction" | "metadata" | "user";

export type PronunciationAlphabet = "ipa" | "x-sampa" | "cmu" | "alias";

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** All offsets are UTF-16 code units into the `text` of the content that holds the annotation; the end is exclusive. */
export type Annotation =
  | {
      readonly kind: "exclusion";
      readonly id: string;
      readonly start_utf16: number;
      readonly end_utf16: number;
      readonly reason: ExclusionReason;
    }
  | {
      readonly kind: "pronunciation";
      readonly id: string;
      readonly start_utf16: number;
      readonly end_utf16: number;
      readonly alphabet: PronunciationAlphabet;
      readonly value: string;
    }
  | {
      readonly kind: "extension";
      readonly id: string;
      readonly start_utf16: number;
      readonly end_utf16: number;
      readonly namespace: string;
      readonly name: string;
      readonly version: number;
      readonly payload: { readonly [key: string]: JsonValue } | null;
    };

export type Point =
  | { readonly kind: "timed_silence"; readonly id: string; readonly offset_utf16: number; readonly duration_ms: number }
  | {
      readonly kind: "extension";
      readonly id: string;
      readonly offset_utf16: number;
      readonly namespace: string;
      readonly name: string;
      readonly version: number;
      readonly payload: { readonly [key: string]: JsonValue } | null;
    };

/** A direction of one span of a block's text. Our own format is `fullcast-delivery-1`; see direction/delivery.ts. */
export interface DeliveryDirective {
  readonly id: string;
  readonly start_utf16: number;
  readonly end_utf16: number;
  readonly intent: string;
  /** 0 to 1. */
  readonly strength: number;
}

export interface DeliverySetting {
  readonly name: string;
  readonly value: JsonValue;
}

export interface DeliveryControlSet {
  readonly id: string;
  readonly schema_version: "studio-delivery-control-set-1" | "studio-delivery-control-set-2";
  readonly provider: string;
  readonly model: string;
  readonly format: string;
  readonly capability_revision: string;
  readonly directives: readonly DeliveryDirective[];
  readonly settings: readonly DeliverySetting[];
  readonly source_fingerprint: string | null;
  readonly source_utf16_length: number | null;
  readonly provider_text_override?: string;
}

export interface TextContent {
  readonly type: "text";
  readonly schema_version: typeof AST_VERSION;
  readonly text: string;
  readonly annotations: readonly Annotation[];
  readonly points: readonly Point[];
  readonly delivery_control_sets: readonly DeliveryControlSet[];
}

export interface NoteContent {
  readonly type: "note";
  readonly schema_version: typeof AST_VERSION;
  readonly text: string;
}

export interface SfxContent {
  readonly type: "sfx";
  readonly schema_version: typeof AST_VERSION;
  readonly prompt: string;
  readonly duration_ms: number;
  readonly seed: number | null;
  readonly source?: {
    readonly kind: "project_sound";
    readonly sound_effect_id: string;
    readonly sound_effect_revision_id: string;
  };
}

/** Where a sound effect sits on the timeline; without one it starts where the next sequential unit starts. */
export interface SfxPlacement {
  readonly anchor_block_id: string;
  readonly anchor: "start" | "end" | "offset";
  readonly offset_utf16?: number;
  readonly offset_ms: number;
  readonly gain_db: number;
  readonly fade_in_ms: number;
  readonly fade_out_ms: number;
  /** The sound lasts until this block: it repeats, or it is cut. Absent: it plays once. */
  readonly until_block_id?: string;
  /** The side of that block where the sound ends; "start" when absent. */
  readonly until_anchor?: "start" | "end";
}

export interface GenerationProfileOverride {
  readonly provider?: string;
  readonly model?: string;
  readonly fallback?: "strict" | "best_effort";
  readonly controls?: "strict" | "best_effort";
  readonly options?: { readonly [key: string]: JsonValue };
}

interface BlockCommon {
  readonly id: string;
  readonly block_version: number;
  readonly generation_profile_override: GenerationProfileOverride | null;
}

export interface SpokenBlock extends BlockCommon {
  readonly kind: "speech" | "narration";
  readonly content: TextContent;
  readonly placement: null;
  readonly speaker_id: string | null;
}

export interface SilentTextBlock extends BlockCommon {
  readonly kind: "unparsed" | "excluded";
  readonly content: TextContent;
  readonly placement: null;
  readonly speaker_id: null;
}

export interface NoteBlock extends BlockCommon {
  readonly kind: "note";
  readonly content: NoteContent;
  readonly placement: null;
  readonly speaker_id: null;
}

export interface SfxBlock extends BlockCommon {
  readonly kind: "sfx";
  readonly content: SfxContent;
  readonly placement: SfxPlacement | null;
  readonly speaker_id: null;
}

export type TextBlock = SpokenBlock | SilentTextBlock;
export type Block = TextBlock | NoteBlock | SfxBlock;
