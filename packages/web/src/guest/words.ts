// The texts of the page for guests, in the language of the page, which the server chose by the browser's request.

import type { RecordingFinding } from "@fullcast/core/sound";

type Finding = RecordingFinding["kind"];

const en = {
  loading: "The page is loading.",
  title: (person: string) => `Speak the lines of ${person}`,
  of: (story: string) => `from “${story}”`,
  greeting: (name: string, askedBy: string) => `Hello ${name}, ${askedBy} asks you to lend a voice.`,
  consentTitle: "Before you begin",
  yourName: "Your name",
  agree: "I agree",
  textChanged: "The text has changed. Please read it again.",
  noLines: "There is nothing to speak yet. Open this page again later.",
  lineOf: (number: number, total: number) => `Line ${number} of ${total}`,
  progress: (recorded: number, total: number) => `${recorded} of ${total} lines recorded`,
  before: "The line before",
  narrator: "Narrator",
  yourLine: "Your line",
  record: "Record",
  again: "Record again",
  stop: "Stop",
  countIn: "Get ready",
  recording: "Recording. Speak now.",
  level: "Level",
  tooQuiet: "Quiet. Speak louder, or hold the phone closer.",
  tooLoud: "Too loud. Hold the phone further away.",
  checking: "The recording is being checked.",
  chooseFile: "Use a sound file",
  fileHint: "Record the line with another app, then choose the file here.",
  listen: "Your recording",
  good: "The recording is good.",
  findings: "You can keep the recording or record the line again:",
  changed: "The words of this line have changed since you recorded it. Please record it again.",
  states: { draft: "Recorded, not sent yet.", sent: "Sent.", used: "Sent and used." },
  previous: "Previous line",
  next: "Next line",
  send: (count: number) => (count === 1 ? "Send 1 recording" : `Send ${count} recordings`),
  nothingToSend: "Record a line, then send it.",
  sent: (count: number) =>
    count === 1 ? "1 recording was sent. Thank you!" : `${count} recordings were sent. Thank you!`,
  tryAgain: "Try again",
  consent: "Your consent",
  agreedAt: (name: string, date: string) => `${name} agreed on ${date}.`,
  withdraw: "Withdraw my consent",
  withdrawHint:
    "Your recordings are deleted, also those that you sent, and no new file uses them. This cannot be undone. The link ends.",
  reallyWithdraw: "Withdraw and delete",
  keepConsent: "Keep my consent",
  withdrawn: (date: string) =>
    `You withdrew your consent on ${date}. Your recordings are deleted, and no new file uses them.`,
  ended: "This link has ended. It takes no more recordings. You can still withdraw your consent here.",
  microphone: {
    insecure:
      "The browser allows the microphone only on pages with https. This page came over plain http. Record with another app and choose the file, or ask for a link with https.",
    denied:
      "The browser may not use the microphone. Allow it in the settings of the browser and load the page again, or choose a sound file.",
    none: "No microphone was found. Connect one and load the page again, or choose a sound file.",
    failed: "The microphone could not be opened. Close other apps that use it, or choose a sound file.",
  },
  found: {
    silence: "The recording is silent.",
    excess_length: "The recording is far too long for this line. Speak this line alone.",
    noise: "The recording sounds like noise, not like a voice. Go to a quiet room.",
    long: "The recording is long for this line. Leave out long pauses and other words.",
    short: "The recording is short for this line. Words may be missing.",
    clipping: "The voice is too loud and sounds harsh. Hold the phone further away.",
    cut_ending: "The end is cut off. Wait a moment before you press Stop.",
    repeated_ending: "The last words seem to be there twice.",
    level_jump: "The loudness changes in the middle. Keep the same distance to the phone.",
    quiet: "The voice is quiet. Speak louder, or hold the phone closer.",
    room_noise: "There is noise or music behind the voice. Switch it off, or go to a quieter room.",
  } satisfies { readonly [kind in Finding]: string } as { readonly [kind in Finding]: string },
  unreadable: {
    silent: "The recording is silent. Check that the microphone is on and close enough.",
    too_short: "The recording is too short. Press Stop after the last word.",
    too_long: "The recording is longer than 10 minutes. Speak this line alone.",
    other: "The file could not be read as sound. Choose another file, or record the line here.",
  },
  refused: {
    REQUEST_TOO_LARGE: "The file is larger than 32 MB. Choose a smaller one.",
    RATE_LIMITED: "These were many recordings at once. Wait a moment, then try again.",
    GUEST_LIMIT_REACHED: "The room for recordings of this link is used up. Send what you have, and ask for a new link.",
    STORAGE_QUOTA_EXCEEDED: "The server has no more room for recordings. Tell the person who sent you this link.",
    STORAGE_FULL: "The server has no more room for recordings. Tell the person who sent you this link.",
    NOT_FOUND: "This link has ended, or the line has changed. Load the page again.",
    CONSENT_REQUIRED: "Please agree first. Load the page again.",
  } as { readonly [code: string]: string },
  noAnswer: "The server did not answer. Your recording is kept on this page. Check the network, then try again.",
  failed: "That did not work. Try again.",
};

type Words = typeof en;

const de: Words = {
  loading: "Die Seite wird geladen.",
  title: (person) => `Sprich die Sätze von ${person}`,
  of: (story) => `aus „${story}“`,
  greeting: (name, askedBy) => `Hallo ${name}, ${askedBy} bittet dich um deine Stimme.`,
  consentTitle: "Bevor du anfängst",
  yourName: "Dein Name",
  agree: "Ich bin einverstanden",
  textChanged: "Der Text hat sich geändert. Bitte lies ihn noch einmal.",
  noLines: "Es gibt noch nichts zu sprechen. Öffne diese Seite später noch einmal.",
  lineOf: (number, total) => `Satz ${number} von ${total}`,
  progress: (recorded, total) => `${recorded} von ${total} Sätzen aufgenommen`,
  before: "Der Satz davor",
  narrator: "Erzähler",
  yourLine: "Dein Satz",
  record: "Aufnehmen",
  again: "Noch einmal aufnehmen",
  stop: "Stopp",
  countIn: "Gleich geht es los",
  recording: "Aufnahme läuft. Sprich jetzt.",
  level: "Pegel",
  tooQuiet: "Leise. Sprich lauter oder halte das Telefon näher.",
  tooLoud: "Zu laut. Halte das Telefon weiter weg.",
  checking: "Die Aufnahme wird geprüft.",
  chooseFile: "Tondatei verwenden",
  fileHint: "Nimm den Satz mit einer anderen App auf und wähle die Datei dann hier.",
  listen: "Deine Aufnahme",
  good: "Die Aufnahme ist gut.",
  findings: "Du kannst die Aufnahme behalten oder den Satz noch einmal aufnehmen:",
  changed: "Die Wörter dieses Satzes haben sich seit deiner Aufnahme geändert. Bitte nimm ihn noch einmal auf.",
  states: { draft: "Aufgenommen, noch nicht gesendet.", sent: "Gesendet.", used: "Gesendet und verwendet." },
  previous: "Voriger Satz",
  next: "Nächster Satz",
  send: (count) => (count === 1 ? "1 Aufnahme senden" : `${count} Aufnahmen senden`),
  nothingToSend: "Nimm einen Satz auf und sende ihn dann.",
  sent: (count) => (count === 1 ? "1 Aufnahme wurde gesendet. Danke!" : `${count} Aufnahmen wurden gesendet. Danke!`),
  tryAgain: "Noch einmal versuchen",
  consent: "Deine Einwilligung",
  agreedAt: (name, date) => `${name} hat am ${date} eingewilligt.`,
  withdraw: "Einwilligung widerrufen",
  withdrawHint:
    "Deine Aufnahmen werden gelöscht, auch die gesendeten, und keine neue Datei verwendet sie. Das lässt sich nicht rückgängig machen. Der Link endet.",
  reallyWithdraw: "Widerrufen und löschen",
  keepConsent: "Einwilligung behalten",
  withdrawn: (date) =>
    `Du hast deine Einwilligung am ${date} widerrufen. Deine Aufnahmen sind gelöscht, und keine neue Datei verwendet sie.`,
  ended:
    "Dieser Link ist beendet und nimmt keine Aufnahmen mehr an. Deine Einwilligung kannst du hier noch widerrufen.",
  microphone: {
    insecure:
      "Der Browser erlaubt das Mikrofon nur auf Seiten mit https. Diese Seite kam ohne https. Nimm mit einer anderen App auf und wähle die Datei, oder bitte um einen Link mit https.",
    denied:
      "Der Browser darf das Mikrofon nicht verwenden. Erlaube es in den Einstellungen des Browsers und lade die Seite neu, oder wähle eine Tondatei.",
    none: "Es wurde kein Mikrofon gefunden. Schließe eines an und lade die Seite neu, oder wähle eine Tondatei.",
    failed: "Das Mikrofon ließ sich nicht öffnen. Schließe andere Apps, die es verwenden, oder wähle eine Tondatei.",
  },
  found: {
    silence: "Die Aufnahme ist stumm.",
    excess_length: "Die Aufnahme ist viel zu lang für diesen Satz. Sprich nur diesen Satz.",
    noise: "Die Aufnahme klingt wie Rauschen, nicht wie eine Stimme. Geh in einen ruhigen Raum.",
    long: "Die Aufnahme ist lang für diesen Satz. Lass lange Pausen und andere Wörter weg.",
    short: "Die Aufnahme ist kurz für diesen Satz. Vielleicht fehlen Wörter.",
    clipping: "Die Stimme ist zu laut und klingt hart. Halte das Telefon weiter weg.",
    cut_ending: "Das Ende ist abgeschnitten. Warte einen Moment, bevor du auf Stopp drückst.",
    repeated_ending: "Die letzten Wörter sind wohl zweimal zu hören.",
    level_jump: "Die Lautstärke ändert sich mittendrin. Bleib gleich weit vom Telefon entfernt.",
    quiet: "Die Stimme ist leise. Sprich lauter oder halte das Telefon näher.",
    room_noise: "Hinter der Stimme ist Geräusch oder Musik. Schalte sie aus oder geh in einen ruhigeren Raum.",
  },
  unreadable: {
    silent: "Die Aufnahme ist stumm. Prüfe, ob das Mikrofon an und nah genug ist.",
    too_short: "Die Aufnahme ist zu kurz. Drücke erst nach dem letzten Wort auf Stopp.",
    too_long: "Die Aufnahme ist länger als 10 Minuten. Sprich nur diesen Satz.",
    other: "Die Datei ließ sich nicht als Ton lesen. Wähle eine andere Datei oder nimm den Satz hier auf.",
  },
  refused: {
    REQUEST_TOO_LARGE: "Die Datei ist größer als 32 MB. Wähle eine kleinere.",
    RATE_LIMITED: "Das waren viele Aufnahmen auf einmal. Warte einen Moment und versuche es noch einmal.",
    GUEST_LIMIT_REACHED:
      "Der Platz für Aufnahmen dieses Links ist voll. Sende, was du hast, und bitte um einen neuen Link.",
    STORAGE_QUOTA_EXCEEDED:
      "Der Server hat keinen Platz mehr für Aufnahmen. Sag es der Person, die dir diesen Link geschickt hat.",
    STORAGE_FULL:
      "Der Server hat keinen Platz mehr für Aufnahmen. Sag es der Person, die dir diesen Link geschickt hat.",
    NOT_FOUND: "Dieser Link ist beendet, oder der Satz hat sich geändert. Lade die Seite neu.",
    CONSENT_REQUIRED: "Bitte willige zuerst ein. Lade die Seite neu.",
  },
  noAnswer:
    "Der Server hat nicht geantwortet. Deine Aufnahme bleibt auf dieser Seite. Prüfe das Netz und versuche es noch einmal.",
  failed: "Das hat nicht geklappt. Versuche es noch einmal.",
};

export const t: Words = document.documentElement.lang === "de" ? de : en;
