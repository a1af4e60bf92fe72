import { createHash } from "node:crypto";

/** SHA-256 over the UTF-8 of a text or over bytes, lowercase hex: the one content hash of the product. */
export function sha256(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("hex");
}
