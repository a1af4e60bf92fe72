// Books: the import of a file as a named project with one section per chapter, and the book data of a project: title,
// author, language, series, publisher, contributors and cover.
// Invariants: every stored cover was decoded in a limited process and encoded again; a book's cover belongs to its
// project.

export { type BookChange, changeBook, getBook, putBookBack } from "./book-data.ts";
export { addCover, putCover, removeBookFiles, storeCover } from "./covers.ts";
export { type CoverToDraw, coverToDraw, type DrawnCover, drawnCoverOf, squareCoverOf } from "./drawn-cover.ts";
export { importBook, readInTurn, type Stored } from "./import-book.ts";
export { putOriginal, type StoredOriginal, storeOriginal } from "./originals.ts";
export {
  applyImport,
  includedChapters,
  previewImport,
  removeBookPreviewsOf,
  removeOldBookPreviews,
} from "./previews.ts";
export { type BookData, bookChangedAt, bookOf, coverAsset, originalOf, writeBook } from "./store.ts";
export { keptOriginal, uploadOriginal } from "./upload-original.ts";
