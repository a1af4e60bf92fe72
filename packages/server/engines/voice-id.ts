// The public id of a voice: a version-5 UUID (RFC 9562, section 5.5) of the provider and the provider's own id, so that
// the same voice has the same id on every installation.

import { uuidV5 } from "../ids.ts";

/** Our namespace; must never change. */
const VOICE_NAMESPACE = "0c6f6f2e-3b51-5c0b-9d0e-6a8a54f1c7d3";

export function voiceId(provider: string, engineVoiceId: string): string {
  return uuidV5(VOICE_NAMESPACE, `${provider}:${engineVoiceId}`);
}
