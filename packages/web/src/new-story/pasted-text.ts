// What a paste or a dropped text is kept as. A text field turns CRLF into LF and is slow with long texts, so such a text
// becomes a file card, which keeps every character.

import { isChapterHead, withoutShouting } from "@fullcast/core/chapters";

/** A field with more text than this makes typing slow. */
const FIELD_UNITS = 200_000;
/** A whole story that was saved as one file. */
export const COPY_FILE = /\.fullcast$/i;
/** The endings of the files that can be read. */
export const BOOK_FILES = ".fullcast,.epub,.docx,.html,.htm,.xhtml,.md,.markdown,.txt,.fountain,.csv,.tsv";
export const MOST_TEXT_BYTES = 8 * 1024 * 1024;

/** Whether a text is kept beside the field. */
export function needsCard(text: string): boolean {
  return text.length > FIELD_UNITS || text.includes("\r");
}

export function textBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A title for a text without one: its first line, if it is short enough to be a title. */
export function titleOf(text: string): string {
  const line =
    text
      .slice(0, 2000)
      .split(/\r\n|\r|\n/)
      .map((one) => one.trim())
      .find((one) => one !== "") ?? "";
  const bare = line.replace(/^#+\s*/, "").replace(/^[*_]+|[*_]+$/g, "");
  const isTitle = bare.length <= 60 && !/[.,;:!?…"”»]$/.test(bare) && !/^["“„«‘—–-]/.test(bare);
  return isTitle ? withoutShouting(bare) : "";
}

/** Rich text from a word processor or a page: its headings and paragraphs as Markdown; null when it has no headings. */
export function headingsOf(html: string): string | null {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (page.querySelector("h1, h2, h3") === null) return null;
  const parts = [...page.querySelectorAll("h1, h2, h3, p, li, blockquote")].flatMap((element) => {
    const text = element.textContent.replace(/\s+/g, " ").trim();
    if (text === "" || element.querySelector("p") !== null) return [];
    return [/^H[1-3]$/.test(element.tagName) ? `${"#".repeat(Number(element.tagName[1]))} ${text}` : text];
  });
  return parts.join("\n\n");
}

const LONGEST_HEAD = 80;

/** Whether a plain text has the heads of two chapters or more, each in a line of its own. It is a book then. */
export function hasChapters(text: string): boolean {
  const heads = text.split(/\r?\n/).filter((line, at, lines) => {
    const words = line.trim();
    const isAlone = !lines[at - 1]?.trim() && !lines[at + 1]?.trim();
    return isAlone && words !== "" && words.length <= LONGEST_HEAD && isChapterHead(words);
  });
  return heads.length > 1;
}

export function isBookFile(file: { readonly name: string; readonly size: number }): boolean {
  return /\.(fullcast|epub|docx|html?|xhtml|md|markdown)$/i.test(file.name) || file.size > MOST_TEXT_BYTES;
}

/** The content type that the server expects, by the name of the file. */
export function bookTypeOf(name: string) {
  const types = {
    txt: "text/plain",
    md: "text/markdown",
    markdown: "text/markdown",
    html: "text/html",
    htm: "text/html",
    xhtml: "application/xhtml+xml",
    epub: "application/epub+zip",
    docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  } as const;
  const end = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(types, end) ? types[end as keyof typeof types] : "application/octet-stream";
}
