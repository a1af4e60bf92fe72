// Stimmen, die Maschinen für das Konto machen: aus Aufnahmen geklont oder aus Worten entworfen.

import type { OwnVoiceTexts } from "../own-voice-texts.ts";

export const ownVoices: OwnVoiceTexts = {
  title: "Deine eigenen Stimmen",
  hint: "Nur in deinem Konto sind sie zu sehen und zu besetzen. Die automatische Besetzung wählt sie nie.",
  impossible:
    "Keine Maschine dieses Servers macht Stimmen aus Aufnahmen oder aus Worten. ElevenLabs kann es, und Chatterbox auf einem eigenen Rechner auch. Wer diesen Server betreibt, kann eine anschließen: docs/custom-voices.md beschreibt es.",
  clone: "Stimme klonen",
  design: "Stimme entwerfen",
  cloneHint:
    "Eine Maschine macht aus Aufnahmen einer Person eine Stimme. Ohne die bestätigte Einwilligung der Person entsteht keine.",
  designHint: "Eine Maschine macht aus deinen Worten eine Stimme. Sie gehört keinem wirklichen Menschen.",
  none: "Noch keine eigene Stimme.",
  kinds: { cloned: "geklont", designed: "entworfen" },
  states: {
    making: "entsteht",
    ready: "bereit",
    failed: "misslungen",
    removing: "wird gelöscht",
    removed: "entfernt",
  },
  of: (person) => `Stimme von ${person}`,
  isReady: (name) => `${name} ist bereit. Wähle die Stimme in der Besetzung.`,
  hasFailed: (name) => `${name} konnte nicht gemacht werden.`,
  hear: (name) => `${name} anhören`,
  hearStop: (name) => `${name} anhalten`,
  paid: "Eine Probe kostet den üblichen Preis.",
  remove: "Entfernen",
  removeOne: (name) => `${name} entfernen`,
  removedOnes: (count) => (count === 1 ? "1 entfernte Stimme" : `${count} entfernte Stimmen`),
  consent: "Einwilligung",
  agreedBy: { self: (person) => `${person} hat bestätigt`, other: (person) => `Einverständnis von ${person}` },
  agreedAt: (moment) => `bestätigt am ${moment}`,
  withdrawnAt: (moment) => `widerrufen am ${moment}`,
  proofIs: (proof) => `Nachweis: ${proof}`,
  madeFrom: (names) => `Aufnahmen: ${names}`,
  engine: "Maschine",
  name: "Name der Stimme",
  about: "Wie sie klingt",
  aboutHint: "Für dich: Es steht neben dem Namen.",
  words: "Wie die Stimme klingt",
  wordsHint: "Mindestens 20 Zeichen: Alter, Art, Tonhöhe, Akzent. Die Maschine macht daraus die Stimme.",
  wordsShort: "Beschreibe die Stimme mit mindestens 20 Zeichen.",
  nameMissing: "Eine Stimme braucht einen Namen.",
  recordings: "Aufnahmen",
  recordingsHint: (min, max) =>
    `Eine Person, keine Musik, kein Hall. Alle Aufnahmen zusammen dauern ${min} bis ${max}.`,
  recordingsMost: (count, size) =>
    count === 1
      ? `Die Maschine nimmt eine Aufnahme bis ${size}.`
      : `Die Maschine nimmt bis zu ${count} Aufnahmen bis je ${size}.`,
  search: "Deine Klänge durchsuchen",
  noSounds: "Du hast noch keinen Klang. Nimm etwas auf, oder wähle eine Datei.",
  noneFound: "Kein Klang von dir enthält diese Wörter.",
  more: "Mehr zeigen",
  chosen: (count, length) => (count === 1 ? `1 Aufnahme, ${length}` : `${count} Aufnahmen, zusammen ${length}`),
  noneChosen: "Keine Aufnahme ist gewählt.",
  tooMany: (most, count) =>
    most === 1
      ? `Die Maschine nimmt eine Aufnahme, nicht ${count}.`
      : `Die Maschine nimmt bis zu ${most} Aufnahmen, nicht ${count}.`,
  tooLarge: (name, size) => `„${name}“ ist größer als ${size}. Schneide die Aufnahme zu.`,
  tooShort: (min) => `Alle Aufnahmen zusammen sind kürzer als ${min}. Nimm eine dazu.`,
  tooLong: (max) => `Alle Aufnahmen zusammen sind länger als ${max}. Lass eine weg, oder schneide sie zu.`,
  record: "Jetzt aufnehmen",
  stopBooth: "Mikrofon schließen",
  file: "Aufnahme aus einer Datei…",
  noSound: (name) => `${name} ist keine Klangdatei, die hier verwendet werden kann.`,
  rights:
    "Aufnahmen werden bei deinen Klängen gespeichert. Mit dem Hochladen erklärst du, dass du sie verwenden darfst.",
  recordingName: (person) => (person === "" ? "Aufnahme einer Stimme" : `Aufnahme von ${person}`),
  boothWords:
    "Lies das laut, in deinem eigenen Tempo. Im Hafen war es still, als das letzte Boot heimkam. Zwei Kinder warteten auf der Mauer, und keines sagte ein Wort. „Hast du es mitgebracht?“, fragte das größere. Nur das Wasser gab Antwort. Dann ging eine Lampe an, die Tür öffnete sich weit, und jemand fing an zu lachen. Neunzehn Tage waren sie fort gewesen, und das Essen war noch warm.",
  consentOf: "Einwilligung",
  person: "Die Person, deren Stimme es ist",
  by: "Wer den Text bestätigt",
  self: "Es ist meine eigene Stimme",
  other: "Ich bewahre das Einverständnis dieser Person auf",
  proof: "Wo das Einverständnis aufbewahrt wird",
  proofHint: "Zum Beispiel: unterschriebener Brief vom 20. November 2026.",
  proofMissing: "Gib an, wo das Einverständnis der Person aufbewahrt wird.",
  personMissing: "Nenne die Person, deren Stimme es ist.",
  textOf: "Der Text der Einwilligung",
  textWaits: "Der Text erscheint hier, sobald die Person genannt ist.",
  confirm: "Ich habe diesen Text gelesen und bestätige ihn.",
  notConfirmed: "Lies den Text und bestätige ihn.",
  changed: "Der Text der Einwilligung hat sich geändert. Lies ihn noch einmal, und bestätige ihn dann.",
  make: "Stimme machen",
  monthly: "Bei einem Dienst zählt sie zu den Stimmen, die dein Tarif im Monat erlaubt.",
  removeTitle: (name) => `${name} entfernen?`,
  withdrawTitle: (name) => `Einwilligung zu ${name} widerrufen?`,
  removeHint:
    "Ab jetzt wird keine Zeile mehr mit ihr gesprochen, und ihre Maschine löscht sie. Das lässt sich nicht rückgängig machen.",
  withdrawHint:
    "Die Stimme ist schon entfernt. Was sie gesprochen hat, wird auch gelöscht. Das lässt sich nicht rückgängig machen.",
  unused: "Keine Geschichte verwendet sie.",
  usedIn: "Geschichten, die sie verwenden",
  use: (speakers, takes) =>
    [
      ...(speakers === "" ? [] : [speakers]),
      takes === 1 ? "1 gesprochene Aufnahme" : `${takes} gesprochene Aufnahmen`,
    ].join(" · "),
  untitled: "Ohne Titel",
  what: "Was sie gesprochen hat",
  keep: "Behalten. Die Zeilen klingen wie bisher.",
  delete: "Löschen. Diese Zeilen haben keinen Ton, bis eine andere Stimme sie spricht.",
  deleteWithdraw:
    "Löschen: Die Einwilligung ist widerrufen. Diese Zeilen haben keinen Ton, bis eine andere Stimme sie spricht.",
  filesStay: "Fertige Dateien bleiben, bis du sie löschst.",
  withdraw: "Einwilligung widerrufen",
  withdrawOne: (name) => `Einwilligung zu ${name} widerrufen`,
};
