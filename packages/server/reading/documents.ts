// All documents of a book of markup together: notes may lie in another document than their marks, and only the whole
// tells whether its classes mean what they say.

import { type Markup, type MarkupOptions, readMarkup } from "./markup.ts";

export interface MarkupDocument extends Pick<MarkupOptions, "file" | "resolve"> {
  readonly markup: string;
}

/** In the book's order. */
export function readDocuments(documents: readonly MarkupDocument[], xml: boolean): Markup[] {
  const read = (classes: boolean): Markup[] => {
    const notes = new Set<string>();
    return documents.map(({ markup, ...options }) => readMarkup(markup, { ...options, xml, notes, classes }));
  };
  const all = read(true);
  const hidden = all.reduce((sum, { units }) => sum + units.unreadByClass, 0);
  const shown = all.reduce((sum, { units }) => sum + units.read, 0);
  // calibre calls all paragraphs that look alike by the class of the first, be it a note's.
  return hidden > shown ? read(false) : all;
}
