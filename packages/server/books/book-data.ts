import { ApiError, type Book, type Caller } from "@fullcast/contract";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { type BookData, bookOf, coverAsset, writeBook } from "./store.ts";

const NOTHING_KNOWN: BookData = { title: null, author: null, language: null, coverAssetId: null, format: null };

const toWire = (book: BookData): { book: Book } => {
  const { coverAssetId, ...told } = book;
  return { book: { ...told, cover_asset_id: coverAssetId } };
};

export async function getBook(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  await findProject(services, caller, projectId);
  return toWire((await bookOf(services, projectId)) ?? NOTHING_KNOWN);
}

/** @throws ApiError NOT_FOUND for the project, or a cover that is none of its own. */
export async function changeBook(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  projectId: string,
  body: {
    readonly title?: string | null | undefined;
    readonly author?: string | null | undefined;
    readonly language?: string | null | undefined;
    readonly cover_asset_id?: string | null | undefined;
  },
) {
  const { title, author, language, cover_asset_id: coverAssetId } = body;
  const given = Object.entries({ title, author, language, coverAssetId }).filter(([, value]) => value !== undefined);
  return services.db.transaction(async () => {
    // Also what keeps two changes of one book apart.
    await lockProject(services, caller, projectId);
    if (coverAssetId && (await coverAsset(services, projectId, coverAssetId)) === undefined) {
      throw new ApiError("NOT_FOUND", { resource: "asset" });
    }
    const known = (await bookOf(services, projectId)) ?? NOTHING_KNOWN;
    const book = { ...known, ...Object.fromEntries(given) };
    if (given.length > 0) await writeBook(services, projectId, book);
    return toWire(book);
  });
}
