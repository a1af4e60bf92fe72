// Reads the text of HTML and XHTML as paragraphs. Leaves out scripts, styles, navigation, tables of contents, footnotes and
// their marks.

import type { RubyReading } from "@fullcast/core/lexicon";
import { Parser } from "htmlparser2";
import { BookError } from "./book-error.ts";
import { matterOf } from "./matter.ts";
import { BACK_LINK, BEHIND_WORD, CLASSED_MARK, mayBeNote, NOTE_MARK, RAISED_MARK } from "./notes.ts";
import { type LineMark, OpenLine } from "./open-line.ts";
import { type MarkupParagraph, readable, visibleUnits } from "./paragraphs.ts";
import { withSpeakers } from "./plays.ts";
import { RubyReadings } from "./ruby.ts";

const BLOCK = new Set(
  "address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section summary table tbody td tfoot th thead title tr ul".split(
    " ",
  ),
);
/** Elements in which an empty line is only the space between paragraphs. */
const PROSE = new Set("body section article blockquote main".split(" "));
const SHAPING = new Set("br span b i em strong font o:p".split(" "));
const UNREAD = new Set(
  "audio button canvas del head iframe math nav noscript object rp rt script sdfield select style svg template textarea video".split(
    " ",
  ),
);
const UNREAD_TYPE =
  /(?:^|\s)(?:footnotes?|endnotes?|rearnotes?|noteref|toc|page-?list|pagebreak|landmarks|index|lo[it]|copyright-page|doc-(?:footnote|endnotes?|noteref|backlink|toc|pagebreak|pagelist|index))(?=\s|$)/;
/** Class names of notes and page decorations from converters and Word. */
const UNREAD_CLASS =
  /(?:^|\s)(?:footnotes?|footnote-(?:back|text)|endnotes?|sd(?:foot|end)note|msofootnotetext|pagenum|page-?number|toc|table-of-contents)(?=\s|$)/i;
const MARK_CLASS =
  /(?:^|\s)(?:footnote-(?:ref|reference)|noteref|fnref|sd(?:foot|end)noteanc|msofootnotereference)(?=\s|$)/i;
/** Class names of a picture or an empty element that separates two scenes. */
const BREAK_CLASS =
  /(?:^|[\s_-])(?:(?:scene|section|ornamental|text|context)[_-]?break|ornament|fleuron|asterism|dinkus)(?=$|[\s_-])/i;
const ORNAMENT = /^[\s*⁂❦❧☙•·~—–-]{1,20}$/u;
/** A speaker of a play: Standard Ebooks' semantics, and other common class names. */
const PERSONA = /(?:^|\s)(?:z3998:persona|persona|speaker)(?=\s|$)/i;
/** The alternative text of a picture of a chapter's first letter. */
const DROP_CAP = /^[“"„«‘']?\p{Lu}$/u;
export interface Markup {
  readonly paragraphs: readonly MarkupParagraph[];
  readonly title: string | null;
  readonly author: string | null;
  readonly language: string | null;
  /** Counts of units: left out because of a class, front and back matter, and read. */
  readonly units: { readonly unreadByClass: number; readonly matter: number; readonly read: number };
  /** Plain names of the front and back matter that was left out. */
  readonly matter: ReadonlySet<string>;
  /** Characters with the readings beside them, in order; the same ones once. */
  readonly ruby: readonly RubyReading[];
}

export interface MarkupOptions {
  /** XHTML has XML's rules for empty elements. Entities expand only to characters. */
  readonly xml: boolean;
  /** The prefix of the anchors. */
  readonly file?: string;
  /** Resolves a link to an anchor in the book. Null: it leads out of the book. */
  readonly resolve?: (href: string) => string | null;
  /** Anchors of notes that marks point to. Those of this document are added. */
  readonly notes?: Set<string>;
  /** Whether class names count. Converters name styles after the first use, so false if classes would hide most of a book. */
  readonly classes?: boolean;
  /** Whether front and back matter is left out. False if a book marks most of itself so. */
  readonly matter?: boolean;
}

interface OpenElement {
  readonly name: string;
  readonly unread: "class" | "type" | null;
  /** Set if a mark points to it: the first paragraph of the note, and the number of back links before it. */
  readonly note: { readonly from: number; readonly backLinks: number } | null;
  /** Whether its words are the name of a play's speaker. */
  readonly isName: boolean;
  /** The kind of front or back matter, in plain words. */
  readonly matter: string | null;
  /** Set for an element with a break's class: the number of units read before it. It is a break only if it has no text. */
  readonly breakFrom: number | null;
  /** Set for an element with a mark's class: the start of its words in the line. */
  readonly markFrom: LineMark | null;
}

interface OpenLink {
  /** The start of its words in the line. */
  readonly from: LineMark;
  readonly mark: RegExp | null;
  readonly target: string;
}

export function readMarkup(markup: string, options: MarkupOptions): Markup {
  const { file = "", notes = new Set<string>(), classes = true, matter: leavesOut = true } = options;
  const resolve = options.resolve ?? ((href: string) => (href.startsWith("#") ? href : null));
  const paragraphs: MarkupParagraph[] = [];
  const stated: { title: string | null; author: string | null; language: string | null } = {
    title: null,
    author: null,
    language: null,
  };
  const units = { unreadByClass: 0, matter: 0, read: 0 };
  const matter = new Set<string>();
  const readings = new RubyReadings();
  /** The kinds of matter of the open elements, the innermost last. */
  const inMatter: string[] = [];
  const line = new OpenLine();
  let linked = 0;
  let level: MarkupParagraph["level"] = null;
  let anchors: string[] = file === "" ? [] : [file];
  let inTitle = false;
  let unread = 0;
  let unreadByType = 0;
  /** The number of possible back links from notes so far. */
  let backLinks = 0;
  let noteLine: number | null = null;
  /** Whether the last content was a br. */
  let afterBreak = false;
  /** Whether the paragraph contains only inline formatting so far. */
  let isBare = false;
  /** The number of open elements with a speaker's name, and the number of cells in the row so far. */
  let names = 0;
  let cells = 0;
  /** The number of open SVG elements. A title in one is not the document's title. */
  let drawings = 0;
  const open: OpenElement[] = [];
  let link: OpenLink | null = null;

  const close = (): void => {
    if (link !== null) linked += visibleUnits(line.since(link.from));
    const { text: words, visible } = line.take();
    const text = readable(words);
    const isNote = noteLine !== null && backLinks > noteLine;
    if (text === "") {
      const around = open.at(-1)?.name ?? "";
      const isBlank = around === "p" ? isBare : afterBreak && PROSE.has(around);
      if (isBlank && unread === 0) push("blank");
    } else if (!isNote) {
      const isLink = linked > 0 && linked >= visible;
      const isName = names > 0;
      paragraphs.push({ kind: "text", text, level, isLink, anchors, ...(isName && { isName }) });
      units.read += text.length;
    }
    if (text !== "") anchors = [];
    linked = 0;
    noteLine = null;
    afterBreak = false;
    isBare = false;
    if (link !== null) link = { ...link, from: line.mark() };
  };
  const push = (kind: "break" | "blank"): void => {
    paragraphs.push({ kind, text: "", level: null, isLink: false, anchors: [] });
  };
  const endLink = (): void => {
    if (link === null) return;
    const words = line.since(link.from).trim();
    if (BACK_LINK.test(words)) backLinks++;
    if (link.mark?.test(words)) {
      line.cut(link.from);
      if (link.target.includes("#")) notes.add(link.target);
    } else linked += visibleUnits(words);
    link = null;
  };
  const beginLink = (href: string, isMarked: boolean): void => {
    const target = resolve(href);
    if (target === null) return;
    const isRaised = open.slice(-4).some(({ name }) => name === "sup");
    const mark = isMarked
      ? CLASSED_MARK
      : !href.includes("#")
        ? null
        : isRaised
          ? RAISED_MARK
          : BEHIND_WORD.test(line.tail)
            ? NOTE_MARK
            : null;
    link = { from: line.mark(), mark, target };
  };
  const picture = (alt: string): void => {
    if (!line.hasText && DROP_CAP.test(alt.trim())) line.add(alt.trim());
    else if (!line.hasText && ORNAMENT.test(alt)) push("break");
  };
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (open.length >= DEEPEST) throw new BookError("damaged", "The book is damaged: its elements lie too deep.");
        const name = tag.toLowerCase();
        const isBlock = BLOCK.has(name);
        if (isBlock) {
          close();
          level = /^h[123]$/.test(name) ? (Number(name[1]) as 1 | 2 | 3) : name === "div" ? level : null;
        }
        if (name === "br" && unread === 0) {
          // Two in a row separate paragraphs.
          if (afterBreak && line.hasText) close();
          line.add(" ");
          afterBreak = true;
        }
        if (name === "title" && drawings === 0) inTitle = true;
        if (name === "svg") drawings++;
        if (name === "html" || name === "body") stated.language ??= attributes["xml:lang"] ?? attributes.lang ?? null;
        if (name === "meta" && attributes.name?.toLowerCase() === "author")
          stated.author ??= attributes.content ?? null;
        const classNames = attributes.class ?? "";
        const types = `${attributes["epub:type"] ?? ""} ${attributes.role ?? ""} ${attributes.type ?? ""}`;
        const part = isBlock && leavesOut ? matterOf(types) : null;
        const isUnread =
          UNREAD.has(name) ||
          part !== null ||
          "hidden" in attributes ||
          // LibreOffice's running headers and footers.
          (name === "div" && /^(?:header|footer)$/.test(attributes.title ?? "")) ||
          (UNREAD_TYPE.test(types) && (leavesOut || !isBlock))
            ? "type"
            : classes && UNREAD_CLASS.test(classNames)
              ? "class"
              : null;
        const id = attributes.id ?? (name === "a" ? attributes.name : undefined);
        const isNoted = id !== undefined && notes.has(`${file}#${id}`);
        if (isNoted && !isBlock && line.isOpening) noteLine ??= backLinks;
        if (id !== undefined && anchors.length < MOST_ANCHORS) anchors.push(`${file}#${id}`);
        isBare = id === undefined && (name === "p" || (isBare && SHAPING.has(name)));
        cells = name === "tr" ? 0 : name === "td" || name === "th" ? cells + 1 : cells;
        const isName =
          name === "dt" ||
          ((name === "td" || name === "th") && cells === 1) ||
          PERSONA.test(`${attributes["epub:type"] ?? ""} ${classNames}`);
        if (isName) names++;
        const isMark = classes && MARK_CLASS.test(classNames);
        open.push({
          name,
          unread: isUnread,
          note: isNoted && isBlock ? { from: paragraphs.length, backLinks } : null,
          isName,
          matter: part,
          breakFrom: isBlock && BREAK_CLASS.test(classNames) ? units.read : null,
          markFrom: isMark && !isBlock && name !== "a" && link === null ? line.mark() : null,
        });
        if (isUnread !== null) unread += 1;
        if (isUnread === "type") unreadByType += 1;
        if (part !== null) inMatter.push(part);
        readings.open(name, line, unread - (isUnread === null ? 0 : 1) > 0);
        if (unread > 0) return;
        if (isMark && link !== null) link = { ...link, mark: CLASSED_MARK };
        if (name === "hr") push("break");
        if (name === "img") picture(attributes.alt ?? "");
        if (name === "a" && attributes.href !== undefined) beginLink(attributes.href, isMark);
      },
      ontext(text) {
        if (inTitle && stated.title === null) stated.title = text.trim() || null;
        if (inTitle) return;
        if (unread === 0) {
          line.add(text);
          afterBreak &&= text.trim() === "";
        } else {
          readings.add(text);
          const { length } = text.trim();
          if (unreadByType === 0) units.unreadByClass += length;
          const around = inMatter.at(-1);
          if (around !== undefined && length > 0) matter.add(around);
          if (around !== undefined) units.matter += length;
        }
      },
      onclosetag(tag) {
        const name = tag.toLowerCase();
        if (name === "title") inTitle = false;
        readings.close(name, line);
        if (name === "a") endLink();
        if (BLOCK.has(name)) {
          close();
          if (/^h[123]$/.test(name)) level = null;
        }
        const element = open.pop();
        if (element === undefined) return;
        if (element.isName) names--;
        if (element.unread !== null) unread -= 1;
        if (element.unread === "type") unreadByType -= 1;
        if (element.matter !== null) inMatter.pop();
        if (element.name === "svg") drawings--;
        if (element.markFrom !== null) {
          const mark = line.shortSince(element.markFrom);
          if (mark !== null && CLASSED_MARK.test(mark.trim())) line.cut(element.markFrom);
        }
        if (element.breakFrom === units.read && unread === 0) push("break");
        const { note } = element;
        if (note !== null && backLinks > note.backLinks && mayBeNote(paragraphs, note.from)) {
          paragraphs.length = note.from;
        }
      },
    },
    { xmlMode: options.xml, decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.write(markup);
  parser.end();
  close();
  return { paragraphs: withSpeakers(paragraphs), ...stated, units, matter, ruby: readings.all() };
}

/**
 * Careless books have hundreds of nested unclosed elements. The parser searches all open elements at every unmatched end
 * tag, so this bounds the time of an end tag.
 */
const DEEPEST = 1_500;

/** A real book has a few anchors for each paragraph. */
const MOST_ANCHORS = 1_000;
