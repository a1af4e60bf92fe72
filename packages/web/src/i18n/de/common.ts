// Wörter vieler Bildschirme und was bei Fehlern gesagt wird.

import type { Texts } from "../en.ts";

export const common: Texts["common"] = {
  productName: "Fullcast",
  close: "Schließen",
  cancel: "Abbrechen",
  save: "Speichern",
  rename: "Umbenennen",
  delete: "Löschen",
  edit: "Bearbeiten",
  undo: "Rückgängig",
  redo: "Wiederholen",
  more: "Mehr",
  loading: "Wird geladen …",
  tryAgain: "Noch einmal versuchen",
  search: "Suchen",
  narrator: "Erzähler",
  chapters: (count) => (count === 1 ? "1 Kapitel" : `${count} Kapitel`),
  words: (count) => `${count} Wörter`,
  lines: (count) => (count === 1 ? "1 Zeile" : `${count} Zeilen`),
  about: (length) => `≈ ${length}`,
  pageTitle: (screen) => `${screen} · Fullcast`,
};

export const faults: Texts["faults"] = {
  byCode: {
    NO_ANSWER: "Der Server antwortet nicht. Läuft er noch?",
    UNREADABLE_ANSWER: "Etwas zwischen dieser Seite und dem Server hat die Antwort verändert.",
    UNAUTHENTICATED: "Dieser Schlüssel ist hier nicht bekannt. Vielleicht wurde er widerrufen.",
    ACCOUNT_DISABLED: "Dieses Konto ist abgeschaltet. Frag die Person, die den Server betreibt.",
    INSUFFICIENT_SCOPE: "Der Schlüssel, mit dem du angemeldet bist, darf das nicht.",
    INSUFFICIENT_FUNDS: "Dein Guthaben reicht dafür nicht. Unter Konto steht, was da ist.",
    NOT_FOUND: "Das gibt es nicht mehr.",
    RATE_LIMITED: "Zu viele Anfragen auf einmal. Warte einen Augenblick.",
    REQUEST_TOO_LARGE: "Das ist mehr Text, als eine Geschichte fasst (8 MB). Teile ihn oder nimm eine Buchdatei.",
    STORAGE_FULL: "Die Platte des Servers ist voll. Nichts ging verloren; es geht weiter, sobald Platz ist.",
    STORAGE_QUOTA_EXCEEDED: "Dein Speicherplatz ist aufgebraucht. Lösche eine Geschichte oder bitte um mehr Platz.",
    VERSION_CONFLICT: "Das wurde inzwischen an anderer Stelle geändert.",
    STORAGE_UNAVAILABLE:
      "Die Festplatte des Servers ist gerade nicht benutzbar. Nichts ging verloren; es geht weiter, sobald sie es ist.",
    DATABASE_UNAVAILABLE:
      "Die Datenbank des Servers antwortet gerade nicht. Nichts ging verloren; bitte gleich noch einmal versuchen.",
    SERVICE_UNAVAILABLE: "Der Server muss erst etwas anderes beenden.",
    INTERNAL: "Auf dem Server ist ein unerwarteter Fehler aufgetreten. Deine Arbeit ist sicher.",
  },
  unexpected: "Auf dieser Seite ist etwas Unerwartetes passiert. Was gespeichert ist, ist sicher.",
  offline: "Der Server antwortet nicht. Deine Änderungen warten hier und werden gesendet, sobald er zurück ist.",
  backOnline: "Der Server ist wieder da.",
};
