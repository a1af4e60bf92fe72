// How the words of a project are pronounced: entries apply wherever their term occurs as whole words.
// Always true: the effect of an entry depends only on the text, its speaker and its language; annotations
// of the text win over the lexicon; places never overlap.

export { compileLexicon, type Lexicon, type LexiconPlace, lexiconPlaces, type PlacedText } from "./find-places.ts";
export { type LexiconEntry, sameTerm } from "./lexicon-entry.ts";
