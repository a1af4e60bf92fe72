// Reads all markup documents of a book together. Notes may be in another document than their marks, and only the whole book
// shows whether its class names are meaningful.

import { type Markup, type MarkupOptions, readMarkup } from "./markup.ts";

export interface MarkupDocument extends Pick<MarkupOptions, "file" | "resolve"> {
  readonly markup: string;
}

/** In the book's order. */
export function readDocuments(documents: readonly MarkupDocument[], xml: boolean): Markup[] {
  const read = (believed: Pick<MarkupOptions, "classes" | "matter">): Markup[] => {
    const notes = new Set<string>();
    return documents.map(({ markup, ...options }) => readMarkup(markup, { ...options, ...believed, xml, notes }));
  };
  const all = read({});
  const sum = (units: keyof Markup["units"]) => all.reduce((total, one) => total + one.units[units], 0);
  // calibre gives all paragraphs of the same look the class of the first one, which may be that of a note.
  const classes = sum("unreadByClass") <= sum("read");
  const matter = sum("matter") <= sum("read");
  return classes && matter ? all : read({ classes, matter });
}
