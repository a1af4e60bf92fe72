// The public id of a voice: a version-5 UUID (RFC 9562, section 5.5) of the provider and the provider's own id, so that
// the same voice has the same id on every installation.

import { createHash } from "node:crypto";

/** Our namespace; must never change. */
const VOICE_NAMESPACE = "0c6f6f2e-3b51-5c0b-9d0e-6a8a54f1c7d3";

/** Version-5 UUID of a name in a namespace. */
export function uuidV5(namespace: string, name: string): string {
  const hash = createHash("sha1")
    .update(Buffer.from(namespace.replaceAll("-", ""), "hex"))
    .update(name, "utf8")
    .digest();
  const bytes = hash.subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function voiceId(provider: string, engineVoiceId: string): string {
  return uuidV5(VOICE_NAMESPACE, `${provider}:${engineVoiceId}`);
}
