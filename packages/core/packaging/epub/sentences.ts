// Where sentences end, for books that light one sentence at a time.

export type Highlight = "word" | "sentence";

/** An abbreviation, or a single capital, ends no sentence; neither does anything before a small letter. */
const SENTENCE_END =
  /(?:(?<!(?:^|[\s(“"‘'])(?:Mrs?|Ms|Dr|St|Prof|Capt|Col|Gen|Lt|Sgt|Rev|Mme|Mlle|Hr|Fr|Nr|\p{Lu}))\.|[!?…]|\.{2,})+["”’'»)\]]*\s+(?=[^\s\p{Ll}])|[。！？]+[」』”’）]*\s*(?=\S)/gu;

/** Where each sentence but the last ends, white space included. */
export const sentenceEnds = (text: string): number[] =>
  [...text.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length);
