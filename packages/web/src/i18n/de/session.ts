// An- und Abmelden.

import type { Texts } from "../en.ts";

export const session: Texts["session"] = {
  signIn: "Anmelden",
  signOut: "Abmelden",
  key: "Schlüssel",
  keyHint:
    "Ein Schlüssel beginnt mit fc_; der erste Start des Servers zeigt einen und legt ihn in der Datei data/owner-key ab. Oder gib einen Code ein, den ein anderes Gerät unter Konto zeigt.",
  codeRefused:
    "Dieser Code ist schon benutzt oder seine zehn Minuten sind um. Mache auf dem anderen Gerät unter Konto einen neuen.",
  keyNotStored: "Der Schlüssel wird einmal gesendet und in diesem Browser nicht aufbewahrt.",
  keyMissing: "Gib den Schlüssel ein.",
  welcome: "Eine Geschichte, gelesen von einem Ensemble.",
  ended: "Deine Sitzung ist beendet",
  endedHint: "Melde dich wieder an, um weiterzumachen. Was du gerade getan hast, ist noch da.",
  serverAway: "Der Server antwortet nicht.",
  serverAwaySafe: "Alles, was gespeichert wurde, ist sicher.",
};
