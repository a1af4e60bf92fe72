import { hash } from "node:crypto";

/** SHA-256 over the UTF-8 of a text or over bytes, lowercase hex: the one content hash of the product. */
export function sha256(value: string | Uint8Array): string {
  // Three times as fast as a hash object for the short texts that a timeline has by the ten thousand.
  return hash("sha256", value, "hex");
}
