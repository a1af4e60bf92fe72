import { ApiError, type Caller } from "@fullcast/contract";
import type { RenderManifest, UnitWordTimings } from "@fullcast/core/timeline";
import { findSection } from "../documents/documents.ts";
import { JsonText, mediaUrlExpiry, signedUrlBase } from "../http/http.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { writeSection } from "./compile-section.ts";
import type { PlayableAsset } from "./timeline-work.ts";

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
  const { written, of } = await writeSection(services, caller, sectionId, {
    withWords: query.schema_version === 2,
    links: { secret: services.signer.secret, publicUrl: signedUrlBase(services), expiresAt: mediaUrlExpiry(services) },
  });
  if (written.kind === "too_large") {
    const { subject, count, limit } = written;
    throw new ApiError("MANIFEST_TOO_LARGE", { subject, count, limit });
  }
  checkSaved("document_version", query.document_version, of.document_version);
  checkSaved("speaker_registry_version", query.speaker_registry_version, of.speaker_registry_version);
  const { manifest, manifestHash, assets, wordTimings } = written;
  return {
    schema_version: query.schema_version,
    mastering_version: of.mastering_version,
    manifest_hash: manifestHash,
    manifest: new JsonText(manifest).as<RenderManifest>(),
    assets: new JsonText(assets).as<PlayableAsset[]>(),
    ...(wordTimings === null ? {} : { unit_word_timings: new JsonText(wordTimings).as<UnitWordTimings[]>() }),
  };
}

function checkSaved(field: string, expected: number, current: number): void {
  if (expected !== current) throw new ApiError("STUDIO_PLAYBACK_STALE", { field, expected, current });
}
