import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { generationAvailability, mediaAccessUrl, playbackManifest, sectionMedia } from "../schemas/media.ts";
import { count, uuid, version } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const sectionParams = z.strictObject({ sectionId: uuid });
const manifestVersion = z.literal([1, 2]).default(1);

export const mediaEndpoints = {
  readSectionMedia: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/media",
    scope: "studio:read",
    tag: "Media",
    summary: "The audio of every block of a section",
    description:
      "schema_version=2 adds schema_version and boundary_silence_handling. With from_index or limit the answer contains a window of the blocks, and block_count is the number of all blocks.",
    params: sectionParams,
    query: z.object({
      schema_version: manifestVersion,
      from_index: count.optional(),
      limit: z.int().min(1).max(LIMITS.document_window).optional(),
    }),
    responses: { 200: sectionMedia },
    errors: ["NOT_FOUND"],
  }),
  readGenerationAvailability: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/generation-availability",
    scope: "studio:read",
    tag: "Media",
    summary: "Whether each block can be generated now, and by which engines",
    description:
      "requested_profile combines the cast and the override of the block. options are the engines and models of this server.",
    params: sectionParams,
    responses: { 200: generationAvailability },
    errors: ["NOT_FOUND"],
  }),
  readPlaybackManifest: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/playback-manifest",
    scope: "studio:read",
    tag: "Media",
    summary: "The compiled timeline of a section",
    description: "Unknown query keys are refused. schema_version=2 adds unit_word_timings.",
    params: sectionParams,
    query: z.strictObject({
      document_version: version,
      speaker_registry_version: version,
      schema_version: manifestVersion,
    }),
    responses: { 200: playbackManifest },
    errors: ["NOT_FOUND", "STUDIO_PLAYBACK_STALE", "MANIFEST_TOO_LARGE"],
  }),
  createMediaAccessUrl: endpoint({
    method: "POST",
    path: "/studio/media-assets/{assetId}/access-url",
    scope: "studio:read",
    tag: "Media",
    summary: "A short-lived URL for a media asset",
    description:
      "Takes the `asset_id` of audio in a manifest, of a cover, and of an export's artifact. The URL of audio and covers is valid for 15 minutes, the URL of an export's file for twelve hours.",
    params: z.strictObject({ assetId: uuid }),
    responses: { 200: mediaAccessUrl },
    errors: ["NOT_FOUND"],
  }),
  readSignedMedia: endpoint({
    method: "GET",
    path: "/media/{token}",
    scope: null,
    tag: "Media",
    summary: "The bytes behind a signed URL",
    description:
      "Other answers contain signed URLs. They need no key and expire. GET and HEAD support Range, If-Range and If-None-Match (206, 304, 416). An installation can let its S3 service send the bytes (`FULLCAST_S3_REDIRECT`): then GET redirects to an address of that service, which needs no key and is valid for 60 s.",
    params: z.strictObject({ token: z.string().min(1).max(1_000) }),
    answer: "bytes",
    responses: {
      200: z.string().meta({ description: "The file." }),
      302: z.string().meta({ description: "The file is at the S3 service, at the address in Location." }),
    },
    errors: ["MEDIA_URL_INVALID", "NOT_FOUND", "RANGE_NOT_SATISFIABLE"],
  }),
};
