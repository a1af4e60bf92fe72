import type { BookFormat } from "./book-content.ts";

const EXTENSIONS: Readonly<Record<string, BookFormat>> = {
  md: "markdown",
  markdown: "markdown",
  epub: "epub",
  docx: "docx",
};

/** The format that a file's name claims and its bytes may not show; null when they show it, or when nothing does. */
export function bookFormatOfName(name: string): BookFormat | null {
  const extension = /\.([A-Za-z]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return EXTENSIONS[extension] ?? null;
}
