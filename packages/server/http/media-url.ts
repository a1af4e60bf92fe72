// Short-lived absolute URLs of stored audio and finished files.

import type { UrlSigner } from "./signed-url.ts";

const MEDIA_URL_MS = 15 * 60_000;

/** When a media URL that is made now expires. */
export const mediaUrlExpiry = ({ clock }: { readonly clock: () => Date }) => new Date(clock().getTime() + MEDIA_URL_MS);

export interface SignedFile {
  readonly sha256: string;
  readonly contentType: string;
  /** Given: saved under this name. Null: played in place. */
  readonly filename: string | null;
  readonly expiresAt: Date;
}

/** An absolute URL that opens one file until it expires. Downloads and audio to play are two purposes. */
export function mediaUrl(
  { signer, publicUrl }: { readonly signer: Pick<UrlSigner, "sign">; readonly publicUrl: () => string },
  file: SignedFile,
): string {
  const token = signer.sign({
    purpose: file.filename === null ? "media" : "export",
    object: file.sha256,
    expiresAt: file.expiresAt,
    extra: { type: file.contentType, ...(file.filename === null ? {} : { name: file.filename }) },
  });
  return `${publicUrl()}/v1/media/${token}`;
}
