// The words of review pages, in the languages of the pages for listeners.

import type { PageLanguage } from "../http/http.ts";

const en = {
  hint: "Open a chapter to read it, listen to it and comment on its lines.",
  comment: "Comment",
  own: "Your comments",
  yourName: "Your name",
  send: "Send",
  states: {
    sent: "The comment was sent.",
    refused: "The comment was not sent. The link may be closed or full, or the line may have changed.",
    silent: "The comment was not sent. The server did not answer.",
  },
};

type ReviewWords = typeof en;

const de: ReviewWords = {
  hint: "Öffne ein Kapitel, um es zu lesen, anzuhören und seine Zeilen zu kommentieren.",
  comment: "Kommentar",
  own: "Deine Kommentare",
  yourName: "Dein Name",
  send: "Senden",
  states: {
    sent: "Der Kommentar wurde gesendet.",
    refused:
      "Der Kommentar wurde nicht gesendet. Der Link ist vielleicht geschlossen oder voll, oder die Zeile hat sich geändert.",
    silent: "Der Kommentar wurde nicht gesendet. Der Server hat nicht geantwortet.",
  },
};

export const REVIEW_WORDS: { readonly [language in PageLanguage]: ReviewWords } = { en, de };
