// The words of a passport's page, in the languages of the pages for people. Names, licences and hashes stay as they are.

import type { Narration } from "../disclosure/disclosure.ts";
import type { PassportWarning, ShopCheck } from "./passport-document.ts";

const en = {
  title: (story: string) => `Publishing passport: ${story}`,
  by: (author: string) => `by ${author}`,
  nothing: "Nothing has audio yet.",
  narrations: {
    machine: "All voices are synthetic.",
    mixed: "Some voices are synthetic, some are people.",
    human: "All voices are people.",
  } satisfies Record<Narration, string>,
  sourceType: (type: string) => `Digital source type: ${type}`,
  recorded: (lines: number) => `Lines recorded by people: ${lines}`,
  madeAt: (moment: string) => `Made at ${moment}`,
  before: "Before publishing",
  noWarning: "Nothing was found that speaks against publishing.",
  /** The document has them in English. */
  warning: ({ message }: PassportWarning): string => message,
  voices: "Voices",
  voiceHeads: ["Voice", "Engine and model", "Licence", "Publication", "Lines", "Length"],
  noVoice: "No engine speaks.",
  publication: { yes: "allowed", no: "forbidden", unknown: "unknown" },
  consents: "Consents",
  consentHeads: ["Part", "Agreed at", "SHA-256 of the text", "Lines", "Length"],
  cloned: (voice: string) => `the cloned voice ${voice}`,
  noConsent: "No line has the recording of a guest or a cloned voice.",
  sounds: "Sounds",
  soundHeads: ["Sound", "Rights"],
  uploaded: "uploaded; the owner confirmed the rights",
  shared: "shared by another account",
  noSound: "No uploaded sound is linked.",
  files: "Files",
  fileHeads: ["File", "Format", "SHA-256", "SHA-256 of its timelines"],
  noFile: "No finished file exists.",
  checks: "Checks of shops",
  checkHeads: ["File", "Shop", "Rules as of", "Sound", "Machine voices"],
  noCheck: "No file was measured.",
  noRule: "no rule is known",
  meets: "meets the rules",
  misses: (rules: string) => `does not meet: ${rules}`,
  /** The names of the rules that are not met; the document has English ones. */
  rules: {} as Readonly<Record<string, string>>,
  machineVoices: {
    refused: "refused",
    approved: "only those of approved tools",
    stated: "accepted when stated",
    unknown: "no rule was found",
  } satisfies Record<ShopCheck["machine_voices"], string>,
  signature: "Signature",
  notSigned: (command: string) => `This page is not signed. The JSON file that belongs to it is: ${command} checks it.`,
};

export type PassportWords = typeof en;

const GERMAN_WARNINGS: { readonly [code in PassportWarning["code"]]: (subject: string) => string } = {
  license_unknown: (voice) =>
    `Ob Aufnahmen mit ${voice} veröffentlicht werden dürfen, ist unbekannt. Lies die Lizenz vor der Veröffentlichung.`,
  license_forbids: (voice) =>
    `Die Lizenz von ${voice} verbietet Veröffentlichung oder Verkauf. Besetze eine andere Stimme.`,
  consent_missing: (lines) =>
    lines === "1"
      ? "1 Zeile ist die Aufnahme eines Menschen ohne gespeicherte Einwilligung. Bewahre die schriftliche Einwilligung selbst auf."
      : `${lines} Zeilen sind Aufnahmen von Menschen ohne gespeicherte Einwilligung. Bewahre die schriftlichen Einwilligungen selbst auf.`,
  undisclosed: (reason) =>
    `Dateien und Seiten geben nicht an, dass Maschinen sprechen. Der angegebene Grund: ${reason}`,
  sound_of_others: (sound) =>
    `Ein anderes Konto teilt den Klang „${sound}“. Frage nach den Rechten, bevor du das Buch verkaufst.`,
};

const de: PassportWords = {
  title: (story) => `Veröffentlichungspass: ${story}`,
  by: (author) => `von ${author}`,
  nothing: "Noch hat nichts Audio.",
  narrations: {
    machine: "Alle Stimmen sind synthetisch.",
    mixed: "Einige Stimmen sind synthetisch, einige sind Menschen.",
    human: "Alle Stimmen sind Menschen.",
  },
  sourceType: (type) => `Art der digitalen Quelle: ${type}`,
  recorded: (lines) => `Von Menschen aufgenommene Zeilen: ${lines}`,
  madeAt: (moment) => `Erstellt am ${moment}`,
  before: "Vor der Veröffentlichung",
  noWarning: "Es wurde nichts gefunden, was gegen eine Veröffentlichung spricht.",
  warning: ({ code, subject }) => GERMAN_WARNINGS[code](subject),
  voices: "Stimmen",
  voiceHeads: ["Stimme", "Engine und Modell", "Lizenz", "Veröffentlichung", "Zeilen", "Länge"],
  noVoice: "Keine Engine spricht.",
  publication: { yes: "erlaubt", no: "verboten", unknown: "unbekannt" },
  consents: "Einwilligungen",
  consentHeads: ["Rolle", "Zugestimmt am", "SHA-256 des Textes", "Zeilen", "Länge"],
  cloned: (voice) => `die nachgebildete Stimme ${voice}`,
  noConsent: "Keine Zeile hat die Aufnahme eines Gastes oder eine nachgebildete Stimme.",
  sounds: "Klänge",
  soundHeads: ["Klang", "Rechte"],
  uploaded: "hochgeladen; die Rechte wurden bestätigt",
  shared: "von einem anderen Konto geteilt",
  noSound: "Kein hochgeladener Klang ist verknüpft.",
  files: "Dateien",
  fileHeads: ["Datei", "Format", "SHA-256", "SHA-256 der Zeitleisten"],
  noFile: "Es gibt keine fertige Datei.",
  checks: "Prüfungen der Shops",
  checkHeads: ["Datei", "Shop", "Regeln vom", "Ton", "Maschinenstimmen"],
  noCheck: "Keine Datei wurde gemessen.",
  noRule: "keine Regel ist bekannt",
  meets: "erfüllt die Regeln",
  misses: (rules) => `erfüllt nicht: ${rules}`,
  rules: {
    codec: "Format",
    sample_rate: "Abtastrate",
    constant_bit_rate: "feste Bitrate",
    channels: "Kanäle",
    duration: "Länge",
    chapters_in_file: "ein Kapitel je Datei",
    rms: "Lautheit",
    peak: "lautester Moment",
    noise_floor: "Grundrauschen",
    head: "Ruhe am Anfang",
    tail: "Ruhe am Ende",
    room_tone: "Raumton in der Stille",
  },
  machineVoices: {
    refused: "abgelehnt",
    approved: "nur die zugelassener Werkzeuge",
    stated: "mit Angabe angenommen",
    unknown: "keine Regel wurde gefunden",
  },
  signature: "Signatur",
  notSigned: (command) =>
    `Diese Seite ist nicht signiert. Die JSON-Datei, die dazugehört, ist es: ${command} prüft sie.`,
};

export const PASSPORT_WORDS = { en, de };
