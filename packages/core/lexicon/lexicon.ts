// How the words of a project are pronounced: entries apply wherever their term occurs as whole words.
// Always true: the effect of an entry depends only on the text, its speaker and its language; annotations
// of the text win over the lexicon; places never overlap.

export {
  entriesOfPeople,
  type NamedPerson,
  newEntries,
  type Pronunciation,
  withPronunciations,
} from "./entries-of-people.ts";
export { compileLexicon, type Lexicon, type LexiconPlace, lexiconPlaces, type PlacedText } from "./find-places.ts";
export { type LexiconEntry, sameTerm } from "./lexicon-entry.ts";
export { CMU_CONSONANTS, CMU_VOWELS, faultOfPronunciation } from "./phonetic-value.ts";
export { type RubyReading, rubyEntries } from "./ruby-entries.ts";
export { wordTokens } from "./word-tokens.ts";
