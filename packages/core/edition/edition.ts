// A new edition of a book against the scripts of its story: what stays, what changed, what is new, and what is gone.
// Always true: a paragraph that the file did not change keeps its blocks, also where a person edited them; nothing here
// drops a person's note or sound.

export { isOtherBook } from "./other-book.ts";
export { type EditionPassage, type EditionPassages, passagesOf } from "./passages.ts";
export {
  type EditionChapter,
  type EditionCounts,
  type EditionPlan,
  type EditionSection,
  type PlannedBlock,
  type PlannedChapter,
  planEdition,
} from "./plan-edition.ts";
