// The listening certificate: whether a take says the words of its line, by what a recogniser heard.
// Always true: confirmed words are at most the counted ones; a take that is heard as its spoken text has no divergent run; names
// of the lexicon are neither counted nor divergent.

export { type ComparedTake, compareTake, type DivergentRun, type TakeComparison } from "./compare-take.ts";
export { MOST_HEARD_UNITS, printedText, timeOfRun } from "./heard-text.ts";
