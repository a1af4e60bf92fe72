// The text that a guest agrees to before the first recording. A changed sentence is a new version: consents keep the text that
// their person read.

export const CONSENT_LANGUAGES = ["en", "de"] as const;
export type ConsentLanguage = (typeof CONSENT_LANGUAGES)[number];

/** Raised with every change of a sentence below. */
export const CONSENT_VERSION = 1;

export interface ConsentFacts {
  /** The name of the person who created the link, as that person wrote it. */
  readonly asked_by: string;
  readonly story: string;
  /** The character. */
  readonly person: string;
}

/** Paragraphs, separated by blank lines. Plain text. */
export function consentText(language: ConsentLanguage, facts: ConsentFacts): string {
  return TEXTS[language](facts).join("\n\n");
}

const TEXTS: { readonly [language in ConsentLanguage]: (facts: ConsentFacts) => readonly string[] } = {
  en: ({ asked_by, story, person }) => [
    `${asked_by} asks you to speak the lines of ${person} in the story “${story}”.`,
    `You agree that the recordings you send become the voice of ${person} in audio of this story. ${asked_by} may share and publish this audio.`,
    "Your recordings, your name, this text and the time of your consent are stored on this server. No one hears a recording before you send it. Recordings that you do not send are deleted when the link ends.",
    "Your recordings are used for this story only. They are not used to make a machine speak with your voice.",
    `You can withdraw your consent at any time, on this page and without a reason. Your recordings are then deleted, and no new file uses them. ${asked_by} sees which finished files contain your voice. Copies that other people already have cannot be called back by this program.`,
    "You speak with your own voice. If you are a child, one of your parents agrees with you.",
  ],
  de: ({ asked_by, story, person }) => [
    `${asked_by} bittet dich, die Sätze von ${person} in der Geschichte „${story}“ zu sprechen.`,
    `Du bist einverstanden, dass die Aufnahmen, die du sendest, in Tonfassungen dieser Geschichte die Stimme von ${person} werden. ${asked_by} darf diese Tonfassungen weitergeben und veröffentlichen.`,
    "Deine Aufnahmen, dein Name, dieser Text und der Zeitpunkt deiner Einwilligung werden auf diesem Server gespeichert. Niemand hört eine Aufnahme, bevor du sie sendest. Aufnahmen, die du nicht sendest, werden gelöscht, wenn der Link endet.",
    "Deine Aufnahmen werden nur für diese Geschichte verwendet. Mit ihnen wird keine künstliche Stimme gemacht, die wie du klingt.",
    `Du kannst deine Einwilligung jederzeit auf dieser Seite und ohne Grund widerrufen. Dann werden deine Aufnahmen gelöscht, und keine neue Datei verwendet sie. ${asked_by} sieht, welche fertigen Dateien deine Stimme enthalten. Kopien, die andere schon haben, kann dieses Programm nicht zurückholen.`,
    "Du sprichst mit deiner eigenen Stimme. Wenn du ein Kind bist, willigt ein Elternteil mit dir ein.",
  ],
};
