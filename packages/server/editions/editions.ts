// New editions of a book: a story is compared with a file of its book, and updated from it.
// Always true: a preview changes nothing; an update changes all sections or none; lines that the file did not change keep
// their blocks, takes and choices, also in another section.

export { updateFromBook } from "./update-from-book.ts";
