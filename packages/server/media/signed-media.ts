// The files behind short-lived URLs of stored audio and finished files.

import { ApiError } from "@fullcast/contract";
import type { SendableFile } from "../http/http.ts";
import type { Services } from "../services.ts";

/** @throws ApiError MEDIA_URL_INVALID for an altered or expired token, NOT_FOUND when the file is gone. */
export async function openSignedMedia(
  { signer, files }: Pick<Services, "signer" | "files">,
  token: string,
): Promise<SendableFile> {
  const grant = signer.verify(token, "media") ?? signer.verify(token, "export");
  if (grant === null) throw new ApiError("MEDIA_URL_INVALID", {});
  const found = await files.stat(grant.object);
  if (found === null) throw new ApiError("NOT_FOUND", { resource: "media" });
  const { type = "application/octet-stream", name } = grant.extra ?? {};
  return {
    size: found.size,
    contentType: type,
    etag: grant.object,
    disposition: name === undefined ? "inline" : "attachment",
    ...(name === undefined ? {} : { filename: name }),
    open: (range) => files.open(grant.object, range),
  };
}
