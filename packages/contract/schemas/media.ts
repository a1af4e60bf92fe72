// Audio of blocks, the playback manifest, media URLs.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { renderManifest, unitWordTimings } from "./manifest.ts";
import { count, hash, identifier, jsonObject, text, timestamp, url, uuid, version } from "./primitives.ts";

export const staleReason = z.enum([
  "block_kind",
  "text",
  "pronunciation",
  "excluded_text",
  "timing",
  "voice",
  "generation_profile",
  "delivery_controls",
  "sound_effect",
]);

export const blockMedia = z
  .strictObject({
    block_id: uuid,
    freshness: z.enum(["absent", "current", "stale", "unsupported"]),
    activity: z.enum(["idle", "generating", "failed"]),
    active_block_version: version.nullable(),
    requested_block_version: version.nullable(),
    active_rendition_id: uuid.nullable(),
    generation_batch_id: uuid.nullable(),
    audio_version_count: count,
    playback_url: url.nullable(),
    playback_url_expires_at: timestamp.nullable(),
    content_type: z.string().nullable(),
    size_bytes: z.int().min(1).nullable(),
    analysis_integrated_lufs: z.number().min(-120).max(24).nullable(),
    analysis_sample_peak_dbfs: z.number().min(-200).max(24).nullable(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    warnings: z.array(z.string()),
    error: z.string().nullable(),
    stale_reasons: z.array(staleReason).exactOptional(),
    boundary_silence_handling: z.enum(["timeline", "fixed_in_asset", "unsupported", "unavailable"]).exactOptional(),
  })
  .meta({ id: "BlockMedia", description: "boundary_silence_handling is present with schema_version=2 only." });

export const sectionMedia = z
  .strictObject({
    schema_version: z.literal(2).exactOptional(),
    section_id: uuid,
    playback_duration_ms: count.nullable(),
    blocks: z.array(blockMedia),
    block_count: count
      .exactOptional()
      .meta({ description: "The number of all blocks of the section. Present with from_index or limit." }),
  })
  .meta({
    id: "SectionMedia",
    description: "One entry per block, in document order. With from_index or limit: a window of them.",
  });

const eligibility = {
  status: z.enum(["available", "materialization_required", "unavailable"]),
  reason: z.string().nullable(),
  reason_code: z.enum(["provider_asset_missing", "acoustic_revision_changed"]).exactOptional(),
  diagnostics: z.array(
    z.strictObject({ code: z.string(), severity: z.enum(["warning", "error"]), message: z.string() }),
  ),
};

export const blockGeneration = z
  .strictObject({
    requested_profile: z.strictObject({
      provider: identifier,
      model: text({ min: 1, max: 200 }),
      fallback: z.enum(["strict", "best_effort"]),
      controls: z.enum(["strict", "best_effort"]),
      options: jsonObject,
    }),
    ...eligibility,
    options: z.array(z.strictObject({ provider: z.string(), model: z.string(), ...eligibility })),
  })
  .meta({ id: "BlockGeneration" });

export const generationAvailability = z
  .strictObject({
    section_id: uuid,
    document_version: version,
    speaker_registry_version: version,
    blocks: z.array(z.strictObject({ block_id: uuid, generation: blockGeneration.nullable() })),
  })
  .meta({
    id: "GenerationAvailability",
    description:
      "One entry per block, in document order. generation is null for blocks that no engine speaks: notes, excluded and unparsed text, lines without words, sound effects. It does not guarantee audio, quota or funding.",
  });

export const playbackManifest = z
  .strictObject({
    schema_version: z.literal([1, 2]),
    mastering_version: version,
    manifest_hash: hash,
    manifest: renderManifest,
    assets: z
      .array(
        z.strictObject({
          asset_id: uuid,
          url,
          expires_at: timestamp,
          content_type: z.string(),
          size_bytes: z.int().min(1),
        }),
      )
      .max(LIMITS.manifest_assets),
    unit_word_timings: z.array(unitWordTimings).exactOptional(),
  })
  .meta({
    id: "PlaybackManifest",
    description:
      "manifest_hash is the SHA-256 of the canonical manifest. unit_word_timings come with schema_version=2.",
  });

export const mediaAccessUrl = z
  .strictObject({
    asset_id: uuid,
    url,
    expires_at: timestamp,
    content_type: z.string(),
    size_bytes: z.int().min(1),
  })
  .meta({ id: "MediaAccessUrl" });
