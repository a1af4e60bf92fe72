// Covers that are drawn from a book's title and author, for files of a book without a picture of its own. Each is drawn
// once and kept as an asset of the project.

import type { Caller } from "@fullcast/contract";
import type { CoveredBook, CoverShape } from "@fullcast/core/packaging";
import { drawCover, type PlannedCover, planCover } from "../codec/codec.ts";
import { sha256 } from "../hash.ts";
import { addAsset } from "../media/media.ts";
import type { Services } from "../services.ts";
import { drawnCover, insertDrawnCover } from "./store.ts";

type Drawer = Pick<Services, "db" | "files" | "clock" | "newId">;

/** A drawn cover that may not be there yet. `key` changes with every change of the image. */
export interface CoverToDraw {
  readonly key: string;
  readonly plan: PlannedCover;
}

export function coverToDraw(book: CoveredBook, shape: CoverShape): CoverToDraw {
  const plan = planCover(book, shape);
  return { key: sha256(plan.svg), plan };
}

/**
 * The stored image of a drawn cover; draws it the first time. Null when it cannot be drawn.
 * @throws a system error when it cannot be stored
 */
export async function drawnCoverOf(
  services: Drawer,
  owner: Pick<Caller, "accountId"> & { readonly projectId: string },
  { key, plan }: CoverToDraw,
): Promise<{ readonly sha256: string; readonly content_type: string } | null> {
  const { accountId, projectId } = owner;
  const kept = await drawnCover(services, projectId, key);
  if (kept !== undefined && (await services.files.stat(kept.sha256)) !== null) return kept;
  const drawn = await drawCover(owner, plan);
  if ("fault" in drawn) return null;
  const { sha256: hash, size } = await services.files.put(Buffer.from(drawn.png));
  await services.db.transaction(async () => {
    // Another export may have drawn it meanwhile: the same bytes.
    if ((await drawnCover(services, projectId, key)) !== undefined) return;
    const assetId = await addAsset(services, { accountId, contentType: PNG, sha256: hash, sizeBytes: size });
    await insertDrawnCover(services, projectId, assetId, key);
  });
  return { sha256: hash, content_type: PNG };
}

const PNG = "image/png";
