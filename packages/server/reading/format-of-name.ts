import type { BookFormat } from "./book-content.ts";

const EXTENSIONS: Readonly<Record<string, BookFormat>> = {
  md: "markdown",
  markdown: "markdown",
  epub: "epub",
  docx: "docx",
};

/** The format in a file's name, for formats that the bytes do not show. Null otherwise. */
export function bookFormatOfName(name: string): BookFormat | null {
  const extension = /\.([A-Za-z]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return EXTENSIONS[extension] ?? null;
}
