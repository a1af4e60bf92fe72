// Letters in a story. Their quotation marks begin at the heading and end with the letter, many paragraphs later.

import type { Paragraph } from "./finding.ts";

/** "My dear Sister," in the languages that Fullcast reads dialogue in. */
const SALUTATION =
  /^(?:(?:my|our|mein[er]?|ma|mon|mes|mi|mia|mio|meu|minha|mijn)\s+)?(?:(?:own|very|most|ever|sehr|tr\u00e8s|muy)\s+)?(?:dear|dearest|darling|beloved|sir|sirs|madam|gentlemen|ladies|reverend|hono[u]?red|liebe[rs]?|liebste[rs]?|teure[rs]?|teuerste[rs]?|geehrte[rs]?|verehrte[rs]?|cher|ch\u00e8re|chers|ch\u00e9rie?|monsieur|madame|mademoiselle|querid[oa]|estimad[oa]|amad[oa]|car[oa]|carissim[oa]|egregi[oa]|beste|lieve|geachte|drog[ai]|kochan[ya]|\u0434\u043e\u0440\u043e\u0433\u043e\u0439|\u0434\u043e\u0440\u043e\u0433\u0430\u044f|\u043c\u0438\u043b\u044b\u0439|\u043c\u0438\u043b\u0430\u044f|k\u00e4re|k\u00e4ra)(?![\p{L}])/iu;
/** Its end: a comma or its like, perhaps with a dash. */
const SALUTATION_END = /(?:[,:;!]|[\u2014\u2013]|--)\s*(?:[\u2014\u2013]|--)?$/u;
const DASHED = /^[^.!?]{0,60}[,:.]\s*(?:[\u2014\u2013]|--)/u;
const LONGEST_HEADING = 120;
/** A place, a date and a number may stand above the salutation. */
const MOST_LINES_ABOVE = 3;

const bare = (text: string): string => text.replaceAll(/^[\s"'\u201c\u2018\u201e\u00ab\u00bb_*]+|[\s_*]+$/gu, "");

/** Whether the paragraph is the heading of a letter: its salutation, or a short line above one. */
export function beginsLetter(paragraphs: readonly Paragraph[], index: number): boolean {
  for (let at = index; at <= index + MOST_LINES_ABOVE && at < paragraphs.length; at++) {
    const text = paragraphs[at]?.text ?? "";
    if (isSalutation(text)) return true;
    if (text.length > LONGEST_HEADING) return false;
  }
  return false;
}

/** Whether a text begins with a salutation, alone in its line or before a dash: "My dear Lizzy,--I hope". */
export function isSalutation(text: string): boolean {
  const words = bare(text.slice(0, 2 * LONGEST_HEADING));
  const line = words.split("\n", 1)[0]?.trimEnd() ?? "";
  return SALUTATION.test(line) && line.length <= LONGEST_HEADING && (SALUTATION_END.test(line) || DASHED.test(line));
}
