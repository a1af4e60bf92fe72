// What a timeline is compiled from, block by block: the values that the database is asked for, and what they become.
// They stay one JSON text until the thread that compiles takes them.

import { deliveryOf } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import type { CompileBlock, CompileRendition } from "@fullcast/core/timeline";

/** The file of a take. */
export interface TimelineAsset {
  readonly asset_id: string;
  readonly sha256: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

export type TimelineBlock = CompileBlock & {
  /** The hash of what its audio is to be made of; empty where there is nothing to make. */
  readonly intent_hash: string;
  readonly asset: TimelineAsset | null;
  /** The words of its take as they are stored; null when they were not asked for. */
  readonly words: unknown;
};

/** SQL, one value a line, of a take r: Take below. */
const TAKE = `
    r.id,
    r.asset_id,
    r.asset_sha256,
    r.asset_content_type,
    r.asset_size_bytes,
    r.provider,
    r.duration_ms,
    r.integrated_lufs,
    r.sample_peak_dbfs`;

/** The SQL of a row: Row below, of a block b and its current take r, if there is one. */
export const timelineColumns = (withWords: boolean): string => `
  b.id,
  b.kind,
  b.block_version,
  b.content,
  b.placement,
  b.generation_profile_override,
  b.speaker_id,
  b.intent_parts->>'spoken',
  (b.intent_parts->>'leading_silence_ms')::float8,
  (b.intent_parts->>'trailing_silence_ms')::float8,
  (b.intent_parts->'tags_omitted')::boolean,
  b.generatable,
  r.id is null
    and (select true from renditions o where o.section_id = b.section_id and o.block_id = b.id limit 1) is not null,
  b.intent_hash,
  case when r.id is not null then json_build_array(${withWords ? `${TAKE},\n    r.words` : TAKE}) end`;

/** Who speaks where nobody is named, who has a voice, and of which blocks the latest request for audio failed. */
export interface TimelineFacts {
  readonly narrator: string | null;
  readonly voiced: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

/** @param rows a JSON array of rows, each an array of the values of timelineColumns(), in their order */
export function timelineBlocks(rows: string, facts: TimelineFacts): readonly TimelineBlock[] {
  return (JSON.parse(rows) as Row[]).map((row) => toBlock(row, facts));
}

type Row = readonly [
  id: string,
  kind: Block["kind"],
  block_version: number,
  content: Block["content"],
  placement: Block["placement"],
  generation_profile_override: Block["generation_profile_override"],
  speaker_id: string | null,
  spoken: string | null,
  leading_silence_ms: number | null,
  trailing_silence_ms: number | null,
  tags_omitted: boolean | null,
  generatable: boolean,
  /** Takes of other intents exist, and none of the present one. */
  stale: boolean,
  intent_hash: string | null,
  take: Take | null,
];

type Take = readonly [
  id: string,
  asset_id: string,
  sha256: string,
  content_type: string,
  size_bytes: number,
  provider: string,
  duration_ms: number,
  integrated_lufs: number,
  sample_peak_dbfs: number,
  words?: unknown,
];

function toBlock(row: Row, { narrator, voiced, failed }: TimelineFacts): TimelineBlock {
  const [id, kind, block_version, content, placement, generation_profile_override, speaker_id, ...rest] = row;
  const [spoken, leading_silence_ms, trailing_silence_ms, tags_omitted, generatable, stale, intent_hash, take] = rest;
  const block = { id, kind, block_version, content, generation_profile_override, placement, speaker_id } as Block;
  const spokenBy = speaker_id ?? (kind === "narration" ? narrator : null);
  const current = take === null || !generatable ? null : take;
  return {
    block,
    speaker_id: spokenBy,
    parts: {
      spoken,
      // True or null, as in the parts of its intent.
      ...(tags_omitted === true ? { tags_omitted } : {}),
      ...(leading_silence_ms === null ? {} : { leading_silence_ms }),
      ...(trailing_silence_ms === null ? {} : { trailing_silence_ms }),
    },
    freshness: current !== null ? "current" : stale && generatable ? "stale" : "absent",
    rendition: current === null ? null : toRendition(current, block, intent_hash ?? ""),
    failed: failed.has(id),
    voice: spokenBy !== null && voiced.has(spokenBy) ? "ready" : "none",
    intent_hash: intent_hash ?? "",
    asset: current === null ? null : toAsset(current),
    words: current?.[9] ?? null,
  };
}

function toRendition(take: Take, block: Block, intent_hash: string): CompileRendition {
  const [id, asset_id, sha256, , , provider, duration_ms, integrated_lufs, sample_peak_dbfs] = take;
  return {
    id,
    intent_hash,
    asset_id,
    asset_content_hash: sha256,
    duration_ms,
    integrated_lufs,
    sample_peak_dbfs,
    directed_volume_db: directedVolume(block, provider),
  };
}

function toAsset([, asset_id, sha256, content_type, size_bytes]: Take): TimelineAsset {
  return { asset_id, sha256, content_type, size_bytes };
}

function directedVolume(block: Block, provider: string): number {
  if (block.content.type !== "text" || block.content.delivery_control_sets.length === 0) return 0;
  return deliveryOf(block.content.delivery_control_sets, provider, block.content.text.length).volume_db;
}
