// A section's timeline as its audio stands now (core/timeline decides), with what the server knows of it.

import type { Caller } from "@fullcast/contract";
import { deliveryOf } from "@fullcast/core/direction";
import type { Block } from "@fullcast/core/document";
import { type BlockIntentParts, type SourceWord, sourceWords, spokenText } from "@fullcast/core/media";
import {
  type Chapter,
  type CompileBlock,
  chaptersOf,
  compileManifest,
  type ManifestTooLarge,
  manifestHash,
  type RenderManifest,
} from "@fullcast/core/timeline";
import { atOneVersion, type SectionRow } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { speakerRows } from "../speakers/speakers.ts";
import { type BlockAudio, blockAudio } from "./section-media.ts";
import { type AssetRow, assetsOf, requestsOf, wordsOf } from "./store.ts";
import { engineWords } from "./word-timings.ts";

export type CompiledSection =
  | {
      readonly kind: "compiled";
      readonly section: SectionRow;
      readonly manifest: RenderManifest;
      readonly manifestHash: string;
      readonly chapters: readonly Chapter[];
    }
  | ManifestTooLarge;

/** @throws ApiError NOT_FOUND when there is no such section of the caller's account. */
export async function compileSection(
  services: Pick<Services, "db" | "engines">,
  caller: Pick<Caller, "accountId">,
  sectionId: string,
): Promise<CompiledSection> {
  const { section, value } = await atOneVersion(services, caller, sectionId, async (row) => {
    const project = await findProject(services, caller, row.project_id);
    const { blocks, casts } = await blockAudio(services, row);
    const speakers = await speakerRows(services, row.project_id);
    const narrator = speakers.find((speaker) => speaker.role === "narrator")?.id ?? null;
    const failed = new Set(
      (await requestsOf(services, sectionId)).flatMap((one) => (one.status === "failed" ? one.block_id : [])),
    );
    const assets = await assetsOf(
      services,
      blocks.flatMap((one) => one.rendition?.asset_id ?? []),
    );
    const words = row.sound_effects_enabled ? await anchorWords(services, blocks) : new Map();
    const entries = blocks.map((one): CompileBlock => {
      const { block } = one.stored;
      const speaker = block.speaker_id ?? (block.kind === "narration" ? narrator : null);
      return {
        block,
        speaker_id: speaker,
        parts: one.stored.intent_parts as BlockIntentParts,
        freshness: one.freshness.freshness,
        rendition: renditionOf(one, assets, words.get(block.id)),
        failed: failed.has(block.id),
        voice: speaker !== null && casts.has(speaker) ? "ready" : "none",
      };
    });
    return { project, entries };
  });
  const { project, entries } = value;
  const compiled = compileManifest({
    project_id: section.project_id,
    section_id: section.id,
    document_version: section.document_version,
    speaker_registry_version: project.speaker_registry_version,
    mastering_version: project.mastering_version,
    mastering_profile: project.mastering_profile,
    sound_effects_enabled: section.sound_effects_enabled,
    blocks: entries,
    hash: sha256,
  });
  if (compiled.kind === "too_large") return compiled;
  const { manifest } = compiled;
  return {
    kind: "compiled",
    section,
    manifest,
    manifestHash: manifestHash(manifest, sha256),
    chapters: chaptersOf(
      entries.map((entry) => entry.block),
      manifest,
      section.title,
    ),
  };
}

type AnchorWords = readonly SourceWord[];

/** When the words are said of the blocks that a sound is anchored in; where an engine told nothing, nothing. */
async function anchorWords(
  services: Pick<Services, "db">,
  blocks: readonly BlockAudio[],
): Promise<Map<string, AnchorWords>> {
  const anchors = new Set(
    blocks.flatMap(({ stored: { block } }) =>
      block.kind === "sfx" && block.placement?.anchor === "offset" ? block.placement.anchor_block_id : [],
    ),
  );
  const spoken = blocks.filter((one) => one.rendition !== null && anchors.has(one.stored.block.id));
  const stored = await wordsOf(
    services,
    spoken.flatMap((one) => one.rendition?.id ?? []),
  );
  const words = new Map<string, AnchorWords>();
  for (const { stored: one, rendition } of spoken) {
    const said = engineWords(stored.get(rendition?.id ?? ""));
    const { content } = one.block;
    if (said !== null && content.type === "text") words.set(one.block.id, sourceWords(spokenText(content), said));
  }
  return words;
}

function directedVolume(block: Block, provider: string | null): number {
  if (block.content.type !== "text" || provider === null) return 0;
  return deliveryOf(block.content.delivery_control_sets, provider, block.content.text.length).volume_db;
}

function renditionOf(
  { rendition, stored }: BlockAudio,
  assets: ReadonlyMap<string, AssetRow>,
  words: AnchorWords | undefined,
): CompileBlock["rendition"] {
  const asset = rendition === null ? undefined : assets.get(rendition.asset_id);
  if (rendition === null || asset === undefined) return null;
  return {
    id: rendition.id,
    intent_hash: rendition.intent_hash,
    asset_id: rendition.asset_id,
    asset_content_hash: asset.sha256,
    duration_ms: rendition.duration_ms,
    integrated_lufs: rendition.integrated_lufs,
    sample_peak_dbfs: rendition.sample_peak_dbfs,
    directed_volume_db: directedVolume(stored.block, rendition.provider),
    source_words: words,
  };
}
