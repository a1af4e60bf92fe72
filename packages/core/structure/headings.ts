// The role of a paragraph in the layout: a heading, a scene break, or a paragraph to read.

import { isDigitUnit, isLetterUnit, isSpaceUnit, isUpperUnit } from "./code-units.ts";
import type { Paragraph } from "./paragraphs.ts";

/** "metadata" is never read; "script_line" and "stage_direction" are parts of a text in script form. */
export type ParagraphRole = "heading" | "scene_break" | "paragraph" | "metadata" | "script_line" | "stage_direction";

const MAX_HEADING_UNITS = 160;
const MAX_BREAK_UNITS = 100;

const BREAK_UNITS = new Set([..."*#~=_-–—―•·.…⁂❦☙◆◇○●+/\\|xXoO†‡§⸻✻✽✶★☆"].map((mark) => mark.charCodeAt(0)));

/** "Chapter 7", "BOOK THE SECOND", "Kapitel 3", "Chapitre premier" and similar, at the beginning of a short paragraph. */
const NUMBERED_HEAD =
  /^[\s_*[—–-]{0,6}(?:chapter|book|part|volume|vol|letter|canto|scene|act|stave|section|episode|kapitel|buch|teil|band|chapitre|livre|partie|tome|cap[ií]tulo|libro|parte|capitolo|hoofdstuk|глава|часть)\b[\s.:]{0,4}(?:(?:the|la|el|il|le|das|erstes|der)\s)?(?:[ivxlcdm]{1,8}\b|\d{1,4}\b|[a-zà-ÿа-я]{2,12}(?:[ -][a-z]{2,9})?\b)/iu;
const NAMED_HEAD =
  /^[\s_*]{0,4}(?:prologue|epilogue|introduction|preface|foreword|afterword|interlude|contents|conclusion|prolog|epilog|vorwort|nachwort|prologo|epilogo|pr[oó]logo|ep[ií]logo|пролог|эпилог)[\s_*.:]{0,6}$/iu;
const NUMERAL_ALONE = /^[\s_*[(—–-]{0,6}(?:[IVXLCDM]{1,8}|\d{1,3})[\s_*.\])—–-]{0,6}$/u;
const NUMERAL_THEN_CAPITALS = /^(?:[IVXLCDM]{1,8}|\d{1,3})\.?\s{1,6}[\p{Lu}\s'’,.-]{3,80}$/u;
const CJK_HEAD = /^第[\d一二三四五六七八九十百千〇零]{1,7}[章回節节話话部巻卷]/u;

function isSceneBreak(text: string, paragraph: Paragraph): boolean {
  const size = paragraph.contentEnd - paragraph.contentStart;
  if (size === 0 || size > MAX_BREAK_UNITS) return false;
  let letters = 0;
  for (let position = paragraph.contentStart; position < paragraph.contentEnd; position++) {
    const unit = text.charCodeAt(position);
    if (isSpaceUnit(unit)) continue;
    if (!BREAK_UNITS.has(unit)) return false;
    if (isLetterUnit(unit)) letters++;
  }
  // "x x x" and "o O o" are breaks; a single letter or "ox" is not.
  return letters === 0 || (letters >= 3 && size >= letters * 2 - 1);
}

/** Capitals without a small letter, as in "DOWN THE RABBIT-HOLE". A line that ends like a spoken sentence is no heading. */
function isCapitalHead(content: string): boolean {
  let capitals = 0;
  for (let position = 0; position < content.length; position++) {
    const unit = content.charCodeAt(position);
    if (isUpperUnit(unit)) capitals++;
    else if (isLetterUnit(unit)) return false;
  }
  // A line in capitals that begins with a quotation mark is a shout.
  if (/^[\s_*]*["“”„«»‘'—–-]/.test(content)) return false;
  return capitals >= 3 && !/[!?,;…-]$/.test(content);
}

/** The text after a chapter's number if the heading has quotation marks: the chapter's name, quoted or not. */
const QUOTED_NAME = /^(?:[.:—–]|\s+-|\s*["“„«‘'].*["”“»’'][\s.!?_*]*$)/su;

/** "Chapter II: “The Lamp”" is a heading. “Chapter two,” said Mara, is not, and no sentence that continues after a quote is. */
function isQuotedHead(content: string): boolean {
  const head = NUMBERED_HEAD.exec(content);
  return head !== null && QUOTED_NAME.test(content.slice(head[0].length)) && !endsLikeProse(content);
}

/** One quotation and nothing else, whose last character is a letter or digit: dialogue ends with a punctuation mark. */
const WHOLE_QUOTATION = /^[_*]{0,3}["“„«‘'](?<words>[^"“”„«»\n]{3,80}[\p{L}\p{N}])["”“»’'][_*]{0,3}$/u;
const MOST_TITLE_WORDS = 10;

/** “The Fixer” and “A Light in the Dark” in a paragraph of their own are titles: two words or more, the long ones with capitals. */
function isQuotedTitle(content: string): boolean {
  const words = WHOLE_QUOTATION.exec(content)?.groups?.words?.trim().split(/\s+/u) ?? [];
  if (words.length < 2 || words.length > MOST_TITLE_WORDS) return false;
  const isCapital = (word: string | undefined) => /^[^\p{L}]*\p{Lu}/u.test(word ?? "");
  if (!isCapital(words[0]) || !isCapital(words.at(-1))) return false;
  return words.every((word) => isCapital(word) || /\p{N}/u.test(word) || word.length <= 3);
}

/** Letters and digits only, so typography and punctuation do not matter. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Whether a paragraph at the beginning is the section's title, or one of the headings that the title joins
 * ("Part One – “Dawn”"). A title that ends with "…" is the beginning of the text.
 */
export function isTitle(content: string, title: string): boolean {
  if (title.endsWith("…")) return false;
  const words = plain(content);
  return words !== "" && [title, ...title.split(" – "), ...title.split(/: /)].some((name) => plain(name) === words);
}

/** Whether a line begins like the head of a chapter. */
export function isHeadLine(line: string): boolean {
  return NUMBERED_HEAD.test(line) || NAMED_HEAD.test(line) || CJK_HEAD.test(line);
}

/** Whether a heading numbers or names its chapter as books do, not only by capitals. */
export function isChapterHead(content: string): boolean {
  return isHeadLine(content) || NUMERAL_ALONE.test(content) || NUMERAL_THEN_CAPITALS.test(content);
}

/**
 * @param first Nothing but headings came before: a title may stand here.
 * @param title The section's title; null when it has none.
 */
export function paragraphRole(
  text: string,
  paragraph: Paragraph,
  first: boolean,
  title: string | null = null,
): ParagraphRole {
  if (isSceneBreak(text, paragraph)) return "scene_break";
  const size = paragraph.contentEnd - paragraph.contentStart;
  if (size === 0 || size > MAX_HEADING_UNITS || paragraph.lines > 4) return "paragraph";
  const content = text.slice(paragraph.contentStart, paragraph.contentEnd);
  if (first && title !== null && isTitle(content, title)) return "heading";
  if (NUMERAL_ALONE.test(content)) return "heading";
  if (CJK_HEAD.test(content)) return "heading";
  const ends = content.charCodeAt(content.length - 1);
  const speaks = /["“”«»„]/.test(content);
  if (!speaks && size <= 120 && NUMBERED_HEAD.test(content) && !endsLikeProse(content)) return "heading";
  if (speaks && isQuotedHead(content)) return "heading";
  if (paragraph.afterBlank && isQuotedTitle(content)) return "heading";
  if (NAMED_HEAD.test(content) || NUMERAL_THEN_CAPITALS.test(content)) return "heading";
  if (isCapitalHead(content) && (paragraph.afterBlank || first)) return "heading";
  if (first && !speaks && size <= 80 && paragraph.lines <= 2 && isTitleEnd(ends)) return "heading";
  return "paragraph";
}

/** "Part of him knew. He went on." begins like a heading but is none. */
function endsLikeProse(content: string): boolean {
  const words = content.split(/\s+/).length;
  return words > 4 && /[a-zà-ÿ][.!?]$/u.test(content) && !/^[^.]{0,24}[.:]\s/u.test(content);
}

function isTitleEnd(unit: number): boolean {
  return isLetterUnit(unit) || isDigitUnit(unit);
}
