// Der Rahmen um jeden Bildschirm.

import type { Texts } from "../en.ts";

export const shell: Texts["shell"] = {
  skip: "Zum Inhalt springen",
  navigation: "Hauptmenü",
  stories: "Geschichten",
  sounds: "Klänge",
  account: "Konto",
  notFound: "Diese Seite gibt es nicht",
  notFoundHint: "Vielleicht ist die Adresse vertippt, oder was hier war, wurde gelöscht.",
  toStories: "Zu den Geschichten",
};
