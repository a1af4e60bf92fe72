// Der Rahmen einer Geschichte: ihre Kapitel und die Teile eines Kapitels.

import type { Texts } from "../en.ts";

export const story: Texts["story"] = {
  chapters: "Kapitel",
  allChapters: "Alle Kapitel",
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
  chapterMoved: (place, count) => `Es ist jetzt Kapitel ${place} von ${count}.`,
  moveUp: "Nach oben",
  moveDown: "Nach unten",
  chapterOptions: (title) => `Mehr zu ${title}`,
  untitledChapter: (index) => `Kapitel ${index}`,
  deleteChapterTitle: (title) => `Kapitel „${title}“ löschen?`,
  checkText: "Text prüfen",
  newEdition: "Neue Fassung",
  newEditionHint:
    "Wähle das verbesserte Buch oder nur die nächsten Kapitel. Zuerst siehst du, was sich ändern würde. Zeilen, die bleiben, behalten Stimme und Ton, und was du bearbeitet hast, bleibt.",
  comparing: "Wird mit der Geschichte verglichen …",
  updateStory: "Geschichte erneuern",
  updating: "Wird erneuert …",
  updated: "Die Geschichte ist erneuert.",
  editionSafe: "Die Geschichte wurde nicht geändert.",
  nothingNew: "In der Datei ist nichts neu.",
  editionOtherBook: "Das sieht nach einem anderen Buch aus: Wenige seiner Zeilen stehen in der Geschichte.",
  editionSums: (lines, characters) =>
    `${lines === 1 ? "1 Zeile bleibt" : `${lines} Zeilen bleiben`} mit ihrem Ton. ${characters} Zeichen sind zu sprechen.`,
  editionPrice: (coins) => `Sie zu sprechen kostet etwa ${coins} Snowcoins.`,
  editionKept: (count) =>
    count === 1
      ? "1 Absatz, den du bearbeitet hast, ist in der Datei anders. Deine Worte bleiben."
      : `${count} Absätze, die du bearbeitet hast, sind in der Datei anders. Deine Worte bleiben.`,
  editionPageWaits:
    "Hörer der veröffentlichten Seite behalten die jetzige Geschichte, bis du die Seite unter Teilen aktualisierst.",
  editionPageFollows: "Hörer der veröffentlichten Seite bekommen diese Änderungen sofort.",
  editionChanges: "Änderungen",
  editionNewChapter: "neues Kapitel",
  editionElsewhere: "steht im Buch an anderer Stelle",
  editionMerged: "entfällt: Sein Text steht jetzt in anderen Kapiteln",
  editionChanged: (count) => (count === 1 ? "1 Zeile geändert" : `${count} Zeilen geändert`),
  editionNew: (count) => (count === 1 ? "1 neuer Absatz" : `${count} neue Absätze`),
  editionGone: (count) => (count === 1 ? "1 Zeile entfällt" : `${count} Zeilen entfallen`),
  editionMoved: (count) => (count === 1 ? "1 Zeile kommt hierher" : `${count} Zeilen kommen hierher`),
  editionOther: "Zeilen in anderer Folge oder ein anderer Titel",
  editionWords: (count) => (count === 1 ? "1 Stelle" : `${count} Stellen`),
  editionBefore: "Jetzt:",
  editionAfter: "Neu:",
  editionMore: (count) => `${count} weitere Stellen werden hier nicht gezeigt.`,
};
