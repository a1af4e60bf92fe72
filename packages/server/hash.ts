import { createHash } from "node:crypto";

/** SHA-256 over the UTF-8 of a text or over bytes, lowercase hex: the one content hash of the product. */
export function sha256(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("hex");
}

/** The same of bytes that lie in several pieces. */
export function sha256OfParts(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
