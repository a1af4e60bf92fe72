// A book's title page: it needs no section of its own, so it opens the first chapter, as the narrator reads it.

export const PARAGRAPHS = "\n\n";
const PAGE_UNITS = 300;

interface Chapter {
  readonly title: string | null;
  readonly text: string;
}

/**
 * Joins what stands before the first chapter and says nothing but who wrote which book with that chapter, which keeps its
 * own title.
 *
 * @param told Title and author, where the book states them.
 */
export function withTitlePage(chapters: readonly Chapter[], told: readonly (string | null)[]): readonly Chapter[] {
  const names = new Set(told.flatMap((name) => namesOf(name ?? "")));
  const page: string[] = [];
  let first = 0;
  while (first < chapters.length - 1 && isTitlePage(chapters[first]!, names)) {
    page.push(...chapters[first]!.text.split(PARAGRAPHS));
    first++;
  }
  const chapter = chapters[first];
  if (chapter === undefined) return chapters;
  // "The Mill – Anna Wren – Chapter I": headings of the title page that ran into the chapter's.
  const titles = chapter.title?.split(" – ") ?? [];
  const own = titles.findIndex((title) => !names.has(plain(title)));
  const title = own > 0 ? titles.slice(own).join(" – ") : chapter.title;
  const text = chapter.text.split(PARAGRAPHS);
  const lines = new Set(page);
  lines.delete(text[0] ?? "");
  return [{ title, text: [...lines, ...text].join(PARAGRAPHS) }, ...chapters.slice(first + 1)];
}

/** The title, or an author, first; then whatever a title page says, which are no sentences. */
function isTitlePage({ text }: Chapter, names: ReadonlySet<string>): boolean {
  if (text.length > PAGE_UNITS) return false;
  const lines = text.split(PARAGRAPHS);
  return (
    names.has(plain(lines[0] ?? "")) && lines.every((line) => names.has(plain(line)) || !/[.!?…”"»“]$/u.test(line))
  );
}

/** A name as a title page may give it: whole, without its subtitle, or of several people one. */
function namesOf(name: string): string[] {
  return [name, name.split(/:| – | — /)[0] ?? "", ...name.split(", ")].map(plain).filter((one) => one !== "");
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/^(?:by|von|par|di|de|por|door) /, "")
    .trim();
