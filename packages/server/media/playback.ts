import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError, type Caller } from "@fullcast/contract";
import { assetIdsOf, type RenderManifest } from "@fullcast/core/timeline";
import { findSection } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { compileSection } from "./compile-section.ts";
import { hearsAsset } from "./project-sounds.ts";
import { mediaUrl, mediaUrlExpiry } from "./signed-media.ts";
import { assetsOf } from "./store.ts";
import type { TimelineAsset } from "./timeline-store.ts";
import { wordTimingsOf } from "./word-timings.ts";

const SIGNED_AT_ONCE = 1_000;

type Player = Pick<Services, "db" | "engines" | "signer" | "clock" | "publicUrl">;

export interface ManifestQuery {
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly schema_version: 1 | 2;
}

/**
 * The compiled timeline of a section with URLs of its audio.
 * @throws ApiError STUDIO_PLAYBACK_STALE when the versions are not the saved ones; MANIFEST_TOO_LARGE.
 */
export async function getPlaybackManifest(services: Player, caller: Caller, sectionId: string, query: ManifestQuery) {
  const section = await findSection(services, caller, sectionId);
  const project = await findProject(services, caller, section.project_id);
  checkSaved("document_version", query.document_version, section.document_version);
  checkSaved("speaker_registry_version", query.speaker_registry_version, project.speaker_registry_version);
  const compiled = await compileSection(services, caller, sectionId);
  if (compiled.kind === "too_large")
    throw new ApiError("MANIFEST_TOO_LARGE", {
      subject: compiled.subject,
      count: compiled.count,
      limit: compiled.limit,
    });
  const { manifest, manifestHash } = compiled;
  checkSaved("document_version", query.document_version, manifest.document_version);
  checkSaved("speaker_registry_version", query.speaker_registry_version, manifest.speaker_registry_version);
  return {
    schema_version: query.schema_version,
    mastering_version: manifest.mastering_version,
    manifest_hash: manifestHash,
    manifest,
    assets: await playableAssets(services, manifest, compiled.assets),
    ...(query.schema_version === 2 ? { unit_word_timings: await wordTimingsOf(services, manifest) } : {}),
  };
}

function checkSaved(field: string, expected: number, current: number): void {
  if (expected !== current) throw new ApiError("STUDIO_PLAYBACK_STALE", { field, expected, current });
}

/** One entry per distinct asset of the manifest, in order of first use. */
async function playableAssets(services: Player, manifest: RenderManifest, assets: ReadonlyMap<string, TimelineAsset>) {
  const expiresAt = mediaUrlExpiry(services);
  const playable = [];
  for (const [index, id] of assetIdsOf(manifest).entries()) {
    const asset = assets.get(id);
    if (asset === undefined) continue;
    // Signing takes some microseconds each: others get their turn in between.
    if (index % SIGNED_AT_ONCE === SIGNED_AT_ONCE - 1) await nextTurn();
    playable.push({
      asset_id: id,
      url: mediaUrl(services, { sha256: asset.sha256, contentType: asset.content_type, filename: null, expiresAt }),
      expires_at: expiresAt.toISOString(),
      content_type: asset.content_type,
      size_bytes: asset.size_bytes,
    });
  }
  return playable;
}

/** @throws ApiError NOT_FOUND when there is no such asset of the caller's account or of a sound that it links. */
export async function createMediaAccessUrl(services: Player, caller: Caller, assetId: string) {
  const asset = (await assetsOf(services, [assetId])).get(assetId);
  const mayHear =
    asset !== undefined &&
    (asset.account_id === caller.accountId || (await hearsAsset(services, caller.accountId, assetId)));
  if (!mayHear) throw new ApiError("NOT_FOUND", { resource: "asset" });
  const expiresAt = mediaUrlExpiry(services);
  return {
    asset_id: asset.id,
    url: mediaUrl(services, { sha256: asset.sha256, contentType: asset.content_type, filename: null, expiresAt }),
    expires_at: expiresAt.toISOString(),
    content_type: asset.content_type,
    size_bytes: asset.size_bytes,
  };
}
