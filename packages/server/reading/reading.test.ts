import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import fc from "fast-check";
import { openArchive } from "./archive.ts";
import { type BookContent, type BookFormat, MAX_CHAPTERS, wholeText } from "./book-content.ts";
import type { BookFault } from "./book-error.ts";
import { readBookHere } from "./read-book-here.ts";
import { docx, docxBody, epub, packageDocument, packed, page, para, run } from "./sample-books.ts";

const read = (content: string | Buffer, claimed: BookFormat | null = null): Promise<BookContent> =>
  readBookHere(Buffer.from(content as string), claimed);
const chaptersOf = ({ chapters }: BookContent) => chapters.map(({ title, text }) => [title, text]);
const refused = (content: string | Buffer, fault: BookFault, message = /./, claimed: BookFormat | null = null) =>
  assert.rejects(read(content, claimed), { name: "BookError", fault, message });

describe("an EPUB", () => {
  test("is read in the order of its spine, by its navigation, without contents, notes and scripts", async () => {
    const book = await read(await epub());
    assert.deepEqual(chaptersOf(book), [
      ["One: The Lamp", "Chapter One\n\nTom & Mara went.\n\nFar."],
      ["Two: The Sea", "II\n\nSecond page."],
    ]);
    const { format, title, author, language, cover, warnings } = book;
    assert.deepEqual(
      { format, title, author, language, cover, warnings },
      {
        format: "epub",
        title: "The Lamp & the Sea",
        author: "Anna Wren, Tom Hale",
        language: "en-GB",
        cover: null,
        warnings: [],
      },
    );
  });
  test("of version 2 has its chapters in an NCX and its cover in a meta element", async () => {
    const book = await read(
      await epub({
        "OPS/book.opf": packageDocument({
          metadata: `<dc:title>Old</dc:title><meta name="cover" content="pic"/>`,
          manifest: `<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="a" href="all.html"/><item id="t" href="toc.html"/><item id="pic" href="cover.png" media-type="image/png"/>`,
          spine: `<spine toc="ncx"><itemref idref="t"/><itemref idref="a"/></spine>`,
          rest: `<guide><reference type="toc" href="toc.html"/></guide>`,
        }),
        "OPS/cover.png": "not looked at yet",
        "OPS/toc.html": page("<p>Contents</p>"),
        "OPS/toc.ncx": `<ncx><navMap><navPoint><navLabel><text>Part I</text></navLabel><content src="all.html#p"/><navPoint><navLabel><text>Dawn</text></navLabel><content src="all.html#one"/></navPoint></navPoint><navPoint><navLabel><text>Dusk</text></navLabel><content src="all.html#two"/></navPoint></navMap></ncx>`,
        "OPS/all.html": page(
          `<h1 id="p">Part I</h1><h3 id="one">Dawn</h3><p>It was early.<a href="#fn1" class="x">[1]</a></p><h3><a id="two"></a>Dusk</h3><p>It was late.</p><div class="footnotes"><p id="fn1">A note.</p></div>`,
        ),
      }),
    );
    assert.deepEqual(chaptersOf(book), [
      ["Part I – Dawn", "Part I\n\nDawn\n\nIt was early."],
      ["Dusk", "Dusk\n\nIt was late."],
    ]);
    assert.equal(Buffer.from(book.cover ?? []).toString(), "not looked at yet");
  });
  test("whose guide finds the contents inside of its one document keeps that document", async () => {
    const body = `<h2>Contents</h2><p id="toc"><a href="a%20b.xhtml#one">One</a></p><p><a href="#two">Two</a></p><p><a href="#three">Three</a></p><h1 id="one">One</h1><p>First.</p><h1 id="two">Two</h1><p>Second.</p><h1 id="three">Three</h1><p>Third.</p>`;
    for (const href of ["a%20b.xhtml#toc", "a%20b.xhtml"]) {
      const book = await read(
        await epub({
          "OPS/book.opf": packageDocument({
            manifest: `<item id="a" href="a%20b.xhtml" media-type="application/xhtml+xml"/>`,
            spine: `<spine><itemref idref="a"/></spine>`,
            rest: `<guide><reference type="toc" title="Contents" href="${href}"/></guide>`,
          }),
          "OPS/a b.xhtml": page(body),
        }),
      );
      assert.deepEqual(
        book.chapters.map(({ title }) => title),
        ["One", "Two", "Three"],
        href,
      );
    }
  });
  test("of version 2 has its cover on the page that the guide names, in an SVG or not, or named by its path", async () => {
    const pages = [
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image width="600" height="800" xlink:href="../OPS/images/front.jpg"/></svg>`,
      `<div><img src="images/front.jpg" alt="Cover"/></div>`,
    ];
    for (const [meta, cover] of [
      ...pages.map((body) => ["", body]),
      [`<meta name="cover" content="images/front.jpg"/>`, "<p>No picture.</p>"],
    ]) {
      const book = await read(
        await epub({
          "OPS/book.opf": packageDocument({
            metadata: meta ?? "",
            manifest: `<item id="x" href="cover.xhtml" media-type="application/xhtml+xml"/><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/><item id="pic" href="images/front.jpg" media-type="image/jpeg"/>`,
            spine: `<spine><itemref idref="x" linear="no"/><itemref idref="c"/></spine>`,
            rest: `<guide><reference type="cover" title="Cover" href="cover.xhtml"/></guide>`,
          }),
          "OPS/cover.xhtml": page(cover ?? ""),
          "OPS/images/front.jpg": Uint8Array.of(255, 216, 255),
        }),
      );
      assert.deepEqual([...(book.cover ?? [])], [255, 216, 255], cover);
    }
  });
  test("without navigation has a chapter for each heading, else for each document", async () => {
    const plain = { "OPS/nav.xhtml": page("<nav/>") };
    const byHeadings = { ...plain, "OPS/a b.xhtml": page("<h2>Two</h2><p>B.</p>") };
    assert.deepEqual(
      (await read(await epub(byHeadings))).chapters.map(({ title }) => title),
      ["Chapter One", "Two"],
    );
    const bare = { ...plain, "OPS/c.xhtml": page("<p>A.</p>"), "OPS/a b.xhtml": page("<p>B.</p>") };
    assert.deepEqual(chaptersOf(await read(await epub(bare))), [
      ["A.", "A."],
      ["B.", "B."],
    ]);
  });
  test("whose pages list its chapters as links is read without the list", async () => {
    const list = [1, 2, 3].map((n) => `<p><a href="c.xhtml#x${n}">Chapter ${n}</a> … </p>`).join("");
    const book = await read(await epub({ "OPS/c.xhtml": page(`${list}<p>Tom, see <a href="c.xhtml">here</a>.</p>`) }));
    assert.deepEqual(book.chapters[0]?.text, "Tom, see here.");
  });
  test("that names missing documents, or documents outside of it, is read without them", async () => {
    const book = await read(
      await epub({
        "OPS/book.opf": packageDocument({
          manifest: `<item id="c" href="c.xhtml"/><item id="x" href="none.xhtml"/><item id="out" href="../../../../etc/passwd"/><item id="web" href="http://127.0.0.1/x"/>`,
          spine: `<spine><itemref idref="x"/><itemref idref="out"/><itemref idref="web"/><itemref idref="c"/></spine>`,
        }),
      }),
    );
    assert.doesNotMatch(wholeText(book), /root:/);
    assert.deepEqual(
      book.warnings.map(({ code }) => code),
      ["document_missing"],
    );
  });
  test("never expands what its document types declare", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY c "&a;&a;&a;"><!ENTITY b SYSTEM "file:///etc/passwd">]>`;
    const book = await read(await epub({ "OPS/c.xhtml": `${bomb}${page("<p>Calm &a;&b;&c; sea.</p>")}` }));
    assert.doesNotMatch(wholeText(book), /boom|root:/);
  });
  test("with fonts made unreadable is read; with anything else encrypted it is refused", async () => {
    const encrypted = (algorithm: string) =>
      epub({
        "META-INF/encryption.xml": `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`,
      });
    assert.equal((await read(await encrypted("http://www.idpf.org/2008/embedding"))).chapters.length, 2);
    await refused(await encrypted("http://www.w3.org/2001/04/xmlenc#aes256-cbc"), "encrypted", /copy protection/);
    await refused(await epub({ "META-INF/sinf.xml": "<sinf/>" }), "encrypted");
  });
});

describe("a DOCX", () => {
  test("is read by its styles, without contents, notes, deletions, hidden text and field codes", async () => {
    const book = await read(await docx());
    assert.deepEqual(chaptersOf(book), [
      ["One", "One\n\nThe mill stood & turned slowly.\n\nTom laughed."],
      ["Two", "Two\n\nPage 7 was gone."],
    ]);
    assert.deepEqual([book.title, book.author, book.language], ["The Mill", "Anna Wren, Tom Hale", "en-GB"]);
  });
  test("with a title paragraph and nothing else is one chapter", async () => {
    const styles = `<w:styles><w:style w:styleId="T"><w:name w:val="Title"/></w:style></w:styles>`;
    const body = docxBody(para("T", run("The Sea")) + para(null, run("It was calm.")));
    const book = await read(
      await docx({ "docProps/core.xml": "<x/>", "word/styles.xml": styles, "word/document.xml": body }),
    );
    assert.equal(book.title, "The Sea");
    assert.deepEqual(chaptersOf(book), [["The Sea It was calm.", "The Sea\n\nIt was calm."]]);
  });
  test("never expands what its document types declare", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]>`;
    const body = docxBody(para(null, run("Calm &a;&b; sea.")));
    const book = await read(await docx({ "word/document.xml": body.replace("<w:document", `${bomb}<w:document`) }));
    assert.doesNotMatch(wholeText(book), /boom|root:/);
  });
  test("with a password, or an old one, is refused for that", async () => {
    const locked = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(512)]);
    await refused(locked, "encrypted", /password/, "docx");
    await refused(locked, "binary", /old Word/);
  });
});

describe("HTML", () => {
  test("has a chapter for each h1 and h2, its title and author in its head", async () => {
    const book = await read(
      `<!DOCTYPE html><html lang="en"><title>Rain</title><meta name="author" content="Anna Wren"><style>p{}</style>
       <h1>Rain</h1><h2>I</h2><p>It &lt;rained&gt;.<h2>II</h2><p>It stopped.<script>no()</script><nav>Menu</nav>`,
    );
    assert.deepEqual(chaptersOf(book), [
      ["I", "Rain\n\nI\n\nIt <rained>."],
      ["II", "II\n\nIt stopped."],
    ]);
    assert.deepEqual([book.format, book.title, book.author, book.language], ["html", "Rain", "Anna Wren", "en"]);
  });
  test("is decoded by the encoding that it names", async () => {
    const koi8 = Buffer.concat([
      Buffer.from(`<!doctype html><meta charset="koi8-r"><p>`),
      Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4, 0x21]),
    ]);
    assert.equal(wholeText(await read(koi8)), "Привет!");
  });
  test("of any kind never gives text that a section cannot hold", async () => {
    const piece = fc.constantFrom(
      "<h1>",
      "</h1>",
      "<p>",
      "<a href='#x'>",
      "</a>",
      "12",
      "Tom",
      "<sup>",
      "<div hidden>",
      "</div>",
      "&#0;",
      "&#xd800;",
      "<![CDATA[",
      "<!--",
      "-->",
      "<svg>",
      "<title>",
      " ",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const book = await read(`<html>Word. ${pieces.join("")}`).catch((error: unknown) => {
          assert.equal((error as { fault?: string }).fault, "blank");
          return null;
        });
        const text = book === null ? "" : wholeText(book);
        assert.ok(text.isWellFormed() && !text.includes("\0"));
        assert.ok(book === null || book.chapters.every(({ title }) => title !== "" && title.length <= 500));
      }),
    );
  });
});

describe("Markdown", () => {
  test("has a chapter for each # and ##, and the data of its front matter", async () => {
    const book = await read(
      `---\ntitle: "The Sea"\nauthor:\n  - Anna Wren\n  - Tom Hale\nlang: en\n---\n# One\n\nThe *grey* sea.[^1]\n\n<script>no()</script>\n\n- salt\n\n## Two\n\nCalm.\n\n[^1]: A note\n    of two lines.\n`,
      "markdown",
    );
    assert.deepEqual(chaptersOf(book), [
      ["One", "One\n\nThe grey sea.\n\nsalt"],
      ["Two", "Two\n\nCalm."],
    ]);
    assert.deepEqual([book.title, book.author, book.language], ["The Sea", "Anna Wren, Tom Hale", "en"]);
  });
  test("with a single # above all ## has that title", async () => {
    const book = await read("# The Sea\n\n## One\n\nA.\n\n## Two\n\nB.\n", "markdown");
    assert.equal(book.title, "The Sea");
    assert.deepEqual(
      book.chapters.map(({ title }) => title),
      ["One", "Two"],
    );
  });
  test("with an author's line below its title has that author, and the line makes no chapter", async () => {
    const book = await read("# THE SEA\n\n*by Anna Wren*\n\n## One\n\nA.\n\n## Two\n\nB.\n", "markdown");
    assert.deepEqual([book.title, book.author], ["The Sea", "Anna Wren"]);
    assert.deepEqual(chaptersOf(book), [
      ["One", "THE SEA\n\nby Anna Wren\n\nOne\n\nA."],
      ["Two", "Two\n\nB."],
    ]);
  });
  test("with one heading, at its beginning, has it as its title, unless it is the head of a chapter", async () => {
    assert.equal((await read("# The Sea\n\nA.\n\nB.\n", "markdown")).title, "The Sea");
    assert.equal((await read("## Chapter 3\n\nA.\n", "markdown")).title, null);
    assert.equal((await read("# One\n\nA.\n", "markdown")).title, null);
    assert.equal((await read("A.\n\n## The Sea\n\nB.\n", "markdown")).title, null);
    assert.equal((await read("# The Sea\n\nA.\n\n# The Land\n\nB.\n", "markdown")).title, null);
  });
  test("with endless nesting is refused or read, and nothing worse", async () => {
    const deep = `${"> ".repeat(5_000)}deep`;
    await read(deep, "markdown").catch((error: unknown) =>
      assert.match((error as { fault?: string }).fault ?? "", /^(?:damaged|blank)$/),
    );
  });
});

describe("plain text", () => {
  test("keeps every unit, and has a chapter for each heading", async () => {
    const text = "The Mill\r\n\r\nChapter One\r\n\r\n“Is it you?” she said.\r\n\r\nChapter Two\r\n\r\nIt was.\r\n";
    const book = await read(text);
    assert.equal(wholeText(book), text);
    assert.deepEqual(
      book.chapters.map(({ title }) => title),
      ["Chapter One", "Chapter Two"],
    );
  });
  test("opens a chapter with the heading of its volume", async () => {
    const text = [
      "CHAPTER I.",
      "“Is it late?” asked Mara. It was.",
      "VOL. II.",
      "Printed for the author,\nand sold by nobody.",
      "CHAPTER I.",
      "“It is early,” said Tom.",
      "CHAPTER II.",
      "They went home.",
    ].join("\n\n\n");
    const book = await read(text);
    assert.equal(wholeText(book), text);
    assert.deepEqual(
      book.chapters.map(({ title }) => title),
      ["CHAPTER I.", "VOL. II. – CHAPTER I.", "CHAPTER II."],
    );
  });
  test("of Project Gutenberg gives title, author and language", async () => {
    const head =
      "The Project Gutenberg eBook of The Mill\n\nTitle: The Mill\n\nAuthor: Anna Wren\n\nLanguage: English\n\n*** START OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n\n";
    const { title, author, language } = await read(`${head}Chapter I\n\nIt turned.\n\nChapter II\n\nIt stopped.\n`);
    assert.deepEqual([title, author, language], ["The Mill", "Anna Wren", "en"]);
  });
  test("with nothing to speak is refused", async () => {
    await refused("", "empty");
    await refused("\ufeff", "blank");
    await refused(" \n\t\r\n \u00a0\u2003\n", "blank");
    await refused("* * *\n\n—\n", "blank");
  });
});

describe("any file", () => {
  test("with a wrong stated type is refused", async () => {
    await refused(await docx(), "wrong_type", /came as an EPUB, but it is a DOCX/, "epub");
    await refused(await epub(), "wrong_type", /came as a DOCX/, "docx");
    await refused("Once upon a time.", "wrong_type", /came as an EPUB/, "epub");
    await refused(await epub(), "wrong_type", /came as plain text/, "text");
    await refused(await packed({ "a.txt": "no book" }), "binary", /packed document/);
    await refused(await packed({ "a.txt": "no book" }), "damaged", /./, "epub");
  });
  test("that is truncated, or has a missing or empty package, is damaged", async () => {
    const whole = await epub();
    await refused(whole.subarray(0, whole.length - 40), "damaged");
    await refused(await epub({ "META-INF/container.xml": "<x/>" }), "damaged", /package document/);
    await refused(await epub({ "OPS/book.opf": packageDocument({}) }), "damaged");
    await refused(await docx({ "word/document.xml": "" }), "blank");
  });
  test("without text is blank", async () => {
    await refused(await epub({ "OPS/c.xhtml": "", "OPS/a b.xhtml": page("<p>…</p>") }), "blank");
  });
  test("with NUL, half characters or broken UTF-8 in it is refused", async () => {
    await refused(await epub({ "OPS/c.xhtml": page(`<p>${"A line of words. ".repeat(20)}\0</p>`) }), "nul");
    const half = Buffer.concat([Buffer.from(page("<p>Ab")), Buffer.from([0xed, 0xa0, 0xbd])]);
    await refused(await epub({ "OPS/c.xhtml": half }), "surrogate");
  });
  test("in an encrypted container, or with names that lead out of it, is refused", async () => {
    const locked = await epub();
    // Sets the encryption flag (APPNOTE 4.4.4) in all headers except that of the first file, which is stored and would be
    // longer.
    for (
      let at = locked.indexOf("PK\x01\x02", locked.indexOf("PK\x01\x02", 0, "latin1") + 1, "latin1");
      at >= 0;
      at = locked.indexOf("PK\x01\x02", at + 1, "latin1")
    ) {
      locked[at + 8] = locked[at + 8]! | 1;
    }
    await refused(locked, "encrypted");
    const named = await epub({ "x/ab/evil.xhtml": "x" });
    const leads = Buffer.from(named.toString("latin1").replaceAll("x/ab/evil.xhtml", "x/../evil.xhtml"), "latin1");
    await refused(leads, "damaged");
  });
  test("with elements nested deeper than 1,500 is damaged, even if none is closed", async () => {
    const deep = (count: number) => `<html><body>${"<span>".repeat(count)}deep`;
    assert.deepEqual(
      (await read(deep(1_400))).chapters.map(({ text }) => text),
      ["deep"],
    );
    await refused(deep(200_000), "damaged");
  });
  test("that unpacks to more than the limit is refused early", async () => {
    const bomb = await epub({ "OPS/c.xhtml": page(`<p>${"a".repeat(3 * 1024 * 1024)}</p>`) });
    assert.ok(bomb.length < 20_000);
    await refused(bomb, "too_long", /200 times its size/);
    // Each file is compressed to a seventieth, so that only their sum exceeds the limit.
    const noise = Array.from({ length: 900 }, (_, index) => createHash("sha256").update(`${index}`).digest("hex"));
    const large = Buffer.from(noise.join("") + "a ".repeat(1024 * 1024));
    const names = Array.from({ length: 33 }, (_, index) => `p${index}`);
    const wide = await openArchive(await packed(Object.fromEntries(names.map((name) => [name, large]))));
    const readAll = async () => {
      for (const name of names) assert.equal((await wide.read(name))?.length, large.length);
    };
    await assert.rejects(readAll(), { fault: "too_long", message: /more than 64 MiB/ });
    const many = await epub();
    // The length in the end record of the central directory (APPNOTE 4.3.16).
    const end = many.lastIndexOf("PK\x05\x06", undefined, "latin1");
    many.writeUInt16LE(20_001, end + 8);
    many.writeUInt16LE(20_001, end + 10);
    await refused(many, "damaged", /more than 20000 files/);
  });
  test("has at most 5,000 chapters, and more than 100 with a warning", async () => {
    const chapters = (count: number) =>
      Array.from({ length: count }, (_, index) => `# C${index}\n\nText.\n\n`).join("");
    const many = await read(chapters(101), "markdown");
    assert.equal(many.chapters.length, 101);
    assert.deepEqual(
      many.warnings.map(({ code }) => code),
      ["many_chapters"],
    );
    assert.deepEqual((await read(chapters(100), "markdown")).warnings, []);
    assert.equal((await read(chapters(MAX_CHAPTERS), "markdown")).chapters.length, MAX_CHAPTERS);
    await refused(chapters(MAX_CHAPTERS + 1), "too_many_chapters", /5001 chapters/, "markdown");
  });
  test("has titles within the limits: one line, at most 500 units, no half characters", async () => {
    const book = await read(`# ${"😀".repeat(300)}a\n\nText.\n`, "markdown");
    const title = book.chapters[0]?.title ?? "";
    assert.ok(title.length <= 500 && title.isWellFormed());
  });
});

test("ruby is read as its characters, and its readings are beside the text: of one element together, also without end tags", async () => {
  const text = `<p>その<ruby>灯<rp>(</rp><rt>とう</rt><rp>)</rp>台<rt>だい</rt></ruby>に<ruby>真理子<rt>まりこ</ruby>がいた。</p>
<nav><ruby>目次<rt>もくじ</rt></ruby></nav><p><ruby>灯台<rt>とうだい</rt></ruby>は高い。</p>`;
  const expected = [
    { base: "灯台", reading: "とうだい" },
    { base: "真理子", reading: "まりこ" },
  ];
  const html = await read(`<html lang="ja"><body><h1>一</h1>${text}</body></html>`, "html");
  assert.equal(html.chapters[0]?.text, "一\n\nその灯台に真理子がいた。\n\n灯台は高い。");
  assert.deepEqual(html.ruby, expected);
  const closed = text.replace("<rt>まりこ</ruby>", "<rt>まりこ</rt></ruby>");
  const book = await read(
    await epub({
      "OPS/book.opf": packageDocument({
        metadata: "<dc:title>灯台</dc:title><dc:language>ja</dc:language>",
        manifest: `<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>`,
        spine: `<spine><itemref idref="a"/></spine>`,
      }),
      "OPS/a.xhtml": page(`<h1>一</h1>${closed}`),
    }),
  );
  assert.deepEqual(book.ruby, expected);
  assert.equal((await read("<p>No ruby.</p>", "html")).ruby, undefined);
});
