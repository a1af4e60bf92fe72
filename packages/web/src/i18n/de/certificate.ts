// Die Hörprüfung.

import type { CertificateTexts } from "../certificate-texts.ts";

const number = (value: number) => new Intl.NumberFormat("de").format(value);
const counted = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`;

export const certificate: CertificateTexts = {
  title: "Hörprüfung",
  hint: "Eine Spracherkennung hört jede Zeile, und ihre Wörter werden mit dem Text verglichen. Ein Unterschied ist eine Stelle zum Anhören, nicht immer ein Fehler: Namen und seltene Wörter werden oft falsch verstanden.",
  back: "Zur Geschichte",
  missing:
    "Dieser Server hat keine Spracherkennung. Wer ihn betreibt, kann eine einrichten: docs/certificate.md beschreibt es.",
  noAudio: "Es gibt noch kein Audio. Erstelle zuerst das Audio.",
  start: "Alle Zeilen anhören",
  again: "Die übrigen Zeilen anhören",
  stop: "Anhalten",
  by: (recogniser) => `Spracherkennung: ${recogniser}`,
  confirmed: (confirmed, all) => `${number(confirmed)} von ${counted(all, "Wort", "Wörtern")} bestätigt`,
  heard: (heard, all) => `${number(heard)} von ${counted(all, "Zeile", "Zeilen")} gehört`,
  listening: "Die Spracherkennung hört zu…",
  progress: "Gehörte Zeilen",
  failed: "Die Prüfung endete, bevor alle Zeilen gehört waren.",
  cancelled: "Die Prüfung wurde angehalten. Was gehört wurde, bleibt.",
  differences: (count) => counted(count, "Stelle weicht ab", "Stellen weichen ab"),
  none: "Jedes Wort wurde so gehört, wie es geschrieben steht.",
  unsaid: "nichts",
  expected: "Erwartet",
  heardAs: "Gehört",
  play: "Abspielen",
  pause: "Pause",
  speakAgain: "Neu sprechen",
  speaking: "Wird gesprochen…",
  use: "Neue Aufnahme verwenden",
  used: "Die neue Aufnahme spielt jetzt. Lass die übrigen Zeilen anhören, um sie zu prüfen.",
  goToLine: "Zur Zeile",
  more: "Mehr anzeigen",
  safe: "Deine Geschichte ist unverändert.",
};
