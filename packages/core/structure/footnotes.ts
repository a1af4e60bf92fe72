// Footnotes and their marks: "[12]", "[Footnote 3: …]", "*", "†". A paragraph is a note only if
// a mark in the text refers to it.

import { isLetterUnit, isSpaceUnit } from "./code-units.ts";
import type { Exclusion } from "./exclusions.ts";
import type { Paragraph } from "./paragraphs.ts";

const SAID_NOTE = /^\[?\s*(?:footnote|fußnote|note de bas de page|nota a pie)\b/iu;
const NOTE_INSIDE =
  /\[\s*(?:footnote\b|(?:fußnote|anmerkung|note(?: (?:de l['’](?:auteur|éditeur)|du traducteur|de bas de page))?|nota)\s{0,3}\d{0,3}\s{0,3}[:.])[^[\]]{0,1500}\]/giu;
const NUMBER_MARK = /[[{](?:\d{1,4}|pg?\.?\s?\d{1,4}|page\s?\d{1,4}|[a-f]|fn\s?\d{1,3}|note\s\d{1,3})[\]}]/giu;
const NOTE_OPENING = /^[[{](\d{1,4}|[a-f])[\]}]\.?\s/iu;
const RAISED = /(?<=\p{L}{2}[.,;:!?"”’»)]{0,3})[¹²³⁰⁴-⁹]{1,3}(?![\p{L}\p{N}])/gu;
const SIGNS = new Set([0x2a, 0x2020, 0x2021]);
/** A note that begins with a sign follows its mark within this many paragraphs. */
const MAX_AWAY = 12;

/** Marks the paragraphs of footnotes in `whole`. The returned function gives the marks inside a paragraph that is read. */
export function findFootnotes(
  text: string,
  paragraphs: readonly Paragraph[],
  whole: Uint8Array,
): (index: number) => readonly Exclusion[] {
  const sent = new Set<string>();
  const signs = new Map<number, number>();
  const signMarks = new Map<number, Exclusion[]>();
  for (let index = 0; index < paragraphs.length; index++) {
    const paragraph = paragraphs[index]!;
    if (whole[index] === 1) continue;
    const { contentStart, contentEnd } = paragraph;
    const content = text.slice(contentStart, contentEnd);
    const opening = NOTE_OPENING.exec(content);
    if (opening && sent.has(opening[1]!.toLowerCase())) {
      whole[index] = 1;
      continue;
    }
    if (SAID_NOTE.test(content.slice(0, 40)) && (content.startsWith("[") || /^\S+\s*\d*[.:]/u.test(content))) {
      whole[index] = 1;
      continue;
    }
    const sign = text.charCodeAt(contentStart);
    if (SIGNS.has(sign) && onlyOne(content) && opensNote(text, contentStart, contentEnd)) {
      const mark = signs.get(sign);
      if (mark !== undefined && index - mark <= MAX_AWAY) {
        whole[index] = 1;
        continue;
      }
    }
    const raised = signAt(text, paragraph, content);
    if (raised >= 0) {
      signs.set(text.charCodeAt(raised), index);
      signMarks.set(index, [{ start: raised, end: raised + 1, reason: "metadata" }]);
    }
    if (content.includes("[") || content.includes("{"))
      for (const mark of content.matchAll(NUMBER_MARK)) sent.add(mark[0].slice(1, -1).toLowerCase());
  }
  // A sign is a mark only if a note answers it.
  const answered = new Set<number>();
  let nearest = -1;
  for (let index = paragraphs.length - 1; index >= 0; index--) {
    if (whole[index] === 1 && SIGNS.has(text.charCodeAt(paragraphs[index]!.contentStart))) nearest = index;
    else if (signMarks.has(index) && nearest >= 0 && nearest - index <= MAX_AWAY) answered.add(index);
  }
  return (index) => {
    const { contentStart, contentEnd } = paragraphs[index]!;
    const content = text.slice(contentStart, contentEnd);
    const found: Exclusion[] = answered.has(index) ? [...signMarks.get(index)!] : [];
    const add = (match: RegExpExecArray): void => {
      found.push({
        start: contentStart + match.index,
        end: contentStart + match.index + match[0].length,
        reason: "metadata",
      });
    };
    if (content.includes("[") || content.includes("{")) {
      for (const match of content.matchAll(NOTE_INSIDE)) add(match);
      for (const match of content.matchAll(NUMBER_MARK)) if (isMark(match)) add(match);
    }
    if (/[¹²³⁰⁴-⁹]/u.test(content)) for (const match of content.matchAll(RAISED)) add(match);
    return found;
  };
}

/** "[a]" is a mark only after a word; a number in brackets is a mark anywhere. */
function isMark(match: RegExpExecArray): boolean {
  if (/\d/.test(match[0])) return true;
  return match.index > 0 && !isSpaceUnit(match.input.charCodeAt(match.index - 1));
}

function onlyOne(content: string): boolean {
  return content.indexOf(content.charAt(0), 1) < 0;
}

/** Words follow the sign. A line of signs alone is a scene break. */
function opensNote(text: string, start: number, end: number): boolean {
  let position = start + 1;
  while (position < end && isSpaceUnit(text.charCodeAt(position))) position++;
  return position < end && isLetterUnit(text.charCodeAt(position));
}

/** The one sign of a paragraph, if it follows a word or its punctuation and precedes a gap; else -1. */
function signAt(text: string, { contentStart, contentEnd }: Paragraph, content: string): number {
  for (const sign of ["*", "†", "‡"]) {
    const first = content.indexOf(sign);
    if (first <= 0 || content.indexOf(sign, first + 1) >= 0) continue;
    const before = text.charCodeAt(contentStart + first - 1);
    const after = contentStart + first + 1 < contentEnd ? text.charCodeAt(contentStart + first + 1) : 0x20;
    if (!isSpaceUnit(before) && !isLetterUnit(after)) return contentStart + first;
  }
  return -1;
}
