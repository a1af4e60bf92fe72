// People who are only one of many: "one of the old men", "said one", "cried another".

import type { LanguageData } from "./language/language.ts";
import { IN_SPEECH, sameRun, type Tokens, WORD } from "./tokens.ts";

const MAX_PARTITIVE = 4;

/** End of "one of the old men", "one of them", "said one", "another cried" at a token, or the token itself. */
export function endOfSomeone(tokens: Tokens, first: number, language: LanguageData): number {
  if (language.someone?.words.has(tokens.lower[first]!) !== true) return first;
  const isWord = (index: number): boolean =>
    index < tokens.count && (tokens.flags[index]! & (WORD | IN_SPEECH)) === WORD && sameRun(tokens, first, index);
  const next = first + 1;
  if (isWord(next) && tokens.lower[next] === "of" && isWord(next + 1)) {
    let end = next + 1;
    if (!language.determiners.has(tokens.lower[end]!) && !language.possessives.has(tokens.lower[end]!))
      return language.someone.ofThem.has(tokens.lower[end]!) ? end + 1 : first;
    end++;
    while (end < next + 2 + MAX_PARTITIVE && isWord(end)) {
      const lower = tokens.lower[end]!;
      if (language.functionWords.has(lower) || language.prepositions.has(lower) || language.speechVerbs.has(lower))
        break;
      end++;
    }
    return end;
  }
  // "some one said", "the one said"
  if (first > 0 && language.determiners.has(tokens.lower[first - 1]!)) return first;
  const said = first > 0 && language.strongSpeechVerbs.has(tokens.lower[first - 1]!);
  const says = isWord(next) && language.strongSpeechVerbs.has(tokens.lower[next]!);
  const alone =
    !isWord(next) || language.prepositions.has(tokens.lower[next]!) || language.relatives.has(tokens.lower[next]!);
  return (said && alone) || says ? next : first;
}
