// Characters that do not belong into a story: remains of markup, of a wrong encoding, and control characters.

import { type Place, paragraphsOf, placesOf } from "./finding.ts";

/** Windows-1252 has these characters where Latin-1 has control codes; a text that was decoded wrongly shows them. */
const WINDOWS_1252 =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  shy: "",
  hellip: "\u2026",
  ndash: "\u2013",
  mdash: "\u2014",
  lsquo: "\u2018",
  rsquo: "\u2019",
  ldquo: "\u201c",
  rdquo: "\u201d",
  bdquo: "\u201e",
  laquo: "\u00ab",
  raquo: "\u00bb",
};

const ENTITY = /&(?:#(\d{2,6})|#x([0-9a-f]{2,5})|(\w{2,6}));/giu;
const TAG =
  /<\/?(?:b|i|em|u|s|p|br|hr|div|span|strong|small|sup|sub|font|center|a|h[1-6]|li|ul|ol|img)(?:\s[^<>\n]{0,200})?\s?\/?>/giu;
/** Two or three characters that UTF-8 makes when it is read as Windows-1252. */
const WRONG_ENCODING =
  /\u00e2\u20ac.|[\u00c2\u00c3][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2026\u2030\u2039\u203a\u20ac\u2122]/gu;
/** No control character but tab and line ends; no private use, no replacement character, no specials. */
const NO_CHARACTER =
  /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u0084\u0086-\u009f\u2400-\u2426\u25a1\ue000-\uf8ff\ufffc\ufffd]+/gu;
/** A character of no width inside a word splits it for a voice. */
const NO_WIDTH = /(?<=\p{L})[\u200b\u2060\ufeff\u00ac]+(?=\p{L})/gu;
/** A backslash before a mark is an escape of Markdown or TeX. */
const ESCAPE = /\\(?=[*_#[\](){}~`>"'.!\\-])/gu;
/** Two commas before a word are a quotation mark of a typewriter. */
const DOUBLED_MARK = /(?<=[\p{L}\p{N}'"\u2019\u201d)])([,;])(?: ?\1)+(?![\p{L}\p{N},;])/gu;
/** Asterisks that touch a word on one side: the beginning or the end of emphasis. */
const EMPHASIS =
  /(?<![^\s("'\u2018\u201c\u201e\u00ab\u2014\u2013])(\*{1,3})(?=[^\s*])|(?<=[^\s*])(\*{1,3})(?![\p{L}\p{N}*])/gu;
const LONE_MARK = /(?<![\\|^~{}])[|^~{}\\]+(?![\\|^~{}])/gu;

export function straySymbols(text: string): readonly Place[] {
  const found = placesOf("stray_symbol", text.length);
  const add = (start: number, length: number, mend: string | null) => found.add(start, start + length, mend);
  if (text.includes("&"))
    for (const match of text.matchAll(ENTITY)) {
      const mend = entity(match);
      if (mend !== null) add(match.index, match[0].length, mend);
    }
  if (text.includes("<"))
    for (const match of text.matchAll(TAG))
      add(match.index, match[0].length, /^<(?:br|hr|p)\b/iu.test(match[0]) ? " " : "");
  for (const match of text.matchAll(WRONG_ENCODING)) {
    // "MANHÃ»" is Portuguese in capitals.
    if (/\p{Lu}/u.test(text[match.index - 1] ?? "")) continue;
    const mend = decoded(match[0]);
    if (mend !== null) add(match.index, match[0].length, mend);
  }
  for (const match of text.matchAll(NO_CHARACTER))
    add(match.index, match[0].length, match[0].includes("\ufffd") ? null : "");
  for (const match of text.matchAll(NO_WIDTH)) add(match.index, match[0].length, "");
  for (const match of text.matchAll(ESCAPE)) add(match.index, 1, "");
  for (const match of text.matchAll(DOUBLED_MARK)) add(match.index, match[0].length, match[1] ?? null);
  if (text.includes("*")) for (const [start, length] of unevenAsterisks(text)) add(start, length, "");
  for (const match of text.matchAll(LONE_MARK)) {
    const { index } = match;
    const line = lineAround(text, index);
    // A row of marks separates scenes.
    if (/\p{L}/u.test(line)) add(index, match[0].length, null);
  }
  return found.places;
}

/** Asterisks of emphasis that begins and does not end in its paragraph, or ends with fewer or more than it began with. */
function unevenAsterisks(text: string): readonly (readonly [start: number, length: number])[] {
  const places: (readonly [start: number, length: number])[] = [];
  let hasNoteMarks = false;
  const unended: { readonly at: number; readonly length: number; readonly isFirst: boolean }[] = [];
  for (const { text: paragraph, start } of paragraphsOf(text)) {
    let open: { readonly at: number; readonly length: number } | null = null;
    const leave = () => {
      if (open !== null) unended.push({ ...open, isFirst: open.at === start });
    };
    for (const { index, 0: run, 1: begin } of paragraph.matchAll(EMPHASIS)) {
      const at = start + index;
      if (begin !== undefined) {
        leave();
        open = { at, length: run.length };
      } else if (open === null) hasNoteMarks = true;
      else {
        const surplus = Math.abs(open.length - run.length);
        if (surplus > 0) places.push([open.length > run.length ? open.at : at, surplus]);
        open = null;
      }
    }
    leave();
  }
  // "word*" refers to a note, and the note begins with the same mark.
  for (const { at, length, isFirst } of unended)
    if (!(hasNoteMarks && isFirst && length === 1)) places.push([at, length]);
  return places;
}

function entity([, decimal, hexadecimal, name]: RegExpMatchArray): string | null {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? null;
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
  const isText = code >= 32 && code < 0xfffe && !(code >= 0xd800 && code <= 0xdfff) && !(code >= 127 && code < 160);
  return isText ? String.fromCharCode(code) : null;
}

/** The character that UTF-8 means with these bytes; null if they are not UTF-8. */
function decoded(written: string): string | null {
  const bytes = [...written].map((character) => {
    const at = WINDOWS_1252.indexOf(character);
    return at < 0 ? character.charCodeAt(0) : 0x80 + at;
  });
  const [first = 0, ...rest] = bytes;
  if (rest.some((byte) => byte < 0x80 || byte > 0xbf)) return null;
  const code = rest.reduce((sum, byte) => (sum << 6) | (byte & 0x3f), first & (rest.length === 2 ? 0x0f : 0x1f));
  return code < 0xa0 ? null : String.fromCharCode(code);
}

function lineAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 200), at);
  const after = text.slice(at, at + 200);
  const end = after.indexOf("\n");
  return before.slice(before.lastIndexOf("\n") + 1) + (end < 0 ? after : after.slice(0, end));
}
