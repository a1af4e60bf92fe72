// The files of short-lived URLs: stored audio, finished exports, voice previews, segments of mixes.

import { ApiError } from "@fullcast/contract";
import type { SendableFile, SignedObject } from "../http/http.ts";
import type { Services } from "../services.ts";
import { type OpenableFile, openArtifact, openAsset, openPreview, openSegment } from "./signed-media-store.ts";

type Reader = Pick<Services, "db" | "signer" | "files" | "clock">;

/**
 * @throws ApiError MEDIA_URL_INVALID for an altered or expired token, and for a file that was deleted or belongs to a
 * disabled account; NOT_FOUND when the store lost the bytes
 */
export async function openSignedMedia(services: Reader, token: string): Promise<SendableFile> {
  const { files } = services;
  const file = await granted(services, token);
  if (file === undefined) throw new ApiError("MEDIA_URL_INVALID", {});
  const found = await files.stat(file.sha256);
  if (found === null) throw new ApiError("NOT_FOUND", { resource: "media" });
  return {
    size: found.size,
    contentType: file.content_type,
    etag: file.sha256,
    disposition: file.filename === null ? "inline" : "attachment",
    ...(file.filename === null ? {} : { filename: file.filename }),
    address: (headers) => files.address(file.sha256, headers),
    open: (range) => files.open(file.sha256, range),
  };
}

async function granted(services: Reader, token: string): Promise<OpenableFile | undefined> {
  const { signer } = services;
  const open = {
    media: openAsset,
    export: openArtifact,
    preview: openPreview,
    segment: openSegment,
  } as const;
  for (const purpose of ["media", "export", "preview", "segment"] as const) {
    const grant: SignedObject | null = signer.verify(token, purpose);
    if (grant !== null) return open[purpose](services, grant.object);
  }
  return undefined;
}
