// Signed URLs: a token says which object may be read, for what, and until when; its HMAC-SHA-256 proves that this
// installation wrote it. A token is bound to purpose, object and expiry: changing any of them breaks the signature.

import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

export type UrlPurpose = "media" | "export" | "preview" | "segment" | "upload";

export interface SignedObject {
  /** The id of the object that may be read or written. */
  readonly object: string;
  readonly expiresAt: Date;
  /** Further fields; visible in the URL, protected against change. */
  readonly extra?: { readonly [key: string]: string };
}

export interface UrlSigner {
  /** For a signer of the same installation in another thread. */
  readonly secret: Uint8Array;
  /** A token of letters, digits, "-", "_" and one ".", to be put into a path. Whole seconds of `expiresAt` count. */
  sign(grant: SignedObject & { readonly purpose: UrlPurpose }): string;
  /** Null for anything but an unaltered, unexpired token of this purpose. */
  verify(token: string, purpose: UrlPurpose): SignedObject | null;
}

const FORMAT = "fullcast-url-1";
const LONGEST_TOKEN = 1_000;
const TOKEN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

export function createUrlSigner(secret: Uint8Array, clock: () => Date): UrlSigner {
  if (secret.byteLength < 32) throw new RangeError("a signing secret has at least 32 bytes");
  // As a key object, which is made ready once: a manifest has tens of thousands of URLs.
  const key = createSecretKey(secret);
  const macOf = (payload: string, purpose: UrlPurpose) =>
    createHmac("sha256", key).update(`${FORMAT}\n${purpose}\n${payload}`).digest("base64url");

  return {
    secret,
    sign({ purpose, object, expiresAt, extra }) {
      const fields = [object, Math.floor(expiresAt.getTime() / 1000), ...(extra === undefined ? [] : [extra])];
      const payload = Buffer.from(JSON.stringify(fields), "utf8").toString("base64url");
      const token = `${payload}.${macOf(payload, purpose)}`;
      if (token.length > LONGEST_TOKEN) throw new RangeError(`a token has at most ${LONGEST_TOKEN} characters`);
      return token;
    },
    verify(token, purpose) {
      if (token.length > LONGEST_TOKEN) return null;
      const [, payload, mac] = TOKEN.exec(token) ?? [];
      if (payload === undefined || mac === undefined) return null;
      const expected = macOf(payload, purpose);
      // As text: of the last character only some bits count, and each grant has exactly one token.
      if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return null;
      const [object, expiresAtSeconds, extra] = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as [
        string,
        number,
        { readonly [key: string]: string }?,
      ];
      if (clock().getTime() >= expiresAtSeconds * 1000) return null;
      const expiresAt = new Date(expiresAtSeconds * 1000);
      return extra === undefined ? { object, expiresAt } : { object, expiresAt, extra };
    },
  };
}
