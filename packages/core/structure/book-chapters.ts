// Divides the text of a book into chapters, and long chapters into sections. The processes that read books load only this part
// of structure/.

export { type TextBook, type TextChapter, textBook, textChapters } from "./chapters.ts";
export { isChapterHead } from "./headings.ts";
export { type SectionLimits, splitLongText } from "./long-texts.ts";
export { bylineAuthor, mayBeTitle, withoutShouting } from "./stated-book.ts";
