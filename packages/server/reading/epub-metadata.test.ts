// The metadata of an EPUB: people with roles, series, publisher, date, ISBN.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { cleanDetails, DETAIL_UNITS, isbnOf, MAX_CONTRIBUTORS } from "./book-details.ts";
import { epubMetadata } from "./epub-metadata.ts";
import { packageDocument } from "./sample-books.ts";
import { elementsOf } from "./xml-elements.ts";

const metadataOf = (metadata: string) => epubMetadata(elementsOf(packageDocument({ metadata })));

test("EPUB 3: refinements state roles, series and number; a subtitle is not the title", () => {
  const { title, author, details } = metadataOf(`
    <dc:title id="s">Being the Second Tale</dc:title><meta refines="#s" property="title-type">subtitle</meta>
    <dc:title id="t">The Lamp</dc:title><meta refines="#t" property="title-type">main</meta>
    <dc:creator id="a">Anna Wren</dc:creator><meta refines="#a" property="role" scheme="marc:relators">aut</meta>
    <dc:creator id="i">Ida Marsh</dc:creator><meta refines="#i" property="role">ill</meta>
    <dc:contributor id="n">Tom Hale</dc:contributor><meta refines="#n" property="role">nrt</meta>
    <dc:contributor>Someone Else</dc:contributor>
    <meta property="belongs-to-collection" id="set">Boxed</meta><meta refines="#set" property="collection-type">set</meta>
    <meta property="belongs-to-collection" id="c">Tales of the Coast</meta>
    <meta refines="#c" property="collection-type">series</meta><meta refines="#c" property="group-position">2</meta>
    <dc:description>&lt;p&gt;Two keepers.&lt;/p&gt;&lt;p&gt;One  lamp.&lt;/p&gt;</dc:description>
    <dc:publisher>Harbour Press</dc:publisher><dc:date>2019-03-31T00:00:00Z</dc:date>
    <dc:identifier>urn:uuid:12345678-1234-1234-1234-123456789012</dc:identifier>
    <dc:identifier>urn:isbn:978-0-306-40615-7</dc:identifier>`);
  assert.deepEqual([title, author], ["The Lamp", "Anna Wren"]);
  assert.deepEqual(details, {
    series: "Tales of the Coast",
    series_number: "2",
    description: "Two keepers.\nOne lamp.",
    publisher: "Harbour Press",
    published: "2019-03-31",
    isbn: "9780306406157",
    contributors: [
      { name: "Anna Wren", role: "aut" },
      { name: "Ida Marsh", role: "ill" },
      { name: "Tom Hale", role: "nrt" },
      { name: "Someone Else", role: "ctb" },
    ],
  });
});

test("EPUB 2 and calibre: attributes state roles, meta elements the series", () => {
  const { author, details } = metadataOf(`
    <dc:title>The Lamp</dc:title><dc:creator opf:role="aut">Anna Wren</dc:creator>
    <dc:creator>Tom Hale</dc:creator><dc:contributor opf:role="trl">Ida Marsh</dc:contributor>
    <dc:date opf:event="modification">2024-01-01</dc:date><dc:date opf:event="publication">1902</dc:date>
    <dc:identifier opf:scheme="ISBN">0-306-40615-2</dc:identifier>
    <meta name="calibre:series" content="Tales of the Coast"/><meta name="calibre:series_index" content="3.0"/>`);
  assert.equal(author, "Anna Wren, Tom Hale");
  assert.deepEqual(
    [details.series, details.series_number, details.published, details.isbn],
    ["Tales of the Coast", "3", "1902", "0306406152"],
  );
  assert.deepEqual(
    details.contributors.map(({ role }) => role),
    ["aut", "aut", "trl"],
  );
});

test("values of the wrong form are left out", () => {
  assert.deepEqual(
    [isbnOf("978-0-306-40615-8"), isbnOf("0306406153"), isbnOf("calibre:42"), isbnOf("080442957X")],
    [null, null, null, "080442957X"],
  );
  assert.equal(cleanDetails({ published: "2019-13-01" }).published, "2019");
  assert.equal(cleanDetails({ published: "2019-02-31" }).published, "2019-02");
  assert.equal(cleanDetails({ published: "0101-01-01" }).published, null);
  assert.equal(cleanDetails({ series_number: "2" }).series_number, null);
  assert.equal(cleanDetails({ publisher: " \u0000 … " }).publisher, null);
});

test("the limits are those of the interface", () => {
  assert.deepEqual(DETAIL_UNITS, {
    series: LIMITS.book_series_units,
    series_number: LIMITS.book_series_number_units,
    description: LIMITS.book_description_units,
    publisher: LIMITS.book_publisher_units,
    contributor: LIMITS.book_contributor_units,
  });
  assert.equal(MAX_CONTRIBUTORS, LIMITS.book_contributors);
  const long = cleanDetails({
    series: "😀a".repeat(300),
    description: "<p>word</p>".repeat(2_000),
    contributors: Array.from({ length: 99 }, (_, at) => ({ name: `N${at}${"x".repeat(400)}`, role: "aut" })),
  });
  assert.ok((long.series?.length ?? 0) <= DETAIL_UNITS.series && long.series?.isWellFormed());
  assert.ok((long.description?.length ?? 0) <= DETAIL_UNITS.description);
  assert.equal(long.contributors.length, MAX_CONTRIBUTORS);
  assert.ok(long.contributors.every(({ name }) => name.length <= DETAIL_UNITS.contributor));
});
