// EPUBs in the manner of programs that make them: their folders, prefixes, classes, notes, styles and pictures.

import { packed } from "../../packages/server/reading/sample-books.ts";
import { PNG } from "../api/images.ts";

interface Manner {
  readonly packagePath: string;
  /** The folder of the pages below that of the package, "" or with a slash at its end. */
  readonly pages: string;
  readonly chapter: (heading: string, paragraphs: readonly string[], index: number) => string;
  readonly language?: string;
  readonly head?: string;
  readonly prefix?: string;
  readonly metadata?: string;
  readonly texts?: readonly (readonly [string, readonly string[]])[];
}

const TEXTS = [
  [
    "The Harbour",
    ["The <i>old</i> lamp was not lit. Mr. Pell came at 9.", "“Is it late?” asked Mara. “I am <b>so</b> tired.”"],
  ],
  ["The Sea", ["They went <i>home. And then</i> they slept.", "It rained &amp; rained — all night."]],
] as const;

const page = (language: string, head: string, body: string, attributes = ""): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}"${attributes}>\n<head><title>A page</title>${head}</head>\n<body>${body}</body>\n</html>\n`;

const plain = (heading: string, paragraphs: readonly string[]): string =>
  `<h1>${heading}</h1>\n${paragraphs.map((text) => `<p>${text}</p>`).join("\n")}`;

const MANNERS: { readonly [producer: string]: Manner } = {
  "Standard Ebooks": {
    packagePath: "epub/content.opf",
    pages: "text/",
    chapter: (heading, paragraphs, index) =>
      `<section id="chapter-${index + 1}" epub:type="chapter"><h2 epub:type="title">${heading}</h2>${paragraphs.map((text) => `\n\t<p>${text.replace("late?”", 'late?”<a href="#note" id="ref" epub:type="noteref">1</a>').replaceAll("—", "\u2060—")}</p>`).join("")}${index === 0 ? `<aside epub:type="footnote" id="note"><p>A note.</p></aside>` : ""}</section>`,
    metadata: `<meta property="schema:accessibilitySummary">Plain text.</meta>`,
  },
  calibre: {
    packagePath: "content.opf",
    pages: "",
    chapter: (heading, paragraphs, index) =>
      `<div class="calibre1" id="calibre_pb_${index}"><h1 class="calibre2"><span class="bold">${heading}</span></h1>${paragraphs.map((text) => `<p class="calibre3"><span class="calibre4">${text}</span></p>`).join("")}<div class="mbp_pagebreak"></div></div>`,
    prefix: "calibre: https://calibre-ebook.com",
    metadata: `<meta property="calibre:timestamp">2024-01-01T00:00:00Z</meta>`,
  },
  Sigil: {
    packagePath: "OEBPS/content.opf",
    pages: "Text/",
    chapter: (heading, paragraphs) => `\n  ${plain(heading, paragraphs).replaceAll("\n", "\n\n  ")}\n`,
  },
  "Adobe InDesign": {
    packagePath: "OEBPS/content.opf",
    pages: "",
    chapter: (heading, paragraphs, index) =>
      `<div id="_idContainer00${index}" class="Basic-Text-Frame"><p class="Heading" id="toc${index}"><span class="CharOverride-1">${heading.slice(0, 3)}</span><span class="CharOverride-2">${heading.slice(3)}</span></p>${paragraphs.map((text) => `<p class="Body ParaOverride-1"><span class="DropCap">${text.slice(0, 1)}</span>${text.slice(1)}</p>`).join("")}</div>`,
  },
  Vellum: {
    packagePath: "OEBPS/content.opf",
    pages: "",
    chapter: (heading, paragraphs) =>
      `<div class="chapter" role="doc-chapter"><div class="heading"><h1 class="element-title">${heading}</h1></div><div class="text">${paragraphs.map((text, at) => (at === 0 ? `<p class="first"><span class="first-phrase">${text}</span></p>` : `<p class="subsq">${text}</p>`)).join(`<div class="ornamental-break"><img src="pic.png" alt=""/></div>`)}</div></div>`,
  },
  "Apple Pages": {
    packagePath: "OPS/epb.opf",
    pages: "",
    chapter: (heading, paragraphs) =>
      `<div class="s1"><h1 class="s2">${heading}</h1>${paragraphs.map((text) => `<p class="s3"><span class="c1">${text.replace(". ", `.</span><span class="c2"> `)}</span></p>`).join("")}</div>`,
    texts: [
      ["Le port", ["La lampe n’était pas allumée. Il était tard.", "« Il est tard ? » demanda Marie."]],
      ["La mer", ["Ils rentrèrent. Il pleuvait toute la nuit."]],
    ],
    language: "fr",
  },
  LibreOffice: {
    packagePath: "OEBPS/content.opf",
    pages: "sections/",
    chapter: (heading, paragraphs) =>
      `<p class="para0"><span class="span0"/></p><h1 class="para1"><span class="span1">${heading}</span></h1>${paragraphs.map((text) => `<p class="para2"><span class="span2">${text}</span><br/></p>`).join("")}`,
  },
  "Google Docs": {
    packagePath: "GoogleDoc/package.opf",
    pages: "",
    chapter: (heading, paragraphs, index) =>
      `<h1 class="c${index}" id="h.x${index}"><span class="c4">${heading}</span></h1>${paragraphs.map((text) => `<p class="c2"><span class="c1">${text.replaceAll(" ", " ")}</span></p><p class="c0"><span class="c1"></span></p>`).join("")}`,
  },
  "a Japanese publisher": {
    packagePath: "item/standard.opf",
    pages: "xhtml/",
    chapter: (heading, paragraphs) =>
      `<div class="main"><h1 class="oo-midashi">${heading}</h1>${paragraphs.map((text) => `<p>　${text}</p>`).join("\n")}</div>`,
    language: "ja",
    texts: [
      [
        "港",
        [
          "古い<ruby>灯<rt>ひ</rt></ruby>は消えていた。雨が降った。",
          "「遅いの？」と<ruby>真<rt>ま</rt>理<rt>り</rt></ruby>が聞いた。",
        ],
      ],
      ["海", ["二人は家に帰った。"]],
    ],
  },
};

function bookOf(producer: string, manner: Manner): Promise<Buffer> {
  const { packagePath, pages, chapter, language = "en", prefix, metadata = "", texts = TEXTS } = manner;
  const folder = packagePath.slice(0, packagePath.lastIndexOf("/") + 1);
  const up = pages === "" ? "" : "../";
  const head = `<link rel="stylesheet" type="text/css" href="${up}style.css"/>`;
  const bodies = texts.map(([heading, paragraphs], index) =>
    chapter(heading, paragraphs, index).replaceAll('src="pic.png"', `src="${up}pic.png"`),
  );
  const name = (index: number) => `${pages}chapter-${index + 1}.xhtml`;
  return packed({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${packagePath}" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    [packagePath]: `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"${prefix === undefined ? "" : ` prefix="${prefix}"`}>
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:0b2d6a4e-6f0e-4a53-9a51-0d2d7c1b8f10</dc:identifier><dc:title>A book of ${producer}</dc:title><dc:language>${language}</dc:language><dc:creator>Ann Ash</dc:creator><meta property="dcterms:modified">2020-02-03T04:05:06Z</meta>${metadata}</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="css" href="style.css" media-type="text/css"/><item id="pic" href="pic.png" media-type="image/png"/>${bodies.map((_, index) => `<item id="c${index}" href="${name(index)}" media-type="application/xhtml+xml"/>`).join("")}</manifest>
<spine>${bodies.map((_, index) => `<itemref idref="c${index}"/>`).join("")}</spine>
</package>`,
    [`${folder}nav.xhtml`]: page(
      language,
      "",
      `<nav epub:type="toc"><ol>${texts.map(([heading], index) => `<li><a href="${name(index)}">${heading}</a></li>`).join("")}</ol></nav>`,
    ),
    [`${folder}style.css`]: "p { margin: 0; }",
    [`${folder}pic.png`]: PNG,
    ...Object.fromEntries(bodies.map((body, index) => [`${folder}${name(index)}`, page(language, head, body)])),
  });
}

export const PRODUCERS: readonly (readonly [string, () => Promise<Buffer>])[] = Object.entries(MANNERS).map(
  ([producer, manner]) => [producer, () => bookOf(producer, manner)],
);
