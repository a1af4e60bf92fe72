// One entry of a lexicon, as it is stored and sent.

import type { PronunciationAlphabet } from "../document/document.ts";
import { wordTokens } from "./word-tokens.ts";

export interface LexiconEntry {
  readonly id: string;
  /** One word or several, as they are written in the text. */
  readonly term: string;
  /** Whether the term must be written in exactly these capitals and small letters. */
  readonly case_sensitive: boolean;
  readonly alphabet: PronunciationAlphabet;
  readonly value: string;
  /** BCP 47: the entry applies only to texts of this language, with its regions; null: to all texts. */
  readonly language: string | null;
  /** The entry applies only to the lines of this speaker; null: to all lines. */
  readonly speaker_id: string | null;
}

/** A text that is equal for entries that can never be distinguished: same words, same conditions. */
export function sameTerm({ term, case_sensitive, language, speaker_id }: LexiconEntry): string {
  const words = wordTokens(term).map(
    ({ exact, folded, isApart }) => `${isApart ? " " : ""}${case_sensitive ? exact : folded}`,
  );
  return [case_sensitive, language?.toLowerCase() ?? "", speaker_id ?? "", words.join("\u0001")].join("\u0000");
}
