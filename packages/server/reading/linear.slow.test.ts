// Hostile HTML, Markdown, DOCX and plain text is read in linear time. Each input is read at one size and at four times that
// size, and the processor time of this process is compared. Quadratic time would be sixteen times as long.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookFormat } from "./book-content.ts";
import { BookError } from "./book-error.ts";
import { readBookHere } from "./read-book-here.ts";
import { DOCX_FILES, docxBody, packed } from "./sample-books.ts";

type Make = (units: number) => string;
const times =
  (piece: string): Make =>
  (units) =>
    piece.repeat(Math.ceil(units / piece.length));
const after =
  (head: string, piece: string, tail = ""): Make =>
  (units) =>
    head + times(piece)(units) + tail;
const numbered =
  (piece: (index: number) => string): Make =>
  (units) =>
    Array.from({ length: Math.ceil(units / piece(10_000).length) }, (_, index) => piece(index)).join("");

const HTML: { readonly [name: string]: Make } = {
  "two line breaks, again and again": after("<p>a", "<br><br>"),
  "line breaks and spaces": after("<p>a", "<br> "),
  links: after("<p>a", "<a href=#x>b</a>"),
  "raised links": after("<p>a", "<sup><a href=#x>1</a></sup>"),
  "links in one paragraph that never end": after("<p>a", "<a href=#x>b"),
  "anchors of a note": after("<p>a<a href=#q>1</a>", "<b id=q> </b>"),
  "marks in each other": (units) => `${"<span class=noteref>".repeat(1_000) + " ".repeat(units)}x`,
  "end tags that fit nothing": after("<b>".repeat(1_400), "</i>"),
  "titles deep inside": after("<b>".repeat(1_400), "<title></title>"),
  cells: after("<table>", "<tr><td>A<td>b"),
  "bad entities": after("<p>", "&a"),
  "attributes without end": (units) => `<p ${numbered((index) => `a${index}=b `)(units)}>x`,
  "a class without end": (units) => `<p class="${times("scene ")(units)}">x<hr class="${"-".repeat(units)}">y`,
  "open quotes": after("<p>", '<a x="'),
  "empty paragraphs between links": after("<p><a href=#a>x</a></p>", "<p></p>", "<p>end"),
  "headings without text": (units) => numbered((at) => `<h1>a${at}</h1>`)(units) + numbered((at) => `<p>a${at}`)(units),
  "parts with next to nothing in them": numbered((index) => `<h1>Part ${index}</h1><p>x</p>`),
  "title pages": (units) => `<title>T</title>${numbered((at) => `<h1>T</h1><p>a${at}<p>b${at}<p>c${at}`)(units)}`,
  "names in capitals": numbered((index) => `<p>ANNA B${index % 9}<p>words`),
};

const MARKDOWN: { readonly [name: string]: Make } = {
  emphasis: times("*a"),
  "emphasis of two kinds": times("*a _b "),
  "strong emphasis": times("**a*"),
  brackets: times("["),
  "links that never end": times("[a](<b"),
  pictures: times("!["),
  "code of many lengths": (units) =>
    Array.from({ length: Math.floor(Math.sqrt(units)) }, (_, index) => "`".repeat(index)).join(" "),
  comments: after("a ", "<!--"),
  declarations: after("a ", "<!A "),
  instructions: after("a ", "<?"),
  "character data": after("a ", "<![CDATA["),
  tags: after("a ", "<a b="),
  addresses: after("a ", "<http:"),
  "letters before an @": after("", "a", "@"),
  "nested quotes": (units) => `${">".repeat(units)}x`,
  quotes: times("> a\n"),
  lists: times("- a\n\n"),
  references: numbered((index) => `[a${index}]: b\n`),
  underlines: times("a\n=\n"),
  fences: times("~~~ a\n"),
  notes: after("", "[^a]: b\n\n", "x"),
  "a note and empty lines": after("[^a]: b", "\n", "x"),
  "spans that never end": times("[a]{."),
  spans: times("[a]{.b}"),
  "spans in each other": (units) => `${"[".repeat(units / 5)}a${"]{.b}".repeat(units / 5)}`,
  divs: times("::: a\n"),
  definitions: times("a\n: b\n"),
  "raised letters": times("^a"),
  tildes: times("~~a"),
  verse: times("| a\n"),
  "straight quotes": times("\"a' "),
  hyphens: times("--- -- "),
  "attributes of headings": times("# a {#"),
};

const TEXT: { readonly [name: string]: Make } = {
  lines: times("a\n"),
  headings: times("Chapter I\n\n"),
  capitals: times("AB\n\n"),
  spaces: after("a", " ", "b"),
  "line ends": after("a", "\n", "b"),
  quotes: times('"a '),
};

const W_LINK = `<w:hyperlink w:anchor="x"><w:r><w:t>1</w:t></w:r></w:hyperlink>`;
const DOCX: { readonly [name: string]: Make } = {
  links: (units) => `<w:p><w:r><w:t>a</w:t></w:r>${times(W_LINK)(units)}</w:p>`,
  "page breaks": (units) => `<w:p>${times(`<w:r><w:br w:type="page"/></w:r>`)(units)}</w:p>`,
  fields: (units) => `<w:p>${times(`<w:r><w:fldChar w:fldCharType="begin"/><w:t>a</w:t></w:r>`)(units)}</w:p>`,
};

/** Processor time in milliseconds. Unreadable input must be refused, not fail. */
async function cost(bytes: Buffer, format: BookFormat | null): Promise<number> {
  const before = process.cpuUsage();
  await readBookHere(bytes, format).catch((error: unknown) => assert.ok(error instanceof BookError, String(error)));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const UNITS = 30_000;
/** The largest factor of time for four times the size. It includes garbage collection and a busy machine. */
const MOST_TIMES = 10;
/** Shorter times are too noisy to compare, and harmless. */
const NO_TIME_MS = 250;

for (const [format, shapes] of Object.entries({ html: HTML, markdown: MARKDOWN, text: TEXT, docx: DOCX })) {
  describe(`${format} in linear time:`, () => {
    for (const [name, make] of Object.entries(shapes)) {
      test(name, async () => {
        const bytesOf = async (units: number) =>
          format === "docx"
            ? packed({ ...DOCX_FILES, "word/document.xml": docxBody(make(units)) })
            : Buffer.from(format === "html" ? `<!doctype html>${make(units)}` : make(units));
        const [small, large] = [await bytesOf(UNITS), await bytesOf(4 * UNITS)];
        let measured = "";
        // The best of three, because other load makes a time longer, never shorter.
        for (let attempt = 0; attempt < 3; attempt++) {
          const [one, four] = [await cost(small, format as BookFormat), await cost(large, format as BookFormat)];
          if (four < Math.max(NO_TIME_MS, one * MOST_TIMES)) return;
          measured += ` ${Math.round(one)} ms and ${Math.round(four)} ms;`;
        }
        assert.fail(`${UNITS} units and four times as many took${measured}`);
      });
    }
  });
}

test("comments before a page's first tag take linear time", async () => {
  const comments = `${"<!---->".repeat(280)}<p>Words.`;
  assert.ok((await cost(Buffer.from(comments), null)) < 2_000);
});
