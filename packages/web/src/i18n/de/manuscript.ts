// Die Prüfung des Textes einer Geschichte.

import type { ManuscriptTexts } from "../manuscript-texts.ts";

const places = (count: number) => (count === 1 ? "1 Stelle" : `${count} Stellen`);

export const manuscript: ManuscriptTexts = {
  title: "Text prüfen",
  back: "Zurück zur Geschichte",
  hint: "Was beim Hören stört. Erst „Berichtigen“ ändert etwas, und einmal Rückgängig nimmt es zurück.",
  checking: "Der Text wird gelesen…",
  nothing: "Nichts gefunden.",
  found: (count) => `${places(count)} zum Ansehen.`,
  mended: (count, stale) =>
    `Berichtigt: ${places(count)}. ${stale === 0 ? "Keine Zeile verlor ihren Ton." : stale === 1 ? "1 Zeile verlor ihren Ton." : `${stale} Zeilen verloren ihren Ton.`}`,
  safe: "Der Text wurde nicht geändert.",
  more: "Die ersten 2.000 Stellen stehen hier. Die anderen folgen, wenn diese berichtigt sind.",
  mend: "Berichtigen",
  mendAll: (count) => `Alle ${count} berichtigen`,
  showLine: "Zeile zeigen",
  ignore: "Übergehen",
  showAll: (count) => `Alle ${count} zeigen`,
  showIgnored: (count) => `${count} übergangene zeigen`,
  missing: "Ein Zeichen fehlt",
  inFile: (count) => `Der Text hat ${places(count)} zum Ansehen`,
  inFileHint: "Du kannst sie nach dem Import hier berichtigen oder vorher in deinem eigenen Programm.",
  kinds: {
    stray_symbol: ["Fremde Zeichen", "Reste eines anderen Programms. Eine Stimme liest sie vor oder stolpert darüber."],
    mixed_quotation_marks: ["Andere Anführungszeichen", "Der Rest des Buches hat hier andere Zeichen."],
    author_note: ["Notizen", "Notizen an dich selbst oder an Leser. Eine Stimme liest sie vor."],
    split_word: [
      "Getrennte Wörter",
      "Wörter in zwei Teilen, wie nach einem Zeilenende. Sonst stehen sie im Buch ganz.",
    ],
    doubled_space: ["Doppelte Leerzeichen", "Mehrere Leerzeichen zwischen zwei Wörtern."],
    doubled_word: ["Doppelte Wörter", "Ein Wort, das in keinem Satz zweimal hintereinander steht."],
    empty_heading: ["Überschriften ohne Text", "Vielleicht fehlt der Text."],
    unbalanced_dialogue: [
      "Rede ohne Anfang oder Ende",
      "Ein Anführungszeichen fehlt, darum spricht vielleicht die falsche Stimme.",
    ],
    name_spelled_two_ways: ["Namen in zwei Schreibungen", "Eine seltene Schreibung eines häufigen Namens."],
    unspeakable_word: ["Unaussprechliche Wörter", "Ist das Wort richtig, gib ihm in seiner Zeile eine Aussprache."],
  },
};
