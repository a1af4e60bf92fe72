// Short-lived absolute URLs of stored audio and finished files. A URL names a row, not bytes: it opens as long as the row is
// there, so a deletion closes every URL at once, also while the same bytes belong to others.

import type { UrlSigner } from "./signed-url.ts";

const MEDIA_URL_MS = 15 * 60_000;

/** When a media URL that is made now expires. */
export const mediaUrlExpiry = ({ clock }: { readonly clock: () => Date }) => new Date(clock().getTime() + MEDIA_URL_MS);

export interface SignedFile {
  /** "media": a media asset. "export": the artifact of an export. "preview": a voice preview, by the hash of its bytes. */
  readonly purpose: "media" | "export" | "preview";
  readonly object: string;
  readonly expiresAt: Date;
}

/** An absolute URL that opens one file until it expires. */
export function mediaUrl(
  { signer, publicUrl }: { readonly signer: Pick<UrlSigner, "sign">; readonly publicUrl: () => string },
  file: SignedFile,
): string {
  return `${publicUrl()}/v1/media/${signer.sign(file)}`;
}
