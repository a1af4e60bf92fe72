// EPUBs of version 2 in the manner of programs that made them.

import { packed } from "../../packages/server/reading/sample-books.ts";
import { PNG } from "../api/images.ts";

interface Manner {
  readonly folder: string;
  readonly extension: string;
  readonly metadata: string;
  /** Between the head's title and its end. */
  readonly head: string;
  readonly bodies: readonly string[];
  readonly items?: string;
  readonly spine?: string;
  readonly guide?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Of the points: the label and the target, and those below. */
  readonly points?: string;
}

const DOCTYPE = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">`;
const page = (title: string, head: string, body: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${DOCTYPE}\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">\n<head><title>${title}</title>${head}</head>\n<body>${body}</body>\n</html>\n`;

const point = (label: string, src: string, order: number, below = ""): string =>
  `<navPoint id="n${order}" playOrder="${order}"><navLabel><text>${label}</text></navLabel><content src="${src}"/>${below}</navPoint>`;

const MANNERS: Readonly<Record<string, Manner>> = {
  calibre: {
    folder: "",
    extension: "html",
    metadata: `<dc:creator opf:role="aut" opf:file-as="Ash, Ann">Ann Ash</dc:creator><dc:contributor opf:role="bkp">calibre (5.44)</dc:contributor><dc:identifier opf:scheme="calibre">b1</dc:identifier><dc:date>2019-03-01T00:00:00+00:00</dc:date><meta name="calibre:series" content="Lamps"/><meta name="cover" content="pic"/><meta name="calibre:timestamp" content="2020-01-01T00:00:00+00:00"/>`,
    head: `<link href="style.css" rel="stylesheet" type="text/css"/><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>`,
    bodies: [
      `<h2 class="calibre1" id="a1">The Harbour</h2><p class="calibre2">The <i class="calibre3">old</i> lamp&nbsp;was not lit&#8212;so late.</p><p class="calibre2">&ldquo;Is it late?&rdquo; asked Mara. <tt class="calibre4">Yes.</tt></p>`,
      `<h2 class="calibre1">The Sea</h2><p class="calibre2">They went home. It rained all night.</p>`,
    ],
    items: `<item id="titlepage" href="titlepage.xhtml" media-type="application/xhtml+xml"/>`,
    spine: `<itemref idref="titlepage"/>`,
    guide: `<guide><reference type="cover" title="Cover" href="titlepage.xhtml"/></guide>`,
    files: {
      "titlepage.xhtml": `<?xml version='1.0' encoding='utf-8'?>\n<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/><meta name="calibre:cover" content="true"/><title>Cover</title><style type="text/css">@page { margin: 0pt }</style></head><body><div><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="100%" height="100%" viewBox="0 0 60 80" preserveAspectRatio="none"><image width="60" height="80" xlink:href="pic.png"/></svg></div></body></html>`,
    },
  },
  "Project Gutenberg": {
    folder: "OEBPS/",
    extension: "htm.html",
    metadata: `<dc:creator opf:file-as="Ash, Ann">Ann Ash</dc:creator><dc:identifier opf:scheme="URI">http://www.example.org/84</dc:identifier><dc:subject>Lamps -- Fiction</dc:subject><dc:subject></dc:subject><dc:date opf:event="publication">1993-10-01</dc:date><dc:date opf:event="conversion">2022-06-25T09:51:32.1+00:00</dc:date><dc:rights>Public domain in the USA.</dc:rights><dc:source>http://www.example.org/84-h.htm</dc:source><meta name="cover" content="pic"/>`,
    head: `<link href="style.css" rel="stylesheet" type="text/css"/><meta http-equiv="Content-Style-Type" content="text/css"/><meta content="EpubMaker 0.3.20" name="generator"/>`,
    bodies: [
      `<h2><a id="chap01"/>The Harbour</h2><p>The <i>old</i> lamp was not lit &amp; dark.</p><table border="1" cellpadding="4" cellspacing="0" summary="none" width="80%"><tr><td align="center" valign="top">One lamp</td><td scope="row" abbr="t" align="right">Two lamps</td></tr></table><p>Half of it was &frac12; <acronym title="Harbour Master">HM</acronym> &Omega;.</p>`,
      `<h2><a id="chap02"/>The Sea</h2><blockquote><p>They <big>went</big> home. It rained all night.</p></blockquote><ul><li>A boat.</li></ul>`,
    ],
    points: `${point("A book", "page-1.htm.html", 1, point("The Harbour", "page-1.htm.html#chap01", 2) + point("The Sea", "page-2.htm.html#chap02", 3))}`,
  },
  "Adobe InDesign": {
    folder: "OEBPS/",
    extension: "xhtml",
    metadata: `<dc:creator opf:role="aut">Ann Ash</dc:creator><dc:publisher>Kelp Press</dc:publisher><dc:date opf:event="creation">2011-05-02</dc:date><dc:date opf:event="modification">2012-05-02</dc:date><dc:format>application/epub+zip</dc:format>`,
    head: `<link href="style.css" rel="stylesheet" type="text/css"/><link rel="stylesheet" type="application/vnd.adobe-page-template+xml" href="page-template.xpgt"/>`,
    bodies: [
      `<div class="story" id="t"><p class="heading"><span class="c1">The</span> Harbour</p><p class="body"><span class="drop">T</span>he old lamp was not lit.</p><p class="body">“Is it late?” asked Mara.<a href="page-2.xhtml#foot">1</a></p></div>`,
      `<div class="story"><p class="heading">The Sea</p><p class="body">They went home. <img src="pic.png" alt="" width="10" height="10"/>It rained all night.</p><p id="foot">A note.</p></div>`,
    ],
    items: `<item id="template" href="page-template.xpgt" media-type="application/vnd.adobe-page-template+xml"/>`,
    files: {
      "page-template.xpgt": `<ade:template xmlns="http://www.w3.org/1999/xhtml" xmlns:ade="http://ns.adobe.com/2006/ade"></ade:template>`,
    },
  },
};

async function bookOf(producer: string, manner: Manner): Promise<Buffer> {
  const { folder, extension, metadata, head, bodies, items = "", spine = "", guide = "", files = {} } = manner;
  const name = (index: number) => `page-${index + 1}.${extension}`;
  const points = manner.points ?? bodies.map((_, index) => point(`Part ${index + 1}`, name(index), index + 1)).join("");
  return packed({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${folder}content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    [`${folder}content.opf`]: `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:identifier id="id" opf:scheme="uuid">urn:uuid:0b2d6a4e-6f0e-4a53-9a51-0d2d7c1b8f10</dc:identifier><dc:title>An old book of ${producer}</dc:title><dc:language>en</dc:language>${metadata}</metadata>
<manifest><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="css" href="style.css" media-type="text/css"/><item id="pic" href="pic.png" media-type="image/png"/>${items}${bodies.map((_, index) => `<item id="c${index}" href="${name(index)}" media-type="application/xhtml+xml"/>`).join("")}</manifest>
<spine toc="ncx">${spine}${bodies.map((_, index) => `<itemref idref="c${index}"/>`).join("")}</spine>
${guide}</package>`,
    [`${folder}toc.ncx`]: `<?xml version="1.0" encoding="utf-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="urn:uuid:0b2d6a4e-6f0e-4a53-9a51-0d2d7c1b8f10"/><meta name="dtb:depth" content="1"/><meta name="dtb:totalPageCount" content="0"/><meta name="dtb:maxPageNumber" content="0"/></head><docTitle><text>A book</text></docTitle><navMap>${points}</navMap></ncx>`,
    [`${folder}style.css`]: "p { margin: 0; }",
    [`${folder}pic.png`]: PNG,
    ...Object.fromEntries(
      bodies.map((body, index) => [`${folder}${name(index)}`, page(`Part ${index + 1}`, head, body)]),
    ),
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}${path}`, content])),
  });
}

export const OLD_PRODUCERS: readonly (readonly [string, () => Promise<Buffer>])[] = Object.entries(MANNERS).map(
  ([producer, manner]) => [producer, () => bookOf(producer, manner)],
);
