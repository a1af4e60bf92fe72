// Quoted text that is read, not said: letters, notes, telegrams. It stays in the narration. A letter is recognised by the
// narration before it ("the note ran as follows:"), by its own salutation ("Dear Sir,") and by the text after it ("wrote
// Anna"). It continues over paragraphs while its quotation mark stays open.

import type { Paragraph } from "./paragraphs.ts";
import type { QuoteSpan } from "./quotes.ts";

/** Units of narration that are examined before a quote. */
const MAX_LEAD = 320;
/** The salutation and the closing of a letter are short. */
const MAX_HEAD = 120;
/** The word for a letter stands within this distance of its colon. */
const NEAR = 60;
/** A speaker says at most this much without a tag. */
const LONG = 300;
/** Directly after a paragraph of a letter this much is its next paragraph. */
const NEXT = 150;

const word = (list: string): string =>
  `(?<![\\p{L}\\p{M}])(?:${list.trim().replaceAll(/\s+/gu, "|")})(?![\\p{L}\\p{M}])`;

/** Nouns for written things. */
const WRITTEN = word(`letter letters note postscript telegram epistle billet inscription notice prospectus advertisement
  diary journal card placard envelope brief zettel telegramm tagebuch lettre billet télégramme carta nota telegrama lettera biglietto
  telegramma bilhete cahier carnet pancarte écriteau schild inschrift cuaderno letrero cartel inscripción diario quaderno cartello
  insegna diário caderno letreiro dagboek opschrift dagbok skylt dziennik dzienniku kartce napis tabliczka tabliczce вывеске табличке
  дневнике надпись sign poster письмо письма записка записку телеграмма телеграмму`);
/** Words for writing or reading. */
const WRITING =
  word(`wrote write writes written scribbled penned scrawled inscribed ran schrieb schreibt geschrieben lautete
  écrivit écrivait écrit escribió escribe scrisse scrive escreveu schreef luidde написал написала писал писала`);
/** Words for reading; they also occur when a speaker mentions a book. */
const READING = word(`read reads reading perused las lut leyó leu`);
/** "as follows:" */
const ANNOUNCED =
  /(?:as follows|in these words|(?:in these|the following) terms|to (?:this|the following) effect|(?:were|was|are|is) (?:the|its|these|their) contents|wie folgt|folgendes|en ces termes|como sigue|come segue|следующее)[^\p{L}\p{N}]*$/iu;
const SAYING = word(`said says say spoke replied answered cried exclaimed asked told whispered murmured added continued
  began crying saying exclaiming whispering sagte antwortete fragte rief dit répondit demanda dijo respondió preguntó disse rispose respondeu zei antwoordde
  сказал сказала спросил спросила ответил ответила`);

const SALUTATION =
  /^[^\p{L}]*(?:(?:my|our) (?:own |very |poor )*)?(?:dear(?:est)?|honou?red|respected|beloved|lieb(?:e|er|es|ste)|geehrter?|(?:mon|ma) cher|(?:mon|ma) chère|querid[ao]|estimad[ao]|car[ao]|prezad[ao]|drog(?:a|i|ie)|kochan[aie]|lieve|beste|geachte|kära|käre|bästa|дорог(?:ой|ая)|милостив(?:ый|ая)) (?:[\p{L}.'’-]+(?: |(?=[,:;]))){0,4}[,:;]/iu;
/** The narration before a quote is a salutation alone. */
const SALUTED = new RegExp(`${SALUTATION.source}[^\\p{L}]*$`, "iu");
const CLOSING =
  /^[^\p{L}]*(?:(?:i am|i remain|believe me|ever|very|always|most)[ ,:]+)*(?:yours?|dear (?:sir|madam))(?:[ ,]|$)(?!\w* (?:are|is|will|was|have|must))/iu;
const DATELINE =
  /^[^\p{L}]*(?:[\p{L}.'’-]+,? ){0,5}(?:\d{1,2}(?:st|nd|rd|th)?,? (?:of )?)?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?,? ?(?:\d{1,4}(?:st|nd|rd|th)?)?[^\p{L}\p{N}]*$/iu;

/** "Yours, &c.", "Yours affectionately,": the last words of a letter. */
const ENDING =
  /(?<!\p{L})your['’]?s(?:(?:,? (?:ever|always|most|very|\p{L}+ly))+[,.]?|,? ?(?:&c|etc)\.?)[^\p{L}\p{N}?!]*$/iu;
/** "Your obliged and affectionate Son,": a paragraph that only a letter has. */
const CLOSED =
  /^[^\p{L}]*(?:(?:i am|i remain|believe me|ever|very|always|most)[ ,:]+)*your['’]?s?,? (?:(?:most|ever|very) )*(?:obliged|affectionate|obedient|humble|loving|devoted|faithful|sincere|dutiful|grateful)(?!\p{L})[^?!]*$/iu;
/** "EDW. GARDINER." */
const SIGNATURE = /^[^\p{L}]*\p{Lu}[\p{L}.'’]*(?: \p{Lu}[\p{L}.'’]*){0,3}[^\p{L}?!]*$/u;
const MAX_SIGNATURE = 40;
/** "Monsieur,": the whole first paragraph of a letter whose mark stays open. */
const ADDRESS = /^[^\p{L}]*\p{Lu}[\p{L}.'’]*(?: (?:\p{Lu}[\p{L}.'’-]*|l[ae]|de|von)){0,3},[^\p{L}]*$/u;
/** "Elizabeth read on;", directly before the words that she reads. */
const READ_OUT =
  /(?<![\p{L}])(?:read|reads|reading|las|liest|lut|lisait|leyó|leía|lesse|leu)(?: on| aloud| out| again| thus| vor| weiter| tout haut)?[^\p{L}\p{N}]*$/iu;
/** "It said:" after a sentence about a letter. */
const STATES =
  /(?<!\p{L})(?:it|elle|il|ella|er|es|sie) (?:said|says|read|reads|ran|runs|disait|dit|decía|dice|diceva|sagte|lautete)[^\p{L}]*$/iu;

/** Books for one's own notes. */
const DIARY =
  word(`diary tagebuch cahier carnet cuaderno diario quaderno diário caderno dziennik dzienniku pamiętnik pamiętniku дневник
  дневнике дневнику dagboek dagbok dagboken`);
/** "Der Brief war kurz.": a sentence about a letter that has no person. */
const ABOUT_LETTER =
  /^[^\p{L}]*(?:(?:the|her|his|der|die|das|le|la|el|il|o|a|het|de) )?(?:letter|note|message|telegram|postcard|brief|zettel|nachricht|telegramm|lettre|billet|message|télégramme|carta|nota|mensaje|telegrama|lettera|biglietto|messaggio|bilhete|mensagem|list|liścik|wiadomość|письмо|записка|telegraaf|briefje|brev|brevet|lappen) (?:was|were|is|war|lautete|était|est|fut|era|fue|es|è|foi|był|było|была|была́|был|было|var|luidde)(?![\p{L}\p{M}])/iu;

/** The same in Chinese, which has no spaces between words. */
const NOTED = /(?:日记|日記|纸条|字条|便条|信上|信中|信里|告示|牌子|招牌|碑上|屏幕)[^。！？]{0,14}[：:]\s*$/u;

const patterns = {
  diary: new RegExp(DIARY, "iu"),
  written: new RegExp(WRITTEN, "iu"),
  writing: new RegExp(WRITING, "iu"),
  reading: new RegExp(READING, "iu"),
  saying: new RegExp(SAYING, "iu"),
  wroteBehind: new RegExp(
    `^[^\\p{L}]*(?:(?:it ran|(?:the|this|that) (?:letter|note|document|message|telegram|paper|epistle|missive|card) (?:ran|went on|continued|concluded|said))(?!\\p{L})|(?:\\p{L}+[^\\p{L}]+){0,3}?${word("wrote writes schrieb écrivit escribió scrisse escreveu schreef написал написала")})`,
    "u",
  ),
};

/** A quote that opens its paragraph and fills it. */
interface Whole {
  readonly head: boolean;
  readonly unclosed: boolean;
}

/** Finds the letters of a text; paragraphs must be given in order. */
export class LetterReader {
  private readonly text: string;
  /** The letter that was open at the end of the paragraph before, if any. */
  private open: Whole | null = null;
  /** Start and end of the narration that introduces: after the last quote, over the last paragraphs. */
  private lead = "";

  constructor(text: string) {
    this.text = text;
  }

  /** A heading, a break or another part outside the story resets the state. */
  interrupt(paragraph: Paragraph): void {
    this.open = this.headWithoutMarks(paragraph);
    this.lead = "";
  }

  private headWithoutMarks({ contentStart: start, contentEnd: end }: Paragraph): Whole | null {
    if (end - start > MAX_HEAD) return null;
    // A salutation can share its paragraph with a date.
    const last = this.text.lastIndexOf("\n", end - 1) + 1;
    const salutes = last > start && this.isSalutation(this.text.slice(last, end));
    return salutes || this.isHead({ start, end }) ? { head: true, unclosed: false } : null;
  }

  /** The quotes of a paragraph that are spoken. */
  said(paragraph: Paragraph, quotes: readonly QuoteSpan[]): readonly QuoteSpan[] {
    if (quotes.length === 0) {
      this.open = this.headWithoutMarks(paragraph);
      this.lead = this.narration(paragraph.contentStart, paragraph.contentEnd, "");
      return quotes;
    }
    const before = this.open;
    this.open = null;
    let behind = paragraph.contentStart;
    let lead = this.lead;
    let wrote = false;
    const said: QuoteSpan[] = [];
    quotes.forEach((quote, index) => {
      const opens = this.isBlank(paragraph.contentStart, quote.start);
      const next = quotes[index + 1]?.start ?? paragraph.contentEnd;
      const fills = this.isBlank(quote.end, paragraph.contentEnd);
      lead = this.narration(behind, quote.start, opens ? lead : "");
      const head = fills && opens && this.isHead(quote);
      const after = this.text.slice(quote.end, Math.min(next, quote.end + 60));
      wrote ||= patterns.wroteBehind.test(after);
      const letter =
        wrote ||
        (opens && fills && before !== null && this.goesOn(before, quote)) ||
        this.begins(quote, lead, fills, head, opens);
      if (letter && fills) this.open = { head, unclosed: quote.unclosed };
      if (!letter) said.push(quote);
      behind = quote.end;
      lead = "";
    });
    this.lead = this.narration(behind, paragraph.contentEnd, "");
    return said;
  }

  private begins(quote: QuoteSpan, lead: string, fills: boolean, head: boolean, opens: boolean): boolean {
    // "Il relut son cahier : « Pluie. » Il le referma."
    if (NOTED.test(lead) && !/[说說道问問喊][：:]\s*$/u.test(lead)) return true;
    const sentence = lastSentence(lead);
    if (!fills) {
      if (/[:][—–-]*\s*$/u.test(lead) && (isWrittenThing(lead) || isWritingOf(sentence))) return true;
      if (ANNOUNCED.test(lead) && patterns.written.test(lead) && !patterns.saying.test(sentence)) return true;
      return !opens && this.isNoted(quote, lead);
    }
    const text = this.text.slice(quote.start, Math.min(quote.end, quote.start + MAX_HEAD)).replaceAll(/\s+/gu, " ");
    const stated = patterns.written.test(lead) || patterns.writing.test(lead);
    if (head && isDateline(text) && (stated || patterns.reading.test(lead))) return true;
    if (
      SALUTATION.test(text) &&
      (head ||
        (opens && quote.end - quote.start >= LONG && !/^[^\p{L}]*(?:my|our) /iu.test(text)) ||
        quote.unclosed ||
        stated ||
        patterns.reading.test(sentence))
    )
      return true;
    const long = quote.end - quote.start >= LONG;
    if (opens && quote.unclosed && text.length < MAX_HEAD && ADDRESS.test(text)) return true;
    if (!opens && SALUTED.test(lead)) return true;
    if ((quote.unclosed || long) && STATES.test(lead) && patterns.written.test(lead.slice(-2 * NEAR))) return true;
    if (patterns.saying.test(sentence)) return false;
    if ((quote.unclosed || long) && READ_OUT.test(sentence)) return true;
    if ((quote.unclosed || long) && /[:][—–-]*\s*$/u.test(lead) && patterns.written.test(sentence)) return true;
    if (ANNOUNCED.test(lead) && (stated || patterns.reading.test(lead) || quote.unclosed)) return true;
    if (
      /[:][—–-]*\s*$/u.test(lead) &&
      (patterns.writing.test(sentence) || patterns.written.test(sentence.slice(-NEAR)))
    )
      return true;
    // Over several paragraphs, directly after the words that announce it.
    if (opens && quote.unclosed && patterns.reading.test(sentence) && /[:;,][—–-]*\s*$/u.test(lead)) return true;
    if (!opens || !stated) return false;
    if (quote.unclosed && patterns.written.test(sentence)) return true;
    return (quote.unclosed || long) && (patterns.reading.test(sentence) || patterns.writing.test(sentence));
  }

  /** "Sie schlug das Tagebuch auf. „Donnerstag. Er kam nicht.“ Dann löschte sie das Licht." */
  private isNoted(quote: QuoteSpan, lead: string): boolean {
    const sentence = lastSentence(lead);
    if (!patterns.diary.test(sentence) && !ABOUT_LETTER.test(sentence)) return false;
    if (patterns.saying.test(sentence) || !/[.:]\s*$/u.test(lead)) return false;
    const words = this.text.slice(quote.start, quote.end);
    const after = this.text.slice(quote.end, quote.end + NEAR);
    // At least two sentences without a question or a call, and no tag behind them.
    return !/[!?]/u.test(words) && /[.…]\s+\p{L}/u.test(words) && /^[.\s]*(?:\p{Lu}|$)/u.test(after);
  }

  private goesOn(before: Whole, quote: QuoteSpan): boolean {
    if (before.unclosed || before.head || quote.unclosed || quote.end - quote.start >= NEXT) return true;
    return quote.end - quote.start <= MAX_HEAD && CLOSING.test(this.text.slice(quote.start, quote.end));
  }

  private isHead(quote: Pick<QuoteSpan, "start" | "end">): boolean {
    if (quote.end - quote.start > MAX_HEAD) return false;
    const text = this.text.slice(quote.start, quote.end);
    return this.isSalutation(text) || isDateline(text);
  }

  private isSalutation(text: string): boolean {
    const salutation = SALUTATION.exec(text)?.[0];
    return salutation !== undefined && !/\p{L}/u.test(text.slice(salutation.length));
  }

  private narration(from: number, to: number, carried: string): string {
    const own = this.text.slice(Math.max(from, to - MAX_LEAD), to);
    return /[\p{L}\p{N}]/u.test(own) ? own.replaceAll(/\s+/gu, " ") : carried;
  }

  private isBlank(from: number, to: number): boolean {
    return to <= from || (to - from < 40 && !/[\p{L}\p{N}]/u.test(this.text.slice(from, to)));
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly unclosed: boolean;
}

/** A paragraph whose speech was found. */
interface Spoken extends Paragraph {
  readonly speech: readonly Span[];
  readonly letters?: readonly Span[];
}

/** The paragraph is one quote and nothing else. */
function isWhole(text: string, { contentStart, contentEnd, speech }: Spoken): boolean {
  const [first] = speech;
  return (
    first !== undefined &&
    speech.length === 1 &&
    first.start - contentStart < 4 &&
    !/[\p{L}\p{N}]/u.test(text.slice(first.end, contentEnd))
  );
}

/** The paragraphs without the speech of letters that only their end shows: "Yours, &c." */
export function withoutEndedLetters<P extends Spoken>(text: string, paragraphs: readonly P[]): P[] {
  const result = [...paragraphs];
  const silence = (index: number): void => {
    const one = result[index]!;
    result[index] = { ...one, speech: [], letters: [...(one.letters ?? []), ...one.speech] };
  };
  paragraphs.forEach((paragraph, index) => {
    const { contentStart, contentEnd, speech } = paragraph;
    const last = speech.at(-1);
    if (last === undefined || /[\p{L}\p{N}]/u.test(text.slice(last.end, contentEnd))) return;
    const first = speech[0]!;
    const short = contentEnd - contentStart <= MAX_HEAD && !/[\p{L}\p{N}]/u.test(text.slice(contentStart, first.start));
    const head = text.slice(first.start, first.end);
    const closed = short && (CLOSED.test(head) || ENDING.test(head));
    if (!closed && !ENDING.test(text.slice(Math.max(last.start, contentEnd - NEAR), contentEnd))) return;
    silence(index);
    for (let before = index - 1; before >= 0; before--) {
      const one = result[before]!;
      const first = one.speech[0];
      if (first === undefined || !isWhole(text, one)) break;
      if (!first.unclosed && first.end - first.start < LONG) break;
      silence(before);
    }
    const next = paragraphs[index + 1];
    if (next === undefined || !isWhole(text, next) || next.contentEnd - next.contentStart > MAX_SIGNATURE) return;
    if (SIGNATURE.test(text.slice(next.contentStart, next.contentEnd))) silence(index + 1);
  });
  return result;
}

/** The sentence before a colon ends with a written thing and has no verb of saying. */
function isWrittenThing(lead: string): boolean {
  const sentence = lastSentence(lead);
  return !patterns.saying.test(sentence) && patterns.written.test(sentence.slice(-NEAR / 2));
}

/** "He wrote a letter in the modern style:" */
function isWritingOf(sentence: string): boolean {
  return patterns.writing.test(sentence) && patterns.written.test(sentence) && !patterns.saying.test(sentence);
}

function isDateline(text: string): boolean {
  return /\d/u.test(text) && DATELINE.test(text);
}

/** "Mrs. Hale": the point ends no sentence. */
const ABBREVIATED = /(?<!\p{L})(?:\p{Lu}|Mrs?|Ms|Dr|St|Messrs|MM)$/u;

function lastSentence(lead: string): string {
  const body = lead.replace(/[^\p{L}\p{N}]+$/u, "");
  let cut = body.length;
  do {
    const before = cut - 1;
    cut = before < 0 ? -1 : Math.max(...[". ", "! ", "? "].map((mark) => body.lastIndexOf(mark, before)));
  } while (cut > 0 && ABBREVIATED.test(body.slice(Math.max(0, cut - 5), cut)));
  return cut < 0 ? lead : lead.slice(cut + 1);
}
