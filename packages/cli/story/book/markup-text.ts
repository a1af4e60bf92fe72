// The readable text of HTML and XHTML: paragraphs parted by blank lines, without what is not of the story – scripts, styles,
// navigation, tables of contents, footnotes and the marks that point to them.

import { Parser } from "htmlparser2";

const BLOCK = new Set(
  "address article aside blockquote body dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody td th thead title tr ul".split(
    " ",
  ),
);
const UNREAD = new Set(
  "audio button canvas head iframe math nav noscript object rp rt script select style svg template video".split(" "),
);
const UNREAD_TYPE =
  /\b(?:footnotes?|endnotes?|rearnotes?|noteref|toc|pagebreak|landmarks|index|doc-footnote|doc-endnotes?|doc-noteref|doc-toc|doc-pagebreak)\b/;

/** @param xml XHTML is read by XML's rules for empty elements; entities are never expanded beyond characters. */
export function markupText(markup: string, xml: boolean): { readonly text: string; readonly title: string | null } {
  const paragraphs: string[] = [];
  let line = "";
  let title: string | null = null;
  let inTitle = false;
  /** One for each open element: whether it begins what is not read. */
  const open: { readonly name: string; readonly unread: boolean }[] = [];
  let unread = 0;
  const close = (): void => {
    const text = line.replaceAll(/[ \t\r\n\f]+/g, " ").trim();
    if (text !== "") paragraphs.push(text);
    line = "";
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.toLowerCase();
        if (BLOCK.has(name)) close();
        if (name === "br") line += " ";
        if (name === "title") inTitle = true;
        const hidden =
          UNREAD.has(name) ||
          "hidden" in attributes ||
          UNREAD_TYPE.test(`${attributes["epub:type"] ?? ""} ${attributes.role ?? ""}`);
        open.push({ name, unread: hidden });
        if (hidden) unread += 1;
      },
      ontext(text) {
        if (inTitle && title === null) title = text.trim() || null;
        if (unread === 0 && !inTitle) line += text;
      },
      onclosetag(tag) {
        const name = tag.toLowerCase();
        if (name === "title") inTitle = false;
        if (BLOCK.has(name)) close();
        if (open.pop()?.unread === true) unread -= 1;
      },
    },
    { xmlMode: xml, decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.write(markup);
  parser.end();
  close();
  return { text: paragraphs.join("\n\n"), title };
}
