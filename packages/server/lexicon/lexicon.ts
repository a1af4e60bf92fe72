// The lexicon of a project: how its words are pronounced.
// Always true: a change is one new lexicon version and in the same transaction rewrites the intents of exactly the
// lines whose pronunciation it changes; documents keep their versions.

export { changeLexicon, type LexiconBody, readLexicon } from "./change-lexicon.ts";
export { previewLexicon } from "./preview-lexicon.ts";
