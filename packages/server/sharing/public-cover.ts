// The square cover of a shared story, for podcast programs and the public page.

import { coverAsset, coverToDraw, type DrawnCover, drawnCoverOf, squareCoverOf } from "../books/books.ts";
import type { SendableFile } from "../http/http.ts";
import type { Services } from "../services.ts";
import { notShared, type PublicStory } from "./public-story.ts";

/** Programs expect the extension to state the type: a given picture is a JPEG, a drawn cover a PNG. */
export const coverPath = ({ link, book }: PublicStory): string =>
  `/s/${link.slug}/cover.${book.coverAssetId === null ? "png" : "jpg"}`;

/** @throws ApiError NOT_FOUND for the other type, and when the picture is gone or cannot be drawn */
export async function openCover(
  services: Pick<Services, "db" | "files" | "clock" | "newId">,
  story: PublicStory,
  type: "image/jpeg" | "image/png",
): Promise<SendableFile> {
  const cover = await coverOf(services, story);
  const stored = cover === null || cover.content_type !== type ? null : await services.files.stat(cover.sha256);
  if (cover === null || stored === null) throw notShared();
  return {
    size: stored.size,
    contentType: cover.content_type,
    etag: cover.sha256,
    cacheControl: "public, max-age=3600",
    disposition: "inline",
    open: (range) => services.files.open(cover.sha256, range),
  };
}

async function coverOf(
  services: Pick<Services, "db" | "files" | "clock" | "newId">,
  { link, title, book }: PublicStory,
): Promise<DrawnCover | null> {
  const owner = { accountId: link.account_id, projectId: link.project_id };
  if (book.coverAssetId !== null) {
    const given = await coverAsset(services, link.project_id, book.coverAssetId);
    return given === undefined ? null : squareCoverOf(services, owner, given);
  }
  const { author, series, series_number } = book;
  return drawnCoverOf(services, owner, coverToDraw({ title, author, series, series_number }, "square"));
}
