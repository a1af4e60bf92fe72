// A page of a catalogue as OPDS 1.2 (https://specs.opds.io/opds-1.2) and OPDS 2.0 (https://drafts.opds.io/opds-2.0).

import { xmlText } from "../http/http.ts";
import { type Asked, authorsOf, type Feed, PAGE, type Shelf } from "./catalogue-feed.ts";
import type { FinishedBook, FinishedFile } from "./finished-books.ts";

const NAVIGATION = "application/atom+xml;profile=opds-catalog;kind=navigation";
const ACQUISITION = "application/atom+xml;profile=opds-catalog;kind=acquisition";
export const ATOM = "application/atom+xml;profile=opds-catalog;charset=utf-8";
export const JSON_TYPE = "application/opds+json";
export const SEARCH_TYPE = "application/opensearchdescription+xml";
const OPEN_ACCESS = "http://opds-spec.org/acquisition/open-access";

/** Where the catalogue is: the address of its token. Version 2 is below "/2". */
export interface Place {
  readonly base: string;
  readonly version: 1 | 2;
}

const rootOf = ({ base, version }: Place) => (version === 1 ? base : `${base}/2`);

function addressOf(place: Place, { view, of, page }: Asked): string {
  const query = new URLSearchParams();
  // OPDS 2.0, section 3: the parameter of a search is "query".
  if (of !== null) query.set(view !== "search" ? "of" : place.version === 2 ? "query" : "q", of);
  if (page > 1) query.set("page", String(page));
  const path = view === null ? "" : `/${view}`;
  return `${rootOf(place)}${path}${query.size === 0 ? "" : `?${query}`}`;
}

const fileAddress = ({ base }: Place, book: FinishedBook, file: FinishedFile) =>
  `${base}/books/${book.project_id}/${file.artifact_id}/${encodeURIComponent(file.filename)}`;

const coverAddress = ({ base }: Place, book: FinishedBook) =>
  `${base}/covers/${book.project_id}.${book.coverAssetId === null ? "png" : "jpg"}`;

const coverType = ({ coverAssetId }: FinishedBook) => (coverAssetId === null ? "image/png" : "image/jpeg");

/** The pages beside this one, by their relation. */
function neighbours({ asked, pages }: Feed): [string, Asked][] {
  const { page } = asked;
  const at = (number: number) => ({ ...asked, page: number });
  return [
    ...(pages > 1 ? ([["first", at(1)]] as const) : []),
    ...(page > 1 ? ([["previous", at(page - 1)]] as const) : []),
    ...(page < pages ? ([["next", at(page + 1)]] as const) : []),
    ...(pages > 1 ? ([["last", at(pages)]] as const) : []),
  ].map(([rel, to]) => [rel, to]);
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

const START: Asked = { view: null, of: null, page: 1 };
const isList = (view: Shelf["view"], of: string | null) => of === null && view !== "new";
const formatsOf = ({ files }: FinishedBook) => files.map(({ format }) => format.toUpperCase()).join(", ");
const titleOf = ({ title }: FinishedBook, { format }: FinishedFile) => `${title} (${format.toUpperCase()})`;

export function atomOf(feed: Feed, base: string): string {
  const place: Place = { base, version: 1 };
  const { asked } = feed;
  const link = (rel: string, href: string, type: string, more = "") =>
    `<link rel="${xmlText(rel)}" href="${xmlText(href)}" type="${xmlText(type)}"${more}/>`;
  const kind = feed.shelves === null ? ACQUISITION : NAVIGATION;
  const self = addressOf(place, asked);
  const shelf = (one: Shelf) => {
    const href = addressOf(place, { ...one, page: 1 });
    const isLists = isList(one.view, one.of);
    const rel = one.view === "new" ? "http://opds-spec.org/sort/new" : "subsection";
    return [
      "<entry>",
      `<title>${xmlText(one.title)}</title>`,
      `<id>${xmlText(href)}</id>`,
      `<updated>${feed.updated.toISOString()}</updated>`,
      `<content type="text">${counted(one.count, isLists ? "list" : "book")}</content>`,
      link(rel, href, isLists ? NAVIGATION : ACQUISITION),
      "</entry>",
    ].join("");
  };
  const book = (one: FinishedBook) =>
    [
      "<entry>",
      `<title>${xmlText(one.title)}</title>`,
      `<id>urn:uuid:${one.project_id}</id>`,
      `<updated>${one.updated.toISOString()}</updated>`,
      ...authorsOf(one).map((name) => `<author><name>${xmlText(name)}</name></author>`),
      ...(one.language === null ? [] : [`<dc:language>${xmlText(one.language)}</dc:language>`]),
      ...(one.publisher === null ? [] : [`<dc:publisher>${xmlText(one.publisher)}</dc:publisher>`]),
      ...(one.series === null
        ? []
        : [
            `<schema:Series schema:name="${xmlText(one.series)}"${one.series_number === null ? "" : ` schema:position="${xmlText(one.series_number)}"`}/>`,
          ]),
      // An entry without a page of its own must have content (RFC 4287, section 4.1.2).
      `<content type="text">${xmlText(one.description ?? formatsOf(one))}</content>`,
      link("http://opds-spec.org/image", coverAddress(place, one), coverType(one)),
      link("http://opds-spec.org/image/thumbnail", coverAddress(place, one), coverType(one)),
      ...one.files.map((file) =>
        link(
          OPEN_ACCESS,
          fileAddress(place, one, file),
          file.content_type,
          ` length="${file.size_bytes}" title="${xmlText(titleOf(one, file))}"`,
        ),
      ),
      "</entry>",
    ].join("");
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xmlns:opds="http://opds-spec.org/2010/catalog" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:schema="http://schema.org/">',
    `<id>${xmlText(self)}</id>`,
    `<title>${xmlText(feed.title)}</title>`,
    `<updated>${feed.updated.toISOString()}</updated>`,
    "<author><name>Fullcast</name></author>",
    link("self", self, kind),
    link("start", base, NAVIGATION),
    ...(asked.view === null
      ? []
      : [
          link(
            "up",
            addressOf(place, asked.of === null || asked.view === "search" ? START : { ...asked, of: null, page: 1 }),
            NAVIGATION,
          ),
        ]),
    link("search", `${base}/search.xml`, SEARCH_TYPE),
    ...neighbours(feed).map(([rel, to]) => link(rel, addressOf(place, to), kind)),
    `<opensearch:totalResults>${feed.total}</opensearch:totalResults>`,
    `<opensearch:itemsPerPage>${PAGE}</opensearch:itemsPerPage>`,
    `<opensearch:startIndex>${(asked.page - 1) * PAGE + 1}</opensearch:startIndex>`,
    ...(feed.shelves?.map(shelf) ?? feed.books.map(book)),
    "</feed>\n",
  ].join("\n");
}

export function jsonOf(feed: Feed, base: string): string {
  const place: Place = { base, version: 2 };
  const { asked } = feed;
  const book = (one: FinishedBook) => {
    const [first] = one.files;
    const isSound = first?.format !== "epub";
    const names = authorsOf(one);
    const position = Number(one.series_number ?? Number.NaN);
    return {
      metadata: {
        "@type": isSound ? "http://schema.org/Audiobook" : "http://schema.org/EBook",
        identifier: `urn:uuid:${one.project_id}`,
        title: one.title,
        ...(names.length === 0 ? {} : { author: names.map((name) => ({ name })) }),
        ...(one.language === null ? {} : { language: one.language }),
        ...(one.publisher === null ? {} : { publisher: one.publisher }),
        ...(one.description === null ? {} : { description: one.description }),
        modified: one.updated.toISOString(),
        ...(isSound && first?.duration_ms != null ? { duration: first.duration_ms / 1000 } : {}),
        ...(one.series === null
          ? {}
          : {
              belongsTo: {
                series: [{ name: one.series, ...(Number.isFinite(position) ? { position } : {}) }],
              },
            }),
      },
      links: one.files.map((file) => ({
        rel: OPEN_ACCESS,
        href: fileAddress(place, one, file),
        type: file.content_type,
        title: titleOf(one, file),
        size: file.size_bytes,
      })),
      images: [{ href: coverAddress(place, one), type: coverType(one) }],
    };
  };
  const shelf = (one: Shelf) => ({
    title: one.title,
    href: addressOf(place, { ...one, page: 1 }),
    type: JSON_TYPE,
    rel: one.view === "new" ? "http://opds-spec.org/sort/new" : "subsection",
    properties: { numberOfItems: one.count },
  });
  const toStart = { title: "Catalogue", href: rootOf(place), type: JSON_TYPE, rel: "start" };
  const { shelves, books } = feed;
  // A feed must have a collection, and no collection may be empty (OPDS 2.0, sections 1.1 and 1.2).
  const isEmpty = (shelves ?? books).length === 0;
  const content =
    isEmpty || shelves !== null
      ? { navigation: isEmpty ? [toStart] : (shelves ?? []).map(shelf) }
      : { publications: books.map(book) };
  return JSON.stringify({
    metadata: {
      title: feed.title,
      modified: feed.updated.toISOString(),
      numberOfItems: feed.total,
      itemsPerPage: PAGE,
      currentPage: asked.page,
    },
    links: [
      { rel: "self", href: addressOf(place, asked), type: JSON_TYPE },
      { rel: "start", href: rootOf(place), type: JSON_TYPE },
      { rel: "search", href: `${rootOf(place)}/search{?query}`, type: JSON_TYPE, templated: true },
      { rel: "alternate", href: addressOf({ base, version: 1 }, asked), type: ATOM },
      ...neighbours(feed).map(([rel, to]) => ({ rel, href: addressOf(place, to), type: JSON_TYPE })),
    ],
    ...content,
  });
}

/** OpenSearch 1.1: how a reading program searches. */
export function searchDescription(base: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    "<ShortName>Fullcast</ShortName>",
    "<Description>Finished books by title, author, series and description.</Description>",
    "<InputEncoding>UTF-8</InputEncoding>",
    "<OutputEncoding>UTF-8</OutputEncoding>",
    `<Url type="${ACQUISITION}" template="${xmlText(`${base}/search`)}?q={searchTerms}"/>`,
    "</OpenSearchDescription>\n",
  ].join("\n");
}
