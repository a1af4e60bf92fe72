// Der Rahmen einer Geschichte: ihre Kapitel und die Teile eines Kapitels.

import type { Texts } from "../en.ts";

export const story: Texts["story"] = {
  chapters: "Kapitel",
  addChapter: "Kapitel hinzufügen",
  addChapterHint: "Es kommt ans Ende der Geschichte. Die wörtliche Rede wird gleich gefunden.",
  renameChapter: "Kapitel umbenennen",
  chapterTitle: "Titel",
  chapterText: "Text der Geschichte",
  parts: "Teile dieses Kapitels",
  script: "Skript",
  cast: "Besetzung",
  sounds: "Klänge",
  export: "Export",
  share: "Teilen",
  notPrepared:
    "Dieses Kapitel hat noch kein Skript. Öffne es einmal auf dem Gerät, das arbeitet; dann ist es hier zu hören.",
  moreLines: "Weitere Zeilen",
  noChapter: "Diese Geschichte hat noch kein Kapitel.",
  notThere: "Diese Geschichte ist nicht hier. Vielleicht wurde sie gelöscht, oder sie gehört einem anderen Konto.",
  deleteChapter: "Kapitel löschen",
  moveUp: "Nach oben",
  moveDown: "Nach unten",
  chapterOptions: (title) => `Mehr zu ${title}`,
  untitledChapter: (index) => `Kapitel ${index}`,
  deleteChapterTitle: (title) => `Kapitel „${title}“ löschen?`,
};
