// A URL to listen to a sound.

import { ApiError, type Caller } from "@fullcast/contract";
import { mediaUrl, mediaUrlExpiry } from "../http/http.ts";
import type { Services } from "../services.ts";
import { visibleSound } from "./find-sound.ts";

/** A URL of the current revision. @throws ApiError NOT_FOUND, SOUND_NOT_READY */
export async function createSoundPreviewUrl(
  services: Pick<Services, "db" | "signer" | "publicUrl" | "clock">,
  caller: Caller,
  soundId: string,
) {
  const sound = await visibleSound(services, caller, soundId);
  if (sound.asset_id === null) throw new ApiError("SOUND_NOT_READY");
  const expiresAt = mediaUrlExpiry(services);
  return {
    schema_version: "studio-sound-preview-1" as const,
    url: mediaUrl(services, { purpose: "media", object: sound.asset_id, expiresAt }),
    expires_at: expiresAt.toISOString(),
  };
}
