import { ApiError, type Book, type Caller, LIMITS } from "@fullcast/contract";
import { requireStorage } from "../accounts/accounts.ts";
import { type ImageType, redrawImage } from "../codec/codec.ts";
import { isDiskFull } from "../disk-full.ts";
import type { RawBody } from "../http/http.ts";
import { addAsset, removeAssets } from "../media/media.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { changeBook } from "./book-data.ts";
import { coverWithHash, deleteCovers, deleteOriginal, insertCover } from "./store.ts";

type Keeper = Pick<Services, "db" | "files" | "clock" | "newId" | "engines">;

/** A stored picture that belongs to no project yet. */
export interface StoredCover {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Gives the book of a project its cover.
 * @throws ApiError IMAGE_UNREADABLE when the bytes are not an image of the stated type; STORAGE_FULL, STORAGE_QUOTA_EXCEEDED.
 */
export async function putCover(
  services: Keeper & Pick<Services, "settings">,
  caller: Caller,
  projectId: string,
  upload: RawBody,
): Promise<{ book: Book }> {
  await findProject(services, caller, projectId);
  await requireStorage(services, caller.accountId);
  const cover = await storeCover(services, caller, await upload.read(), upload.contentType as ImageType);
  if ("fault" in cover) throw new ApiError("IMAGE_UNREADABLE", { reason: cover.fault });
  return services.db.transaction(async () => {
    // The same image keeps its asset, so existing files with it stay current.
    const known = await coverWithHash(services, projectId, cover.sha256);
    const assetId = known ?? (await addCover(services, caller.accountId, projectId, cover));
    return changeBook(services, caller, projectId, { cover_asset_id: assetId });
  });
}

/** Redraws the picture and stores it. @throws ApiError STORAGE_FULL */
export async function storeCover(
  { files }: Pick<Services, "files">,
  caller: Pick<Caller, "accountId">,
  bytes: Buffer,
  type: ImageType,
): Promise<StoredCover | { readonly fault: string }> {
  try {
    const drawn = await redrawImage(files, caller, bytes, type, LIMITS.book_cover_edge);
    if ("fault" in drawn) return drawn;
    const { sha256, size } = await files.put(drawn.jpeg);
    return { sha256, sizeBytes: size };
  } catch (error) {
    if (isDiskFull(error)) throw new ApiError("STORAGE_FULL");
    throw error;
  }
}

/** Makes a stored picture a cover of the project. Runs in the caller's transaction. @returns the asset's id. */
export async function addCover(
  services: Pick<Services, "db" | "clock" | "newId">,
  accountId: string,
  projectId: string,
  cover: StoredCover,
): Promise<string> {
  const assetId = await addAsset(services, { accountId, contentType: "image/jpeg", ...cover });
  await insertCover(services, projectId, assetId);
  return assetId;
}

/** Removes the covers and the original of a project before its deletion. Runs in the caller's transaction. @returns their number. */
export async function removeBookFiles(services: Pick<Services, "db" | "clock">, projectId: string): Promise<number> {
  const assetIds = [...(await deleteCovers(services, projectId)), ...(await deleteOriginal(services, projectId))];
  await removeAssets(services, projectId, assetIds);
  return assetIds.length;
}
