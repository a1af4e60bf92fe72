// Notes of an author that are not part of the story: reminders, and words to the readers of a serial.

import { type Place, paragraphsOf, placesOf } from "./finding.ts";

/** Words that begin a note in brackets. */
const BEGINNINGS = [
  "todo|to do|tk|tktk|tbd|tbc|fixme|fix this|xxx+|wip|placeholder|insert|add|check|expand|rewrite|research|verify|need|needs|describe|note to self|a/n|an|author'?s?'? note|editor'?s?'? note|comment",
  "pr\u00fcfen|nachschlagen|erg\u00e4nzen|einf\u00fcgen|\u00fcberarbeiten|anm\\. d\\. (?:autors|verf)|notiz|offen",
  "\u00e0 (?:faire|v\u00e9rifier|compl\u00e9ter|revoir)|nda|note de l'auteur",
  "por hacer|revisar|pendiente|nota del autor|da fare|da verificare|nota dell'autore|a fazer|nota do autor|te doen|do zrobienia|\u0441\u0434\u0435\u043b\u0430\u0442\u044c|\u043f\u0440\u043e\u0432\u0435\u0440\u0438\u0442\u044c|att g\u00f6ra|\u5f85\u529e|\u8981\u78ba\u8a8d",
].join("|");
/** "[add" may begin an ordinary insertion of an editor; these words count with a colon or in capitals only. */
const WEAK = /^(?:add|check|an|need|needs|describe|comment|insert|research|verify|expand|notiz|offen|nota)$/iu;
const BRACKETED = new RegExp(
  `[[({<]{1,2}\\s?(${BEGINNINGS})(?![\\p{L}\\p{N}])([:!?]?)[^\\])}>\\n]{0,600}[\\])}>]{1,2}`,
  "giu",
);
/** Marks of a draft that no story has as words. */
const BARE = /(?<![\p{L}\p{N}/])(?:TODO|FIXME|TKTK|TK|TBD|PLACEHOLDER)(?![\p{L}\p{N}/])/gu;
const WHOLE =
  /^[*_\s(]*(?:A\/N|author['\u2019]s note|note from the author|anmerkung de[sr] autor(?:s|in)|note de l['\u2019]auteur|nota del autor|nota do autor|nota dell['\u2019]autore|n\/a autora?)\s?[:\u2013\u2014-]/iu;
const SERIAL = /(?<![\p{L}\p{N}/])A\/N\s?[:\u2013\u2014-]/gu;

export function authorNotes(text: string): readonly Place[] {
  const { places, add } = placesOf("author_note", text.length);
  for (const { text: paragraph, start } of paragraphsOf(text))
    if (WHOLE.test(paragraph.slice(0, 80))) add(start, start + paragraph.length, "");
  for (const match of text.matchAll(BRACKETED)) {
    const [all, word = "", colon] = match;
    const isCapital = word === word.toUpperCase() && word.length > 1;
    if (WEAK.test(word) && colon !== ":" && !isCapital) continue;
    // Parentheses hold ordinary asides.
    if (all.startsWith("(") && colon !== ":" && !isCapital) continue;
    // The space before the note goes with it.
    const from = text[match.index - 1] === " " ? match.index - 1 : match.index;
    add(from, match.index + all.length, "");
  }
  for (const match of text.matchAll(BARE)) add(match.index, match.index + match[0].length, null);
  for (const match of text.matchAll(SERIAL)) add(match.index, match.index + match[0].length, null);
  return places;
}
