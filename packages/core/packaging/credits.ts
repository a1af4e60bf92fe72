// The texts that are spoken before and after a book. A new language is a line of data.

export interface CreditedBook {
  readonly title: string;
  readonly author: string | null;
  readonly narrator: string | null;
  /** The sentence that machines speak; absent or null where nothing is stated. */
  readonly statement?: string | null;
}

export interface Credit {
  /** Title of the credit's chapter. */
  readonly heading: string;
  /** The spoken and shown text. */
  readonly text: string;
}

interface CreditWords {
  readonly opening: string;
  readonly closing: string;
  readonly by: (author: string) => string;
  readonly narratedBy: (narrator: string) => string;
  readonly theEnd: string;
}

const WORDS: { readonly [language: string]: CreditWords } = {
  en: {
    opening: "Opening Credits",
    closing: "Closing Credits",
    by: (author) => `by ${author}`,
    narratedBy: (narrator) => `Narrated by ${narrator}`,
    theEnd: "The end",
  },
  de: {
    opening: "Vorspann",
    closing: "Abspann",
    by: (author) => `von ${author}`,
    narratedBy: (narrator) => `Gelesen von ${narrator}`,
    theEnd: "Ende",
  },
  fr: {
    opening: "Générique de début",
    closing: "Générique de fin",
    by: (author) => `de ${author}`,
    narratedBy: (narrator) => `Lu par ${narrator}`,
    theEnd: "Fin",
  },
  es: {
    opening: "Créditos iniciales",
    closing: "Créditos finales",
    by: (author) => `de ${author}`,
    narratedBy: (narrator) => `Narrado por ${narrator}`,
    theEnd: "Fin",
  },
  it: {
    opening: "Titoli di testa",
    closing: "Titoli di coda",
    by: (author) => `di ${author}`,
    narratedBy: (narrator) => `Letto da ${narrator}`,
    theEnd: "Fine",
  },
  nl: {
    opening: "Begintitels",
    closing: "Eindtitels",
    by: (author) => `door ${author}`,
    narratedBy: (narrator) => `Voorgelezen door ${narrator}`,
    theEnd: "Einde",
  },
  pt: {
    opening: "Créditos de abertura",
    closing: "Créditos finais",
    by: (author) => `de ${author}`,
    narratedBy: (narrator) => `Narrado por ${narrator}`,
    theEnd: "Fim",
  },
  pl: {
    opening: "Czołówka",
    closing: "Napisy końcowe",
    by: (author) => `autor: ${author}`,
    narratedBy: (narrator) => `Czyta ${narrator}`,
    theEnd: "Koniec",
  },
  ru: {
    opening: "Начало",
    closing: "Конец",
    by: (author) => `автор ${author}`,
    narratedBy: (narrator) => `Читает ${narrator}`,
    theEnd: "Конец",
  },
  sv: {
    opening: "Inledning",
    closing: "Avslutning",
    by: (author) => `av ${author}`,
    narratedBy: (narrator) => `Inläst av ${narrator}`,
    theEnd: "Slut",
  },
};

const ENDED = /[.!?…。！？]["”’'»)\]]*$/u;

/**
 * The credits of a book in its language, or in English where the language has no entry. Unknown people are left out.
 * @param language BCP 47
 */
export function creditsOf(
  book: CreditedBook,
  language: string,
): { readonly opening: Credit; readonly closing: Credit } {
  const [primary = "en"] = language.toLowerCase().split(/[-_]/);
  const words = (Object.hasOwn(WORDS, primary) ? WORDS[primary] : undefined) ?? WORDS.en!;
  const about = aboutBook(book, words);
  return {
    opening: { heading: words.opening, text: about },
    closing: { heading: words.closing, text: `${sentence(words.theEnd)} ${about}` },
  };
}

function aboutBook({ title, author, narrator, statement = null }: CreditedBook, words: CreditWords): string {
  const named = oneLine(title);
  const by = author === null ? "" : words.by(oneLine(author));
  // "Who Goes There? By Ann Ash." has two sentences, "The Boat, by Ann Ash." one.
  const first = by === "" ? [named] : ENDED.test(named) ? [named, capital(by)] : [`${named}, ${by}`];
  const second = narrator === null ? [] : [words.narratedBy(oneLine(narrator))];
  return [...first, ...second, ...(statement === null ? [] : [statement])].map(sentence).join(" ");
}

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
const sentence = (text: string): string => (ENDED.test(text) ? text : `${text}.`);

function capital(text: string): string {
  const [first = ""] = text;
  return first.toUpperCase() + text.slice(first.length);
}
