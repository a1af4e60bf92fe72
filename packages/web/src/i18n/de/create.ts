// Audio eines Kapitels erstellen.

import type { Texts } from "../en.ts";

export const create: Texts["create"] = {
  createAudio: "Audio erstellen",
  summary: (lines, price) => `${lines} · ${price}`,
  nothing: "Alles ist aktuell",
  free: "kostenlos",
  snowcoins: (count) => (count === "1" ? "1 Snowcoin" : `${count} Snowcoins`),
  what: "Was erstellt wird",
  lines: "Zu sprechende Zeilen",
  characters: "Zeichen",
  audio: "Audio",
  time: "Dauert etwa",
  price: "Preis",
  stays: "Bleibt, wie es ist",
  staysLines: (count) => (count === "1" ? "1 Zeile" : `${count} Zeilen`),
  by: (provider, lines, price) => `${provider}: ${lines}, ${price}`,
  unprepared: "Zuerst wird der Text gelesen: wer spricht, wird gefunden, und Stimmen werden gewählt.",
  start: "Audio erstellen",
  cancel: "Abbrechen",
  resume: "Fortsetzen",
  progress: "Audio",
  progressWords: (ready, total) => `${ready} von ${total} Zeilen`,
  left: (time) => `noch ${time}`,
  ended: "Alle Zeilen sind gesprochen.",
  cancelled: "Abgebrochen. Gesprochene Zeilen bleiben.",
  failed: "Einige Zeilen konnten nicht gesprochen werden",
  failures: (count) => (count === 1 ? "1 Zeile" : `${count} Zeilen`),
  again: "Nichts wird von selbst wiederholt.",
  safe: "Was gesprochen ist, bleibt.",
};
