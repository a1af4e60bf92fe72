// Builds books for tests.

import { Buffer } from "node:buffer";
import yazl from "yazl";

export type Files = { readonly [path: string]: string | Uint8Array };

/** A ZIP of these files, in this order. `mimetype` is stored uncompressed, as EPUB requires. */
export async function packed(files: Files): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [path, content] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(content as string), path, { compress: path !== "mimetype" });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

export const page = (body: string): string =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>No</title><script>no()</script></head><body>${body}</body></html>`;

export const CONTAINER = `<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`;

export function packageDocument(parts: {
  metadata?: string;
  manifest?: string;
  spine?: string;
  rest?: string;
}): string {
  const { metadata = "", manifest = "", spine = "", rest = "" } = parts;
  return `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>${metadata}</metadata><manifest>${manifest}</manifest>${spine}${rest}</package>`;
}

/** Three documents whose order differs from their names, with navigation, cover, footnote and language. */
export const EPUB_FILES: Files = {
  mimetype: "application/epub+zip",
  "META-INF/container.xml": CONTAINER,
  "OPS/book.opf": packageDocument({
    metadata: `<dc:title>The Lamp &amp; the Sea</dc:title><dc:creator>Anna Wren</dc:creator><dc:creator>Tom Hale</dc:creator><dc:language>en-GB</dc:language><dc:publisher>Harbour Press</dc:publisher><dc:date>2019-03</dc:date><meta name="calibre:series" content="Tales of the Coast"/><meta name="calibre:series_index" content="2.0"/>`,
    manifest: `<item id="n" href="nav.xhtml" properties="nav"/><item id="a" href="a%20b.xhtml"/><item id="c" href="../OPS/c.xhtml"/><item id="pic" href="cover.png" media-type="image/png" properties="cover-image"/>`,
    spine: `<spine><itemref idref="n"/><itemref idref="c"/><itemref idref="a"/></spine>`,
  }),
  "OPS/nav.xhtml": page(
    `<nav epub:type="toc"><ol><li><a href="c.xhtml">One: The Lamp</a></li><li><a href="a%20b.xhtml#two">Two: The Sea</a></li></ol></nav>`,
  ),
  "OPS/a b.xhtml": page(
    `<h2 id="two">II</h2><p>Second<a epub:type="noteref" href="#n">1</a> page<sup><a href="#n2">b</a></sup>.</p><aside epub:type="footnote">A note.</aside>`,
  ),
  "OPS/c.xhtml": page("<h1>Chapter <em>One</em></h1><p>Tom &amp;\n  Mara<br/>went.</p><p>Far.</p>"),
};

export const epub = (changes: Files = {}): Promise<Buffer> => packed({ ...EPUB_FILES, ...changes });

const W = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`;
const para = (style: string | null, runs: string): string =>
  `<w:p>${style === null ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${runs}</w:p>`;
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;

export const docxBody = (body: string): string =>
  `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`;
export { para, run };

export const DOCX_FILES: Files = {
  "[Content_Types].xml": `<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  "docProps/core.xml": `<cp:coreProperties xmlns:dc="d"><dc:title>The Mill</dc:title><dc:creator>Anna Wren; Tom Hale</dc:creator><dc:language>en-GB</dc:language></cp:coreProperties>`,
  "word/styles.xml": `<w:styles ${W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="Mine"><w:name w:val="My Chapter"/><w:basedOn w:val="berschrift1"/></w:style><w:style w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style></w:styles>`,
  "word/footnotes.xml": `<w:footnotes ${W}>${para(null, run("A footnote."))}</w:footnotes>`,
  "word/document.xml": docxBody(
    [
      `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${para(null, run("Contents"))}${para(null, run("One .... 3"))}</w:sdtContent></w:sdt>`,
      para("Verzeichnis1", run("One 3")),
      `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("One 4")}</w:p>`,
      para(null, `${run("Two 5")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`),
      para("berschrift1", run("One")),
      para(
        null,
        `${run("The mill ")}<w:r><w:footnoteReference w:id="1"/></w:r><w:ins>${run("stood &amp; ")}</w:ins><w:del><w:r><w:delText>fell</w:delText></w:r></w:del>${run("turned")}<w:r><w:tab/></w:r>${run("slowly.")}`,
      ),
      para(null, `<w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden.</w:t></w:r>${run("Tom laughed.")}`),
      para("Mine", run("Two")),
      para(
        null,
        `${run("Page ")}<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("7")}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run(" was gone.")}`,
      ),
    ].join(""),
  ),
};

export const docx = (changes: Files = {}): Promise<Buffer> => packed({ ...DOCX_FILES, ...changes });
