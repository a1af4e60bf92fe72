import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { paragraphsOf } from "./markup.ts";
import { upgradeOriginal } from "./upgrade.ts";
import { upgradePage } from "./upgrade-page.ts";

const page = (body: string, head = "<title>A page</title>"): string =>
  `<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "xhtml11.dtd">\n<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`;
const bodyOf = (markup: string | null) => /<body>(.*)<\/body>/su.exec(markup ?? "")?.[1];

describe("a page of EPUB 2 as one of EPUB 3", () => {
  test("its names of characters, old elements and old attributes", () => {
    for (const [old, now] of [
      ["<p>a&nbsp;b &Omega; &amp; &lt;</p>", "<p>a&#160;b &#937; &amp; &lt;</p>"],
      ['<p><tt class="x">a</tt></p>', '<p><span class="x" style="font-family: monospace">a</span></p>'],
      ['<p><acronym title="b">a</acronym></p>', '<p><abbr title="b">a</abbr></p>'],
      ['<p align="center" style="color: red">a</p>', '<p style="text-align: center; color: red">a</p>'],
      [
        '<table summary="s" width="50"><tr><td scope="row">a</td></tr></table>',
        '<table style="width: 50px"><tr><td>a</td></tr></table>',
      ],
      ['<p><a name="one">a</a><a name="two" id="x">b</a></p>', '<p><a id="one">a</a><a id="x">b</a></p>'],
      ['<p id="one"><a name="one">a</a></p>', '<p id="one"><a>a</a></p>'],
      ['<p align="x;}</style>">a</p>', "<p>a</p>"],
      ['<svg><image width="9" align="left"/></svg>', '<svg><image width="9" align="left"/></svg>'],
      ['<ol start="3"><li value="4">a</li></ol>', '<ol start="3"><li>a</li></ol>'],
    ] as const)
      assert.equal(bodyOf(upgradePage(page(old), "T")), now);
  });
  test("its head", () => {
    const made = upgradePage(
      page(
        "",
        '<meta http-equiv="Content-Type" content="application/xhtml+xml; charset=x"/><meta http-equiv="Content-Style-Type" content="text/css"/><meta name="a" content="b" scheme="c"/><link rel="stylesheet" type="text/css" href="a.css"/><link rel="stylesheet" type="application/vnd.adobe-page-template+xml" href="b.xpgt"/><title></title>',
      ),
      "The <Lamp>",
    );
    assert.equal(
      made,
      '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><meta name="a" content="b"/><link rel="stylesheet" type="text/css" href="a.css"/><title>The &lt;Lamp&gt;</title></head><body></body></html>',
    );
    assert.match(upgradePage(page("", "<title/>"), "T") ?? "", /<head><title>T<\/title><\/head>/);
    assert.match(upgradePage(page("", ""), "T") ?? "", /<head><title>T<\/title><\/head>/);
  });
  test("its text stays, it stays well-formed, and a second time changes nothing", () => {
    const text = fc.constantFrom("the sea", "&nbsp;", "&eacute;", "a &amp; b", "漢", "&#8212;", "’");
    const attribute = fc.constantFrom(
      "",
      ' align="left"',
      ' name="n"',
      ' id="i" class="c"',
      " title='a\"b'",
      ' width="3"',
      ' bgcolor="#fff"',
    );
    const element = fc.constantFrom("p", "tt", "big", "div", "td", "a", "font", "center", "svg", "acronym");
    const markup = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        text,
        fc
          .tuple(element, attribute, fc.array(tie("node"), { maxLength: 3 }))
          .map(([name, attributes, inside]) => `<${name}${attributes}>${inside.join("")}</${name}>`),
      ),
    })).node;
    fc.assert(
      fc.property(markup, (body) => {
        const old = page(body);
        const made = upgradePage(old, "T") ?? assert.fail(old);
        const said = (one: string) => (paragraphsOf(one) ?? assert.fail(one)).map((paragraph) => paragraph.text);
        assert.deepEqual(said(made), said(old));
        assert.equal(upgradePage(made, "T"), made);
      }),
    );
  });
});

const old = (metadata: string, rest = "") => ({
  packagePath: "OPS/book.opf",
  packageDocument: `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata>${metadata}</metadata><manifest><item id="a" href="a.html" media-type="application/xhtml+xml"/><item id="b" href="b.html" media-type="application/xhtml+xml"/>${rest}</manifest><spine toc="ncx"><itemref idref="a"/></spine></package>`,
  pages: [{ path: "OPS/a.html", markup: page("<svg/>") }],
  others: [{ path: "OPS/b.html", markup: page("") }],
  contents: {
    path: "OPS/toc.ncx",
    markup: `<ncx><navMap><navPoint><navLabel><text>One &amp; all</text></navLabel><content src="a.html"/><navPoint><navLabel><text>Below</text></navLabel><content src="a.html#x"/></navPoint></navPoint><navPoint><navLabel><text>Gone</text></navLabel><content src="c.html"/></navPoint><navPoint><navLabel><text>No place in the spine</text></navLabel><content src="b.html"/></navPoint></navMap></ncx>`,
  },
});

describe("a package of EPUB 2 as one of EPUB 3", () => {
  test("what attributes stated of people, dates and identifiers", () => {
    const upgraded = upgradeOriginal(
      old(
        '<dc:title>T</dc:title><dc:creator opf:role="aut" opf:file-as="Ash, Ann">Ann Ash</dc:creator><dc:date opf:event="creation">2010</dc:date><dc:date opf:event="original-publication">2001</dc:date><dc:subject/><dc:rights></dc:rights><meta name="cover" content="pic"/>',
        '<item id="pic" href="p.png" media-type="image/png"/>',
      ),
      "OPS/x/nav.xhtml",
    );
    const made = upgraded?.original.packageDocument ?? "";
    assert.match(made, /version="3\.0"/);
    assert.match(made, /<dc:creator id="(epub3-\d+)">Ann Ash<\/dc:creator><dc:date>2001<\/dc:date><meta name="cover"/);
    assert.match(made, /<meta refines="#epub3-\d+" property="role" scheme="marc:relators">aut<\/meta>/);
    assert.match(made, /property="file-as">Ash, Ann</);
    assert.match(made, /id="a" href="a.html" media-type="application\/xhtml\+xml" properties="svg"\/>/);
    assert.match(made, /id="pic" [^>]*properties="cover-image"\/>/);
    assert.match(made, /href="x\/nav.xhtml" media-type="application\/xhtml\+xml" properties="nav"\/>\n<\/manifest>/);
  });
  test("its NCX as a navigation document, without points that lead to no page", () => {
    const made = upgradeOriginal(old("<dc:title>T</dc:title>"), "OPS/x/nav.xhtml");
    const nav = made?.files.find(({ path }) => path === "OPS/x/nav.xhtml")?.markup ?? "";
    assert.match(
      nav,
      /<nav epub:type="toc"><ol><li><a href="\.\.\/a\.html">One &amp; all<\/a><ol><li><a href="\.\.\/a\.html#x">Below<\/a><\/li><\/ol><\/li><\/ol><\/nav>/,
    );
    const { contents: _, ...without } = old("<dc:title>T</dc:title>");
    const bare = upgradeOriginal(without, "OPS/x/nav.xhtml")?.files.find(({ path }) => path.endsWith("nav.xhtml"));
    assert.match(bare?.markup ?? "", /<ol><li><a href="\.\.\/a\.html">T<\/a><\/li><\/ol>/);
  });
  test("is none of EPUB 3, and none older than EPUB 2", () => {
    for (const version of ["3.0", "1.2"]) {
      const book = old("");
      const packageDocument = book.packageDocument.replace('version="2.0"', `version="${version}"`);
      assert.equal(upgradeOriginal({ ...book, packageDocument }, "n"), null);
    }
  });
});
