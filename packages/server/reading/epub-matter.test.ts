// Front and back matter of an EPUB is left out, titles are not doubled, and covers are found in drawings.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookContent } from "./book-content.ts";
import { readBookHere } from "./read-book-here.ts";
import { epub, type Files, packageDocument, page } from "./sample-books.ts";

const DAY = "It rained all day long. ".repeat(20).trim();
const NIGHT = "It rained all night long. ".repeat(20).trim();
const BODY = [`<h2>One</h2><p>${DAY}</p>`, `<h2>Two</h2><p>${NIGHT}</p>`];
const PAGES: readonly (readonly [file: string, body: string])[] = [
  ["title", "<h1>The Lamp</h1><p>by Anna Wren</p>"],
  ["imprint", "<p>First published in 1902 by Harbour Press.</p>"],
  ["contents", "<p>One, page 3</p><p>Two, page 9</p>"],
  ["dedication", "<p>For Tom, who waited.</p>"],
  ["one", BODY[0]!],
  ["two", BODY[1]!],
  ["notes", "<p>1. A kind of lamp.</p>"],
  ["colophon", "<p>Set in Garamond.</p>"],
];

const bookOf = async (
  bodyOf: (file: string, body: string) => string,
  { rest = "", nav = "", files = {} }: { rest?: string; nav?: string; files?: Files } = {},
): Promise<BookContent> =>
  readBookHere(
    await epub({
      "OPS/book.opf": packageDocument({
        metadata: "<dc:title>The Lamp</dc:title>",
        manifest: `<item id="nav" href="nav.xhtml" properties="nav"/>${PAGES.map(([file]) => `<item id="${file}" href="${file}.xhtml"/>`).join("")}`,
        spine: `<spine>${PAGES.map(([file]) => `<itemref idref="${file}"/>`).join("")}</spine>`,
        rest,
      }),
      "OPS/nav.xhtml": page(nav),
      ...Object.fromEntries(PAGES.map(([file, body]) => [`OPS/${file}.xhtml`, bodyOf(file, body)])),
      ...files,
    }),
    "epub",
  );
const TYPES: { readonly [file: string]: string } = {
  title: "titlepage",
  imprint: "copyright-page",
  contents: "toc",
  dedication: "dedication",
  notes: "endnotes",
  colophon: "colophon",
};
const LEFT_OUT =
  "Not read, because the book marks it as front or back matter: colophon, contents, imprint, notes, title page.";

function isTheStory({ chapters, warnings, leftOut }: BookContent): void {
  assert.equal(chapters.map(({ text }) => text).join("|"), `For Tom, who waited.|One\n\n${DAY}|Two\n\n${NIGHT}`);
  assert.deepEqual(warnings, [{ code: "matter_left_out", message: LEFT_OUT }]);
  assert.deepEqual(
    leftOut?.map(({ title, text, matter, isFront }) => [title, text.split("\n")[0], matter, isFront]),
    [
      ["The Lamp", "The Lamp", "title page", true],
      ["First published in 1902 by Harbour Press.", "First published in 1902 by Harbour Press.", "imprint", true],
      ["One, page 3 Two, page 9", "One, page 3", "contents", true],
      ["1. A kind of lamp.", "1. A kind of lamp.", "notes", false],
      ["Set in Garamond.", "Set in Garamond.", "colophon", false],
    ],
  );
}

describe("front and back matter is left out, and the report lists it", () => {
  test("by epub:type of the body", async () => {
    const typed = (file: string, body: string) =>
      page(body).replace("<body>", `<body epub:type="frontmatter ${TYPES[file] ?? "bodymatter"}">`);
    isTheStory(await bookOf(typed));
  });
  test("by the role or the type of a section", async () => {
    const typed = (file: string, body: string) =>
      page(`<section epub:type="${TYPES[file] ?? "chapter"}">${body}</section>`);
    isTheStory(await bookOf(typed));
  });
  test("by the guide of an EPUB 2", async () => {
    const names: { readonly [type: string]: string } = { titlepage: "title-page", endnotes: "notes" };
    const references = Object.entries(TYPES).map(
      ([file, type]) => `<reference type="${names[type] ?? type}" href="${file}.xhtml"/>`,
    );
    isTheStory(
      await bookOf((_, body) => page(body), {
        rest: `<guide>${references.join("")}<reference type="text" href="one.xhtml"/></guide>`,
      }),
    );
  });
  test("by the landmarks of an EPUB 3", async () => {
    const links = Object.entries(TYPES).map(
      ([file, type]) => `<li><a epub:type="${type}" href="${file}.xhtml">x</a></li>`,
    );
    isTheStory(
      await bookOf((_, body) => page(body), { nav: `<nav epub:type="landmarks"><ol>${links.join("")}</ol></nav>` }),
    );
  });
  test("but not if most of a book is marked so, or only a place inside of a document", async () => {
    const guide = (href: string) => `<guide><reference type="title-page" href="${href}"/></guide>`;
    const long = page(`<h2>One</h2>${"<p>It rained all day long.</p>".repeat(99)}`);
    for (const rest of [guide("one.xhtml"), guide("two.xhtml#a")]) {
      const { chapters, warnings } = await bookOf((file, body) => (file === "one" ? long : page(body)), { rest });
      assert.ok(chapters.some(({ text }) => text.includes("rained all day")));
      assert.ok(chapters.some(({ text }) => text.includes("rained all night")));
      assert.deepEqual(warnings, []);
    }
    const { chapters } = await bookOf((_, body) => page(body).replace("<body>", '<body epub:type="titlepage">'));
    assert.ok(chapters.some(({ text }) => text.includes("rained all night")));
  });
});

test("h2 and h3 make one title, not doubled", async () => {
  const titled = (file: string, body: string) =>
    page(
      file === "one"
        ? `<h2 id="a">Chapter One</h2><h3 id="b">The Lamp</h3><p>It rained.</p>`
        : file === "two"
          ? `<h2>Chapter Two</h2><h3>Chapter Two</h3><p>It rained.</p>`
          : body,
    );
  const titles = ({ chapters }: BookContent) => chapters.map(({ title }) => title);
  assert.ok(titles(await bookOf(titled)).includes("Chapter One – The Lamp"));
  assert.ok(titles(await bookOf(titled)).includes("Chapter Two"));
  const link = (href: string, label: string) => `<li><a href="${href}">${label}</a></li>`;
  const nav = `<nav epub:type="toc"><ol>${link("one.xhtml#a", "Chapter One: The Lamp")}${link("one.xhtml#b", "The Lamp")}${link("two.xhtml", "Chapter Two")}</ol></nav>`;
  assert.deepEqual(titles(await bookOf(titled, { nav })).slice(-2), ["Chapter One: The Lamp", "Chapter Two"]);
});

test("an SVG cover gives the picture inside of it, or the drawing itself", async () => {
  const coverOf = async (svg: string) =>
    Buffer.from(
      (
        await readBookHere(
          await epub({
            "OPS/book.opf": packageDocument({
              manifest: `<item id="c" href="c.xhtml"/><item id="s" href="c.svg" media-type="image/svg+xml" properties="cover-image"/><item id="p" href="p.jpg" media-type="image/jpeg"/>`,
              spine: `<spine><itemref idref="c"/></spine>`,
            }),
            "OPS/c.svg": svg,
            "OPS/p.jpg": "a picture",
          }),
          "epub",
        )
      ).cover ?? [],
    ).toString();
  assert.equal(await coverOf(`<svg><image xlink:href="p.jpg"/></svg>`), "a picture");
  assert.equal(await coverOf("<svg><rect/></svg>"), "<svg><rect/></svg>");
});
