// The paragraphs of a DOCX's main document, read as a stream: a long one is larger than memory as a tree.

import { Parser } from "htmlparser2";
import { type DocxStyles, outlineMeaning, type StyleMeaning } from "./docx-styles.ts";
import type { MarkupParagraph } from "./paragraphs.ts";
import { localName } from "./xml-elements.ts";

/** What is not of the text: deletions, moved away, old and alternative forms, field codes, other than western rubies. */
const UNREAD = new Set(["del", "moveFrom", "Fallback", "instrText", "delText", "rt", "pict", "txbxContent", "sectPr"]);
const SPACES = new Set(["tab", "br", "cr", "ptab"]);
/** Not deeper than any document. */
const MOST_FIELDS = 1_000;

interface OpenParagraph {
  text: string;
  meaning: StyleMeaning | null;
}

export function docxParagraphs(
  xml: string,
  styles: DocxStyles,
): { readonly paragraphs: readonly MarkupParagraph[]; readonly title: string | null } {
  const paragraphs: MarkupParagraph[] = [];
  let title: string | null = null;
  let paragraph: OpenParagraph | null = null;
  let isHidden = false;
  let inText = false;
  /** How many of the open elements are not read. */
  let unread = 0;
  /** The content control that holds a table of contents, by how many elements were open around it. */
  let gallery: number | null = null;
  const controls: number[] = [];
  let depth = 0;
  /** Complex fields that are open (17.16.18): whether each is a table of contents. */
  const fields: { isContents: boolean; inCode: boolean }[] = [];

  const isRead = () => unread === 0 && !isHidden && gallery === null && !fields.some(({ isContents }) => isContents);
  const add = (text: string) => {
    if (paragraph !== null && isRead() && !fields.some(({ inCode }) => inCode)) paragraph.text += text;
  };
  const close = () => {
    if (paragraph === null) return;
    const { meaning } = paragraph;
    const text = paragraph.text.replaceAll(/\s+/g, " ").trim();
    paragraph = null;
    if (text === "" || meaning === "contents" || meaning === "note") return;
    if (meaning === "title") title ??= text;
    const level = meaning === "heading1" ? 1 : meaning === "heading2" ? 2 : null;
    paragraphs.push({ kind: "text", text, level, isLink: false, anchors: [] });
  };

  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        const name = localName(tag);
        const value = attributes["w:val"] ?? "";
        depth++;
        if (UNREAD.has(name)) unread++;
        switch (name) {
          case "p":
            if (unread === 0) paragraph = { text: "", meaning: null };
            break;
          case "pStyle":
            if (paragraph !== null) paragraph.meaning = styles.meanings.get(value) ?? null;
            break;
          case "outlineLvl":
            if (paragraph !== null) paragraph.meaning = outlineMeaning(Number(value)) ?? paragraph.meaning;
            break;
          case "r":
            isHidden = false;
            break;
          case "vanish":
            isHidden = value !== "0" && value !== "false" && value !== "off";
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
        if (name === "r") isHidden = false;
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
  return { paragraphs, title };

  function field(type: string): void {
    const current = fields.at(-1);
    if (type === "begin" && fields.length < MOST_FIELDS) fields.push({ isContents: false, inCode: true });
    else if (type === "separate" && current !== undefined) current.inCode = false;
    else if (type === "end") fields.pop();
  }
}

const isContents = (instruction: string): boolean => /^\s*(?:TOC|INDEX)\b/.test(instruction);
