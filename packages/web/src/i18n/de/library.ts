// Die Liste der Geschichten.

import type { Texts } from "../en.ts";

export const library: Texts["library"] = {
  series: "Reihen",
  title: "Geschichten",
  newStory: "Neue Geschichte",
  welcome: "Gib jeder Figur eine Stimme",
  steps: [
    "Füge ein Kapitel ein oder öffne ein Buch.",
    "Fullcast findet, wer spricht, und jede Figur bekommt eine Stimme.",
    "Höre, verbessere, und exportiere ein Hörbuch oder teile eine Seite.",
  ],
  sample: [
    ["Erzähler", "Regen fiel auf den Kai."],
    ["Mara", "„Wer ist da?“"],
    ["Tom", "„Nur ich.“"],
    ["Mara", "„Dann komm herein. Die Suppe ist heiß.“"],
  ],
  search: "Geschichten durchsuchen",
  none: "Noch keine Geschichte",
  noneHint: "Deine Geschichte wird zum Skript, und die ersten Zeilen hörst du nach Sekunden.",
  example: "Beispielgeschichte ausprobieren",
  noneToHear: "Hier erscheinen Geschichten, sobald sie auf einem anderen Gerät angelegt sind.",
  noneFound: (query) => `Keine Geschichte heißt „${query}“.`,
  open: (title) => `${title} öffnen`,
  untitled: "Ohne Titel",
  states: {
    blank: "leer",
    working: "in Arbeit",
    needs_audio: "braucht Ton",
    audio_ready: "fertig",
    audio_failed: "Ton fehlgeschlagen",
  },
  partReady: (ready, total) => `${ready} von ${total} Kapiteln fertig`,
  listen: "Anhören",
  details: "Umschlag, Autor, Sprache …",
  detailsTitle: (title) => `Über „${title}“`,
  moreStories: "Weitere Geschichten",
  renameTitle: "Geschichte umbenennen",
  name: "Titel",
  nameMissing: "Eine Geschichte braucht einen Titel.",
  deleteTitle: (title) => `„${title}“ löschen?`,
  deleteHint: "Das lässt sich nicht rückgängig machen.",
  deleteGoes: "Was mit ihr geht",
  deleteChapters: (count) => (count === 1 ? "1 Kapitel" : `${count} Kapitel`),
  deleteLines: (count) => (count === 1 ? "1 Zeile" : `${count} Zeilen`),
  deleteTakes: (count) => (count === 1 ? "1 gesprochene Aufnahme" : `${count} gesprochene Aufnahmen`),
  deleteFiles: (count) => (count === 1 ? "1 Ton- oder Exportdatei" : `${count} Ton- und Exportdateien`),
  deleteLinks: (count) =>
    count === 1
      ? "1 öffentlicher Link; Hörer finden dort nichts mehr"
      : `${count} öffentliche Links; Hörer finden dort nichts mehr`,
  deleted: (title) => `„${title}“ ist gelöscht.`,
  deleteForGood: "Löschen",
};
