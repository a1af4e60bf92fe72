// Eine Geschichte veröffentlichen.

import type { Texts } from "../en.ts";

export const share: Texts["share"] = {
  title: "Teilen",
  explain:
    "Eine Seite, auf der alle mit dem Link lesen und hören können. Dafür wird nichts gesprochen oder ausgegeben.",
  whole: "Die ganze Geschichte",
  chapter: "Dieses Kapitel",
  download: "Hörer dürfen das Audio herunterladen",
  page: "Auf der Seite steht",
  cover: "Titelbild wählen",
  bookTitle: "Titel",
  author: "Autor",
  description: "Beschreibung",
  publish: "Veröffentlichen",
  update: "Seite aktualisieren",
  revoke: "Zurückziehen",
  link: "Link",
  copy: "Link kopieren",
  copied: "Kopiert",
  open: "Seite öffnen",
  published: (moment) => `Veröffentlicht ${moment}`,
  revoked: "Der Link öffnet nichts mehr.",
  revokeTitle: "Den Link zurückziehen?",
  revokeHint:
    "Die Seite schließt sofort, auch für alle, die gerade hören. Eine spätere Veröffentlichung hat einen neuen Link.",
  sees: "Was Hörer sehen",
  incomplete: (count) =>
    count === 1 ? "1 Kapitel hat Zeilen ohne Audio." : `${count} Kapitel haben Zeilen ohne Audio.`,
  reviews: "Links zum Kommentieren",
  reviewsExplain: "Wer den Link hat, liest, hört und kommentiert Zeilen. Ein Konto ist nicht nötig.",
  reviewName: "Name des Links",
  reviewDays: "Tage, 1 bis 90",
  reviewCreate: "Link zum Kommentieren erstellen",
  reviewAddress: "Link. Er wird nur jetzt gezeigt.",
  reviewUntil: (moment) => `Öffnet bis ${moment}`,
  reviewClosed: "Der Link öffnet nichts mehr.",
  chapterGone: "ein gelöschtes Kapitel",
  comments: "Kommentare",
  commentDelete: "Kommentar löschen",
  mixes: "Die anderen Kapitel werden hinter dem Link je eine Datei.",
};
