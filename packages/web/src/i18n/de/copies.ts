// Eine ganze Geschichte als eine Datei sichern und eine solche Datei öffnen.

import type { CopyTexts } from "../copy-texts.ts";

export const copies: CopyTexts = {
  save: "Kopie der Geschichte sichern",
  saveFirst: "Zuerst eine Kopie sichern",
  saveHint:
    "Eine Datei (.fullcast) mit Skript, Ensemble, Klängen und allem Audio. Öffne sie unter „Neue Geschichte“, hier oder in einem anderen Fullcast. Frühere Fassungen, fertige Dateien und Links sind nicht darin.",
  saving: "Die Kopie wird zusammengestellt. Der Browser speichert sie, sobald sie fertig ist.",
  open: "Kopie öffnen",
  opening: "Die Kopie wird gelesen. Ein langes Buch dauert ein, zwei Minuten.",
  openHint: "Die Kopie einer ganzen Geschichte: Skript, Ensemble, Klänge und Audio kommen so, wie sie sind.",
  noStory: "Keine Geschichte ist entstanden.",
  withheld: (count) =>
    count === 1
      ? "1 Aufnahme fehlt, weil die Person, die sie gesprochen hat, ihre Einwilligung zurückgezogen hat."
      : `${count} Aufnahmen fehlen, weil die Personen, die sie gesprochen haben, ihre Einwilligung zurückgezogen haben.`,
  toStory: "Geschichte öffnen",
};
