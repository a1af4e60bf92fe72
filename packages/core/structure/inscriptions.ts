// The words of a sign or a note, in other languages than English: "An der Tür hing ein Zettel: „Bin gleich zurück“", "«Ven», decía la
// nota". They are written, so the narrator reads them, unless a person reads them aloud.

import type { Paragraph } from "./paragraphs.ts";
import type { QuoteSpan } from "./quotes.ts";

/** Units of narration that are examined before and behind a quote. */
const LEAD = 120;
const BEHIND = 48;

const SIGN =
  `(?:schild|zettel|tafel|plakat|aufkleber|inschrift|aufschrift|spruch|brief|postkarte|nachricht|grabstein|cartel|letrero|nota|aviso|rótulo|
  pancarta|carta|mensaje|pizarra|inscripción|écriteau|pancarte|panneau|affiche|billet|lettre|inscription|plaque|étiquette|message|cartello|
  biglietto|insegna|scritta|targa|lettera|messaggio|avviso|manifesto|placa|letreiro|bilhete|cartaz|mensagem|tabuleta|bord|bordje|briefje|
  opschrift|skylt|skylten|lapp|lappen|brev|tabliczk[aęąi]|tabliczce|kartk[aęąi]|kartce|napis|szyld|liścik|karteczk[aęąi]|табличк[аеуи]|
  записк[аеуи]|вывеск[аеуи]|надпись|объявлени[ея])`.replaceAll(/\s+/gu, "");
const NO_LETTER_BEFORE = "(?<![\\p{L}\\p{M}])";
const NO_LETTER_BEHIND = "(?![\\p{L}\\p{M}])";
const STATES =
  `(?:decía|rezaba|ponía|diceva|recitava|disait|annonçait|indiquait|proclamait|dizia|lautete|verkündete|luidde|zei|głosił[ao]?|
  гласил[ао]?|löd)`.replaceAll(/\s+/gu, "");

/** "hing ein Zettel:", "un cartello diceva:", "alguien había apuntado:" */
const BEFORE = new RegExp(
  `${NO_LETTER_BEFORE}(?:${SIGN}|${SIGN}(?: \\p{L}+){0,4} ${STATES}|geschrieben|gekritzelt|écrit|inscrit|escrito|apuntado|anotado|scritto|napisan[eoay]|написано|geschreven|skrivet)\\s*[:,]\\s*$`,
  "iu",
);
/** "vond een briefje onder de deur:", "leyó la nota que había encontrado:" */
const FOUND = new RegExp(
  `${NO_LETTER_BEFORE}(?:fand|fanden|las|trouva|lut|encontró|halló|leyó|trovò|lesse|encontrou|achou|leu|vond|hittade|läste|znalazł[ao]?|przeczytał[ao]?|нашёл|нашла|прочитал[ао]?|прочёл|прочла) (?:\\p{L}+ ){0,3}${SIGN}(?: \\p{L}+){0,6}\\s*:\\s*$`,
  "iu",
);
/** "stand darauf", "stond erop", "disait le billet" */
const STANDS = new RegExp(
  `^[\\s,.!?…]*(?:(?:stand|steht) (?:darauf|drauf|darunter|da|dort|an |auf (?:dem|der|einem|einer) |in |über )|(?:stond|staat) (?:er|erop|eronder|daar|op (?:de|het|een) |boven |in )|stod det|${STATES} (?:l['’]|le |la |el |il |lo |o |a |der |die |das |het |de )?${SIGN}${NO_LETTER_BEHIND})`,
  "iu",
);
/** Letters in languages whose word for them is another word in English: "list od brata", and their salutation. */
const LETTER = /(?<!\p{L})(?:list|listu|listem|liście|brev|brevet)(?!\p{L})/iu;
const DEAR = /^[^\p{L}]*(?:drog(?:a|i|ie)|kochan[aie]|kära|käre|bästa) (?:\p{L}+ ){0,2}\p{L}+[,!]/iu;
/** "stand da," between two quotes. */
const STANDS_BEFORE =
  /[“”"«»’‘]\s*,?\s*(?:(?:stand|steht) (?:darauf|drauf|da|dort)|stond er|stond daar|stod det)\s*,\s*$/iu;
const HAS_SIGN = new RegExp(NO_LETTER_BEFORE + SIGN + NO_LETTER_BEHIND, "iu");
/** "decía, y nada más" behind a sentence with a note. */
const ONLY_STATES = new RegExp(`^[\\s,.!?…]*${STATES}\\s*[,.]`, "iu");
/** "Она перечитала её" */
const READ_AGAIN = new RegExp(
  `^[^\\p{L}]*(?:\\p{L}+ ){0,3}(?:(?:re|ri)?(?:lut|leyó|lesse|leu)|las|przeczytał[ao]?|(?:пере|про)читал[ао]?)${NO_LETTER_BEHIND}`,
  "iu",
);
const ALOUD =
  /(?:ad alta voce|en voz alta|em voz alta|à (?:haute voix|voix haute)|laut vor|hardop|na głos|głośno|вслух|högt)/iu;

/** "… trouva le billet." « Je sais tout. » "Il le relut": a whole paragraph between the note and its reading. */
function isReadNext(text: string, { contentStart, contentEnd }: Paragraph, { start, end }: QuoteSpan): boolean {
  if (!READ_AGAIN.test(text.slice(contentEnd, contentEnd + BEHIND))) return false;
  if (/\p{L}/u.test(text.slice(contentStart, start)) || /\p{L}/u.test(text.slice(end, contentEnd))) return false;
  const before = text.slice(Math.max(0, contentStart - LEAD), contentStart);
  return /[.:…]\s*$/u.test(before) && HAS_SIGN.test(before);
}

export function isWrittenElsewhere(text: string, paragraph: Paragraph, quote: QuoteSpan): boolean {
  const { start, end } = quote;
  const before = text.slice(Math.max(paragraph.contentStart, start - LEAD), start);
  const behind = text.slice(end, Math.min(paragraph.contentEnd, end + BEHIND));
  // The patterns that are bound to a place come first: most quotes match none of them.
  const leads = /[:,]\s*$/u.test(before);
  const written =
    (leads && (BEFORE.test(before) || FOUND.test(before) || STANDS_BEFORE.test(before))) ||
    STANDS.test(behind) ||
    ((ONLY_STATES.test(behind) || READ_AGAIN.test(behind)) && HAS_SIGN.test(before)) ||
    (DEAR.test(text.slice(start, Math.min(end, start + BEHIND))) &&
      LETTER.test(text.slice(Math.max(0, start - LEAD), start))) ||
    isReadNext(text, paragraph, quote);
  return written && !ALOUD.test(before);
}
