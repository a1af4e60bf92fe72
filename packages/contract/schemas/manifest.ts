// The compiled timeline. The types are core's (packages/core/timeline/manifest.ts); proofs.ts proves that they agree.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, hash, uuid, version } from "./primitives.ts";

const within = (field: keyof typeof LIMITS.mastering) =>
  z.number().min(LIMITS.mastering[field].min).max(LIMITS.mastering[field].max);

export const masteringProfile = z
  .strictObject({
    schema_version: z.literal(1),
    enabled: z.boolean(),
    target_lufs: within("target_lufs"),
    strength: within("strength"),
    max_boost_db: within("max_boost_db"),
    max_reduction_db: within("max_reduction_db"),
    silence_threshold_lufs: within("silence_threshold_lufs"),
    peak_ceiling_db: within("peak_ceiling_db"),
    speaker_adjustments_db: z.record(z.string(), z.number()),
    sfx_bus_gain_db: within("sfx_bus_gain_db"),
    spoken_tags: z
      .enum(["keep", "omit"])
      .meta({
        description:
          "omit: narration that only names the speaker (“said Mary”) is not spoken. It stays in the text, in books and in subtitles. Absent: keep.",
      })
      .exactOptional(),
    ducking: z.boolean().meta({ description: "Whether sounds stay 9 LU below speech. Absent: true." }).exactOptional(),
    room_tone: z
      .strictObject({
        level_db: z.number().min(-90).max(-50),
        head_ms: z.int().min(0).max(10_000),
        tail_ms: z.int().min(0).max(10_000),
      })
      .nullable()
      .meta({ description: "Quiet background noise, and its length before and after the speech. Absent: none." })
      .exactOptional(),
  })
  .meta({ id: "MasteringProfile" });

const sourceRange = z.strictObject({ start_utf16: count, end_utf16: count });
const someRanges = z.array(sourceRange).min(1).max(LIMITS.manifest_source_ranges);
const unitId = z.string().min(1).max(200);
const duration = z.int().min(1);

const unit = { unit_id: unitId, block_id: uuid, block_index: count, block_version: version };
const sequential = {
  ...unit,
  block_kind: z.enum(["speech", "narration"]),
  start_ms: count,
  duration_ms: duration,
};

export const sequentialUnit = z
  .discriminatedUnion("unit_type", [
    z.strictObject({
      unit_type: z.literal("asset"),
      ...sequential,
      rendition_id: uuid,
      rendition_intent_hash: hash,
      asset_id: uuid,
      asset_content_hash: hash,
      source_ranges: someRanges,
      speaker_id: uuid,
      analysis_integrated_lufs: z.number().min(-120).max(12),
      analysis_sample_peak_dbfs: z.number().min(-200).max(12),
      effective_gain_db: z.number().min(-24).max(24),
    }),
    z.strictObject({
      unit_type: z.literal("silence"),
      ...sequential,
      rendition_id: uuid,
      rendition_intent_hash: hash,
    }),
    z.strictObject({ unit_type: z.literal("spacing"), ...sequential, spacing_kind: z.literal("inter_passage") }),
  ])
  .meta({ id: "SequentialUnit" });

export const overlayUnit = z
  .strictObject({
    unit_type: z.literal("sfx"),
    ...unit,
    intent_hash: hash,
    asset_id: uuid,
    asset_content_hash: hash,
    start_ms: count,
    duration_ms: duration,
    gain_db: z.number().min(-60).max(24),
    fade_in_ms: count,
    fade_out_ms: count,
    loop: z.literal(true).exactOptional(),
  })
  .meta({ id: "OverlayUnit" });

export const timedTextUnit = z
  .strictObject({
    ...unit,
    speaker_id: uuid.nullable(),
    start_ms: count,
    duration_ms: duration,
    text: z.string().min(1).max(100_000),
    text_hash: hash,
    source_ranges: someRanges,
  })
  .meta({ id: "TimedTextUnit" });

const gapPlace = { block_id: uuid, block_index: count, block_version: version };

export const gap = z
  .discriminatedUnion("media_kind", [
    z.strictObject({
      ...gapPlace,
      media_kind: z.literal("speech"),
      reason: z.enum(["missing", "stale", "failed", "unsupported", "unassigned", "unresolved"]),
      source_ranges: someRanges,
    }),
    z.strictObject({
      ...gapPlace,
      media_kind: z.literal("sfx"),
      reason: z.enum(["missing", "stale", "failed", "unsupported", "unplaced"]),
      // Always empty. It is an array with `items` because client generators fail at an empty tuple.
      source_ranges: z.array(sourceRange).max(0),
    }),
  ])
  .meta({ id: "Gap" });

export const renderManifest = z
  .strictObject({
    schema_version: z.literal("studio-render-manifest-2"),
    project_id: uuid,
    section_id: uuid,
    document_version: version,
    speaker_registry_version: version,
    mastering_version: version,
    mastering_profile_hash: hash,
    mastering_profile: masteringProfile,
    completeness: z.enum(["partial", "complete"]),
    duration_ms: count,
    sequential_units: z.array(sequentialUnit).max(LIMITS.manifest_sequential_units),
    overlay_units: z.array(overlayUnit).max(LIMITS.manifest_overlay_units),
    timed_text_units: z.array(timedTextUnit).max(LIMITS.manifest_timed_text_units),
    gaps: z.array(gap).max(LIMITS.manifest_gaps),
  })
  .meta({ id: "RenderManifest" });

export const unitWordTimings = z
  .strictObject({
    unit_id: unitId,
    block_id: uuid,
    asset_id: uuid,
    word_timing: z.enum(["available", "unavailable"]),
    words: z.array(
      z.strictObject({ text: z.string(), start_ms: count, end_ms: count, start_utf16: count, end_utf16: count }),
    ),
  })
  .meta({
    id: "UnitWordTimings",
    description: "Times are relative to the section. Offsets refer to the block's text.",
  });
