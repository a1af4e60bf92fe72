// How the words of a project are pronounced: entries that hold wherever their term occurs as words of its own.
// Always true: what an entry does to a text depends on that text, its speaker and its language alone; annotations
// of the text win over the lexicon; places never overlap.

export { compileLexicon, type Lexicon, type LexiconPlace, lexiconPlaces, type PlacedText } from "./find-places.ts";
export { type LexiconEntry, sameTerm } from "./lexicon-entry.ts";
