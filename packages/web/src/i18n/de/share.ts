// Eine Geschichte veröffentlichen.

import type { ShareTexts } from "../share-texts.ts";

export const share: ShareTexts = {
  title: "Teilen",
  explain:
    "Eine Seite, auf der alle mit dem Link lesen und hören können. Dafür wird nichts gesprochen oder ausgegeben.",
  whole: "Die ganze Geschichte",
  chapter: "Dieses Kapitel",
  download: "Hörer dürfen das Audio herunterladen",
  changes: "Änderungen erreichen Hörer",
  whenUpdated: "Wenn ich die Seite aktualisiere",
  atOnce: "Sofort",
  atOnceHint: "Auch während du bearbeitest: Eine geänderte Zeile ist stumm, bis ihr Audio erstellt ist.",
  whenUpdatedHint:
    "Bis dahin lesen und hören sie die Geschichte wie zuvor. Gelöschte Kapitel verlassen die Seite sofort.",
  shows: (moment) => `Hörer haben die Geschichte vom Stand ${moment}.`,
  showsAll: "Seither hat sich nichts geändert.",
  changed: (count) =>
    count === 1 ? "1 Kapitel hat sich seither geändert." : `${count} Kapitel haben sich seither geändert.`,
  detailsChanged: "Titel, Autor, Beschreibung oder Umschlag haben sich seither geändert.",
  settingsChanged: "Stimmen, Personen oder die Mischung haben sich seither geändert.",
  waiting: (count) =>
    count === 1
      ? "Die Datei von 1 Kapitel wird erstellt. Bis dahin haben Hörer das Kapitel von vorher."
      : `Die Dateien von ${count} Kapiteln werden erstellt. Bis dahin haben Hörer die Kapitel von vorher.`,
  gaps: "Erstelle erst dieses Audio, sonst hat die Seite nach der Aktualisierung Lücken.",
  updating: "Die Seite wird aktualisiert.",
  page: "Auf der Seite steht",
  cover: "Umschlag wählen",
  coverTooLarge: "Das Bild ist größer als 10 MB. Wähle ein kleineres.",
  bookTitle: "Titel",
  author: "Autor",
  description: "Beschreibung",
  machineVoices: "Angabe zu Maschinenstimmen",
  undisclosed: "Grund, Maschinenstimmen nicht zu nennen",
  undisclosedHint:
    "Leer: Dateien, Seite und Feed nennen synthetische Stimmen. Mit einem Grund nicht. Europäisches Recht kann die Angabe verlangen.",
  undisclosedFault: "Schreibe einen Grund von mindestens 10 Zeichen oder lass das Feld leer.",
  publish: "Veröffentlichen",
  update: "Seite aktualisieren",
  revoke: "Zurückziehen",
  link: "Link",
  copy: "Link kopieren",
  copied: "Kopiert",
  open: "Seite öffnen",
  published: (moment) => `Veröffentlicht ${moment}`,
  thisComputer:
    "Nur dieser Computer öffnet diese Adresse. Für andere Geräte in deinem Netz beende den Server und starte ihn so:",
  forTheInternet: "Für das Internet setze FULLCAST_PUBLIC_URL auf die https-Adresse des Servers.",
  publishedNow: "Veröffentlicht. Der Link steht unter dem Knopf.",
  updated: "Die Seite ist auf dem neuesten Stand.",
  revoked: "Der Link öffnet nichts mehr.",
  revokeTitle: "Den Link zurückziehen?",
  revokeHint:
    "Die Seite schließt sofort, auch für alle, die gerade hören. Eine spätere Veröffentlichung hat einen neuen Link.",
  sees: "Was Hörer sehen",
  untitled: (title) => `Wer zuhört, sieht den Titel „${title}“. Schreib einen unter Titel.`,
  incomplete: (count) =>
    count === 1 ? "1 Kapitel hat Zeilen ohne Audio." : `${count} Kapitel haben Zeilen ohne Audio.`,
  lookAt: "Sieh dir das an, bevor du veröffentlichst. Du entscheidest; nichts ist gesperrt.",
  warnings: {
    license_unknown: (voice) =>
      `Ob Aufnahmen mit ${voice} veröffentlicht werden dürfen, ist unbekannt. Lies die Lizenz.`,
    license_forbids: (voice) =>
      `Die Lizenz von ${voice} verbietet Veröffentlichung oder Verkauf. Besetze eine andere Stimme.`,
    consent_missing: (lines) =>
      lines === "1"
        ? "1 Zeile ist die Aufnahme eines Menschen. Bewahre die schriftliche Einwilligung auf."
        : `${lines} Zeilen sind Aufnahmen von Menschen. Bewahre ihre schriftlichen Einwilligungen auf.`,
    undisclosed: (reason) => `Dateien und Seiten geben nicht an, dass Maschinen sprechen: ${reason}`,
    sound_of_others: (sound) => `Ein anderes Konto teilt den Klang „${sound}“. Frage nach den Rechten.`,
  },
  reviews: "Links zum Kommentieren",
  reviewsExplain: "Wer den Link hat, liest, hört und kommentiert Zeilen. Ein Konto ist nicht nötig.",
  reviewName: "Name des Links",
  reviewDays: "Tage, 1 bis 90",
  reviewCreate: "Link zum Kommentieren erstellen",
  reviewAddress: "Link. Er wird nur jetzt gezeigt.",
  reviewUntil: (moment) => `Öffnet bis ${moment}`,
  reviewClosed: "Der Link öffnet nichts mehr.",
  comments: "Kommentare",
  commentLine: "Zeile zeigen",
  commentDelete: "Kommentar löschen",
  mixes: "Die anderen Kapitel werden hinter dem Link je eine Datei.",
};
