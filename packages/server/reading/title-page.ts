// A book's title page needs no separate section. It opens the first chapter, and the narrator reads it.

export const PARAGRAPHS = "\n\n";
const PAGE_UNITS = 300;

interface Chapter {
  readonly title: string | null;
  readonly text: string;
}

/**
 * Joins a title page before the first chapter with that chapter, which keeps its title.
 *
 * @param stated Title and author, if the book states them.
 */
export function withTitlePage(chapters: readonly Chapter[], stated: readonly (string | null)[]): readonly Chapter[] {
  const names = new Set(stated.flatMap((name) => namesOf(name ?? "")));
  const page: string[] = [];
  let first = 0;
  while (first < chapters.length - 1 && isTitlePage(chapters[first]!, names)) {
    page.push(...chapters[first]!.text.split(PARAGRAPHS));
    first++;
  }
  const chapter = chapters[first];
  if (chapter === undefined) return chapters;
  // "The Mill – Anna Wren – Chapter I": the headings of the title page and of the chapter were joined.
  const titles = chapter.title?.split(" – ") ?? [];
  const own = titles.findIndex((title) => !names.has(plain(title)));
  const title = own > 0 ? titles.slice(own).join(" – ") : chapter.title;
  const text = chapter.text.split(PARAGRAPHS);
  const lines = new Set(page);
  lines.delete(text[0] ?? "");
  return [{ title, text: [...lines, ...text].join(PARAGRAPHS) }, ...chapters.slice(first + 1)];
}

/** Whether a text starts with the title or an author and continues without sentences. */
function isTitlePage({ text }: Chapter, names: ReadonlySet<string>): boolean {
  if (text.length > PAGE_UNITS) return false;
  const lines = text.split(PARAGRAPHS);
  return (
    names.has(plain(lines[0] ?? "")) && lines.every((line) => names.has(plain(line)) || !/[.!?…”"»“]$/u.test(line))
  );
}

/** The forms of a name on a title page: complete, without a subtitle, or one of several people. */
function namesOf(name: string): string[] {
  return [name, name.split(/:| – | — /)[0] ?? "", ...name.split(", ")].map(plain).filter((one) => one !== "");
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/^(?:by|von|par|di|de|por|door) /, "")
    .trim();
