// The text that a person confirms before a voice is cloned. A changed sentence is a new version: a record keeps the text that was
// confirmed.

import type { ConsentLanguage } from "../guests/guests.ts";

/** Raised with every change of a sentence below. */
export const CLONE_CONSENT_VERSION = 1;

export interface CloneConsentFacts {
  /** The person whose voice it is. */
  readonly person: string;
  /** self: this person confirms the text. other: another person confirms it, who keeps the agreement of this person. */
  readonly by: "self" | "other";
  /** The name of the engine that gets the recordings. */
  readonly engine: string;
}

/** Paragraphs, separated by blank lines. Plain text. */
export function cloneConsentText(language: ConsentLanguage, facts: CloneConsentFacts): string {
  return TEXTS[language](facts).join("\n\n");
}

const TEXTS: { readonly [language in ConsentLanguage]: (facts: CloneConsentFacts) => readonly string[] } = {
  en: ({ person, by, engine }) => [
    by === "self"
      ? `I am ${person}. The recordings are my own voice.`
      : `The recordings are the voice of ${person}. ${person} has agreed to what this text says, and I keep the proof that I name. For a child, a parent has agreed.`,
    `The recordings are sent to ${engine}, which makes a voice of them. A machine then speaks texts that ${person} never said, and it sounds like ${person}.`,
    "The voice may be used in audio that is shared, published and sold. It is not used to deceive anybody, and not for texts that the person has forbidden.",
    "This text, the name, the proof and the time are stored on this server with a list of the recordings.",
    `${person} can withdraw the consent at any time. The voice is then deleted at ${engine}, and what it has spoken here is deleted, too. Copies that other people already have cannot be called back by this program.`,
  ],
  de: ({ person, by, engine }) => [
    by === "self"
      ? `Ich bin ${person}. Auf den Aufnahmen ist meine eigene Stimme.`
      : `Auf den Aufnahmen ist die Stimme von ${person}. ${person} ist mit dem einverstanden, was in diesem Text steht, und ich bewahre den Nachweis auf, den ich nenne. Bei einem Kind ist ein Elternteil einverstanden.`,
    `Die Aufnahmen werden an ${engine} gesendet, und dort entsteht daraus eine Stimme. Eine Maschine spricht dann Texte, die ${person} nie gesagt hat, und klingt wie ${person}.`,
    "Die Stimme darf in Tonfassungen verwendet werden, die geteilt, veröffentlicht und verkauft werden. Sie wird nicht verwendet, um jemanden zu täuschen, und nicht für Texte, die die Person ausgeschlossen hat.",
    "Dieser Text, der Name, der Nachweis und der Zeitpunkt werden auf diesem Server gespeichert, dazu eine Liste der Aufnahmen.",
    `${person} kann die Einwilligung jederzeit widerrufen. Dann wird die Stimme bei ${engine} gelöscht, und was sie hier gesprochen hat, wird ebenfalls gelöscht. Kopien, die andere schon haben, kann dieses Programm nicht zurückholen.`,
  ],
};
