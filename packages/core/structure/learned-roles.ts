// Nouns for people that are in no list: the subject of a speech tag beside a quote is a person. "cried the lamplighter", "the
// lamplighter asked". Learned from the given text, so no language needs a complete list.

import type { LanguageData, RoleWord } from "./language/language.ts";
import { genderOfEnding } from "./language/word-lists.ts";
import { personByDeeds } from "./people-by-deeds.ts";
import { CAPITAL, IN_SPEECH, POSSESSIVE, SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

/** English words behind a noun for the manner or the action of the speaker: "softly", "smiling". */
const MANNERS = /(?:ly|ing)$/u;

const MAX_WORDS = 4;
const MIN_UNITS = 3;
const NONE: ReadonlySet<string> = new Set();
const ANYBODY: RoleWord = { gender: null, age: null, learned: true };

/** A noun that the text shows; its ending can state its gender. */
function learnedNoun(noun: string, { code }: LanguageData): RoleWord {
  const gender = genderOfEnding(noun, code);
  return gender === null ? ANYBODY : { ...ANYBODY, gender, usual: true };
}

/** The language plus the nouns that occur as subjects of tags in this text. In a short text "a voice" is a person as well. */
export function withLearnedRoles(tokens: Tokens, language: LanguageData, isShort = false): LanguageData {
  const learned = new Map<string, RoleWord>();
  const small = language.bareNouns === true ? smallWords(tokens) : NONE;
  for (let index = 0; index < tokens.count; index++) {
    const actor = actorAt(tokens, index, language, small);
    if (actor !== null && !language.roles.has(actor)) learned.set(actor, learnedNoun(actor, language));
    const person = isShort ? personByDeeds(tokens, index, language) : null;
    if (person !== null && !language.roles.has(person)) learned.set(person, learnedNoun(person, language));
    if (index === 0 || (tokens.flags[index]! & IN_SPEECH) !== 0 || (tokens.flags[index - 1]! & IN_SPEECH) === 0)
      continue;
    let at = index;
    while (at < tokens.count && at < index + 2 && (tokens.flags[at]! & WORD) === 0) at++;
    const noun = nounBehindVerb(tokens, at, language, isShort) ?? nounBeforeVerb(tokens, at, language, isShort);
    if (noun !== null && !language.roles.has(noun)) learned.set(noun, learnedNoun(noun, language));
  }
  if (learned.size === 0) return language;
  return { ...language, roles: new Map([...language.roles, ...learned]) };
}

/** "said the old lamplighter, smiling" */
function nounBehindVerb(tokens: Tokens, at: number, language: LanguageData, isShort: boolean): string | null {
  if (!isWord(tokens, at) || (tokens.flags[at]! & CAPITAL) !== 0) return null;
  const stated = language.nounTitles === true && language.dash?.narrationVerbs?.test(tokens.lower[at]!) === true;
  if (!stated && !language.strongSpeechVerbs.has(tokens.lower[at]!)) return null;
  if (language.bareNouns === true) return bareNoun(tokens, at + 1, language);
  const end = endOfPhrase(tokens, at + 1, language);
  if (end === null) return null;
  return isShort && isVoice(tokens, at + 1, end, language)
    ? language.voiceNoun!
    : headOf(tokens, at + 1, end, language);
}

/** "сказал старый лесник.": the last of at most three words between a verb of saying and the end of its clause. */
function bareNoun(tokens: Tokens, first: number, language: LanguageData): string | null {
  let end = first;
  while (end < tokens.count && end < first + 4 && isWord(tokens, end)) {
    const flags = tokens.flags[end]!;
    const lower = tokens.lower[end]!;
    if ((flags & (CAPITAL | IN_SPEECH)) !== 0 || language.subjectPronouns.has(lower)) return null;
    if (language.prepositions.has(lower) || language.continuers.has(lower) || language.relatives.has(lower)) break;
    end++;
  }
  if (end === first || end >= first + 4) return null;
  const head = tokens.lower[end - 1]!;
  // The subject is in the nominative: adverbs, oblique cases and reflexive verbs have other endings.
  const nominative =
    language.code === "sv" ? /(?:en|n|an)$/u : /(?:[бвгдзклмнпрстфхцчшщжйаяьbcdfgklłmnńprsśtzżźaćs])$/u;
  if (!nominative.test(head) || head.length < MIN_UNITS || language.functionWords.has(head)) return null;
  if (language.speechVerbs.has(head) || language.auxiliaries.has(head) || language.notPeople.has(head)) return null;
  if (language.dash?.narrationVerbs?.test(head)) return null;
  return head;
}

/** "the old lamplighter asked" */
function nounBeforeVerb(tokens: Tokens, at: number, language: LanguageData, isShort: boolean): string | null {
  const end = endOfPhrase(tokens, at, language);
  if (end === null || !isWord(tokens, end - 1)) return null;
  for (let verb = at + 2; verb <= Math.min(end, at + MAX_WORDS + 1); verb++) {
    if (isWord(tokens, verb) && language.strongSpeechVerbs.has(tokens.lower[verb]!))
      return isShort && isVoice(tokens, at, verb, language) ? language.voiceNoun! : headOf(tokens, at, verb, language);
  }
  return null;
}

/** "El dragón carraspeó", "Smok chrząknął": at the beginning of a narrated sentence, before a verb that only people and animals do. */
function actorAt(tokens: Tokens, index: number, language: LanguageData, small: ReadonlySet<string>): string | null {
  const flags = tokens.flags[index]!;
  if (language.acts === undefined || (flags & (WORD | SENTENCE_START | IN_SPEECH)) !== (WORD | SENTENCE_START))
    return null;
  const bare = language.bareNouns === true;
  if (!bare && !opens(tokens, index, language)) return null;
  const limit = Math.min(tokens.count, index + (bare ? 3 : 5));
  for (let at = index + 1; at < limit; at++) {
    if (!isWord(tokens, at)) return null;
    const lower = tokens.lower[at]!;
    const helps = language.auxiliaries.has(lower) || language.functionWords.has(lower);
    if (language.acts.has(lower)) {
      let last = at - 1;
      while (
        last > index &&
        (language.auxiliaries.has(tokens.lower[last]!) || language.functionWords.has(tokens.lower[last]!))
      )
        last--;
      if (!bare && last === index) return null;
      return isPersonNoun(tokens, last, language, small) ? tokens.lower[last]! : null;
    }
    if (!helps && !bare && at > index + 3) return null;
  }
  return null;
}

function isPersonNoun(tokens: Tokens, index: number, language: LanguageData, small: ReadonlySet<string>): boolean {
  const lower = tokens.lower[index]!;
  const capital = (tokens.flags[index]! & CAPITAL) !== 0;
  if (language.capitalisesNouns === true ? !capital : capital && (tokens.flags[index]! & SENTENCE_START) === 0)
    return false;
  if (language.bareNouns === true && !small.has(lower)) return false;
  return (
    lower.length >= MIN_UNITS &&
    !language.functionWords.has(lower) &&
    !language.subjectPronouns.has(lower) &&
    !language.givenNames.has(lower) &&
    !language.notPeople.has(lower) &&
    !language.prepositions.has(lower) &&
    !language.speechVerbs.has(lower)
  );
}

/** The words that the text has without a capital: a name has it everywhere. */
function smallWords(tokens: Tokens): ReadonlySet<string> {
  const small = new Set<string>();
  for (let index = 0; index < tokens.count; index++)
    if ((tokens.flags[index]! & (WORD | CAPITAL)) === WORD) small.add(tokens.lower[index]!);
  return small;
}

/** The end of the noun phrase that a determiner opens here, or null when none begins. */
function endOfPhrase(tokens: Tokens, first: number, language: LanguageData): number | null {
  if (!isWord(tokens, first) || !opens(tokens, first, language)) return null;
  let end = first + 1;
  while (end < tokens.count && end <= first + MAX_WORDS && isWord(tokens, end)) {
    const lower = tokens.lower[end]!;
    if (language.functionWords.has(lower) || language.prepositions.has(lower) || language.relatives.has(lower)) break;
    if ((tokens.flags[end]! & IN_SPEECH) !== 0) break;
    end++;
  }
  return end;
}

/** "said a small voice from the doorway": a person without a name so far. */
function isVoice({ lower }: Tokens, first: number, end: number, { voiceNoun, indefinites }: LanguageData): boolean {
  return indefinites.has(lower[first]!) && lower[end - 1] === voiceNoun;
}

function headOf(tokens: Tokens, first: number, end: number, language: LanguageData): string | null {
  // "a haughty and magnificent nephew": if the phrase continues, its head comes later.
  const noun = language.capitalisesNouns === true && (tokens.flags[end - 1]! & CAPITAL) !== 0;
  if (!noun && end < tokens.count && language.continuers.has(tokens.lower[end]!)) return null;
  let last = end - 1;
  const manner = language.manners ?? MANNERS;
  while (last > first && manner.test(tokens.lower[last]!)) last--;
  if (last <= first) return null;
  for (let index = first + 1; index <= last; index++) {
    const lower = tokens.lower[index]!;
    if (language.roles.has(lower) || language.speechNouns.has(lower)) return null;
  }
  const head = tokens.lower[last]!;
  const flags = tokens.flags[last]!;
  if ((flags & POSSESSIVE) !== 0 || ((flags & CAPITAL) !== 0 && language.capitalisesNouns !== true)) return null;
  if (head.length < MIN_UNITS || isPlural(head) || language.notPeople.has(head) || language.speechNouns.has(head))
    return null;
  if (language.speechVerbs.has(head) || language.auxiliaries.has(head)) return null;
  // "an old, cracked voice"
  if (tokens.lower[last + 1] === "," && language.ages.adjectives.has(head)) return null;
  return head;
}

/** Several persons rarely speak with one voice; a list has the plurals that do. */
function isPlural(noun: string): boolean {
  return /(?<![su])s$/u.test(noun);
}

function opens(tokens: Tokens, index: number, language: LanguageData): boolean {
  const lower = tokens.lower[index]!;
  return language.determiners.has(lower) || language.possessives.has(lower);
}

function isWord(tokens: Tokens, index: number): boolean {
  return index < tokens.count && (tokens.flags[index]! & WORD) !== 0;
}
