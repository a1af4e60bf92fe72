// The words around a shared story, in the languages of the pages for listeners. The story's own words stay as they are.

import type { PageLanguage } from "../http/http.ts";

const en = {
  nothing: "Nothing here",
  nothingTitle: "There is nothing here",
  nothingHint: "This link does not exist, or what it led to is not shared any more.",
  skip: "Skip to the text",
  narrator: "Narrator",
  chapters: "Chapters",
  noChapters: "There are no chapters yet.",
  pages: "Pages",
  contents: "Contents",
  before: "Before",
  next: "Next",
  download: "Download the MP3",
  audioOf: (title: string) => `Audio of ${title}`,
  needsScript: "Listening to this chapter needs JavaScript.",
  feed: "Podcast feed",
  openFeed: "Open in a podcast app",
  chapterCount: (count: number) => (count === 1 ? "1 chapter" : `${count} chapters`),
  noAudio: "There is no audio yet. The text is complete.",
  silentChapters: (silent: number, all: number) =>
    `The audio is not complete: ${silent} of ${all} chapters have lines without audio. The text is complete.`,
  silentLines: (ready: number, all: number) =>
    `The audio is not complete: ${ready} of ${all} lines can be heard. The text is complete.`,
  partly: "audio in parts",
  silent: "no audio yet",
  megabytes: (count: number) => `${count.toFixed(1)} MB`,
  keys: "Keys: space plays and pauses, j and l move 15 seconds, n and p change the chapter. Double-click a word to listen from there.",
  published: "Published with Fullcast.",
  voices: {
    machine: "Read by synthetic voices",
    mixed: "Read by people and synthetic voices",
    human: "Read by people",
  },
  voicesDetail: {
    machine: () => "A computer speaks every line. No person read this story aloud.",
    mixed: (lines: number) =>
      `People recorded ${lines === 1 ? "1 line" : `${lines} lines`}. A computer speaks the others with synthetic voices.`,
    human: () => "People recorded every line that can be heard.",
  },
};

export type PageWords = typeof en;

const de: PageWords = {
  nothing: "Hier ist nichts",
  nothingTitle: "Hier ist nichts",
  nothingHint: "Diesen Link gibt es nicht, oder das, wozu er führte, ist nicht mehr veröffentlicht.",
  skip: "Zum Text springen",
  narrator: "Erzähler",
  chapters: "Kapitel",
  noChapters: "Es gibt noch keine Kapitel.",
  pages: "Seiten",
  contents: "Inhalt",
  before: "Zurück",
  next: "Weiter",
  download: "MP3 herunterladen",
  audioOf: (title) => `Audio von ${title}`,
  needsScript: "Zum Anhören dieses Kapitels braucht die Seite JavaScript.",
  feed: "Podcast-Feed",
  openFeed: "In einer Podcast-App öffnen",
  chapterCount: (count) => `${count} Kapitel`,
  noAudio: "Es gibt noch kein Audio. Der Text ist vollständig.",
  silentChapters: (silent, all) =>
    `Das Audio ist nicht vollständig: In ${silent} von ${all} Kapiteln fehlen Zeilen. Der Text ist vollständig.`,
  silentLines: (ready, all) =>
    `Das Audio ist nicht vollständig: ${ready} von ${all} Zeilen sind zu hören. Der Text ist vollständig.`,
  partly: "Audio in Teilen",
  silent: "noch kein Audio",
  megabytes: (count) => `${count.toFixed(1).replace(".", ",")} MB`,
  keys: "Tasten: Leertaste spielt und hält an, j und l springen 15 Sekunden, n und p wechseln das Kapitel. Ein Doppelklick auf ein Wort spielt ab dort.",
  published: "Veröffentlicht mit Fullcast.",
  voices: {
    machine: "Gelesen von synthetischen Stimmen",
    mixed: "Gelesen von Menschen und synthetischen Stimmen",
    human: "Gelesen von Menschen",
  },
  voicesDetail: {
    machine: () => "Ein Computer spricht jede Zeile. Kein Mensch hat diese Geschichte eingelesen.",
    mixed: (lines) =>
      `Menschen haben ${lines === 1 ? "1 Zeile" : `${lines} Zeilen`} aufgenommen. Die anderen spricht ein Computer mit synthetischen Stimmen.`,
    human: () => "Menschen haben jede hörbare Zeile aufgenommen.",
  },
};

export const PAGE_WORDS: { readonly [language in PageLanguage]: PageWords } = { en, de };
