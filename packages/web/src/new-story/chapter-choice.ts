// What a person chose of a book that was read: which chapters, under which titles.

export interface ShownChapter {
  readonly index: number;
  readonly title: string;
  readonly words: number;
  readonly source_text_length: number;
  readonly included: boolean;
}

/** Only what differs from the file. */
export interface ChapterChoice {
  readonly ticks: ReadonlyMap<number, boolean>;
  readonly titles: ReadonlyMap<number, string>;
}

export const AS_READ: ChapterChoice = { ticks: new Map(), titles: new Map() };

export const isTicked = (choice: ChapterChoice, chapter: ShownChapter): boolean =>
  choice.ticks.get(chapter.index) ?? chapter.included;

export const titleOf = (choice: ChapterChoice, chapter: ShownChapter): string =>
  choice.titles.get(chapter.index) ?? chapter.title;

export const ticked = (choice: ChapterChoice, chapters: readonly ShownChapter[]): readonly ShownChapter[] =>
  chapters.filter((chapter) => isTicked(choice, chapter));

/** What the import is requested. A title that was emptied stays the chapter's own. */
export function chosenChapters(choice: ChapterChoice, chapters: readonly ShownChapter[]) {
  return ticked(choice, chapters).map((chapter) => {
    const title = titleOf(choice, chapter).trim();
    return { index: chapter.index, ...(title === "" || title === chapter.title ? {} : { title }) };
  });
}

export const withTick = (choice: ChapterChoice, index: number, on: boolean): ChapterChoice => ({
  ...choice,
  ticks: new Map(choice.ticks).set(index, on),
});

export const withAll = (choice: ChapterChoice, chapters: readonly ShownChapter[], on: boolean): ChapterChoice => ({
  ...choice,
  ticks: new Map(chapters.map(({ index }) => [index, on])),
});

export const withTitle = (choice: ChapterChoice, index: number, title: string): ChapterChoice => ({
  ...choice,
  titles: new Map(choice.titles).set(index, title),
});
