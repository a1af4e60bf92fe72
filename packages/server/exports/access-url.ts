// Access URLs of media assets, where the asset can also be the file of a finished export.

import type { Caller } from "@fullcast/contract";
import { createMediaAccessUrl } from "../media/media.ts";
import type { Services } from "../services.ts";
import { toWireArtifact } from "./read-exports.ts";
import { artifactsById } from "./store.ts";

/**
 * The URL of an export's file is valid for twelve hours and downloads under the file's name, as `download_url` does.
 * @throws ApiError NOT_FOUND when the asset is neither a file of the caller's account nor audio that it may hear.
 */
export async function createAssetAccessUrl(
  services: Pick<Services, "db" | "signer" | "clock" | "publicUrl">,
  caller: Caller,
  assetId: string,
) {
  const artifact = (await artifactsById(services, [assetId])).get(assetId);
  const isReadable =
    artifact !== undefined &&
    artifact.account_id === caller.accountId &&
    !artifact.file_removed &&
    artifact.expires_at > services.clock();
  if (!isReadable) return createMediaAccessUrl(services, caller, assetId);
  const { asset_id, download_url, download_url_expires_at, content_type, size_bytes } = toWireArtifact(
    services,
    artifact,
  );
  return { asset_id, url: download_url, expires_at: download_url_expires_at, content_type, size_bytes };
}
