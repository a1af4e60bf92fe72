// Short-lived absolute URLs of stored audio and finished files. A URL names a row, not bytes: it works as long as the row
// exists. A deletion therefore ends every URL at once, even if other rows have the same bytes.

import { AsyncLocalStorage } from "node:async_hooks";
import type { UrlSigner } from "./signed-url.ts";

const MEDIA_URL_MS = 15 * 60_000;

/** When a media URL that is made now expires. */
export const mediaUrlExpiry = ({ clock }: { readonly clock: () => Date }) => new Date(clock().getTime() + MEDIA_URL_MS);

export interface SignedFile {
  /**
   * "media": a media asset. "export": the artifact of an export. "preview": a voice preview, by the hash of its bytes.
   * "segment": a segment of a mix, as "preview id:index".
   */
  readonly purpose: "media" | "export" | "preview" | "segment";
  readonly object: string;
  readonly expiresAt: Date;
}

const pageOrigins = new AsyncLocalStorage<string>();

/**
 * Runs `work` for a page of this origin. A page may be open under another address than the public URL (127.0.0.1,
 * localhost, an address of the network), and its policy lets it load files of its own origin only.
 */
export const forPage = <T>(origin: string, work: () => T): T => pageOrigins.run(origin, work);

/** The base of signed URLs: the origin of the requesting page, otherwise the public URL. */
export const signedUrlBase = ({ publicUrl }: { readonly publicUrl: () => string }): string =>
  pageOrigins.getStore() ?? publicUrl();

/** An absolute URL that opens one file until it expires. */
export function mediaUrl(
  { signer, publicUrl }: { readonly signer: Pick<UrlSigner, "sign">; readonly publicUrl: () => string },
  file: SignedFile,
): string {
  return `${signedUrlBase({ publicUrl })}/v1/media/${signer.sign(file)}`;
}
