import type { BookFormat } from "./book-content.ts";

const EXTENSIONS: Readonly<Record<string, BookFormat>> = {
  md: "markdown",
  markdown: "markdown",
  epub: "epub",
  docx: "docx",
};

/** What a file's name claims that its bytes may not tell; null when they do, or nothing does. */
export function bookFormatOfName(name: string): BookFormat | null {
  const extension = /\.([A-Za-z]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return EXTENSIONS[extension] ?? null;
}
