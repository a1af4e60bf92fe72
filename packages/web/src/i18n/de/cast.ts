// Die Besetzung: Personen und ihre Stimmen.

import type { CastTexts } from "../cast-texts.ts";

const GENDER: { readonly [gender: string]: string } = { male: "männlich", female: "weiblich", neutral: "neutral" };
const PERSON_OF_AGE: { readonly [age: string]: string } = {
  child: "ein Kind",
  young: "jung",
  adult: "erwachsen",
  old: "alt",
};
const VOICE_OF_AGE: { readonly [age: string]: string } = { ...PERSON_OF_AGE, child: "wie ein Kind" };

export const cast: CastTexts = {
  title: "Besetzung",
  people: "Personen",
  lines: (count) => `${count} Zeilen`,
  oneLine: "1 Zeile",
  words: (count) => `${count} Wörter`,
  share: (percent) => `${percent} der Geschichte`,
  noVoice: "Noch keine Stimme",
  hasVoice: (name, voice) => `${name} hat die Stimme ${voice}.`,
  noVoiceNow: (name) => `${name} hat jetzt keine Stimme.`,
  withoutVoice: (count) =>
    count === 1
      ? "1 Person hat noch keine Stimme. Sie wird beim Sprechen gewählt, oder du wählst jetzt."
      : `${count} Personen haben noch keine Stimme. Die Stimmen werden beim Sprechen gewählt, oder du wählst jetzt.`,
  readingChapters: (read, total) =>
    `${read} von ${total} Kapiteln sind gelesen. Es können noch Personen dazukommen; danach bekommen alle auf einmal eine Stimme.`,
  reading: "Das Skript wird gelesen. Die Personen erscheinen hier, wenn es fertig ist.",
  castingEveryone: "Stimmen werden gewählt. Ein langes Buch braucht einige Sekunden.",
  castEveryone: "Alle besetzen",
  everyoneCast: (count) =>
    count === 1
      ? "1 Person hat eine Stimme bekommen. Rückgängig nimmt sie zurück."
      : `${count} Personen haben eine Stimme bekommen. Rückgängig nimmt sie zurück.`,
  noVoiceToGive:
    "Keine Maschine hat gerade eine Stimme für diese Personen. Das Konto zeigt die Maschinen und ihren Zustand.",
  chosenByYou: "deine Wahl",
  chosenForYou: "von Fullcast gewählt",
  outOfDate: (count) => (count === 1 ? "1 Zeile veraltet" : `${count} Zeilen veraltet`),
  options: (name) => `Mehr zu ${name}`,
  merge: (name) => `Mit ${name} verbinden`,
  mergeTitle: (name) => `Wer ist ${name}?`,
  mergeHint: (name) => `Die Zeilen von ${name} gehen an diese Person, und der Name wird einer ihrer anderen Namen.`,
  mergeInto: "Das ist",
  mergeDo: "Verbinden",
  isNarrator: "Der Erzähler ist diese Person",
  removeVoice: (voice) => `${voice} entfernen`,
  name: "Name",
  aliases: "Andere Namen",
  aliasesHint: "Mit Kommas dazwischen.",
  sayName: "Gesprochen als",
  sayNameSample: (name) => `${name}. Das war ${name}.`,
  sayNameSave: "Für die ganze Geschichte behalten",
  gender: "Geschlecht",
  age: "Alter",
  genders: { "": "jedes", male: "männlich", female: "weiblich", neutral: "neutral" },
  ages: { "": "jedes", child: "Kind", young: "jung", adult: "erwachsen", old: "alt" },
  notKnown: "nicht bekannt",
  voice: "Stimme",
  auditions: "Vorsprechen der Stimmen",
  filters: "Filter",
  language: "Sprache",
  engine: "Maschine",
  any: "alle",
  searchVoices: "Name oder Merkmal",
  voices: (count) => (count === 1 ? "1 Stimme" : `${count} Stimmen`),
  noVoices: "Keine Stimme passt zu diesen Filtern.",
  audition: "Vorsprechen",
  auditionOf: (voice) => `${voice} vorsprechen lassen`,
  stop: "Anhalten",
  choose: "Wählen",
  chooseVoice: (voice) => `${voice} wählen`,
  chosen: "gewählt",
  sideBySide: "Nebeneinander",
  sideBySideOne: "Drücke + neben einer Stimme, um beide mit derselben Zeile zu hören.",
  sideBySideHint: "Dieselbe Zeile in bis zu drei Stimmen.",
  sideBySideKeys: "Pfeiltasten wechseln die Stimme mitten im Satz.",
  compare: (voice) => `${voice} vergleichen`,
  sample: "Die Zeile, die man hört",
  sampleFallback: "Der Regen hatte seit drei Tagen nicht aufgehört.",
  usedBy: (names) => `spricht auch ${names}`,
  tooAlike: (one, other) => `${one} und ${other} haben dieselbe Stimme. Hörer können sie nicht unterscheiden.`,
  accent: "Akzent",
  accents: {
    American: "amerikanisch",
    Brazilian: "brasilianisch",
    British: "britisch",
    Caribbean: "karibisch",
    European: "europäisch",
    "Latin American": "lateinamerikanisch",
    "Received Pronunciation": "britische Hochsprache",
    Scottish: "schottisch",
  },
  onePerson: (one, other) => `${one} ist wahrscheinlich ${other}.`,
  twoPeople: "Nein, zwei Personen",
  mergeReasons: {
    same_name: () => "Es ist derselbe Name.",
    part_of_name: (name) => `In beiden Namen steht „${name}“.`,
    short_form: () => "Ein Name ist die Kurzform des anderen.",
    answers_to_name: (name, count) =>
      count === 1
        ? `Einmal antwortet die eine, wenn „${name}“ gerufen wird.`
        : `${count}-mal antwortet die eine, wenn „${name}“ gerufen wird.`,
    same_turns: () => "Sie antworten einander nie und sprechen mit denselben Leuten.",
  },
  nearlyAlike: (one, other) => `${one} und ${other} sprechen miteinander, und ihre Stimmen klingen fast gleich.`,
  otherVoice: (name) => `Andere Stimme für ${name}`,
  advice: (count) => (count === 0 ? "Keine Hinweise" : `Hinweise · ${count}`),
  allAdvice: "Alle zeigen",
  fewerAdvice: "Weniger zeigen",
  misfits: {
    gender: (name, wanted, has) => `${name} ist ${GENDER[wanted] ?? wanted}, und die Stimme ist ${GENDER[has] ?? has}.`,
    age: (name, wanted, has) =>
      `${name} ist ${PERSON_OF_AGE[wanted] ?? wanted}, und die Stimme klingt ${VOICE_OF_AGE[has] ?? has}.`,
    accent: (name, wanted, has, relatives) =>
      `Die Stimme von ${name} hat den Akzent „${has}“. Die Familie hat „${wanted}“: ${relatives}.`,
  },
  unspoken: {
    title: (language) => `Die automatische Besetzung hat keine Stimme für ${language}.`,
    wrong: "Eine Stimme einer anderen Sprache liest den Text falsch.",
    choose: (engines) => `Wähle unter Besetzung Stimmen von ${engines}.`,
    install: "Installiere eine Stimme auf dem Server, starte ihn neu und wähle die Stimme unter Besetzung:",
    connect:
      "Eine Stimme zum Installieren ist nicht bekannt. Verbinde den Server mit einem Sprachdienst; docs/engines beschreibt, wie.",
  },
  misfitMark: (kinds) => `Prüfen: ${kinds}`,
  misfitKinds: { gender: "Geschlecht", age: "Alter", accent: "Akzent" },
  more: (count) => `${count} weitere`,
  findPerson: "Person suchen",
  noPerson: "Keine Person heißt so.",
  allPeople: "Alle Personen",
  takeVoiceFor: (voice, name) => `${voice} für ${name} nehmen`,
  takeVoice: (voice) => `${voice} nehmen`,
  compareBoth: "Vergleichen",
  keepVoice: "Stimme behalten",
  keepVoiceOf: (name) => `Stimme von ${name} behalten`,
  snowcoins: (price) => `${price} Snowcoins für 1.000 Zeichen`,
  narratorOnly: "Ein Erzähler für alles",
  narratorOnlyHint: "Jede Person, deren Stimme du nicht gewählt hast, spricht der Erzähler.",
  preparation: "muss vorbereitet werden",
  notAvailable: "gerade nicht verfügbar",
  engineState: (engine, state) => `${engine} ist ${state}`,
  voicesLater: "Ihre Stimmen erscheinen hier, sobald sie antwortet.",
};
