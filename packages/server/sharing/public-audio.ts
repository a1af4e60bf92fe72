// The audio behind a public link. A section with a finished MP3 is played from that file; a section without one is played
// unit by unit, with the pauses of its timeline. Every file has an address below the slug, so that a revoked link's audio
// stops with it.

import { ApiError } from "@fullcast/contract";
import { assetIdsOf } from "@fullcast/core/timeline";
import { readTimeline } from "../exports/exports.ts";
import type { SendableFile } from "../http/http.ts";
import { assetsOf } from "../media/media.ts";
import type { Services } from "../services.ts";
import { compileSection } from "../timelines/timelines.ts";
import { notShared, type PublicSection } from "./public-story.ts";
import { assetOfSection, type ShareLinkRow } from "./store.ts";

/** Where a section's files are, below the link. */
export const sectionPath = (slug: string, sectionId: string) => `/s/${slug}/sections/${sectionId}`;
export const audioPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/audio.mp3`;
/** Transcript and chapters of a section with a finished file. */
export const transcriptPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/transcript.vtt`;
export const chaptersPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/chapters.json`;
export const timelinePath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/timeline.json`;
export const playlistPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/playlist.json`;

/** Clients ask again each time, so that a revocation takes effect at once. */
const CACHE_CONTROL = "private, no-cache";

/** @throws ApiError NOT_FOUND without a finished file, and for a download that the link does not allow */
export async function openFinishedFile(
  { files }: Pick<Services, "files">,
  link: ShareLinkRow,
  { file }: PublicSection,
  toKeep: boolean,
): Promise<SendableFile> {
  if (file === null || (toKeep && !link.allow_download) || (await files.stat(file.sha256)) === null) throw notShared();
  return {
    size: file.size_bytes,
    contentType: file.content_type,
    etag: file.sha256,
    cacheControl: CACHE_CONTROL,
    disposition: toKeep ? "attachment" : "inline",
    ...(toKeep ? { filename: file.filename } : {}),
    open: (range) => files.open(file.sha256, range),
  };
}

/** One take of a shared section. @throws ApiError NOT_FOUND */
export async function openTake(
  services: Pick<Services, "db" | "files">,
  sectionId: string,
  assetId: string,
): Promise<SendableFile> {
  const asset = await assetOfSection(services, sectionId, assetId);
  const stored = asset === undefined ? null : await services.files.stat(asset.sha256);
  if (asset === undefined || stored === null) throw notShared();
  return {
    size: stored.size,
    contentType: asset.content_type,
    etag: asset.sha256,
    cacheControl: CACHE_CONTROL,
    disposition: "inline",
    open: (range) => services.files.open(asset.sha256, range),
  };
}

/**
 * The units of a section in the order in which they are played.
 * @throws ApiError SERVICE_UNAVAILABLE when the section is longer than a timeline holds
 */
export async function playlistOf(
  services: Pick<Services, "db" | "engines">,
  link: ShareLinkRow,
  { row }: PublicSection,
): Promise<{
  duration_ms: number;
  complete: boolean;
  units: { url: string; duration_ms: number; pause_before_ms: number }[];
}> {
  const compiled = await compileSection(services, { accountId: link.account_id }, row.id, {
    withWords: false,
  });
  if (compiled.kind === "too_large") throw new ApiError("SERVICE_UNAVAILABLE", { reason: "the section is too long" });
  const { manifest } = compiled;
  const assets = await assetsOf(services, assetIdsOf(manifest));
  const units: { url: string; duration_ms: number; pause_before_ms: number }[] = [];
  let pause = 0;
  for (const unit of manifest.sequential_units) {
    if (unit.unit_type !== "asset" || !assets.has(unit.asset_id)) {
      pause += unit.duration_ms;
      continue;
    }
    const url = `${sectionPath(link.slug, row.id)}/takes/${unit.asset_id}`;
    units.push({ url, duration_ms: unit.duration_ms, pause_before_ms: pause });
    pause = 0;
  }
  return { duration_ms: manifest.duration_ms, complete: manifest.completeness === "complete", units };
}

/**
 * The words of a section with their times, for the player of the page: those of the finished file when there is one.
 * @throws ApiError SERVICE_UNAVAILABLE when the section is longer than a timeline holds
 */
export async function timelineOf(
  services: Pick<Services, "db" | "engines" | "files">,
  link: ShareLinkRow,
  { row, file }: PublicSection,
): Promise<{ words: { text: string; start_ms: number; end_ms: number }[] }> {
  const timings =
    file?.timeline_sha256 != null
      ? (await readTimeline(services, file.timeline_sha256)).unit_word_timings
      : await currentTimings(services, link, row.id);
  const words = timings.flatMap((unit) => unit.words.map(({ text, start_ms, end_ms }) => ({ text, start_ms, end_ms })));
  return { words };
}

async function currentTimings(services: Pick<Services, "db" | "engines">, link: ShareLinkRow, sectionId: string) {
  const compiled = await compileSection(services, { accountId: link.account_id }, sectionId, { withWords: true });
  if (compiled.kind === "too_large") throw new ApiError("SERVICE_UNAVAILABLE", { reason: "the section is too long" });
  return compiled.wordTimings;
}
