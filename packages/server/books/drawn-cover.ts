// Covers that Fullcast draws: from title and author, for a book without a picture of its own, and square ones of a given
// picture. Each is drawn once and kept as an asset of the project.

import { buffer } from "node:stream/consumers";
import type { Caller } from "@fullcast/contract";
import type { CoveredBook, CoverShape } from "@fullcast/core/packaging";
import { drawCover, drawSquare, type PlannedCover, planCover, redrawImage } from "../codec/codec.ts";
import { sha256 } from "../hash.ts";
import { addAsset } from "../media/media.ts";
import type { Services } from "../services.ts";
import { drawnCover, insertDrawnCover } from "./store.ts";

type Drawer = Pick<Services, "db" | "files" | "clock" | "newId">;

/** A drawn cover that may not exist yet. `key` changes with every change of the image. */
export interface CoverToDraw {
  readonly key: string;
  readonly plan: PlannedCover;
}

export function coverToDraw(book: CoveredBook, shape: CoverShape): CoverToDraw {
  const plan = planCover(book, shape);
  return { key: sha256(plan.svg), plan };
}

/** A stored image. */
export interface DrawnCover {
  readonly sha256: string;
  readonly content_type: string;
}

/**
 * The stored image of a drawn cover; draws it the first time. Null when it cannot be drawn.
 * @throws a system error when it cannot be stored
 */
export async function drawnCoverOf(
  services: Drawer,
  owner: CoverOwner,
  { key, plan }: CoverToDraw,
): Promise<DrawnCover | null> {
  return keptOrDrawn(services, owner, key, "image/png", async () => {
    const drawn = await drawCover(owner, plan);
    return "fault" in drawn ? null : Buffer.from(drawn.png);
  });
}

/** The edge of square covers for podcast programs, pixels; Apple asks for 1,400 to 3,000. */
const SQUARE_EDGE = 1600;

/**
 * A given cover as a square JPEG; draws it the first time. Null when it cannot be drawn.
 * @throws a system error when it cannot be stored
 */
export async function squareCoverOf(
  services: Drawer,
  owner: CoverOwner,
  given: { readonly sha256: string },
): Promise<DrawnCover | null> {
  return keptOrDrawn(services, owner, sha256(`square ${given.sha256}`), "image/jpeg", async () => {
    const picture = await buffer(services.files.open(given.sha256));
    const drawn = await drawSquare(owner, { bytes: picture, contentType: "image/jpeg" }, SQUARE_EDGE);
    if ("fault" in drawn) return null;
    const redrawn = await redrawImage(services.files, owner, Buffer.from(drawn.png), "image/png", SQUARE_EDGE);
    return "fault" in redrawn ? null : redrawn.jpeg;
  });
}

type CoverOwner = Pick<Caller, "accountId"> & { readonly projectId: string };

async function keptOrDrawn(
  services: Drawer,
  { accountId, projectId }: CoverOwner,
  key: string,
  contentType: string,
  draw: () => Promise<Buffer | null>,
): Promise<DrawnCover | null> {
  const kept = await drawnCover(services, projectId, key);
  if (kept !== undefined && (await services.files.stat(kept.sha256)) !== null) return kept;
  const image = await draw();
  if (image === null) return null;
  const { sha256: hash, size } = await services.files.put(image);
  await services.db.transaction(async () => {
    // Another request may have drawn the same bytes in the meantime.
    if ((await drawnCover(services, projectId, key)) !== undefined) return;
    const assetId = await addAsset(services, { accountId, contentType, sha256: hash, sizeBytes: size });
    await insertDrawnCover(services, projectId, assetId, key);
  });
  return { sha256: hash, content_type: contentType };
}
