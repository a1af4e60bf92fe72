// Reads a plain text, or a script that is a table. Its chapters start at its headings, which the structure of a story finds as well. Its first lines may state title
// and author.

import { textBook } from "@fullcast/core/chapters";
import { cleanDetails } from "./book-details.ts";
import type { BookDraft } from "./book-draft.ts";
import type { DecodedText } from "./decode-text.ts";
import { scriptOfTable } from "./script-table.ts";

/** The longest header of a Project Gutenberg text. */
const HEAD_UNITS = 5_000;
/** Language names in such a header. */
const LANGUAGES: Readonly<Record<string, string>> = {
  english: "en",
  german: "de",
  french: "fr",
  spanish: "es",
  italian: "it",
  dutch: "nl",
  portuguese: "pt",
  swedish: "sv",
  finnish: "fi",
  russian: "ru",
};

export function readPlainText({ text, encoding }: DecodedText): BookDraft {
  const head = text.slice(0, HEAD_UNITS);
  const isGutenberg = /project gutenberg/i.test(head);
  const stated = (name: string) =>
    isGutenberg ? (new RegExp(`^${name}:[ \\t]*(\\S.{0,480})$`, "m").exec(head)?.[1] ?? null) : null;
  const { title, author, chapters } = textBook(scriptOfTable(text) ?? text);
  return {
    format: "text",
    encoding,
    title: isGutenberg ? stated("Title") : title,
    author: isGutenberg ? stated("Author") : author,
    language: LANGUAGES[(stated("Language") ?? "").trim().toLowerCase()] ?? null,
    details: cleanDetails({}),
    cover: null,
    chapters,
    warnings: [],
  };
}
