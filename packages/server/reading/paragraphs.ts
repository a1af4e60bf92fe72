// The result of the markup readers: the paragraphs of a document in order, and their division into chapters by headings.

import { bylineAuthor, isChapterHead, mayBeTitle, textChapters, withoutShouting } from "@fullcast/core/chapters";

export interface MarkupParagraph {
  /**
   * "break": a rule or an ornament between scenes. "blank": an empty line, which may be a break. Neither has text or
   * anchors.
   */
  readonly kind: "text" | "break" | "blank";
  /** With collapsed white space. Empty for other kinds. */
  readonly text: string;
  /** The level of a heading at which a chapter may begin (h1, h2, h3). Null for all other text. */
  readonly level: 1 | 2 | 3 | null;
  /** Whether the whole paragraph is a link into the book, as in a table of contents. */
  readonly isLink: boolean;
  /** Whether the markup suggests a speaker's name: a definition's term, the first of two cells, a persona. */
  readonly isName?: boolean;
  /** Targets of links: "file#id" or "file". */
  readonly anchors: readonly string[];
}

export interface DraftChapter {
  readonly title: string | null;
  readonly paragraphs: readonly string[];
}

/** A scene break in the text of a chapter. */
const SCENE_BREAK = "* * *";
const ORNAMENT = /^[\s*#⁂❦❧☙•·~_—–-]{1,40}$/u;

/** Invisible characters that are never spoken: soft hyphens, zero-width spaces, joiners, BOMs. */
const UNHEARD = /[\u00ad\u200b\u2060\ufeff]/g;

/** The pattern does not match a single space, because a long paragraph has a million of them. */
export const readable = (line: string): string =>
  line
    .replaceAll(UNHEARD, "")
    .replaceAll(/ \s+|[^\S ]\s*/g, " ")
    .trim();

/** The length without spaces, bullets and dot leaders. */
export const visibleUnits = (text: string): number => text.replaceAll(/[\s.·•…_]+/g, "").length;

/** This many consecutive links are a table of contents. */
const CONTENTS_FROM = 3;

/** Headings of a table of contents in the supported languages. */
const CONTENTS_TITLE =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis|sübersicht)?|sommaire|table des matières|contenido|índice|indice|sommario|inhoud(?:sopgave)?)[.:]?$/iu;
/** Headings of notes, which are left out with the notes. */
const NOTES_TITLE =
  /^(?:notes|(?:foot|end)notes|fu(?:ß|ss)noten|endnoten|anmerkungen|notes de (?:bas de page|fin)|notas(?: al pie)?|note|voetnoten|noten)[.:]?$/iu;

/** Removes tables of contents: runs of links with their headings. */
export function withoutContents(paragraphs: readonly MarkupParagraph[]): MarkupParagraph[] {
  const kept: MarkupParagraph[] = [];
  let run: MarkupParagraph[] = [];
  const endRun = () => {
    const links = run.filter(({ isLink }) => isLink).length;
    if (links < CONTENTS_FROM) {
      // A loop instead of spread arguments: a run of empty lines may exceed the longest argument list.
      for (const paragraph of run) kept.push(paragraph);
    } else {
      while (kept.length > 0 && kept.at(-1)?.kind !== "text") kept.pop();
      if (CONTENTS_TITLE.test(kept.at(-1)?.text ?? "")) kept.pop();
    }
    run = [];
  };
  for (const paragraph of paragraphs) {
    // Empty paragraphs between links do not end the list.
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

/** Empty lines separate scenes if at most this share of the gaps between paragraphs has them. */
const SELDOM = 0.2;

/**
 * Keeps each scene break once, and only between text. An empty line is a break if paragraphs are not generally separated by
 * empty lines; otherwise two in a row are a break.
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

/** What a document's headings state. */
interface HeadedBook {
  readonly title: string | null;
  readonly author: string | null;
  readonly chapters: readonly DraftChapter[];
}

/**
 * Divides a document into chapters by its headings. A single h1 directly above the first h2 is the title of the book: it is
 * `title`, and the text of the first chapter starts with it. An author's line may stand between them. The only heading of a
 * document is its title too, if it stands first and is no head of a chapter. Headings without text between them start one chapter
 * together. An h3 starts a chapter only if the h2 are parts of the book. Without headings, lines such as "Chapter One" start chapters.
 */
export function chaptersByHeadings(paragraphs: readonly MarkupParagraph[]): HeadedBook {
  const heads = paragraphs.filter(({ level }) => level !== null);
  if (heads.length === 0) return { title: null, author: null, chapters: chaptersByWords(paragraphs) };
  const first = paragraphs[0]!;
  const byline = bylineAuthor(paragraphs[1]?.text ?? "");
  const next = paragraphs[byline === null ? 1 : 2];
  const isTitled = first.level === 1 && next?.level === 2 && heads.filter(({ level }) => level === 1).length === 1;
  const isOnly = first.level !== null && heads.length === 1 && mayBeTitle(first.text);
  const deepest = isTitled && haveParts(paragraphs, 2) ? 3 : 2;
  const begins = ({ level, text }: MarkupParagraph): string | null =>
    level === null || level > deepest || (isTitled && level === 1) ? null : text;
  const title = isTitled || isOnly ? withoutShouting(first.text) : null;
  return { title, author: title === null ? null : byline, chapters: chaptersAt(paragraphs, begins) };
}

/** Without headings in the markup, lines such as "Chapter One" start chapters, as in a plain text. Otherwise one chapter. */
function chaptersByWords(paragraphs: readonly MarkupParagraph[]): readonly DraftChapter[] {
  const whole = chaptersAt(paragraphs, () => null);
  const chapters = textChapters((whole[0]?.paragraphs ?? []).join("\n\n"));
  if (chapters.filter(({ title }) => title !== null && isChapterHead(title)).length < 2) return whole;
  return chapters.map(({ title, text }) => ({ title, paragraphs: text.trim().split("\n\n") }));
}

/** Whether the headings of a level are parts: at least half of them have no text before a heading of the next level. */
export function haveParts(paragraphs: readonly MarkupParagraph[], part: 1 | 2): boolean {
  const heads = paragraphs.flatMap(({ level }, index) =>
    level === part ? [paragraphs[index + 1]?.level === part + 1] : [],
  );
  const bare = heads.filter(Boolean).length;
  return bare >= 2 && bare * 2 >= heads.lastIndexOf(true) - heads.indexOf(true) + 1;
}

/**
 * Cuts the paragraphs where `begins` returns a title. Consecutive titles without text between them belong to one chapter.
 * `begins` is called once for each paragraph, in order.
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
    // A heading directly below the first heading of the chapter belongs to its title.
    const name =
      title ?? (chapter.titles.size > 0 && !chapter.hasText && paragraph.level !== null ? paragraph.text : null);
    if (name !== null && chapter.titles.size < MOST_TITLES) chapter.titles.add(name);
    chapter.paragraphs.push(paragraph);
    // Headings are not text. Neither is the title of the book above the first chapter.
    if (paragraph.kind === "text" && paragraph.level === null && !chapter.titles.has(paragraph.text)) {
      chapter.hasText = true;
    }
  }
  return chapters.flatMap(({ titles, paragraphs: all }) => {
    const texts = endingWithText(all).map(({ text }) => text);
    return texts.length === 0 ? [] : { title: oneTitle([...titles]), paragraphs: texts };
  });
}

/** The most headings in the title of one chapter. */
const MOST_TITLES = 20;

/** "Part I – Dawn". Leaves out a title that another one contains, such as "The Lamp" in "One: The Lamp". */
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

/** Removes breaks at both ends, and the heading of notes or contents that were left out. */
function endingWithText(paragraphs: readonly MarkupParagraph[]): readonly MarkupParagraph[] {
  let from = 0;
  let to = paragraphs.length;
  while (from < to && paragraphs[from]?.kind !== "text") from++;
  while (to > from && isEmptyEnd(paragraphs[to - 1]!)) to--;
  return paragraphs.slice(from, to);
}

const isEmptyEnd = ({ kind, text }: MarkupParagraph): boolean =>
  kind !== "text" || NOTES_TITLE.test(text) || CONTENTS_TITLE.test(text);
