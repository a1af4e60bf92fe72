// The rows that a timeline is compiled from, one for each block: the columns to select, and their conversion. They stay one
// JSON text until the compiling thread reads them.

import { deliveryOf } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import type { CompileBlock, CompileRendition } from "@fullcast/core/timeline";
import type { ColumnsSql } from "../db/db.ts";

/** The file of a take. */
export interface TimelineAsset {
  readonly asset_id: string;
  readonly sha256: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

export type TimelineBlock = CompileBlock & {
  /** The intent hash of its take, or its own; empty for a block without audio. */
  readonly intent_hash: string;
  readonly asset: TimelineAsset | null;
  /** The stored words of its take; null when they are not requested. */
  readonly words: unknown;
};

/** Of a block b. */
const BLOCK = {
  id: "b.id",
  kind: "b.kind",
  block_version: "b.block_version",
  content: "b.content",
  placement: "b.placement",
  generation_profile_override: "b.generation_profile_override",
  speaker_id: "b.speaker_id",
  spoken: "b.intent_parts->>'spoken'",
  leading_silence_ms: "(b.intent_parts->>'leading_silence_ms')::float8",
  trailing_silence_ms: "(b.intent_parts->>'trailing_silence_ms')::float8",
  tags_omitted: "(b.intent_parts->'tags_omitted')::boolean",
  lexicon: "b.intent_parts->'lexicon'",
  generatable: "b.generatable",
  stale:
    "r.id is null and (select true from renditions o where o.section_id = b.section_id and o.block_id = b.id limit 1) is not null",
  intent_hash: "coalesce(r.intent_hash, b.intent_hash)",
};

/** Of the take r that it plays; all null when there is none. */
const TAKE = {
  take_id: "r.id",
  asset_id: "r.asset_id",
  asset_sha256: "r.asset_sha256",
  asset_content_type: "r.asset_content_type",
  asset_size_bytes: "r.asset_size_bytes",
  provider: "r.provider",
  duration_ms: "r.duration_ms",
  integrated_lufs: "r.integrated_lufs",
  sample_peak_dbfs: "r.sample_peak_dbfs",
};

/** Offsets into the spoken text of the take: of no use when another text is spoken now, as after a change of the lexicon. */
const WORDS =
  "case when r.intent_hash = b.intent_hash or r.intent_parts->>'spoken' = b.intent_parts->>'spoken' then r.words end";

/** The values of a block b and the take r that it plays, if there is one. */
export const timelineColumns = (withWords: boolean): ColumnsSql =>
  withWords ? { ...BLOCK, ...TAKE, words: WORDS } : { ...BLOCK, ...TAKE };

/** The values of timelineColumns(), one array for each column over all rows; null without rows. */
export type TimelineColumns = { readonly [name in keyof BlockValues]: readonly BlockValues[name][] } & {
  readonly [name in keyof TakeValues]: readonly (TakeValues[name] | null)[];
} & { readonly words?: readonly unknown[] };

interface BlockValues {
  readonly id: string;
  readonly kind: Block["kind"];
  readonly block_version: number;
  readonly content: Block["content"];
  readonly placement: Block["placement"];
  readonly generation_profile_override: Block["generation_profile_override"];
  readonly speaker_id: string | null;
  readonly spoken: string | null;
  readonly leading_silence_ms: number | null;
  readonly trailing_silence_ms: number | null;
  readonly tags_omitted: boolean | null;
  readonly lexicon: TimelineBlock["parts"]["lexicon"] | null;
  readonly generatable: boolean;
  /** Takes of other intents exist, and none of the present one. */
  readonly stale: boolean;
  readonly intent_hash: string | null;
}

interface TakeValues {
  readonly take_id: string;
  readonly asset_id: string;
  readonly asset_sha256: string;
  readonly asset_content_type: string;
  readonly asset_size_bytes: number;
  readonly provider: string;
  readonly duration_ms: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
}

/** The default speaker, the speakers with a voice, and the blocks whose latest request for audio failed. */
export interface TimelineFacts {
  readonly narrator: string | null;
  readonly voiced: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

/** @param rows JSON of TimelineColumns */
export function timelineBlocks(rows: string, facts: TimelineFacts): readonly TimelineBlock[] {
  const columns = JSON.parse(rows) as TimelineColumns | { readonly id: null };
  return columns.id === null ? [] : columns.id.map((_, row) => toBlock(columns, row, facts));
}

function toBlock(of: TimelineColumns, row: number, { narrator, voiced, failed }: TimelineFacts): TimelineBlock {
  const id = of.id[row]!;
  const kind = of.kind[row]!;
  const speaker_id = of.speaker_id[row] ?? null;
  const leading_silence_ms = of.leading_silence_ms[row] ?? null;
  const trailing_silence_ms = of.trailing_silence_ms[row] ?? null;
  const generatable = of.generatable[row]!;
  const intent_hash = of.intent_hash[row] ?? "";
  const lexicon = of.lexicon[row] ?? null;
  const block = {
    id,
    kind,
    block_version: of.block_version[row]!,
    content: of.content[row]!,
    generation_profile_override: of.generation_profile_override[row] ?? null,
    placement: of.placement[row] ?? null,
    speaker_id,
  } as Block;
  const spokenBy = speaker_id ?? (kind === "narration" ? narrator : null);
  const isCurrent = generatable && of.take_id[row] !== null;
  return {
    block,
    speaker_id: spokenBy,
    parts: {
      spoken: of.spoken[row] ?? null,
      // True or null, as in the parts of its intent.
      ...(of.tags_omitted[row] === true ? { tags_omitted: true } : {}),
      ...(lexicon === null ? {} : { lexicon }),
      ...(leading_silence_ms === null ? {} : { leading_silence_ms }),
      ...(trailing_silence_ms === null ? {} : { trailing_silence_ms }),
    },
    freshness: isCurrent ? "current" : of.stale[row]! && generatable ? "stale" : "absent",
    rendition: isCurrent ? toRendition(of, row, block, intent_hash) : null,
    failed: failed.has(id),
    voice: spokenBy !== null && voiced.has(spokenBy) ? "ready" : "none",
    intent_hash,
    asset: isCurrent ? toAsset(of, row) : null,
    words: (isCurrent && of.words?.[row]) || null,
  };
}

/** Of a row that has a take. */
function toRendition(of: TimelineColumns, row: number, block: Block, intent_hash: string): CompileRendition {
  return {
    id: of.take_id[row]!,
    intent_hash,
    asset_id: of.asset_id[row]!,
    asset_content_hash: of.asset_sha256[row]!,
    duration_ms: of.duration_ms[row]!,
    integrated_lufs: of.integrated_lufs[row]!,
    sample_peak_dbfs: of.sample_peak_dbfs[row]!,
    directed_volume_db: directedVolume(block, of.provider[row]!),
  };
}

/** Of a row that has a take. */
function toAsset(of: TimelineColumns, row: number): TimelineAsset {
  return {
    asset_id: of.asset_id[row]!,
    sha256: of.asset_sha256[row]!,
    content_type: of.asset_content_type[row]!,
    size_bytes: of.asset_size_bytes[row]!,
  };
}

function directedVolume(block: Block, provider: string): number {
  if (block.content.type !== "text" || block.content.delivery_control_sets.length === 0) return 0;
  return deliveryOf(block.content.delivery_control_sets, provider, block.content.text.length).volume_db;
}
