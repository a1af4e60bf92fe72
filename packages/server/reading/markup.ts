// The readable text of HTML and XHTML: paragraphs, without what is not of the story – scripts, styles, navigation, tables
// of contents, footnotes and the marks that point to them.

import { Parser } from "htmlparser2";
import type { MarkupParagraph } from "./paragraphs.ts";

const BLOCK = new Set(
  "address article aside blockquote body dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody td th thead title tr ul".split(
    " ",
  ),
);
const UNREAD = new Set(
  "audio button canvas head iframe math nav noscript object rp rt script select style svg template textarea video".split(
    " ",
  ),
);
const UNREAD_TYPE =
  /(?:^|\s)(?:footnotes?|endnotes?|rearnotes?|noteref|toc|page-?list|pagebreak|landmarks|index|lo[it]|copyright-page|doc-(?:footnote|endnotes?|noteref|toc|pagebreak|pagelist|index))(?=\s|$)/;
/** What converters and Word write where they do not say what a note is. */
const UNREAD_CLASS =
  /(?:^|\s)(?:footnotes?|footnote-(?:ref|back|text|reference)|endnotes?|noteref|fnref|msofootnote(?:text|reference)|pagenum|page-?number|toc|table-of-contents)(?=\s|$)/i;
/** A number or a mark alone, as notes are pointed to; raised also a letter. */
const NOTE_MARK = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,4})[\])]?$/;
const RAISED_MARK = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,4}|[a-z]{1,3})[\])]?$/i;
/** A mark that stands right behind a word or its stop is a note's, also when it is not raised. */
const BEHIND_WORD = /[\p{L}.,;:!?”’"'»]$/u;

export interface Markup {
  readonly paragraphs: readonly MarkupParagraph[];
  readonly title: string | null;
  readonly author: string | null;
  readonly language: string | null;
}

interface OpenElement {
  readonly name: string;
  readonly unread: boolean;
}

/**
 * @param options.xml XHTML is read by XML's rules for empty elements; entities are never expanded beyond characters.
 * @param options.file Begins the anchors; links to other files are resolved by the caller's `isInside`.
 */
export function readMarkup(
  markup: string,
  options: { readonly xml: boolean; readonly file?: string; readonly isInside?: (href: string) => boolean },
): Markup {
  const { file = "", isInside = (href) => href.startsWith("#") } = options;
  const paragraphs: MarkupParagraph[] = [];
  const told: { title: string | null; author: string | null; language: string | null } = {
    title: null,
    author: null,
    language: null,
  };
  let line = "";
  let linked = 0;
  let level: MarkupParagraph["level"] = null;
  let anchors: string[] = file === "" ? [] : [file];
  let inTitle = false;
  let unread = 0;
  /** One for each open element: whether it begins what is not read. */
  const open: OpenElement[] = [];
  /** The link that is open, and where its words begin in the line. */
  let link: { readonly from: number; readonly mark: RegExp | null } | null = null;

  const close = (): void => {
    // A space between words is no match: a long paragraph has a million of them.
    const text = line.replaceAll(/ \s+|[^\S ]\s*/g, " ").trim();
    if (text !== "") {
      const isLink = linked > 0 && linked >= visibleUnits(line);
      paragraphs.push({ text, level, isLink, anchors });
      anchors = [];
    }
    line = "";
    linked = 0;
    if (link !== null) link = { ...link, from: 0 };
  };
  const endLink = (): void => {
    if (link === null) return;
    const words = line.slice(link.from).trim();
    if (link.mark?.test(words)) line = line.slice(0, link.from);
    else linked += visibleUnits(words);
    link = null;
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = tag.toLowerCase();
        if (BLOCK.has(name)) {
          close();
          level = name === "h1" ? 1 : name === "h2" ? 2 : name === "div" ? level : null;
        }
        if (name === "br") line += " ";
        if (name === "title" && !open.some((element) => element.name === "svg")) inTitle = true;
        if (name === "html") told.language ??= attributes["xml:lang"] ?? attributes.lang ?? null;
        if (name === "meta" && attributes.name?.toLowerCase() === "author") told.author ??= attributes.content ?? null;
        const id = attributes.id ?? (name === "a" ? attributes.name : undefined);
        if (id !== undefined && anchors.length < MOST_ANCHORS) anchors.push(`${file}#${id}`);
        const isUnread =
          UNREAD.has(name) ||
          "hidden" in attributes ||
          UNREAD_TYPE.test(`${attributes["epub:type"] ?? ""} ${attributes.role ?? ""}`) ||
          UNREAD_CLASS.test(attributes.class ?? "");
        open.push({ name, unread: isUnread });
        if (isUnread) unread += 1;
        const href = name === "a" && unread === 0 ? attributes.href : undefined;
        if (href !== undefined && isInside(href)) {
          const mark = open.at(-2)?.name === "sup" ? RAISED_MARK : BEHIND_WORD.test(line) ? NOTE_MARK : null;
          link = { from: line.length, mark: href.includes("#") ? mark : null };
        }
      },
      ontext(text) {
        if (inTitle && told.title === null) told.title = text.trim() || null;
        if (unread === 0 && !inTitle) line += text;
      },
      onclosetag(tag) {
        const name = tag.toLowerCase();
        if (name === "title") inTitle = false;
        if (name === "a") endLink();
        if (BLOCK.has(name)) {
          close();
          if (name === "h1" || name === "h2") level = null;
        }
        if (open.pop()?.unread === true) unread -= 1;
      },
    },
    { xmlMode: options.xml, decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.write(markup);
  parser.end();
  close();
  return { paragraphs, ...told };
}

/** Without spaces, and the dots that lead to a page's number. */
const visibleUnits = (text: string): number => text.replaceAll(/[\s.·…_]+/g, "").length;

/** A book has some anchors a paragraph; what has a million is no book. */
const MOST_ANCHORS = 1_000;
