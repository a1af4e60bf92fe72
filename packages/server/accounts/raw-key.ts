import { randomBytes } from "node:crypto";
import { sha256 } from "../hash.ts";

/** A new raw key: "fc_" and 256 random bits, base64url. Shown once, never stored. */
export function newRawKey(): string {
  return `fc_${randomBytes(32).toString("base64url")}`;
}

/**
 * What the database keeps of a key. A plain SHA-256 is enough because keys carry 256 random bits (an owner's own key
 * at least 32 characters): there is no dictionary to try, and the lookup by hash takes no time that tells anything
 * about other keys.
 */
export function keyHash(rawKey: string): string {
  return sha256(rawKey);
}

/** What people recognise a key by. */
export function keyPrefix(rawKey: string): string {
  return rawKey.slice(0, 8);
}
