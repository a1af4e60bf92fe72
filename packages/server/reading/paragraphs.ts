// What readers of markup give: the paragraphs of a document in order, and the chapters that headings make of them.

export interface MarkupParagraph {
  /** White space collapsed; never empty. */
  readonly text: string;
  /** 1 or 2 where a chapter may begin (h1, h2); null for all other text. */
  readonly level: 1 | 2 | null;
  /** All of it is a link into the book itself, as in a table of contents. */
  readonly isLink: boolean;
  /** Where links may lead to: "file#id" or "file". */
  readonly anchors: readonly string[];
}

export interface DraftChapter {
  readonly title: string | null;
  readonly paragraphs: readonly string[];
}

/** From this many links in a row on it is a table of contents. */
const CONTENTS_FROM = 3;

/** What stands above one, in the languages that are spoken. */
const CONTENTS_TITLE =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis|sübersicht)?|sommaire|table des matières|contenido|índice|indice|sommario|inhoud(?:sopgave)?)[.:]?$/iu;

/** Without runs of links, and what stands above them: a table of contents is not read. */
export function withoutContents(paragraphs: readonly MarkupParagraph[]): MarkupParagraph[] {
  const kept: MarkupParagraph[] = [];
  let run: MarkupParagraph[] = [];
  const endRun = () => {
    if (run.length < CONTENTS_FROM) kept.push(...run);
    else if (CONTENTS_TITLE.test(kept.at(-1)?.text ?? "")) kept.pop();
    run = [];
  };
  for (const paragraph of paragraphs) {
    if (paragraph.isLink) {
      run.push(paragraph);
      continue;
    }
    endRun();
    kept.push(paragraph);
  }
  endRun();
  return kept;
}

/**
 * The chapters of a document by its headings. A single h1 right above the first h2 is the title of the whole: it begins the text of
 * the first chapter, and is `title`. Headings without text between them begin one chapter together.
 */
export function chaptersByHeadings(paragraphs: readonly MarkupParagraph[]): {
  readonly title: string | null;
  readonly chapters: readonly DraftChapter[];
} {
  const tops = paragraphs.filter(({ level }) => level === 1);
  const isTitled = tops.length === 1 && paragraphs[0]?.level === 1 && paragraphs[1]?.level === 2;
  const begins = (paragraph: MarkupParagraph): string | null =>
    paragraph.level === null || (isTitled && paragraph.level === 1) ? null : paragraph.text;
  return { title: isTitled ? (tops[0]?.text ?? null) : null, chapters: chaptersAt(paragraphs, begins) };
}

/**
 * Cuts paragraphs where `begins` names a chapter. What follows each other without text between is one chapter, named by
 * all. `begins` is asked once for each paragraph, in order.
 */
export function chaptersAt(
  paragraphs: readonly MarkupParagraph[],
  begins: (paragraph: MarkupParagraph, index: number) => string | null,
): DraftChapter[] {
  const chapters: { titles: string[]; paragraphs: string[]; hasText: boolean }[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    const title = begins(paragraph, index);
    let chapter = chapters.at(-1);
    if (chapter === undefined || (title !== null && chapter.hasText)) {
      chapter = { titles: [], paragraphs: [], hasText: false };
      chapters.push(chapter);
    }
    if (title !== null && chapter.titles.at(-1) !== title) chapter.titles.push(title);
    chapter.paragraphs.push(paragraph.text);
    // The words of a heading are no text, nor is the title of the whole above the first.
    if (paragraph.level === null && !chapter.titles.includes(paragraph.text)) chapter.hasText = true;
  }
  return chapters.map(({ titles, paragraphs: texts }) => ({
    title: titles.length === 0 ? null : titles.join(" – "),
    paragraphs: texts,
  }));
}
