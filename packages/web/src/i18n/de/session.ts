// An- und Abmelden.

import type { Texts } from "../en.ts";

export const session: Texts["session"] = {
  signIn: "Anmelden",
  signOut: "Abmelden",
  key: "Schlüssel",
  keyHint: "Beginnt mit fc_. Der erste Start des Servers zeigt ihn an und legt ihn in die Datei data/owner-key.",
  keyNotStored: "Der Schlüssel wird einmal gesendet und in diesem Browser nicht aufbewahrt.",
  keyMissing: "Gib den Schlüssel ein.",
  welcome: "Eine Geschichte, gelesen von einem Ensemble.",
  ended: "Deine Sitzung ist beendet",
  endedHint: "Melde dich wieder an, um weiterzumachen. Was du gerade getan hast, ist noch da.",
  serverAway: "Der Server antwortet nicht.",
  serverAwaySafe: "Alles, was gespeichert wurde, ist sicher.",
};
