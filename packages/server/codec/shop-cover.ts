// The cover for a shop: a square of 2,400 pixels, from a given picture or drawn from title and author. Needs no server.

import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CoveredBook } from "@fullcast/core/packaging";
import { drawCover, drawSquare, planCover } from "./draw-cover.ts";
import { imageTypeOf, redrawImage } from "./image-file.ts";

/** ACX requires at least 2,400 × 2,400 pixels. */
export const SHOP_COVER_EDGE = 2400;

export interface ShopCover {
  readonly bytes: Buffer;
  readonly extension: "jpg" | "png";
  /** Whether the cover shows the given picture. */
  readonly isGiven: boolean;
}

const OWNER = { accountId: "shop" };
const FILES = { temporary: (extension: string) => join(tmpdir(), `fullcast-${randomUUID()}${extension}`) };

/** A picture that cannot be decoded is replaced by a drawn cover. @returns null when no cover can be drawn. */
export async function shopCover(book: CoveredBook, picture: Uint8Array | null): Promise<ShopCover | null> {
  const type = picture === null ? null : imageTypeOf(Buffer.from(picture));
  if (picture !== null && type !== null) {
    const square = await drawSquare(OWNER, { bytes: picture, contentType: type }, SHOP_COVER_EDGE);
    if ("png" in square) {
      const jpeg = await redrawImage(FILES, OWNER, Buffer.from(square.png), "image/png", SHOP_COVER_EDGE);
      if ("jpeg" in jpeg) return { bytes: jpeg.jpeg, extension: "jpg", isGiven: true };
    }
  }
  const drawn = await drawCover(OWNER, planCover(book, "square", SHOP_COVER_EDGE));
  return "png" in drawn ? { bytes: Buffer.from(drawn.png), extension: "png", isGiven: false } : null;
}
