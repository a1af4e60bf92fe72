// What readers of markup give: the paragraphs of a document in order, and the chapters that headings make of them.

import { isChapterHead, textChapters } from "@fullcast/core/structure";

export interface MarkupParagraph {
  /** "break": a rule or an ornament between scenes; "blank": an empty line, which may be one. Neither has text or anchors. */
  readonly kind: "text" | "break" | "blank";
  /** White space collapsed; empty where it is no text. */
  readonly text: string;
  /** Where a chapter may begin (h1, h2, h3); null for all other text. */
  readonly level: 1 | 2 | 3 | null;
  /** All of it is a link into the book itself, as in a table of contents. */
  readonly isLink: boolean;
  /** The markup says that it may be a speaker's name: a definition's term, the first of two cells, a persona. */
  readonly isName?: boolean;
  /** Where links may lead to: "file#id" or "file". */
  readonly anchors: readonly string[];
}

export interface DraftChapter {
  readonly title: string | null;
  readonly paragraphs: readonly string[];
}

/** A scene break as it stands in a chapter's text. */
const SCENE_BREAK = "* * *";
const ORNAMENT = /^[\s*#⁂❦❧☙•·~_—–-]{1,40}$/u;

/** What marks where a line could be broken, or nothing, and is never heard: soft hyphens, zero-width spaces, joiners, BOMs. */
const UNHEARD = /[\u00ad\u200b\u2060\ufeff]/g;

/** A space between words is no match: a long paragraph has a million of them. */
export const readable = (line: string): string =>
  line
    .replaceAll(UNHEARD, "")
    .replaceAll(/ \s+|[^\S ]\s*/g, " ")
    .trim();

/** Without spaces, the dots that lead to a page's number, and bullets. */
export const visibleUnits = (text: string): number => text.replaceAll(/[\s.·•…_]+/g, "").length;

/** From this many links in a row on it is a table of contents. */
const CONTENTS_FROM = 3;

/** What stands above one, in the languages that are spoken. */
const CONTENTS_TITLE =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis|sübersicht)?|sommaire|table des matières|contenido|índice|indice|sommario|inhoud(?:sopgave)?)[.:]?$/iu;
/** What stands above notes that are left out. */
const NOTES_TITLE =
  /^(?:notes|(?:foot|end)notes|fu(?:ß|ss)noten|endnoten|anmerkungen|notes de (?:bas de page|fin)|notas(?: al pie)?|note|voetnoten|noten)[.:]?$/iu;

/** Without runs of links, and what stands above them: a table of contents is not read. */
export function withoutContents(paragraphs: readonly MarkupParagraph[]): MarkupParagraph[] {
  const kept: MarkupParagraph[] = [];
  let run: MarkupParagraph[] = [];
  const endRun = () => {
    const links = run.filter(({ isLink }) => isLink).length;
    if (links < CONTENTS_FROM) {
      // Not spread: a run of empty lines may be longer than an argument list can be.
      for (const paragraph of run) kept.push(paragraph);
    } else {
      while (kept.length > 0 && kept.at(-1)?.kind !== "text") kept.pop();
      if (CONTENTS_TITLE.test(kept.at(-1)?.text ?? "")) kept.pop();
    }
    run = [];
  };
  for (const paragraph of paragraphs) {
    // What is empty between links parts no list.
    if (paragraph.isLink || (run.length > 0 && paragraph.kind !== "text")) {
      run.push(paragraph);
      continue;
    }
    endRun();
    kept.push(paragraph);
  }
  endRun();
  return kept;
}

/** Empty lines part scenes where so few of the places between paragraphs have them. */
const SELDOM = 0.2;

/**
 * Breaks between scenes, each once and only between text: an empty line is one where paragraphs are not parted by empty
 * lines as such; where they are, two of them in a row are.
 */
export function withBreaks(paragraphs: readonly MarkupParagraph[]): MarkupParagraph[] {
  const places = [0, 0, 0];
  const texts: { paragraph: MarkupParagraph; blanks: number; isParted: boolean }[] = [];
  let blanks = 0;
  let isParted = false;
  for (const paragraph of paragraphs) {
    if (paragraph.kind === "blank") blanks++;
    else if (paragraph.kind === "break") isParted = true;
    else {
      texts.push({ paragraph, blanks, isParted });
      const before = texts.at(-2)?.paragraph;
      if (before?.level === null && paragraph.level === null) places[Math.min(blanks, 2)]! += 1;
      blanks = 0;
      isParted = false;
    }
  }
  const [none = 0, one = 0, more = 0] = places;
  const all = none + one + more;
  const enough = one + more <= all * SELDOM ? 1 : more <= all * SELDOM ? 2 : Number.POSITIVE_INFINITY;
  return texts.flatMap(({ paragraph, blanks: lines, isParted: parted }, index) => {
    const before = texts[index - 1]?.paragraph;
    const isBreak = parted || lines >= enough;
    if (!isBreak || before === undefined || [before, paragraph].some(partsItself)) return [paragraph];
    return [{ kind: "break" as const, text: SCENE_BREAK, level: null, isLink: false, anchors: [] }, paragraph];
  });
}

const partsItself = ({ level, text }: MarkupParagraph): boolean => level !== null || ORNAMENT.test(text);

/**
 * The chapters of a document by its headings. A single h1 right above the first h2 is the title of the whole: it begins the text of
 * the first chapter, and is `title`. Headings without text between them begin one chapter together; without any, the words of a line may tell that it is one. An h3 begins a chapter
 * only in a book whose h2 are its parts.
 */
export function chaptersByHeadings(paragraphs: readonly MarkupParagraph[]): {
  readonly title: string | null;
  readonly chapters: readonly DraftChapter[];
} {
  if (paragraphs.every(({ level }) => level === null)) return { title: null, chapters: chaptersByWords(paragraphs) };
  const tops = paragraphs.filter(({ level }) => level === 1);
  const isTitled = tops.length === 1 && paragraphs[0]?.level === 1 && paragraphs[1]?.level === 2;
  const deepest = isTitled && haveParts(paragraphs, 2) ? 3 : 2;
  const begins = ({ level, text }: MarkupParagraph): string | null =>
    level === null || level > deepest || (isTitled && level === 1) ? null : text;
  return { title: isTitled ? (tops[0]?.text ?? null) : null, chapters: chaptersAt(paragraphs, begins) };
}

/** Where nothing is a heading by its markup, "Chapter One" is one by its words, as in a plain text; else all is one chapter. */
function chaptersByWords(paragraphs: readonly MarkupParagraph[]): readonly DraftChapter[] {
  const whole = chaptersAt(paragraphs, () => null);
  const chapters = textChapters((whole[0]?.paragraphs ?? []).join("\n\n"));
  if (chapters.filter(({ title }) => title !== null && isChapterHead(title)).length < 2) return whole;
  return chapters.map(({ title, text }) => ({ title, paragraphs: text.trim().split("\n\n") }));
}

/** Whether headings of a level are parts: from the first to the last that has no text but a heading of the next level under it, half have none. */
export function haveParts(paragraphs: readonly MarkupParagraph[], part: 1 | 2): boolean {
  const heads = paragraphs.flatMap(({ level }, index) =>
    level === part ? [paragraphs[index + 1]?.level === part + 1] : [],
  );
  const bare = heads.filter(Boolean).length;
  return bare >= 2 && bare * 2 >= heads.lastIndexOf(true) - heads.indexOf(true) + 1;
}

/**
 * Cuts paragraphs where `begins` names a chapter. What follows each other without text between is one chapter, named by
 * all. `begins` is asked once for each paragraph, in order.
 */
export function chaptersAt(
  paragraphs: readonly MarkupParagraph[],
  begins: (paragraph: MarkupParagraph, index: number) => string | null,
): DraftChapter[] {
  const chapters: { titles: Set<string>; paragraphs: MarkupParagraph[]; hasText: boolean }[] = [];
  for (const [index, paragraph] of paragraphs.entries()) {
    const title = begins(paragraph, index);
    let chapter = chapters.at(-1);
    if (chapter === undefined || (title !== null && chapter.hasText)) {
      chapter = { titles: new Set(), paragraphs: [], hasText: false };
      chapters.push(chapter);
    }
    // A heading right below the one that begins the chapter belongs to its title.
    const name =
      title ?? (chapter.titles.size > 0 && !chapter.hasText && paragraph.level !== null ? paragraph.text : null);
    if (name !== null && chapter.titles.size < MOST_TITLES) chapter.titles.add(name);
    chapter.paragraphs.push(paragraph);
    // The words of a heading are no text, nor is the title of the whole above the first.
    if (paragraph.kind === "text" && paragraph.level === null && !chapter.titles.has(paragraph.text)) {
      chapter.hasText = true;
    }
  }
  return chapters.flatMap(({ titles, paragraphs: all }) => {
    const texts = endingWithText(all).map(({ text }) => text);
    return texts.length === 0 ? [] : { title: oneTitle([...titles]), paragraphs: texts };
  });
}

/** The headings of one chapter. */
const MOST_TITLES = 20;

/** "Part I – Dawn": without names that another one holds, so that "One: The Lamp" and "The Lamp" do not double it. */
function oneTitle(titles: readonly string[]): string | null {
  const words = titles.map(
    (title) =>
      ` ${title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim()} `,
  );
  const kept = titles.filter(
    (_, index) =>
      !words.some(
        (other, at) => at !== index && other.includes(words[index]!) && (other !== words[index] || at < index),
      ),
  );
  return kept.length === 0 ? null : kept.join(" – ");
}

/** Without breaks at both ends, and without the heading of notes or contents that were left out. */
function endingWithText(paragraphs: readonly MarkupParagraph[]): readonly MarkupParagraph[] {
  let from = 0;
  let to = paragraphs.length;
  while (from < to && paragraphs[from]?.kind !== "text") from++;
  while (to > from && isEmptyEnd(paragraphs[to - 1]!)) to--;
  return paragraphs.slice(from, to);
}

const isEmptyEnd = ({ kind, text }: MarkupParagraph): boolean =>
  kind !== "text" || NOTES_TITLE.test(text) || CONTENTS_TITLE.test(text);
