// Audio eines Kapitels erstellen.

import type { CreateTexts } from "../create-texts.ts";

export const create: CreateTexts = {
  createAudio: "Audio erstellen",
  summary: (lines, price) => `${lines} · ${price}`,
  nothing: "Alles ist aktuell",
  free: "kostenlos",
  snowcoins: (count) => (count === "1" ? "1 Snowcoin" : `${count} Snowcoins`),
  what: "Was erstellt wird",
  counting: "Die Zeilen werden gezählt …",
  lines: "Zu sprechende Zeilen",
  characters: "Zeichen",
  audio: "Audio",
  time: "Dauert etwa",
  price: "Preis",
  sounds: "Klänge",
  soundsAdded: "wo der Text von ihnen berichtet",
  soundsOff: "abgeschaltet",
  soundsChange: "Ändern",
  stays: "Bleibt, wie es ist",
  staysLines: (count) => (count === "1" ? "1 Zeile" : `${count} Zeilen`),
  by: (provider, lines, price) => `${provider}: ${lines}, ${price}`,
  unprepared: "Zuerst wird der Text gelesen: wer spricht, wird gefunden, und Stimmen werden gewählt.",
  scope: "Kapitel",
  thisChapter: "Dieses Kapitel",
  allChapters: (count) => (count === 1 ? "1 Kapitel, dem Audio fehlt" : `Alle ${count} Kapitel, denen Audio fehlt`),
  nextChapters: (count) => `Die nächsten ${count} Kapitel, denen Audio fehlt`,
  chosenChapters: "Gewählte Kapitel",
  toAccount: "Konto öffnen",
  toEngines: "Konto öffnen",
  toCast: "Ensemble öffnen",
  toScript: "Skript öffnen",
  toLine: "Zur Zeile",
  start: "Audio erstellen",
  cancel: "Abbrechen",
  continue: "Fortsetzen",
  balance: "Dein Guthaben",
  poor: (price, available) => `Das kostet ${price} Snowcoins, verfügbar sind ${available}.`,
  poorHint:
    "Nichts wurde ausgegeben. Bitte die Person, die diesen Server betreibt, um Snowcoins, oder wähle im Ensemble kostenlose Stimmen.",
  progress: "Audio",
  progressWords: (ready, total) => `${ready} von ${total} Zeilen`,
  left: (time) => `noch ${time}`,
  cancelled: "Abgebrochen. Gesprochene Zeilen bleiben.",
  started: "Der Ton wird erzeugt.",
  finished: "Der Ton ist fertig.",
  unfinished: "Unfertig: warum?",
  waits: "Wartet: warum?",
  failed: "Einige Zeilen konnten nicht gesprochen werden",
  failedLines: (count) =>
    count === 1 ? "1 Zeile konnte nicht gesprochen werden" : `${count} Zeilen konnten nicht gesprochen werden`,
  causes: [
    [
      "PROVIDER_QUOTA_EXCEEDED",
      (engine) =>
        `${engine} hat die Grenze deines Kontos dort erreicht. Erhöhe sie, oder wähle Stimmen einer anderen Quelle; dann fortsetzen.`,
    ],
    [
      "PROVIDER_ACCESS_DENIED",
      (engine) =>
        `${engine} hat den Schlüssel dieses Servers abgelehnt. Korrigiere ihn, oder wähle Stimmen einer anderen Quelle; dann fortsetzen.`,
    ],
    [
      "PROVIDER_UNAVAILABLE",
      (engine) =>
        `${engine} antwortet gerade nicht. Warte eine Minute, oder wähle Stimmen einer anderen Quelle; dann fortsetzen.`,
    ],
    [
      "PROVIDER_AUDIO_INVALID",
      (engine) => `${engine} hat ohne brauchbare Sprache geantwortet. „Fortsetzen“ fragt noch einmal.`,
    ],
    [
      "INSUFFICIENT_FUNDS",
      () =>
        "Das Guthaben reichte nicht für den Rest. Lade es auf, oder wähle im Ensemble kostenlose Stimmen; dann fortsetzen.",
    ],
    [
      "PLAN_NOT_SUFFICIENT",
      () => "Dein Tarif enthält diese Stimmen nicht. Wähle andere Stimmen oder einen anderen Tarif.",
    ],
    [
      "VOICE_UNAVAILABLE",
      () =>
        "Eine Person dieses Kapitels hat keine Stimme, die benutzt werden kann. Wähle im Ensemble eine andere; dann fortsetzen.",
    ],
    [
      "ENGINE_REJECTED",
      (engine) =>
        `${engine} lehnt die Worte einer Zeile ab und würde sie wieder ablehnen. Schreibe sie anders, lass sie weg, oder wähle eine andere Stimme; dann fortsetzen.`,
    ],
    [
      "STORAGE_QUOTA_EXCEEDED",
      () => "Dein Speicher ist voll. Lösche Geschichten oder Klänge, die du nicht mehr brauchst; dann fortsetzen.",
    ],
    ["DOCUMENT_TOO_LARGE", () => "Das Kapitel ist zu lang. Teile es in mehrere Kapitel."],
    [
      "LIMIT_EXCEEDED",
      () => "Das Kapitel braucht mehr Speicher oder Zeit, als ein Kapitel haben darf. Teile es in mehrere.",
    ],
  ],
  otherVoices: "Mit anderen Stimmen sprechen…",
  otherVoicesPrice: (lines, price) => `${lines} mit den ähnlichsten Stimmen anderer Quellen: ${price}.`,
  otherVoicesNone: (count) =>
    count === 1
      ? "1 Zeile wartet: keine andere Quelle hat eine Stimme ihrer Sprache zum gleichen Preis oder billiger."
      : `${count} Zeilen warten: keine andere Quelle hat eine Stimme ihrer Sprache zum gleichen Preis oder billiger.`,
  otherVoicesSpeak: "Jetzt sprechen",
  awayLines: (engine, lines) => `${engine} kann gerade nicht sprechen: ${lines}`,
  awayChoice: "Was geschieht mit ihnen",
  awayWait: "Sie warten; die anderen Zeilen werden gesprochen",
  awayOthers: "Die ähnlichsten anderen Stimmen sprechen sie",
  someEngine: "Die Sprachausgabe",
  again: "Nichts wird von selbst wiederholt.",
  safe: "Was gesprochen ist, bleibt.",
};
