// Nouns for people that no list of a language has, by what the text shows them do: "The cleaner lowered himself onto his bucket",
// "The bellboy by the lift watched him come".

import type { Deeds, LanguageData } from "./language/language.ts";
import { CAPITAL, IN_SPEECH, POSSESSIVE, SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

/** Words from the article to the verb: "the thin bellboy by the lift door watched". */
const MAX_SUBJECT = 8;
const MAX_ADJECTIVES = 2;
/** "took off her helmet": words between the verb and the word of the person. */
const OBJECT_REACH = 3;
const SHORTEST = 3;

/** The noun of the person that opens a narrated sentence at a token, or null. */
export function personByDeeds(tokens: Tokens, index: number, language: LanguageData): string | null {
  const { deeds, determiners, possessives, prepositions, functionWords } = language;
  const { lower, flags } = tokens;
  const opens = (flags[index]! & (WORD | IN_SPEECH | SENTENCE_START)) === (WORD | SENTENCE_START);
  if (deeds === undefined || !opens || !(determiners.has(lower[index]!) || possessives.has(lower[index]!))) return null;
  let head = -1;
  for (let at = index + 1; at < Math.min(tokens.count, index + MAX_SUBJECT); at++) {
    if ((flags[at]! & (WORD | IN_SPEECH | CAPITAL)) !== WORD) return null;
    const word = lower[at]!;
    if (prepositions.has(word)) {
      if (head >= 0 || at === index + 1) return null;
      head = at - 1;
      continue;
    }
    const noun = head >= 0 ? head : at - 1;
    if (noun > index && (isDeed(tokens, at, language, deeds) || isListed(tokens, noun, at, deeds)))
      return noun - index <= MAX_ADJECTIVES + 1 && isNoun(tokens, noun, language) ? lower[noun]! : null;
    if (head < 0 && (functionWords.has(word) || at > index + MAX_ADJECTIVES + 1)) return null;
  }
  return null;
}

/** "The barman", "The courier", before a verb. */
function isListed({ lower, flags }: Tokens, noun: number, verb: number, { people, endings, past }: Deeds): boolean {
  if ((flags[noun]! & POSSESSIVE) !== 0 || !past.test(lower[verb]!)) return false;
  return people.has(lower[noun]!) || endings.test(lower[noun]!);
}

/** "grinned", "scratched his beard", "took off her helmet" */
function isDeed({ lower, flags, count }: Tokens, verb: number, language: LanguageData, deeds: Deeds): boolean {
  if (deeds.alone.has(lower[verb]!)) return true;
  if (!deeds.withObject.has(lower[verb]!)) return false;
  const isNarrated = (at: number): boolean => at < count && (flags[at]! & (WORD | IN_SPEECH)) === WORD;
  for (let at = verb + 1; at < verb + 1 + OBJECT_REACH && isNarrated(at); at++) {
    if (deeds.own.has(lower[at]!)) return true;
    const owner = language.possessives.get(lower[at]!);
    if (owner !== "male" && owner !== "female") continue;
    // "struck her in the face"
    return isNarrated(at + 1) && !language.prepositions.has(lower[at + 1]!);
  }
  return false;
}

function isNoun({ lower, flags }: Tokens, index: number, language: LanguageData): boolean {
  const noun = lower[index]!;
  // Several persons rarely act as one; "hardly", "tired" are no nouns.
  if (noun.length < SHORTEST || (flags[index]! & POSSESSIVE) !== 0 || /(?:(?<![su])s|ly|ed)$/u.test(noun)) return false;
  return (
    !language.functionWords.has(noun) &&
    !language.subjectPronouns.has(noun) &&
    !language.givenNames.has(noun) &&
    !language.notPeople.has(noun) &&
    !language.prepositions.has(noun) &&
    !language.speechVerbs.has(noun) &&
    !language.auxiliaries.has(noun)
  );
}
