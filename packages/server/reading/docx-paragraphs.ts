// Reads the paragraphs of a DOCX's main document as a stream, because the tree of a long document exceeds the memory.

import { Parser } from "htmlparser2";
import { type DocxStyles, outlineMeaning, type StyleMeaning } from "./docx-styles.ts";
import { mayBeHead, withGuessedHeads } from "./guessed-heads.ts";
import { BACK_LINK, BEHIND_WORD, NOTE_MARK } from "./notes.ts";
import { type LineMark, OpenLine } from "./open-line.ts";
import { type MarkupParagraph, readable, visibleUnits } from "./paragraphs.ts";
import { withSpeakers } from "./plays.ts";
import { localName } from "./xml-elements.ts";

/** Elements that are not text: deletions, moved text, alternative forms, field codes, ruby annotations. */
const UNREAD = new Set(["del", "moveFrom", "Fallback", "instrText", "delText", "rt", "sectPr"]);
const SPACES = new Set(["tab", "br", "cr", "ptab"]);
/** No real document nests fields more deeply. */
const MOST_FIELDS = 32;

interface OpenParagraph {
  readonly line: OpenLine;
  meaning: StyleMeaning | null;
  /** The start and the target of an open hyperlink into the document. */
  link: { readonly from: LineMark; readonly target: string } | null;
  linked: number;
  hasBackLink: boolean;
  isNote: boolean;
  isDropCap: boolean;
  isRule: boolean;
  /** Whether it contains pictures, page breaks and so on, so it is not an empty line. */
  isFilled: boolean;
  isCentred: boolean;
  startsPage: boolean;
  boldUnits: number;
}

const opened = (): OpenParagraph => ({
  line: new OpenLine(),
  meaning: null,
  link: null,
  linked: 0,
  hasBackLink: false,
  isNote: false,
  isDropCap: false,
  isRule: false,
  isFilled: false,
  isCentred: false,
  startsPage: false,
  boldUnits: 0,
});
const NO_BORDER = /^(?:|none|nil)$/;
const OFF = /^(?:0|false|off)$/;
const LEVELS: { readonly [meaning in StyleMeaning]?: 1 | 2 | 3 } = { heading1: 1, heading2: 2, heading3: 3 };
const FILLING = new Set(
  "drawing pict object lastRenderedPageBreak pageBreakBefore sectPr delText del fldChar".split(" "),
);

/** In English metric units (20.4.2.7). A drawing higher than three points is not a rule. */
const HIGHEST_RULE = 3 * 12_700;
const isThin = ({ cx, cy }: { readonly [name: string]: string }) =>
  Number(cy) <= HIGHEST_RULE && Number(cx) > 20 * HIGHEST_RULE;

export function docxParagraphs(
  xml: string,
  styles: DocxStyles,
): { readonly paragraphs: readonly MarkupParagraph[]; readonly title: string | null } {
  const paragraphs: MarkupParagraph[] = [];
  let title: string | null = null;
  let paragraph: OpenParagraph | null = null;
  let isHidden = false;
  let inText = false;
  let inBorders = false;
  let isBold = false;
  /** Whether a page break precedes the next text. */
  let afterPage = false;
  /** Paragraphs that look like headings. */
  const heads = new Set<MarkupParagraph>();
  /** The first letter of a chapter, which is in a separate frame before its word. */
  let dropCap = "";
  /** Bookmarks of the notes that marks link to. */
  const notes = new Set<string>();
  /** The number of open elements that are not read. */
  let unread = 0;
  /** The depth of the content control with a table of contents. Null: none is open. */
  let gallery: number | null = null;
  const controls: number[] = [];
  let depth = 0;
  /** The number of cells in the current table row; 0 outside of a table. */
  let cells = 0;
  /** Open complex fields (17.16.18), and whether each is a table of contents. */
  const fields: { isContents: boolean; inCode: boolean }[] = [];

  const isRead = () => unread === 0 && !isHidden && gallery === null && !fields.some(({ isContents }) => isContents);
  const add = (text: string) => {
    if (paragraph === null || !isRead() || fields.some(({ inCode }) => inCode)) return;
    paragraph.line.add(text);
    if (isBold) paragraph.boldUnits += visibleUnits(text);
  };
  /** Paragraphs interrupted by text boxes. A box is nested in the paragraph that it is anchored to. */
  const interrupted: (OpenParagraph | null)[] = [];
  const close = () => {
    if (paragraph === null) return;
    const { meaning, linked, isDropCap, isRule, isFilled, isCentred, boldUnits } = paragraph;
    const startsPage = paragraph.startsPage || afterPage;
    const isNote = meaning === "note" || (paragraph.isNote && paragraph.hasBackLink);
    const text = dropCap + readable(paragraph.line.take().text);
    const isLink = linked > 0 && linked >= visibleUnits(text);
    paragraph = null;
    if (!isRead() || meaning === "contents" || isNote) return;
    if (text === "") {
      if (isRule || meaning === "rule") push("break", "", null, false);
      else if (!isFilled) push("blank", "", null, false);
      return;
    }
    dropCap = isDropCap ? text : "";
    if (isDropCap) return;
    afterPage = false;
    if (meaning === "title") title ??= text;
    push("text", text, meaning === null ? null : (LEVELS[meaning] ?? null), isLink);
    const isSetApart = startsPage || (isCentred && boldUnits >= visibleUnits(text));
    if (isSetApart && meaning !== "title" && mayBeHead(text)) heads.add(paragraphs.at(-1)!);
  };
  const push = (kind: MarkupParagraph["kind"], text: string, level: MarkupParagraph["level"], isLink: boolean) => {
    paragraphs.push({ kind, text, level, isLink, anchors: [], ...(cells === 1 && { isName: true }) });
  };
  const endLink = () => {
    if (paragraph?.link == null) return;
    const { from, target } = paragraph.link;
    const words = paragraph.line.since(from).trim();
    const isMark = NOTE_MARK.test(words) && BEHIND_WORD.test(from.tail);
    if (isMark) {
      notes.add(target);
      paragraph.line.cut(from);
    } else paragraph.linked += visibleUnits(words);
    paragraph.hasBackLink ||= BACK_LINK.test(words);
    paragraph.link = null;
  };

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag);
        const value = attributes["w:val"] ?? "";
        depth++;
        if (UNREAD.has(name)) unread++;
        const isPageBreak = name === "br" && attributes["w:type"] === "page";
        if (isPageBreak && unread === 0) {
          if (paragraph !== null && !paragraph.line.hasText) paragraph.startsPage = true;
          else afterPage = true;
        }
        if (paragraph !== null) {
          if (attributes["o:hr"] === "t" || (name === "extent" && isThin(attributes))) paragraph.isRule = true;
          if (FILLING.has(name) || isPageBreak) paragraph.isFilled = true;
          if (name === "jc" && value === "center") paragraph.isCentred = true;
          if (name === "pageBreakBefore" && !OFF.test(value)) paragraph.startsPage = true;
          if (inBorders && /^(?:top|bottom)$/.test(name) && !NO_BORDER.test(value)) paragraph.isRule = true;
        }
        switch (name) {
          case "tr":
            cells = 0;
            break;
          case "tc":
            cells++;
            break;
          case "p":
            if (unread === 0) paragraph = opened();
            break;
          case "txbxContent":
            if (unread > 0) break;
            interrupted.push(paragraph);
            paragraph = null;
            break;
          case "pStyle":
            if (paragraph !== null) paragraph.meaning = styles.meanings.get(value) ?? null;
            break;
          case "outlineLvl":
            if (paragraph !== null) paragraph.meaning = outlineMeaning(Number(value)) ?? paragraph.meaning;
            break;
          case "pBdr":
            inBorders = true;
            break;
          case "framePr":
            if (paragraph !== null) paragraph.isDropCap = /^(?:drop|margin)$/.test(attributes["w:dropCap"] ?? "");
            break;
          case "bookmarkStart":
            if (paragraph !== null && notes.has(attributes["w:name"] ?? "")) paragraph.isNote = true;
            break;
          case "hyperlink":
            if (paragraph !== null && attributes["w:anchor"] !== undefined) {
              paragraph.link = { from: paragraph.line.mark(), target: attributes["w:anchor"] };
            }
            break;
          case "r":
            isBold = false;
            isHidden = false;
            break;
          case "b":
            isBold = !OFF.test(value);
            break;
          case "vanish":
            isHidden = !OFF.test(value);
            break;
          case "t":
            inText = true;
            break;
          case "noBreakHyphen":
            add("-");
            break;
          case "sdt":
            controls.push(depth);
            break;
          case "docPartGallery":
            if (/table of contents/i.test(value)) gallery ??= controls.at(-1) ?? null;
            break;
          case "fldSimple":
            if (isContents(attributes["w:instr"] ?? "")) unread++;
            break;
          case "fldChar":
            field(attributes["w:fldCharType"] ?? "");
            break;
          default:
            if (SPACES.has(name)) add(" ");
        }
      },
      ontext(text) {
        const current = fields.at(-1);
        if (inText) add(text);
        else if (current?.inCode && isContents(text)) current.isContents = true;
      },
      onclosetag(tag) {
        const name = localName(tag);
        if (name === "t") inText = false;
        if (name === "pBdr") inBorders = false;
        if (name === "hyperlink") endLink();
        if (name === "r") isHidden = false;
        if (name === "txbxContent" && unread === 0) paragraph = interrupted.pop() ?? null;
        if (name === "tr") cells = 0;
        if (name === "p" && unread === 0) close();
        if (name === "sdt") {
          if (gallery === controls.pop()) gallery = null;
        }
        if (UNREAD.has(name)) unread--;
        depth--;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  parser.end();
  return { paragraphs: withSpeakers(withGuessedHeads(paragraphs, heads)), title };

  function field(type: string): void {
    const current = fields.at(-1);
    if (type === "begin" && fields.length < MOST_FIELDS) fields.push({ isContents: false, inCode: true });
    else if (type === "separate" && current !== undefined) current.inCode = false;
    else if (type === "end") fields.pop();
  }
}

const isContents = (instruction: string): boolean => /^\s*(?:TOC|INDEX)\b/.test(instruction);
