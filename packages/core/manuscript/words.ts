// The words of a book with their numbers, read once for all checks that compare words.

export interface Word {
  readonly text: string;
  readonly start: number;
  /** Whether the word before ends no sentence and no quotation begins here, so that a capital is a name's. */
  readonly isInside: boolean;
}

export interface BookWords {
  readonly chapters: readonly (readonly Word[])[];
  /** How often each word stands in the book, in small letters. */
  readonly counts: ReadonlyMap<string, number>;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['\u2019][\p{L}\p{M}]+)*/gu;

export function wordsOf(texts: readonly string[]): BookWords {
  const counts = new Map<string, number>();
  const chapters = texts.map((text) => {
    const words: Word[] = [];
    let end = 0;
    for (const match of text.matchAll(WORD)) {
      const { index: start, 0: word } = match;
      // Only a space or a comma and a space between two words: the second one is inside a sentence.
      const between = start - end <= 2 ? text.slice(end, start) : ".";
      const isInside = words.length > 0 && (between === " " || between === ", " || between === "\n" || between === "-");
      words.push({ text: word, start, isInside });
      const small = word.toLowerCase();
      counts.set(small, (counts.get(small) ?? 0) + 1);
      end = start + word.length;
    }
    return words;
  });
  return { chapters, counts };
}
