// Short-lived URLs of stored audio and finished files, and the files behind them.

import { ApiError } from "@fullcast/contract";
import type { SendableFile } from "../http/http.ts";
import type { Services } from "../services.ts";

const MEDIA_URL_MS = 15 * 60_000;

export interface SignedFile {
  readonly sha256: string;
  readonly contentType: string;
  /** Given: saved under this name. Null: played in place. */
  readonly filename: string | null;
  readonly expiresAt: Date;
}

/** When a media URL that is made now expires. */
export const mediaUrlExpiry = ({ clock }: Pick<Services, "clock">) => new Date(clock().getTime() + MEDIA_URL_MS);

/** An absolute URL that opens one file until it expires. Downloads and audio to play are two purposes. */
export function mediaUrl({ signer, publicUrl }: Pick<Services, "signer" | "publicUrl">, file: SignedFile): string {
  const token = signer.sign({
    purpose: file.filename === null ? "media" : "export",
    object: file.sha256,
    expiresAt: file.expiresAt,
    extra: { type: file.contentType, ...(file.filename === null ? {} : { name: file.filename }) },
  });
  return `${publicUrl()}/v1/media/${token}`;
}

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
