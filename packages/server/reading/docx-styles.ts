// Maps the styles of a DOCX to meanings: heading, title, table of contents.

import { elementsOf } from "./xml-elements.ts";

export type StyleMeaning = "heading1" | "heading2" | "heading3" | "title" | "contents" | "note" | "rule";

export interface DocxStyles {
  /** By style id. */
  readonly meanings: ReadonlyMap<string, StyleMeaning>;
  /** The document's language, if it states one. */
  readonly language: string | null;
}

interface Style {
  readonly name: string;
  readonly basedOn: string | null;
  /** 0 is the highest level. Null: the style sets none. */
  readonly outline: number | null;
  /** Whether its paragraphs have a border above or below. Empty ones are rules. */
  readonly isBordered: boolean;
}

const MOST_BASES = 20;

export function docxStyles(xml: string): DocxStyles {
  const elements = elementsOf(xml);
  const styles = new Map<string, Style>();
  let open: { id: string; name: string; basedOn: string | null; outline: number | null; isBordered: boolean } | null =
    null;
  for (const { name, attributes, parent } of elements) {
    const value = attributes["w:val"] ?? "";
    if (name === "style") {
      open = { id: attributes["w:styleId"] ?? "", name: "", basedOn: null, outline: null, isBordered: false };
      styles.set(open.id, open);
    } else if (open !== null && name === "name") open.name = value.toLowerCase();
    else if (open !== null && name === "basedOn") open.basedOn = value;
    else if (open !== null && name === "outlineLvl") open.outline = Number(value);
    else if (open !== null && /^(?:top|bottom)$/.test(name) && elements[parent]?.name === "pBdr") {
      open.isBordered ||= !/^(?:|none|nil)$/.test(value);
    }
  }
  const meanings = new Map<string, StyleMeaning>();
  for (const id of styles.keys()) {
    const meaning = meaningOf(styles, id);
    if (meaning !== null) meanings.set(id, meaning);
  }
  return { meanings, language: elements.find(({ name }) => name === "lang")?.attributes["w:val"] ?? null };
}

/** Built-in styles keep their English names in every language of Word. A style inherits the meaning of its base style. */
function meaningOf(styles: ReadonlyMap<string, Style>, id: string): StyleMeaning | null {
  let style = styles.get(id);
  for (let bases = 0; style !== undefined && bases < MOST_BASES; bases++) {
    const { name, outline, basedOn } = style;
    if (/^(?:toc|contents|table of figures|index)(?: ?\d| heading|$)/.test(name)) return "contents";
    if (/^(?:foot|end)note text/.test(name)) return "note";
    if (name === "heading 1" || outline === 0) return "heading1";
    if (name === "heading 2" || outline === 1) return "heading2";
    if (name === "heading 3" || outline === 2) return "heading3";
    if (name === "title") return "title";
    if (style.isBordered) return "rule";
    // "heading 4" and outline levels below chapters have no meaning, whatever their base style is.
    if (/^heading \d/.test(name) || outline !== null) return null;
    style = basedOn === null ? undefined : styles.get(basedOn);
  }
  return null;
}

/** The meaning of a paragraph's own outline level; 9 is body text. */
export function outlineMeaning(level: number): StyleMeaning | null {
  return level === 0 ? "heading1" : level === 1 ? "heading2" : level === 2 ? "heading3" : null;
}
