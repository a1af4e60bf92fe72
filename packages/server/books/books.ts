// Books: how they come in – a named project with a section for each chapter – and what the book that a project holds says
// of itself: title, author, language, cover.
// What always holds: a cover was decoded in a limited process and drawn anew before it was kept; the cover of a book is
// one that its project was given.

export { changeBook, getBook } from "./book-data.ts";
export { putCover, removeCovers } from "./covers.ts";
export { importBook } from "./import-book.ts";
export { type BookData, bookChangedAt, bookOf, coverAsset } from "./store.ts";
