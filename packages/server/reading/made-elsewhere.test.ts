// Books as other programs write them: pandoc, LibreOffice, calibre, Word, Google Docs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookContent, BookFormat } from "./book-content.ts";
import { readBookHere } from "./read-book-here.ts";
import { docx, docxBody, epub, packageDocument, page, para, run } from "./sample-books.ts";

const read = (content: string | Buffer, claimed: BookFormat | null = null): Promise<BookContent> =>
  readBookHere(Buffer.from(content as string), claimed);
const chaptersOf = ({ chapters }: BookContent) => chapters.map(({ title, text }) => [title, text]);
const html = (body: string) => read(`<!doctype html><html><body>${body}`);
const textOf = async (body: string) => (await html(body)).chapters.map(({ text }) => text).join("|");

/** An EPUB of these pages, p0.xhtml and so on, with places in its NCX: [title, target, depth]. */
const bookOf = (pages: readonly string[], places: readonly (readonly [string, string])[] = [], metadata = "") =>
  epub({
    "OPS/book.opf": packageDocument({
      metadata,
      manifest: `<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>${pages.map((_, n) => `<item id="p${n}" href="p${n}.xhtml" media-type="application/xhtml+xml"/>`).join("")}`,
      spine: `<spine toc="ncx">${pages.map((_, n) => `<itemref idref="p${n}"/>`).join("")}</spine>`,
    }),
    "OPS/toc.ncx": `<ncx><navMap>${places.map(([label, src]) => `<navPoint><navLabel><text>${label}</text></navLabel><content src="${src}"/></navPoint>`).join("")}</navMap></ncx>`,
    ...Object.fromEntries(pages.map((body, n) => [`OPS/p${n}.xhtml`, page(body)])),
  });

describe("scenes are separated", () => {
  test("by a rule, by an ornament as a picture, and by an element with the class of a break", async () => {
    for (const parted of [
      "<hr/>",
      `<p><img src="o.png" alt="* * *"/></p>`,
      `<div class="ornamental-break"><img src="o.png" alt="Ornamental Break"/></div>`,
      `<p class="scene-break"></p>`,
    ]) {
      assert.equal(
        await textOf(`<p>Dusk fell.</p>${parted}<p>Day broke.</p>`),
        "Dusk fell.\n\n* * *\n\nDay broke.",
        parted,
      );
    }
    assert.equal(
      (await read("Dusk fell.\n\n---\n\nDay broke.\n", "markdown")).chapters[0]?.text,
      "Dusk fell.\n\n* * *\n\nDay broke.",
    );
  });
  test("once, and only between text: neither beside headings nor at the ends of a chapter", async () => {
    assert.equal(
      await textOf(
        "<hr><h1>One</h1><hr><p>Dusk.</p><hr><p>* * *</p><p>Night.</p><hr/><hr/><h1>Two</h1><p>Day.</p><hr>",
      ),
      "One\n\nDusk.\n\n* * *\n\nNight.|Two\n\nDay.",
    );
  });
  test("by an empty line where empty lines are rare, by two where they are everywhere", async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `<p>Line ${index}.</p>`);
    for (const empty of ["<p>&nbsp;</p>", "<p><br></p>", `<p class="c1"><span class="c2"></span></p>`, "<br><br>"]) {
      const seldom = lines.join("").replace("<p>Line 5.", `${empty}<p>Line 5.`);
      assert.match(await textOf(seldom), /^[^*]*Line 4\.\n\n\* \* \*\n\nLine 5\.[^*]*$/, empty);
    }
    const everywhere = lines.join("<p>&nbsp;</p>").replace("<p>Line 5.", "<p>&nbsp;</p><p>Line 5.");
    assert.match(await textOf(everywhere), /^[^*]*Line 4\.\n\n\* \* \*\n\nLine 5\.[^*]*$/);
    assert.doesNotMatch(await textOf(lines.join("<p>&nbsp;</p>")), /\*/);
  });
});

describe("words are whole", () => {
  test("without soft hyphens, joined across inline tags, and separated at line ends", async () => {
    assert.equal(
      await textOf("<p>un&shy;sink&#173;a\u00adble <i>un</i>kind Ma<b>ren</b></p><p>One<br/>two<br><br>Three.</p>"),
      "unsinkable unkind Maren\n\nOne two\n\nThree.",
    );
  });
  test("with the first letter of a chapter as a separate element, or as a picture", async () => {
    assert.equal(await textOf(`<p><span class="dropcap">O</span>nce.</p>`), "Once.");
    assert.equal(await textOf(`<p><img src="o.png" alt="O"/>nce.</p>`), "Once.");
    assert.equal(await textOf(`<p><img src="o.png" alt="A quay"/>It rained.</p>`), "It rained.");
  });
});

describe("notes are left out", () => {
  test("where only the mark links to them, in the same document or another", async () => {
    // As calibre converts Kindle formats and DOCX: the last note has the class "footnote1".
    const pages = [
      `<h1>One</h1><p>The tide turned.<sup><small id="r1"><a href="#n1">1</a></small></sup> Slowly.<sup><a href="p1.xhtml#n2">2</a></sup></p><hr/><ol><li id="n1"><p>A note.<a href="#r1">↩︎</a></p></li></ol>`,
      `<h1>Notes</h1><dl id="n2" class="footnote1"><dt>[<a href="p0.xhtml#r2">←2</a>]</dt><dd><p>Another.</p><p>It goes on.</p></dd></dl>`,
    ];
    assert.deepEqual(chaptersOf(await read(await bookOf(pages))), [["One", "One\n\nThe tide turned. Slowly."]]);
  });
  test("that LibreOffice writes below a page, with the running footer", async () => {
    const note = `<div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>A note.</p><p class="sdfootnote">More.</p></div><div title="footer"><p>Page <sdfield type=PAGE>3</sdfield></p></div>`;
    const mark = `<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>`;
    assert.equal(await textOf(`<p>The tide turned.${mark} Slowly.</p>${note}`), "The tide turned. Slowly.");
  });
  test("but never text that a number links to and that is not a note", async () => {
    const pages = [
      `<p>One,<a href="p1.xhtml#a">1</a></p><p>Two,<a href="p1.xhtml#b">2</a></p>`,
      `<h1 id="a">One</h1><p>First.</p><p><a id="b"></a>Second.</p>`,
    ];
    assert.match(
      (await read(await bookOf(pages))).chapters.map(({ text }) => text).join("\n\n"),
      /First\.\n\nSecond\.$/,
    );
  });
  test("by their class only if it hides less than is read, and by a link only if its words are a mark", async () => {
    const links = `<p>See <a class="footnote-ref" href="#x">the first chapter</a> of it.<a class="footnote-ref" href="#n">7</a></p>`;
    assert.equal(await textOf(links), "See the first chapter of it.");
    const merged = "<h1>One</h1>".concat(`<p class="footnote">The tide turned.</p>`.repeat(3));
    assert.match(await textOf(merged), /^One(?:\n\nThe tide turned\.){3}$/);
  });
});

describe("chapters", () => {
  test("have no section for the title page, which opens the first chapter", async () => {
    const metadata = "<dc:title>The Mill: A Tale</dc:title><dc:creator>Anna Wren</dc:creator>";
    const pages = [
      "<h1>The Mill</h1><p>A Tale</p><p>by Anna Wren</p>",
      "<h1>One</h1><p>It turned.</p>",
      "<h1>Two</h1><p>It stopped.</p>",
    ];
    const places = [
      ["Title Page", "p0.xhtml"],
      ["One", "p1.xhtml"],
      ["Two", "p2.xhtml"],
    ] as const;
    assert.deepEqual(chaptersOf(await read(await bookOf(pages, places, metadata))), [
      ["One", "The Mill\n\nA Tale\n\nby Anna Wren\n\nOne\n\nIt turned."],
      ["Two", "Two\n\nIt stopped."],
    ]);
    const whole = await read(
      "<html><title>The Mill</title><meta name=author content='Anna Wren'><h1>The Mill</h1><h2>Anna Wren</h2><h1>One</h1><p>It turned.<h1>Two</h1><p>It stopped.",
    );
    assert.deepEqual(
      whole.chapters.map(({ title }) => title),
      ["One", "Two"],
    );
  });
  test("with the title of the book and text of their own stay", async () => {
    const book = await read(
      "<html><title>The Mill</title><h1>The Mill</h1><p>It turned.</p><h1>The Weir</h1><p>It fell.</p>",
    );
    assert.deepEqual(
      book.chapters.map(({ title }) => title),
      ["The Mill", "The Weir"],
    );
  });
  test("are found below the parts if the navigation has only these", async () => {
    const part = (name: string) => `<h1>Part ${name}</h1><h2>${name} One</h2><p>A.</p><h2>${name} Two</h2><p>B.</p>`;
    const pages = ["<h1>Preface</h1><p>Read.</p>", part("Ebb"), part("Flood")];
    const places = [
      ["Preface", "p0.xhtml"],
      ["Part Ebb", "p1.xhtml"],
      ["Part Flood", "p2.xhtml"],
    ] as const;
    assert.deepEqual(
      (await read(await bookOf(pages, places))).chapters.map(({ title }) => title),
      ["Preface", "Part Ebb – Ebb One", "Ebb Two", "Part Flood – Flood One", "Flood Two"],
    );
  });
  test("are found by headings if the navigation was generated from the links of a page", async () => {
    const pages = [1, 2, 3, 4, 5].map((n) => `<h1 id="c${n}">Chapter ${n}</h1><p>Text ${n}.</p>`);
    const places = [
      ["the second", "p1.xhtml#c2"],
      ["see there", "p3.xhtml#c4"],
    ] as const;
    assert.deepEqual(
      (await read(await bookOf(pages, places))).chapters.map(({ title }) => title),
      ["Chapter 1", "Chapter 2", "Chapter 3", "Chapter 4", "Chapter 5"],
    );
  });
  test("are one level deeper if everything is below the book's title", async () => {
    const chapters = ["Dawn", "Noon", "Dusk"].map((name) => `<h3 id="${name}">${name}</h3><p>${name} came.</p>`);
    const point = (label: string, src: string, rest = "") =>
      `<navPoint><navLabel><text>${label}</text></navLabel><content src="p0.xhtml#${src}"/>${rest}</navPoint>`;
    const inner = ["Dawn", "Noon", "Dusk"].map((name) => point(name, name)).join("");
    const book = await bookOf([`<h1 id="t">Days</h1><h2 id="p">Part One</h2>${chapters.join("")}`]);
    const deep = await read(book);
    assert.equal(deep.chapters.length, 1);
    const navigated = await epub({
      "OPS/book.opf": packageDocument({
        manifest: `<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="p0" href="p0.xhtml"/>`,
        spine: `<spine toc="ncx"><itemref idref="p0"/></spine>`,
      }),
      "OPS/toc.ncx": `<ncx><navMap>${point("Days", "t", point("Part One", "p", inner))}</navMap></ncx>`,
      "OPS/p0.xhtml": page(`<h1 id="t">Days</h1><h2 id="p">Part One</h2>${chapters.join("")}`),
    });
    assert.deepEqual(
      (await read(navigated)).chapters.map(({ title }) => title),
      ["Days – Part One – Dawn", "Noon", "Dusk"],
    );
  });
  test("follow a list of links over several documents, some of them missing, and its heading", async () => {
    const list = `<p>Contents</p><ol><li><a href="p1.xhtml">One</a></li><li><a href="cover.xhtml">Cover</a></li><li>• <a href="p1.xhtml#b"><span>Two</span></a></li></ol>`;
    assert.deepEqual(
      chaptersOf(await read(await bookOf([list, "<h1>One</h1><p>A.</p><h1 id='b'>Two</h1><p>B.</p>"]))),
      [
        ["One", "One\n\nA."],
        ["Two", "Two\n\nB."],
      ],
    );
    assert.equal(await textOf("<p>Table of Contents</p><h1>One</h1><p>A.</p>"), "One\n\nA.");
  });
});

describe("a DOCX of any program", () => {
  const styled = `<w:styles><w:style w:styleId="H"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Line"><w:name w:val="Horizontal Line"/><w:pPr><w:pBdr><w:bottom w:val="double"/></w:pBdr></w:pPr></w:style></w:styles>`;
  const written = async (body: string) =>
    chaptersOf(
      await read(
        await docx({ "docProps/core.xml": "<x/>", "word/styles.xml": styled, "word/document.xml": docxBody(body) }),
      ),
    );
  const lines = (...texts: string[]) => texts.map((text) => para(null, run(text))).join("");
  const looking = (looks: string, text: string) =>
    `<w:p><w:pPr>${looks}</w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;

  test("has its scenes separated by rules of any form, and by the single empty line", async () => {
    for (const rule of [
      `<w:p><w:r><w:pict><v:rect style="width:0" o:hr="t"/></w:pict></w:r></w:p>`,
      `<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6"/></w:pBdr></w:pPr></w:p>`,
      // LibreOffice makes a drawing of the first one.
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="5943600" cy="19050"/></wp:inline></w:drawing></w:r></w:p>`,
      para("Line", ""),
      "<w:p/>",
    ]) {
      const body = lines("Dusk.", "It fell.", "It stayed.", "Night.", "Stars.") + rule + lines("Day.", "It broke.");
      const text = "Dusk.\n\nIt fell.\n\nIt stayed.\n\nNight.\n\nStars.\n\n* * *\n\nDay.\n\nIt broke.";
      assert.deepEqual(
        (await written(body)).map(([, read]) => read),
        [text],
        rule,
      );
    }
    const square = `<wp:inline><wp:extent cx="38100" cy="38100"/></wp:inline>`;
    const picture = `<w:p><w:r><w:drawing/></w:r><w:r><w:drawing>${square}</w:drawing></w:r></w:p><w:p><w:r><w:br w:type='page'/></w:r></w:p>`;
    assert.doesNotMatch((await written(`${lines("A.", "B.", "C.")}${picture}${lines("D.")}`))[0]?.[1] ?? "", /\*/);
  });
  test("has the framed first letter of a chapter joined to its word, whose soft hyphens are gone", async () => {
    const frame = `<w:p><w:pPr><w:framePr w:dropCap="drop" w:lines="3"/></w:pPr>${run("O")}</w:p>`;
    assert.deepEqual(await written(`${para("H", run("One"))}${frame}${lines("nce it rained.")}`), [
      ["One", "One\n\nOnce it rained."],
    ]);
    const hyphens = `<w:p><w:r><w:t>un</w:t><w:softHyphen/><w:t>sink\u00adable</w:t></w:r></w:p>`;
    assert.deepEqual((await written(hyphens))[0]?.[1], "unsinkable");
  });
  test("has chapters by lines that look or read like headings, if no style marks headings", async () => {
    const rest = (n: number) =>
      lines(...["It rained.", "It poured.", "It froze.", "It thawed."].map((text) => `${n}: ${text}`));
    const looks = ["<w:pageBreakBefore/>", `<w:jc w:val="center"/>`];
    for (const look of looks) {
      const body = looking(look, "Rain") + rest(1) + looking(look, "Salt") + rest(2);
      assert.deepEqual(
        (await written(body)).map(([title]) => title),
        ["Rain", "Salt"],
        look,
      );
    }
    assert.deepEqual(
      (await written(lines("Chapter One") + rest(1) + lines("Chapter Two") + rest(2))).map(([title]) => title),
      ["Chapter One", "Chapter Two"],
    );
    assert.equal((await written(looking("", "Rain") + rest(1) + looking("", "Salt") + rest(2))).length, 1);
  });
  test("whose styles mark nearly everything as headings has no headings", async () => {
    const body = ["It rained all day.", "It poured all night.", "It froze."]
      .map((text) => para("H", run(text)))
      .join("");
    assert.equal((await written(body)).length, 1);
  });
  test("without links to its chapters, and without notes that are only linked to", async () => {
    const link = (to: string, words: string) => `<w:hyperlink w:anchor="${to}">${run(words)}</w:hyperlink>`;
    const list = ["One", "Two", "Three"].map((name) => `<w:p>${run("• ")}${link(name, name)}</w:p>`).join("");
    const mark = `<w:p>${run("The tide turned.")}${link("n", "1")}${run(" Slowly.")}</w:p>`;
    const note = `<w:p><w:bookmarkStart w:id="1" w:name="n"/>${run("A note.")}${link("r", "↩︎")}</w:p>`;
    assert.deepEqual(await written(lines("Contents") + list + para("H", run("One")) + mark + note), [
      ["One", "One\n\nThe tide turned. Slowly."],
    ]);
  });
});

test("Markdown of pandoc is read without its formatting attributes", async () => {
  const book = await read(
    "# One {#one .unnumbered}\n\n[O]{.dropcap}nce on the 1^st^ H~2~O [froze]{.smallcaps}.\n\n::: verse\n| The glass is dark,\n| the glass is deep.\n:::\n\n## Two {.x}\n\nBut {braces} stay.\n",
    "markdown",
  );
  assert.deepEqual(chaptersOf(book), [
    ["One", "One\n\nOnce on the 1st H2O froze.\n\nThe glass is dark, the glass is deep."],
    ["Two", "Two\n\nBut {braces} stay."],
  ]);
});

test("simple, multiline and grid tables of pandoc are read like tables of CommonMark", async () => {
  const rows = [
    ["MARA", "Is the *boat* back?"],
    ["TOM", "Not yet."],
    ["MARA", "Then we wait."],
  ] as const;
  const pipe = `| Who | Words |\n|---|---|\n${rows.map(([who, words]) => `| ${who} | ${words} |`).join("\n")}`;
  const line = (who: string, words: string) => `  ${who.padEnd(8)}${words}`;
  const simple = [
    line("Who", "Words"),
    "  ------  -------------------",
    ...rows.map(([who, words]) => line(who, words)),
  ].join("\n");
  const headerless = [
    "  ------  -------------------",
    ...rows.map(([who, words]) => line(who, words)),
    "  ------  -------------------",
  ];
  const rule = "  ---------------------------";
  const multiline = [
    rule,
    line("Who", "Words"),
    "  ------  -------------------",
    ...rows.flatMap(([who, words]) => [line(who, words), ""]).slice(0, -1),
    rule,
  ];
  const border = "+--------+---------------------+";
  const gridRow = (who: string, words: string) => `| ${who.padEnd(6)} | ${words.padEnd(19)} |`;
  const grid = [
    border,
    gridRow("Who", "Words"),
    border.replaceAll("-", "="),
    ...rows.flatMap(([who, words]) => [gridRow(who, words), border]),
  ];
  const textOf = async (table: string) => {
    const { chapters } = await read(`# One\n\nBefore.\n\n${table}\n\nAfter.\n`, "markdown");
    return chapters.map(({ text }) => text).join("\n\n");
  };
  const wanted = await textOf(pipe);
  assert.match(wanted, /MARA.*Is the boat back\?/s);
  for (const table of [simple, multiline.join("\n"), grid.join("\n")]) assert.equal(await textOf(table), wanted, table);
  assert.equal(await textOf(headerless.join("\n")), await textOf(pipe.replace("| Who | Words |", "| | |")));
});

test("a legacy text box of a DOCX is read", async () => {
  const inside = para(null, run("The ferry is closed."));
  const box = `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${inside}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
  const body = `<w:p>${run("Tom read ")}${box}${run("the sign.")}</w:p>${para(null, run("He turned."))}`;
  const book = await readBookHere(await docx({ "word/document.xml": docxBody(body) }), "docx");
  assert.deepEqual(
    book.chapters.map(({ text }) => text),
    ["The ferry is closed.\n\nTom read the sign.\n\nHe turned."],
  );
});

test("text boxes of a DOCX are read, each once, before the paragraph that contains them", async () => {
  const box = (inside: string) =>
    `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>${inside}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>${inside}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
  const body = `<w:p>${run("Tom read ")}${box(para(null, run("The ferry is closed.")) + para(null, run("No crossing.")))}${run("the sign.")}</w:p>${para(null, run("He turned."))}`;
  const book = await readBookHere(await docx({ "word/document.xml": docxBody(body) }), "docx");
  assert.deepEqual(
    book.chapters.map(({ text }) => text),
    ["The ferry is closed.\n\nNo crossing.\n\nTom read the sign.\n\nHe turned."],
  );
});
