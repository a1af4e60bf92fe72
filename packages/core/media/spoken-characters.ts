// The class of a code unit for speech. A table decides it, so that plain prose is scanned quickly.

export type CharacterClass =
  | "plain"
  | "space"
  | "newline"
  | "capital"
  | "digit"
  | "stop"
  | "quote"
  | "apostrophe"
  | "dash"
  | "hyphen"
  | "ellipsis"
  | "emphasis"
  | "currency"
  | "fraction"
  | "colon"
  | "symbol"
  | "silent"
  | "surrogate";

function asciiClasses(): CharacterClass[] {
  const classes: CharacterClass[] = Array.from({ length: 128 }, () => "plain");
  const set = (characters: string, kind: CharacterClass) => {
    for (const character of characters) classes[character.charCodeAt(0)] = kind;
  };
  for (let code = 0; code < 32; code++) classes[code] = "silent";
  classes[127] = "silent";
  set("\t\v\f ", "space");
  set("\n\r", "newline");
  set("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "capital");
  set("0123456789", "digit");
  set('"', "quote");
  set("'`", "apostrophe");
  set("_*", "emphasis");
  set("-", "hyphen");
  set(".", "stop");
  set("$", "currency");
  set(":", "colon");
  set("&%+=@#/\\|~^<>[]{}", "symbol");
  return classes;
}

const ASCII = asciiClasses();

const MARKED = new Map<number, CharacterClass>();
function mark(characters: string, kind: CharacterClass): void {
  for (const character of characters) MARKED.set(character.charCodeAt(0), kind);
}
mark("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u201a\u301d\u301e\u301f\uff02\u300c\u300d\u300e\u300f", "quote");
mark("\u2018\u2019\u201b\u02bc\uff07", "apostrophe");
mark("\u2012\u2013\u2014\u2015\u2e3a\u2e3b\u2212", "dash");
mark("\u2010\u2011", "hyphen");
mark("\u2026\u2025", "ellipsis");
mark("\u00a3\u20ac\u00a5\uffe5", "currency");
mark("\u00bd\u00bc\u00be\u2153\u2154\u215b\u215c\u215d\u215e", "fraction");
mark("\u00b0\u00a7\u00d7\u00f7\u00a2\u00b1", "symbol");
mark("\u00a0\u1680\u202f\u205f\u3000", "space");
mark("\u2028\u2029\u0085", "newline");
mark("\u00ad\u034f\u061c\u180e\u2020\u2021\u2022\u00b6\u00a9\u00ae\u2122\u2032\u2033\ufeff\u00b7", "silent");

function otherClass(code: number): CharacterClass {
  if (code >= 0xd800 && code <= 0xdfff) return "surrogate";
  const marked = MARKED.get(code);
  if (marked !== undefined) return marked;
  if (code < 0xa0) return "silent";
  if (code < 0x2000) return "plain";
  if (code <= 0x200a) return "space";
  if (code <= 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f)) return "silent";
  // Arrows, technical signs, boxes, shapes, miscellaneous symbols, dingbats: pictures, not words.
  if (code >= 0x2190 && code <= 0x21ff) return "silent";
  if (code >= 0x2300 && code <= 0x23ff) return "silent";
  if (code >= 0x2500 && code <= 0x27bf) return "silent";
  if (code >= 0x2b00 && code <= 0x2bff) return "silent";
  // Private use, variation selectors, specials.
  if (code >= 0xe000 && code <= 0xf8ff) return "silent";
  if ((code >= 0xfe00 && code <= 0xfe0f) || code >= 0xfff9) return "silent";
  return "plain";
}

export function characterClass(code: number): CharacterClass {
  return code < 128 ? ASCII[code]! : otherClass(code);
}

/** Emoji, their modifiers, flags and tags, and unassigned or private planes: none of them is spoken. */
export function isPictograph(codePoint: number): boolean {
  return (codePoint >= 0x1f000 && codePoint <= 0x1faff) || codePoint >= 0xe0000;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

export function isLowercase(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0xff && code !== 0xf7);
}

/** A letter of any script, roughly: every unit that can be part of a word. */
export function isLetter(code: number): boolean {
  if (code < 128) return isCapital(code) || (code >= 97 && code <= 122);
  const kind = otherClass(code);
  return (kind === "plain" && code >= 0xc0) || kind === "surrogate";
}

export function isWordUnit(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

/** Space of any kind, line ends included. */
export function isSpace(code: number): boolean {
  if (code === 32 || code === 10 || code === 13) return true;
  const kind = characterClass(code);
  return kind === "space" || kind === "newline";
}
