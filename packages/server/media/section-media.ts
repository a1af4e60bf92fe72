import { type Caller, LIMITS } from "@fullcast/contract";
import type { GenerationProfileOverride } from "@fullcast/core/document";
import {
  activeRendition,
  type BlockIntentParts,
  blockActivity,
  boundarySilenceHandling,
  freshness,
  type Intent,
  type IntentParts,
  intentOf,
} from "@fullcast/core/media";
import {
  atOneVersion,
  blocksOf,
  type CastLookup,
  effectiveProfile,
  type StoredBlock,
  storedBlockWindow,
} from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import { mediaUrl, mediaUrlExpiry } from "../http/http.ts";
import type { Services } from "../services.ts";
import { castsOf } from "../speakers/speakers.ts";
import { pinnedRevisions, pinnedSource, type UsableRevision, usableRevisions } from "./project-sounds.ts";
import { type RequestRow, requestsOf } from "./request-store.ts";
import { type AssetRow, assetsOf, choicesOf, type RenditionRow, renditionsOf } from "./store.ts";

/** The audio that a block plays: a take, or the revision of an uploaded sound, which has no engine. */
export type PlayedAudio = Pick<
  RenditionRow,
  | "id"
  | "asset_id"
  | "block_version"
  | "intent_hash"
  | "intent_parts"
  | "duration_ms"
  | "integrated_lufs"
  | "sample_peak_dbfs"
  | "source"
  | "rank"
> & {
  readonly provider: string | null;
  readonly model: string | null;
  readonly warnings: readonly string[] | null;
};

export interface BlockAudio {
  readonly stored: StoredBlock;
  readonly rendition: PlayedAudio | null;
  readonly freshness: ReturnType<typeof freshness>;
  readonly takes: number;
}

/** A window of a section's blocks by their places in the document. */
export interface BlockRange {
  readonly from: number;
  readonly limit: number;
}

/** Every block of a section, or of a window of it, with the rendition it plays and whether that is current. */
export async function blockAudio(
  services: Pick<Services, "db" | "engines">,
  section: { readonly id: string; readonly project_id: string },
  range: BlockRange | null = null,
): Promise<{ blocks: BlockAudio[]; casts: CastLookup }> {
  const casts = await castsOf(services, section.project_id);
  const stored = await (range === null
    ? blocksOf(services, section.id)
    : storedBlockWindow(services, section.id, range));
  const only = range === null ? null : stored.map(({ block }) => block.id);
  const choices = await choicesOf(services, section.id);
  const byBlock = new Map<string, RenditionRow[]>();
  for (const rendition of await renditionsOf(services, section.id, only)) {
    const takes = byBlock.get(rendition.block_id);
    if (takes === undefined) byBlock.set(rendition.block_id, [rendition]);
    else takes.unshift(rendition);
  }
  const revisions = await usableRevisions(services, section.project_id, pinnedRevisions(stored));
  const blocks = stored.map((one): BlockAudio => {
    const { block } = one;
    const cast = block.speaker_id === null ? undefined : casts.get(block.speaker_id);
    const profile = effectiveProfile(cast, block.generation_profile_override as GenerationProfileOverride | null);
    const intent = intentOf(one.intent_parts as BlockIntentParts, cast?.voice ?? null, profile, sha256);
    const pinned = pinnedSource(one) !== null;
    const takes = pinned ? revisionAsTake(one, intent, revisions) : (byBlock.get(block.id) ?? []);
    const rendition = activeRendition<PlayedAudio>(takes, intent, choices.get(block.id) ?? null);
    return {
      stored: one,
      rendition,
      freshness: freshness(
        intent,
        rendition === null
          ? null
          : {
              intent_hash: rendition.intent_hash,
              intent_parts: rendition.intent_parts as IntentParts,
              source: rendition.source,
            },
      ),
      takes: takes.length,
    };
  });
  return { blocks, casts };
}

/** The revision that a block names, as a take of its present intent; cut at the duration of the block. */
function revisionAsTake(
  one: StoredBlock,
  intent: Intent,
  revisions: ReadonlyMap<string, UsableRevision>,
): readonly PlayedAudio[] {
  const { block } = one;
  const source = pinnedSource(one);
  const revision = source === null ? undefined : revisions.get(source.sound_effect_revision_id);
  if (block.content.type !== "sfx" || revision?.sound_id !== source?.sound_effect_id) return [];
  if (revision === undefined || intent.intent_hash === null) return [];
  return [
    {
      id: revision.id,
      asset_id: revision.asset_id,
      block_version: block.block_version,
      intent_hash: intent.intent_hash,
      intent_parts: intent.parts,
      duration_ms: Math.min(block.content.duration_ms, revision.duration_ms),
      integrated_lufs: revision.integrated_lufs,
      sample_peak_dbfs: revision.sample_peak_dbfs,
      provider: null,
      model: null,
      warnings: null,
      source: "engine",
      rank: 0,
    },
  ];
}

/** For each block: its audio, whether that is current, and work in progress (interface.md, "Section media"). */
export async function getSectionMedia(
  services: Pick<Services, "db" | "engines" | "signer" | "clock" | "publicUrl">,
  caller: Caller,
  sectionId: string,
  query: {
    readonly schema_version: 1 | 2;
    readonly from_index?: number | undefined;
    readonly limit?: number | undefined;
  },
) {
  const { schema_version: schemaVersion, from_index: from, limit } = query;
  const range =
    from === undefined && limit === undefined ? null : { from: from ?? 0, limit: limit ?? LIMITS.document_window };
  const { section, value } = await atOneVersion(services, caller, sectionId, async (section) => {
    const { blocks } = await blockAudio(services, section, range);
    const only = range === null ? null : blocks.map((one) => one.stored.block.id);
    const requests = new Map(
      (await requestsOf(services, sectionId, only)).map((request) => [request.block_id, request]),
    );
    const assets = await assetsOf(
      services,
      blocks.flatMap((one) => one.rendition?.asset_id ?? []),
    );
    return { blocks, requests, assets, duration: await newestManifestDuration(services, section) };
  });
  const expiresAt = mediaUrlExpiry(services);
  return {
    ...(schemaVersion === 2 ? { schema_version: 2 as const } : {}),
    section_id: sectionId,
    playback_duration_ms: value.duration,
    blocks: value.blocks.map((one) => {
      const asset = one.rendition === null ? undefined : value.assets.get(one.rendition.asset_id);
      return blockEntry(services, one, value.requests.get(one.stored.block.id), asset, expiresAt, schemaVersion);
    }),
    ...(range === null ? {} : { block_count: section.block_count }),
  };
}

const HAS_REASONS = new Set(["speech", "narration", "sfx"]);

function blockEntry(
  services: Pick<Services, "signer" | "publicUrl">,
  one: BlockAudio,
  request: RequestRow | undefined,
  asset: AssetRow | undefined,
  expiresAt: Date,
  schemaVersion: 1 | 2,
) {
  const { rendition } = one;
  const { block } = one.stored;
  const playable = rendition !== null && asset !== undefined;
  return {
    block_id: block.id,
    freshness: one.freshness.freshness,
    activity: blockActivity(request?.status ?? null),
    active_block_version: rendition?.block_version ?? null,
    requested_block_version: request?.block_version ?? null,
    active_rendition_id: rendition?.id ?? null,
    generation_batch_id: request?.workflow_run_id ?? null,
    audio_version_count: one.takes,
    playback_url: playable ? mediaUrl(services, { purpose: "media", object: rendition.asset_id, expiresAt }) : null,
    playback_url_expires_at: playable ? expiresAt.toISOString() : null,
    content_type: asset?.content_type ?? null,
    size_bytes: asset?.size_bytes ?? null,
    analysis_integrated_lufs: rendition?.integrated_lufs ?? null,
    analysis_sample_peak_dbfs: rendition?.sample_peak_dbfs ?? null,
    provider: rendition?.provider ?? null,
    model: rendition?.model ?? null,
    warnings: [...(rendition?.warnings ?? [])],
    error: request?.status === "failed" ? request.error_message : null,
    ...(HAS_REASONS.has(block.kind) ? { stale_reasons: [...one.freshness.stale_reasons] } : {}),
    ...(schemaVersion === 2 ? { boundary_silence_handling: boundarySilenceHandling({ hasMedia: playable }) } : {}),
  };
}

/** The duration of the newest saved manifest for the section's present document and speaker-registry versions. */
async function newestManifestDuration(
  { db }: Pick<Services, "db">,
  section: { readonly id: string; readonly document_version: number; readonly project_id: string },
): Promise<number | null> {
  const row = await db.q
    .selectFrom("exports")
    .innerJoin("projects", "projects.id", "exports.project_id")
    .select("exports.duration_ms")
    .where("exports.section_id", "=", section.id)
    .where("exports.document_version", "=", section.document_version)
    .whereRef("exports.speaker_registry_version", "=", "projects.speaker_registry_version")
    .where("exports.duration_ms", "is not", null)
    .orderBy("exports.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.duration_ms ?? null;
}
