// The audio behind a public link. A section with a finished MP3 is played from that file; of a section without one the mix
// of the audio that it has is played (public-mix.ts). Every file has an address below the slug, so that a revoked link's
// audio stops with it.

import { buffer } from "node:stream/consumers";
import { ApiError } from "@fullcast/contract";
import { readTimeline } from "../exports/exports.ts";
import type { SendableFile } from "../http/http.ts";
import type { Services } from "../services.ts";
import { compileSection } from "../timelines/timelines.ts";
import { notShared, type PublicSection } from "./public-story.ts";
import type { ShareLinkRow } from "./store.ts";

/** Where a section's files are, below the link. */
export const sectionPath = (slug: string, sectionId: string) => `/s/${slug}/sections/${sectionId}`;
export const audioPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/audio.mp3`;
/** The same sound without its tag, for players. */
export const soundPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/sound.mp3`;
/** Transcript and chapters of a section with a finished file. */
export const transcriptPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/transcript.vtt`;
export const chaptersPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/chapters.json`;
export const timelinePath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/timeline.json`;
export const mixPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/mix.json`;

/** The outline of the mix without sounds. */
export const voicesPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/voices.json`;

/** The outline of the mix in the narrator's voice. */
export const narratorPath = (slug: string, sectionId: string) => `${sectionPath(slug, sectionId)}/narrator.json`;

/** Clients ask again each time, so that a revocation takes effect at once. */
export const CACHE_CONTROL = "private, no-cache";

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
    address: (headers) => files.address(file.sha256, headers),
    open: (range) => files.open(file.sha256, range),
  };
}

/**
 * The sound of the finished file without its ID3 tag. Chromium reads a minute of sound before it plays an MP3 with a cover.
 * @throws ApiError NOT_FOUND without a finished file
 */
export async function openSound(
  services: Pick<Services, "files">,
  link: ShareLinkRow,
  section: PublicSection,
): Promise<SendableFile> {
  const { address: _, ...whole } = await openFinishedFile(services, link, section, false);
  const skipped = Math.min(whole.size, tagBytes(await buffer(await whole.open({ start: 0, end: ID3_HEADER - 1 }))));
  const last = whole.size - 1;
  return {
    ...whole,
    size: whole.size - skipped,
    etag: `${whole.etag}-sound`,
    open: (range) =>
      whole.open({ start: skipped + (range?.start ?? 0), end: range === undefined ? last : skipped + range.end }),
  };
}

const ID3_HEADER = 10;

/** How long the tag at the start of an MP3 is (ID3v2.4, 3.1: four bytes of seven bits); 0 without one. */
function tagBytes(start: Buffer): number {
  if (start.length < ID3_HEADER || start.toString("latin1", 0, 3) !== "ID3") return 0;
  return start.subarray(6, ID3_HEADER).reduce((sum, byte) => sum * 128 + (byte & 127), 0) + ID3_HEADER;
}

/**
 * The words of a section with their times, for the player of the page: those of the finished file when there is one.
 * @throws ApiError NOT_FOUND without audio, SERVICE_UNAVAILABLE when the section is longer than a timeline holds
 */
export async function timelineOf(
  services: Pick<Services, "db" | "engines" | "files">,
  link: ShareLinkRow,
  { id, file, version }: PublicSection,
  isNarrated = false,
): Promise<{ words: { text: string; start_ms: number; end_ms: number }[] }> {
  const stored = isNarrated ? null : (file?.timeline_sha256 ?? null);
  // The takes of now do not belong to the words of a state before.
  if (stored === null && version === null) throw notShared();
  const timings =
    stored === null
      ? await currentTimings(services, link, id, isNarrated)
      : (await readTimeline(services, stored)).unit_word_timings;
  const words = timings.flatMap((unit) => unit.words.map(({ text, start_ms, end_ms }) => ({ text, start_ms, end_ms })));
  return { words };
}

async function currentTimings(
  services: Pick<Services, "db" | "engines">,
  link: ShareLinkRow,
  sectionId: string,
  isNarrated: boolean,
) {
  const how = { withWords: true, isNarrated };
  const compiled = await compileSection(services, { accountId: link.account_id }, sectionId, how);
  if (compiled.kind === "too_large") throw new ApiError("SERVICE_UNAVAILABLE", { reason: "the section is too long" });
  return compiled.wordTimings;
}
