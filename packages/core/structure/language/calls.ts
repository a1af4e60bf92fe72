// Words of an address in other languages than English: those that precede it ("minha capitã", "ach Anna"), and those that state the
// gender of the addressed person ("señora").

export interface CallWords {
  readonly openers: string;
  readonly male: string;
  readonly female: string;
}

export const CALLS_IN_LANGUAGES: Readonly<Record<string, CallWords>> = {
  de: {
    openers:
      "ja nein ach oh o ah he hey hallo na so mein meine lieber liebe liebes gnädige gnädiger verehrte verehrter bitte danke guter gute",
    male: "herr",
    female: "frau fräulein gnädigste",
  },
  fr: {
    openers: "mon ma mes cher chère petit petite pauvre oui non ah oh eh hé bonjour merci bien allons voyons pardon",
    male: "monsieur",
    female: "madame mademoiselle",
  },
  es: {
    openers: "mi querido querida oye oiga hola sí no ay eh ah oh gracias perdone",
    male: "señor caballero",
    female: "señora señorita",
  },
  it: {
    openers: "mio mia caro cara ciao sì no ehi oh ah grazie buongiorno",
    male: "signore",
    female: "signora signorina",
  },
  pt: {
    openers: "meu minha querido querida ó ei oi olá sim não ah oh obrigado obrigada",
    male: "senhor",
    female: "senhora senhorita",
  },
  nl: {
    openers: "mijn beste lieve ja nee hé hee ach o oh dag hallo",
    male: "meneer mijnheer",
    female: "mevrouw juffrouw",
  },
  pl: {
    openers: "mój moja drogi droga ej hej o ach ah tak nie proszę",
    male: "panie",
    female: "pani",
  },
  ru: {
    openers: "мой моя дорогой дорогая милый милая эй ах о ой да нет ну",
    male: "сударь батюшка",
    female: "сударыня матушка",
  },
  sv: { openers: "min kära käre hej ja nej o å ack", male: "", female: "" },
};
