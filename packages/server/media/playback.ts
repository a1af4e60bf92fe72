import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError, type Caller } from "@fullcast/contract";
import type { RenderManifest } from "@fullcast/core/timeline";
import { findSection } from "../documents/documents.ts";
import { JsonText } from "../http/http.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { writeSection } from "./compile-section.ts";
import { hearsAsset } from "./project-sounds.ts";
import { mediaUrl, mediaUrlExpiry } from "./signed-media.ts";
import { assetsOf } from "./store.ts";
import type { TimelineAsset } from "./timeline-store.ts";
import { wordTimingsOf } from "./word-timings.ts";

const SIGNED_AT_ONCE = 500;

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
  const playable = new Map<string, PlayableAsset>();
  const expiresAt = mediaUrlExpiry(services);
  const { written, of } = await writeSection(services, caller, sectionId, {
    withUnits: query.schema_version === 2,
    heard: (assets) => signAssets(services, assets, expiresAt, playable),
  });
  if (written.kind === "too_large") {
    const { subject, count, limit } = written;
    throw new ApiError("MANIFEST_TOO_LARGE", { subject, count, limit });
  }
  checkSaved("document_version", query.document_version, of.document_version);
  checkSaved("speaker_registry_version", query.speaker_registry_version, of.speaker_registry_version);
  const { json, manifestHash, assetIds, asset_units } = written;
  return {
    schema_version: query.schema_version,
    mastering_version: of.mastering_version,
    manifest_hash: manifestHash,
    manifest: new JsonText(json).as<RenderManifest>(),
    assets: assetIds.flatMap((id) => playable.get(id) ?? []),
    ...(query.schema_version === 2 ? { unit_word_timings: await wordTimingsOf(services, sectionId, asset_units) } : {}),
  };
}

function checkSaved(field: string, expected: number, current: number): void {
  if (expected !== current) throw new ApiError("STUDIO_PLAYBACK_STALE", { field, expected, current });
}

interface PlayableAsset {
  readonly asset_id: string;
  readonly url: string;
  readonly expires_at: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

async function signAssets(
  services: Player,
  assets: ReadonlyMap<string, TimelineAsset>,
  expiresAt: Date,
  signed: Map<string, PlayableAsset>,
): Promise<void> {
  const expires_at = expiresAt.toISOString();
  let since = 0;
  for (const [asset_id, { sha256, content_type, size_bytes }] of assets) {
    const url = mediaUrl(services, { sha256, contentType: content_type, filename: null, expiresAt });
    signed.set(asset_id, { asset_id, url, expires_at, content_type, size_bytes });
    since += 1;
    // Signing takes some microseconds: others get their turn in between.
    if (since % SIGNED_AT_ONCE === 0) await nextTurn();
  }
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
