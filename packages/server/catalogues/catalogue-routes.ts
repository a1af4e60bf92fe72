// The addresses below a catalogue's token.

import { ApiError } from "@fullcast/contract";
import { coverAsset, coverToDraw, drawnCoverOf, squareCoverOf } from "../books/books.ts";
import type { PublicRequest, PublicRoute, SendableFile } from "../http/http.ts";
import type { Services } from "../services.ts";
import { type Asked, feedOf, VIEWS } from "./catalogue-feed.ts";
import { linkOfToken } from "./catalogue-links.ts";
import { type FinishedBook, finishedBooks } from "./finished-books.ts";
import { ATOM, atomOf, JSON_TYPE, jsonOf, SEARCH_TYPE, searchDescription } from "./write-opds.ts";

type Catalogue = Pick<Services, "db" | "files" | "clock" | "newId" | "publicUrl">;

const MOST_PAGES = 1_000;
const LONGEST = 200;

export function catalogueRoutes(services: Catalogue): PublicRoute[] {
  const baseOf = ({ params }: PublicRequest) => `${services.publicUrl()}/opds/${params.token ?? ""}`;
  const linkOf = ({ params }: PublicRequest) => linkOfToken(services, params.token ?? "");
  const booksOf = async (request: PublicRequest) => finishedBooks(services, (await linkOf(request)).accountId);
  const pages = [null, ...VIEWS].flatMap((view) => {
    const path = view === null ? "" : `/${view}`;
    const feed = async (request: PublicRequest) => {
      const { accountId, createdAt } = await linkOf(request);
      return feedOf(await finishedBooks(services, accountId), askedOf(view, request), createdAt);
    };
    return [
      {
        path: `/opds/:token${path}`,
        answer: async (request: PublicRequest) => ({
          kind: "revalidated_text" as const,
          contentType: ATOM,
          text: atomOf(await feed(request), baseOf(request)),
        }),
      },
      {
        path: `/opds/:token/2${path}`,
        answer: async (request: PublicRequest) => ({
          kind: "revalidated_text" as const,
          contentType: JSON_TYPE,
          text: jsonOf(await feed(request), baseOf(request)),
        }),
      },
    ];
  });
  return [
    ...pages,
    {
      path: "/opds/:token/search.xml",
      answer: async (request) => {
        await linkOf(request);
        return { kind: "revalidated_text", contentType: SEARCH_TYPE, text: searchDescription(baseOf(request)) };
      },
    },
    {
      path: "/opds/:token/books/:projectId/:artifactId/:filename",
      answer: async (request) => ({
        kind: "file",
        file: await bookFile(services, await booksOf(request), request.params),
      }),
    },
    {
      path: "/opds/:token/covers/:cover",
      answer: async (request) => {
        const { accountId } = await linkOf(request);
        const books = await finishedBooks(services, accountId);
        return { kind: "file", file: await cover(services, accountId, books, request.params.cover ?? "") };
      },
    },
  ];
}

const gone = () => new ApiError("NOT_FOUND", { resource: "catalogue" });

/** What a program asks for. Values that make no sense count as absent. */
function askedOf(view: Asked["view"], { query }: PublicRequest): Asked {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value.slice(0, LONGEST) : null);
  const page = Number(text(query.page) ?? 1);
  return {
    view,
    of:
      view === "search"
        ? (text(query.query) ?? text(query.q))
        : view === null || view === "new"
          ? null
          : text(query.of),
    page: Number.isInteger(page) && page >= 1 && page <= MOST_PAGES ? page : 1,
  };
}

async function bookFile(
  { files }: Pick<Services, "files">,
  books: readonly FinishedBook[],
  { projectId, artifactId }: PublicRequest["params"],
): Promise<SendableFile> {
  const book = books.find(({ project_id }) => project_id === projectId);
  const file = book?.files.find(({ artifact_id }) => artifact_id === artifactId);
  if (file === undefined || (await files.stat(file.sha256)) === null) throw gone();
  return {
    size: file.size_bytes,
    contentType: file.content_type,
    etag: file.sha256,
    // Asked for again each time, so that a deleted address stops at once.
    cacheControl: "private, no-cache",
    disposition: "attachment",
    filename: file.filename,
    open: (range) => files.open(file.sha256, range),
  };
}

async function cover(
  services: Catalogue,
  accountId: string,
  books: readonly FinishedBook[],
  name: string,
): Promise<SendableFile> {
  const book = books.find(({ project_id }) => name.startsWith(`${project_id}.`));
  if (book === undefined) throw gone();
  const owner = { accountId, projectId: book.project_id };
  const given = book.coverAssetId === null ? undefined : await coverAsset(services, book.project_id, book.coverAssetId);
  const { title, author, series, series_number } = book;
  const picture =
    given === undefined
      ? await drawnCoverOf(services, owner, coverToDraw({ title, author, series, series_number }, "square"))
      : await squareCoverOf(services, owner, given);
  const stored = picture === null ? null : await services.files.stat(picture.sha256);
  if (picture === null || stored === null) throw gone();
  return {
    size: stored.size,
    contentType: picture.content_type,
    etag: picture.sha256,
    cacheControl: "private, max-age=3600",
    disposition: "inline",
    open: (range) => services.files.open(picture.sha256, range),
  };
}
