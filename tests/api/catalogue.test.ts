// The catalogue of finished books: OPDS 1.2 and 2.0 below one revocable address.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { XmlDocument, XmlElement } from "libxml2-wasm";
import { type Feed, feedOf } from "../../packages/server/catalogues/catalogue-feed.ts";
import type { FinishedBook } from "../../packages/server/catalogues/finished-books.ts";
import { atomOf, jsonOf } from "../../packages/server/catalogues/write-opds.ts";
import { bookExporting } from "./book-exporting.ts";
import { inDatabase } from "./in-database.ts";
import { refused, sharedServer } from "./server.ts";
import { createAudio, createBook, exportStory, prepare, spokenStory } from "./story.ts";

const server = await sharedServer();
const { client } = server;
const { madeBook } = bookExporting(server);

// biome-ignore lint/suspicious/noExplicitAny: what a feed holds is what the tests check.
type Parsed = any;

/** An element as an object: attributes with "@", children by their names. @throws when the text is not well-formed XML */
function elementOf(xml: string): Parsed {
  using parsed = XmlDocument.fromString(xml);
  return parsedOf(parsed.root);
}

function parsedOf(element: XmlElement): Parsed {
  const found: Record<string, Parsed> = {};
  for (const attribute of element.attrs) found[`@${nameOf(attribute)}`] = attribute.value;
  let text = "";
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (!(child instanceof XmlElement)) {
      text += child.content;
      continue;
    }
    const name = nameOf(child);
    found[name] = MANY.has(name) ? [...(found[name] ?? []), parsedOf(child)] : parsedOf(child);
  }
  if (Object.keys(found).length === 0) return text;
  return text.trim() === "" ? found : { ...found, "#text": text };
}

const MANY: ReadonlySet<string> = new Set(["entry", "link", "author"]);
const nameOf = ({ prefix, name }: { readonly prefix: string; readonly name: string }) =>
  prefix === "" ? name : `${prefix}:${name}`;

interface Link {
  readonly "@rel": string;
  readonly "@href": string;
  readonly "@type": string;
}
const read = elementOf;
const hrefOf = (links: readonly Link[], rel: string) => links.find((one) => one["@rel"] === rel)?.["@href"];

async function atom(url: string) {
  const answer = await fetch(url);
  assert.equal(answer.status, 200, url);
  assert.match(answer.headers.get("content-type") ?? "", /^application\/atom\+xml;profile=opds-catalog/);
  return read(await answer.text());
}

const newLink = async (name = "My phone") => client.call("createCatalogueLink", { body: { schema_version: 1, name } });

async function aBook(title: string, more: object = {}) {
  const { projectId, sectionIds } = await createBook(client, "“Who is there?” asked Mara.\n", "It was dark.\n");
  await prepare(client, projectId, ...sectionIds);
  assert.equal((await createAudio(client, projectId, ...sectionIds)).run.status, "completed");
  await client.call("changeBook", {
    params: { projectId },
    body: { schema_version: 1, title, ...more },
  });
  return { projectId, sectionIds };
}

test("a reading program walks from the address to the file: lists, search, cover, ranges, ETag; and JSON says the same", async () => {
  const title = 'Fog & "Lamps" <1>';
  const { projectId } = await aBook(title, {
    author: "Ann Ash; Ben Oak",
    language: "en",
    series: "The Harbour",
    series_number: "2",
    description: "A story of <b>fog</b> & lamps.",
  });
  const story = await spokenStory(client, undefined, "A Short One");
  await exportStory(client, story, "opus");
  // The chapter of a book is no book; neither is a sample, nor subtitles.
  await madeBook(projectId, { format: "m4b" });
  await madeBook(projectId, { format: "mp3", book: { part: "sample" } });
  await madeBook(projectId, { format: "srt" });
  const { url, json_url, catalogue_link } = await newLink();
  const start = await atom(url);
  assert.equal(start.entry.length, 3);
  const newest = await atom(hrefOf(start.entry[0].link, "http://opds-spec.org/sort/new") ?? "");
  assert.equal(newest.entry.length, 2);
  const entry = newest.entry.find(({ id }: { id: string }) => id === `urn:uuid:${projectId}`) ?? assert.fail("no book");
  assert.deepEqual(
    [entry.title, entry.author.map(({ name }: { name: string }) => name), entry["dc:language"], entry.content["#text"]],
    [title, ["Ann Ash", "Ben Oak"], "en", "A story of <b>fog</b> & lamps."],
  );
  assert.deepEqual(entry["schema:Series"], { "@schema:name": "The Harbour", "@schema:position": "2" });
  const files = entry.link.filter((one: Link) => one["@rel"] === "http://opds-spec.org/acquisition/open-access");
  assert.equal(files.length, 1);
  const file = files[0] as Link & { "@length": string };
  const whole = await fetch(file["@href"]);
  assert.deepEqual([whole.status, whole.headers.get("content-type")], [200, file["@type"]]);
  const bytes = Buffer.from(await whole.arrayBuffer());
  assert.equal(String(bytes.length), file["@length"]);
  const part = await fetch(file["@href"], { headers: { range: "bytes=4-7" } });
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer()).toString()], [206, "ftyp"]);
  const picture = await fetch(hrefOf(entry.link, "http://opds-spec.org/image") ?? "");
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/png"]);

  const authors = await atom(hrefOf(start.entry[1].link, "subsection") ?? "");
  assert.deepEqual(
    authors.entry.map((one: { title: string }) => one.title),
    ["Ann Ash", "Ben Oak"],
  );
  const ofBen = await atom(hrefOf(authors.entry[1].link, "subsection") ?? "");
  assert.deepEqual(
    ofBen.entry.map(({ id }: { id: string }) => id),
    [`urn:uuid:${projectId}`],
  );
  const series = await atom(hrefOf(start.entry[2].link, "subsection") ?? "");
  assert.deepEqual(
    series.entry.map((one: { title: string }) => one.title),
    ["The Harbour"],
  );

  const search = await fetch(hrefOf(start.link, "search") ?? "");
  const template: string = elementOf(await search.text()).Url["@template"];
  const found = async (words: string) =>
    ((await atom(template.replace("{searchTerms}", encodeURIComponent(words)))).entry ?? []).length;
  assert.deepEqual([await found("LAMPS ash"), await found("nothing"), await found("")], [1, 0, 0]);

  const first = await fetch(`${url}/new`);
  const again = await fetch(`${url}/new`, { headers: { "if-none-match": first.headers.get("etag") ?? "" } });
  assert.equal(again.status, 304);

  const answer = await fetch(`${json_url}/new`);
  assert.match(answer.headers.get("content-type") ?? "", /^application\/opds\+json/);
  const json = JSON.parse(await answer.text());
  const same = json.publications.find(
    (one: { metadata: { identifier: string } }) => one.metadata.identifier === entry.id,
  );
  assert.deepEqual(
    [same.metadata.title, same.metadata.belongsTo.series[0], same.links.map(({ href }: { href: string }) => href)],
    [title, { name: "The Harbour", position: 2 }, [file["@href"]]],
  );

  const root = JSON.parse(await (await fetch(json_url)).text());
  const byWords = root.links.find(({ rel }: { rel: string }) => rel === "search");
  assert.deepEqual([byWords.templated, byWords.href], [true, `${json_url}/search{?query}`]);
  const searched = async (words: string) =>
    JSON.parse(await (await fetch(byWords.href.replace("{?query}", `?query=${encodeURIComponent(words)}`))).text());
  assert.equal((await searched("LAMPS ash")).publications.length, 1);
  // A feed without a collection, or with an empty one, is not valid.
  const empty = await searched("nothing");
  assert.deepEqual(
    [empty.publications, empty.navigation.map(({ href }: { href: string }) => href), empty.metadata.numberOfItems],
    [undefined, [json_url], 0],
  );

  // The address opens nothing else, and nothing at all once it is deleted.
  const token = url.split("/").at(-1) ?? "";
  for (const path of ["/v1/me", "/v1/studio/projects"])
    assert.equal((await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).status, 401);
  const { catalogue_links } = await client.call("listCatalogueLinks", {});
  assert.deepEqual(catalogue_links, [catalogue_link]);
  assert.ok(!JSON.stringify(catalogue_links).includes(token));
  await client.call("deleteCatalogueLink", { params: { catalogueLinkId: catalogue_link.id } });
  for (const address of [url, json_url, `${url}/new`, `${url}/search.xml`, file["@href"]])
    assert.equal((await fetch(address)).status, 404, address);
  for (const bad of ["x", "A".repeat(22), "..%2f.."])
    assert.equal((await fetch(`${server.url}/opds/${bad}`)).status, 404);
});

test("an account has at most 20 addresses, only hashes are stored, and a book of another account is not found", async () => {
  await refused(newLink(""), 400, "INVALID_REQUEST");
  const made = [];
  for (let links = 0; links < 20; links++) made.push(await newLink(`Reader ${links}`));
  await refused(newLink(), 400, "INVALID_REQUEST");
  const [one] = made;
  const token = one?.url.split("/").at(-1) ?? assert.fail("no link");
  assert.equal((await fetch(`${one?.url}/books/${randomUUID()}/${randomUUID()}/x.m4b`)).status, 404);
  assert.equal((await fetch(`${one?.url}/covers/${randomUUID()}.png`)).status, 404);
  await inDatabase(server, async (db) => {
    const rows = await db.q.selectFrom("catalogue_links").selectAll().execute();
    assert.ok(rows.length === 20 && !JSON.stringify(rows).includes(token));
  });
});

test("a long catalogue has pages, and what people wrote never breaks XML or JSON", () => {
  const NASTY = `]]><x a="1">&amp;\u0000\u0008\ud800 “ß” 漢 😀`;
  const books: FinishedBook[] = Array.from({ length: 120 }, (_, at) => ({
    project_id: randomUUID(),
    title: `${NASTY} ${at}`,
    author: NASTY,
    language: "de",
    description: NASTY,
    series: NASTY,
    series_number: `${120 - at}`,
    publisher: NASTY,
    coverAssetId: null,
    files: [
      {
        ...{ artifact_id: randomUUID(), format: "mp3", sha256: "0", filename: `${NASTY}.mp3`.replaceAll("\ud800", "") },
        ...{ content_type: "audio/mpeg", size_bytes: 5, duration_ms: 1_000, completed_at: new Date(at) },
      },
    ],
    updated: new Date(10_000 - at),
  }));
  const at = (page: number, view: "new" | "series", of: string | null = null): Feed =>
    feedOf(books, { view, of, page }, new Date(0));
  const sizes = [1, 2, 3, 4].map((page) => at(page, "new").books.length);
  assert.deepEqual(sizes, [50, 50, 20, 0]);
  const rels = (page: number) =>
    read(atomOf(at(page, "new"), "http://x/opds/t"))
      .link.map((one: Link) => one["@rel"])
      .filter((rel: string) => ["first", "previous", "next", "last"].includes(rel));
  assert.deepEqual([1, 2, 3].map(rels), [
    ["first", "next", "last"],
    ["first", "previous", "next", "last"],
    ["first", "previous", "last"],
  ]);
  assert.deepEqual(
    at(1, "series", NASTY)
      .books.map(({ series_number }) => series_number)
      .slice(0, 3),
    ["1", "2", "3"],
  );
  for (const feed of [at(1, "new"), at(1, "series"), at(1, "series", NASTY)]) {
    const parsed = read(atomOf(feed, "http://x/opds/t"));
    assert.equal(parsed.entry.length, feed.shelves?.length ?? feed.books.length);
    assert.equal(Object.keys(parsed).includes("x"), false);
    const json = JSON.parse(jsonOf(feed, "http://x/opds/t"));
    assert.equal((json.publications ?? json.navigation).length, parsed.entry.length);
  }
});

/** What RFC 4287 and OPDS 1.2 ask of each feed and each of its entries. */
function faultsOfFeed(xml: string): string[] {
  using document = XmlDocument.fromString(xml);
  const names = { a: "http://www.w3.org/2005/Atom" };
  const count = (node: XmlElement, path: string) => node.find(path, names).length;
  const faults: string[] = [];
  const expect = (holds: boolean, fault: string) => holds || faults.push(fault);
  const feed = document.root;
  for (const path of ["a:id", "a:title", "a:updated", "a:author/a:name", "a:link[@rel='self']", "a:link[@rel='start']"])
    expect(count(feed, path) === 1, `the feed needs one ${path}`);
  for (const link of feed.find("//a:link", names) as XmlElement[])
    expect(URL.canParse(link.attr("href")?.value ?? "") && link.attr("type") !== null, `a link: ${link.toString()}`);
  for (const updated of feed.find("//a:updated", names))
    expect(!Number.isNaN(Date.parse(updated.content)), `a date: ${updated.content}`);
  const isNavigation = /kind=navigation/.test(feed.get("a:link[@rel='self']/@type", names)?.content ?? "");
  const entries = feed.find("a:entry", names) as XmlElement[];
  for (const entry of entries) {
    for (const path of ["a:id", "a:title", "a:updated", "a:content"])
      expect(count(entry, path) === 1, `an entry needs one ${path}`);
    const files = count(entry, "a:link[starts-with(@rel, 'http://opds-spec.org/acquisition')]");
    expect(isNavigation ? files === 0 && count(entry, "a:link") === 1 : files > 0, "the links of an entry");
  }
  const ids = entries.map((entry) => entry.get("a:id", names)?.content);
  expect(new Set(ids).size === ids.length, "two entries of one id");
  return faults;
}

const MADE = new Date("2026-01-02T03:04:05Z");

test("every feed holds to RFC 4287 and OPDS 1.2, that of an account without books too; one list is a list", () => {
  const book: FinishedBook = {
    ...{ project_id: randomUUID(), title: "The Fog", author: "Ann Ash", language: null, description: null },
    ...{ series: "The Harbour", series_number: null, publisher: null, coverAssetId: null, updated: new Date(1) },
    files: (["m4b", "epub"] as const).map((format) => ({
      ...{ artifact_id: randomUUID(), format, sha256: "0", filename: `fog.${format}`, content_type: "audio/mp4" },
      ...{ size_bytes: 5, duration_ms: 1_000, completed_at: new Date(1) },
    })),
  };
  for (const books of [[], [book]]) {
    for (const [view, of] of [
      [null, null],
      ["new", null],
      ["authors", null],
      ["authors", "Ann Ash"],
      ["series", null],
      ["series", "The Harbour"],
      ["search", "fog"],
      ["search", null],
    ] as const) {
      const feed = feedOf(books, { view, of, page: 1 }, MADE);
      const xml = atomOf(feed, "http://x/opds/t");
      assert.deepEqual(faultsOfFeed(xml), [], xml);
      const json = JSON.parse(jsonOf(feed, "http://x/opds/t"));
      assert.ok((json.publications ?? json.navigation).length > 0);
    }
  }
  const start = (books: readonly FinishedBook[]) =>
    read(atomOf(feedOf(books, { view: null, of: null, page: 1 }, MADE), "http://x/opds/t")).entry.map(
      (entry: { readonly content: { readonly "#text": string } }) => entry.content["#text"],
    );
  assert.deepEqual(start([book]), ["1 book", "1 list", "1 list"]);
  assert.deepEqual(start([]), ["0 books", "0 lists", "0 lists"]);
  // Without a book, the catalogue has the date of its link.
  assert.deepEqual(
    [[], [book]].map((books) => feedOf(books, { view: null, of: null, page: 1 }, MADE).updated),
    [MADE, book.updated],
  );
});
