import type { CatalogueTexts } from "../catalogue-texts.ts";

export const catalogue: CatalogueTexts = {
  title: "Katalog",
  hint: "Ein Leseprogramm auf dem Telefon findet deine fertigen Bücher unter einer eigenen Adresse. Füge sie dort als OPDS-Katalog hinzu.",
  field: "Name des Geräts",
  add: "Neue Adresse",
  once: "Diese Adresse wird nur jetzt gezeigt. Wer sie hat, kann diese Bücher lesen. Gib deshalb jedem Gerät eine eigene.",
  code: "Code der Adresse für die Kamera des Telefons",
  since: (day) => `seit ${day}`,
  deleteOne: (name) => `Adresse von ${name} löschen`,
};
