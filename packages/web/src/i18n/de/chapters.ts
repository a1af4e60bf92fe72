// Die Auswahl von Kapiteln.

import type { ChapterTexts } from "../chapter-texts.ts";

export const chapters: ChapterTexts = {
  all: "Alle",
  none: "Keine",
  chosen: (count, total) => `${count} von ${total} gewählt`,
};
