// Raw keys and tokens of sessions, and what is stored of them.

import { randomBytes } from "node:crypto";
import { sha256 } from "../hash.ts";

/** A new raw key: "fc_" and 256 random bits, base64url. Shown once, never stored. */
export function newRawKey(): string {
  return `fc_${randomBytes(32).toString("base64url")}`;
}

/** A new token of a session: "fs_" and 256 random bits, base64url. Only the browser keeps it. */
export function newSessionToken(): string {
  return `fs_${randomBytes(32).toString("base64url")}`;
}

/**
 * The hash that the database stores of a key or token. A plain SHA-256 is enough: generated ones have 256 random bits, and
 * a given owner key has at least 32 characters, so no dictionary helps. The time of a lookup by hash reveals nothing about
 * others.
 */
export function keyHash(rawKey: string): string {
  return sha256(rawKey);
}

/** The first characters, by which people recognise a key. */
export function keyPrefix(rawKey: string): string {
  return rawKey.slice(0, 8);
}
