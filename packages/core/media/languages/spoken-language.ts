// What the scanner needs to know of a language to write out what is not written as words.

/** `say` takes the place of source[start, end). */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly say: string;
  /** Set off from neighbouring letters by spaces. */
  readonly words?: boolean;
  /** Said with stress. */
  readonly stress?: boolean;
}

/** A place in a text. Only source[from, to) is read. */
export interface Place {
  readonly source: string;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The first letter of a word. */
export interface WordPlace extends Place {
  /** Whether the line is in capitals: a heading or a shout. */
  readonly capitalLine: boolean;
  /** Nothing has been said before the word. */
  readonly opening: boolean;
}

/**
 * The rules of one language. Each function answers null when the text stays as it is written, which leaves its reading to the
 * engine. Each reads a fixed distance back and ahead, or consumes what it reads: a text is read in linear time.
 */
export interface SpokenLanguage {
  /** Which words are given to word(): those that begin with A to Z, or all. */
  readonly words: "capitals" | "all";
  readonly word: (place: WordPlace) => Replacement | null;
  /** At the first of some digits. */
  readonly figure: (place: Place) => Replacement | null;
  /** At a sign of a currency. */
  readonly money: (place: Place) => Replacement | null;
  /** At "½" and the like. */
  readonly fraction: (place: Place) => Replacement | null;
  /** At a full stop that is no part of an ellipsis. */
  readonly stop: (place: Place) => Replacement | null;
  /** At a colon. */
  readonly colon: (place: Place) => Replacement | null;
  /** At one of & % + = @ # ° § × ÷ ¢ ±. */
  readonly symbol: (place: Place) => Replacement | null;
  /** The word for a hyphen before a digit, with a space behind it. */
  readonly minus: string;
  /** In scripts without spaces: the word for a hyphen between a character and a digit. */
  readonly negative?: (place: Place) => string;
  /** Words that begin with an apostrophe. */
  readonly elisions: ReadonlySet<string>;
  /** Whether a short line is a heading ("Chapter 1") and ends like a sentence. */
  readonly isHeading: (line: string) => boolean;
}
