// Webhooks.

import type { WebhookTexts } from "../webhook-texts.ts";

export const webhooks: WebhookTexts = {
  title: "Webhooks",
  hint: "Der Server benachrichtigt ein Programm von dir, wenn eine Arbeit endet: Er schickt eine signierte Nachricht an eine Adresse.",
  add: "Webhook hinzufügen",
  addTitle: "Webhook hinzufügen",
  url: "Adresse",
  urlHint: "https. Adressen in einem privaten Netz muss die Person erlauben, die diesen Server betreibt.",
  urlMissing: "Gib eine Adresse ein, die mit https:// beginnt.",
  when: "Wann",
  events: {
    "run.ended": "Arbeit an einer Geschichte endete",
    "export.ended": "Ein Export endete",
    "sound.ended": "Ein Klang wurde verarbeitet",
    "take.created": "Eine Zeile hat eine neue Aufnahme",
    "webhook.test": "Test",
  },
  since: (moment) => `seit ${moment}`,
  secretOnce: "Das Geheimnis, das die Nachrichten signiert. Es wird einmal gezeigt. Kopiere es jetzt.",
  deliveries: "Sendungen",
  deliveriesOf: (url) => `Sendungen an ${url}`,
  none: "In den letzten sieben Tagen wurde nichts gesendet.",
  states: { waiting: "wartet", delivered: "zugestellt", failed: "gescheitert" },
  attempts: (count) => (count === 1 ? "1 Versuch" : `${count} Versuche`),
  answered: (status) => `Antwort ${status}`,
  reasons: {
    ADDRESS_REFUSED: "die Adresse ist nicht erlaubt",
    NAME_UNKNOWN: "der Name hat keine Adresse",
    TIMED_OUT: "keine Antwort in 10 s",
    UNREACHABLE: "keine Verbindung",
  },
  test: "Test senden",
  sendAgain: "Noch einmal senden",
  sendAgainOne: (event, moment) => `Noch einmal senden: ${event}, ${moment}`,
  older: "Ältere Sendungen",
  deleteTitle: "Diesen Webhook löschen?",
  deleteHint: "Dorthin wird nichts mehr gesendet. Nachrichten, die noch warten, werden nicht gesendet.",
  deleteOne: (url) => `Löschen: ${url}`,
};
