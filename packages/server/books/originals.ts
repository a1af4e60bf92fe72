// The EPUB that a book was imported from. It is kept, so that it can go out again with the narration in its own pages.

import { addAsset, removeAssets } from "../media/media.ts";
import type { BookContent } from "../reading/reading.ts";
import type { Services } from "../services.ts";
import { deleteOriginal, insertOriginal } from "./store.ts";

/** A stored EPUB that belongs to no project yet. */
export interface StoredOriginal {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Moves a file that was read into the store; null for a book that is no EPUB. */
export async function storeOriginal(
  { files }: Pick<Services, "files">,
  { format }: Pick<BookContent, "format">,
  path: string,
  sha256: string,
): Promise<StoredOriginal | null> {
  if (format !== "epub") return null;
  const { size } = await files.adopt(path, sha256);
  return { sha256, sizeBytes: size };
}

/** Makes the stored EPUB an asset of the account. Runs in the caller's transaction. */
export const addOriginalAsset = (
  services: Pick<Services, "db" | "clock" | "newId">,
  accountId: string,
  original: StoredOriginal,
): Promise<string> => addAsset(services, { accountId, contentType: "application/epub+zip", ...original });

/** Makes an EPUB the original of the project, in the place of the one before. Runs in the caller's transaction. */
export async function putOriginal(
  services: Pick<Services, "db" | "clock" | "newId">,
  accountId: string,
  projectId: string,
  original: StoredOriginal | null,
): Promise<void> {
  if (original === null) return;
  await removeAssets(services, projectId, await deleteOriginal(services, projectId));
  await insertOriginal(services, projectId, await addOriginalAsset(services, accountId, original));
}
