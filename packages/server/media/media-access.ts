// Access to one media asset for callers who may play it.

import { ApiError, type Caller } from "@fullcast/contract";
import { mediaUrl, mediaUrlExpiry } from "../http/http.ts";
import type { Services } from "../services.ts";
import { hearsAsset } from "./project-sounds.ts";
import { assetsOf } from "./store.ts";

type Player = Pick<Services, "db" | "signer" | "clock" | "publicUrl">;

/** @throws ApiError NOT_FOUND when there is no such asset of the caller's account or of a sound that it links. */
export async function createMediaAccessUrl(services: Player, caller: Caller, assetId: string) {
  const asset = (await assetsOf(services, [assetId])).get(assetId);
  const mayHear =
    asset !== undefined &&
    (asset.account_id === caller.accountId || (await hearsAsset(services, caller.accountId, assetId)));
  if (!mayHear) throw new ApiError("NOT_FOUND", { resource: "asset" });
  const expiresAt = mediaUrlExpiry(services);
  return {
    asset_id: asset.id,
    url: mediaUrl(services, { purpose: "media", object: asset.id, expiresAt }),
    expires_at: expiresAt.toISOString(),
    content_type: asset.content_type,
    size_bytes: asset.size_bytes,
  };
}
