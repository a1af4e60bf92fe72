// Reads a web page: one document whose headings are the chapters.

import type { BookFormat } from "./book-content.ts";
import { cleanDetails } from "./book-details.ts";
import { type BookDraft, textOf } from "./book-draft.ts";
import type { DecodedText } from "./decode-text.ts";
import { readDocuments } from "./documents.ts";
import { chaptersByHeadings, withBreaks, withoutContents } from "./paragraphs.ts";

export function readHtml({ text, encoding }: DecodedText, format: BookFormat = "html"): BookDraft {
  const markup = readDocuments([{ markup: text }], false)[0]!;
  const { title, author, chapters } = chaptersByHeadings(withBreaks(withoutContents(markup.paragraphs)));
  return {
    format,
    encoding,
    title: markup.title ?? title,
    author: markup.author ?? author,
    language: markup.language,
    details: cleanDetails({}),
    cover: null,
    chapters: chapters.map((chapter) => ({ title: chapter.title, text: textOf(chapter.paragraphs) })),
    ruby: markup.ruby,
    warnings: [],
  };
}
