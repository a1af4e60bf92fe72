// Which capitalised words of a text are names, by their use in the whole text.

import type { LanguageData } from "./language/language.ts";
import { GivenNames, genderElsewhere } from "./language/shared-names.ts";
import { titleWord } from "./title-words.ts";
import { CAPITAL, IN_SPEECH, POSSESSIVE, SENTENCE_START, SHOUTED, sameRun, type Tokens, WORD } from "./tokens.ts";

/** For each word of the text whether it is a name where it has a capital. */
export function nameWordsOf(tokens: Tokens, language: LanguageData): Map<string, boolean> {
  const names = new Map<string, boolean>();
  for (const [lower, use] of countWords(tokens, language)) names.set(lower, isNameWord(use, lower, language));
  return names;
}

interface WordUse {
  inner: number;
  opening: number;
  /** Of those, the ones of the narration. */
  openingNarrated: number;
  /** Directly before its verb at the beginning of a narrated sentence. */
  acted: number;
  small: number;
  titled: number;
  /** Directly after a verb of saying. */
  said: number;
  /** At the beginning of a sentence as names stand there: before a surname, a comma or a verb. */
  alike: number;
}

function countWords(tokens: Tokens, language: LanguageData): Map<string, WordUse> {
  const uses = new Map<string, WordUse>();
  for (let index = 0; index < tokens.count; index++) {
    const flags = tokens.flags[index]!;
    if ((flags & WORD) === 0) continue;
    if ((flags & SHOUTED) !== 0) continue;
    const lower = tokens.lower[index]!;
    let use = uses.get(lower);
    if (use === undefined) {
      use = { inner: 0, opening: 0, openingNarrated: 0, acted: 0, small: 0, titled: 0, said: 0, alike: 0 };
      uses.set(lower, use);
    }
    if ((flags & CAPITAL) === 0) use.small++;
    else {
      if (index > 0 && isTitle(tokens, index - 1, language)) use.titled++;
      else if (isBesideSaying(tokens, index, language)) use.said++;
      const acts = (flags & SENTENCE_START) !== 0 && actsAtOnce(tokens, index, language);
      if (acts) use.acted++;
      if ((flags & SENTENCE_START) === 0 || (acts && language.nameActs === undefined)) use.inner++;
      else {
        use.opening++;
        if ((flags & IN_SPEECH) === 0) use.openingNarrated++;
        if (standsAlike(tokens, index)) use.alike++;
      }
    }
  }
  return uses;
}

/** "said Will", and for a word that is also no name "Will said". */
function isBesideSaying({ lower, flags, count }: Tokens, index: number, language: LanguageData): boolean {
  const word = lower[index]!;
  const small = language.wordNames?.has(word) === true;
  // "Daran dachte er": the subject follows.
  if (isInverted(lower, flags, index + 2, language) && language.dash?.narrationVerbs?.test(lower[index + 1] ?? ""))
    return false;
  // "„Ja“, verkündete Roland", "—Sí —constató Ana": directly behind a quote any verb of narration says.
  const stated = language.dash?.narrationVerbs;
  if (stated && index > 1 && stated.test(lower[index - 1]!) && isBehindQuote(flags, index - 1)) return true;
  if (index > 0 && language.speechVerbs.has(lower[index - 1]!)) {
    return !small || ((flags[index - 1]! | flags[index]!) & IN_SPEECH) === 0;
  }
  if (index + 1 >= count || (flags[index]! & IN_SPEECH) !== 0) return false;
  if (small && /^(?:said|asked|replied|answered)$/u.test(lower[index + 1]!)) return true;
  // "Im Flur wartete Bernd.": a noun without an article behind such a verb is a name.
  if (
    language.capitalisesNouns === true &&
    index > 1 &&
    STANDS.test(lower[index - 1]!) &&
    isForeignPlain(word, language)
  )
    return isBehindAdverb(lower, flags, index - 2, language);
  // "“On whose authority?” Ames demanded."
  return (
    language.nameActs !== undefined &&
    isBehindQuote(flags, index) &&
    isPlain(word.endsWith("s") ? word.slice(0, -1) : word, language) &&
    isVerb(flags, index + 1) &&
    language.strongSpeechVerbs.has(lower[index + 1]!)
  );
}

function isVerb(flags: Uint8Array, index: number): boolean {
  return (flags[index]! & (WORD | CAPITAL | IN_SPEECH | SENTENCE_START)) === WORD;
}

/** "Ilse Brandt opened one eye.", "Bao, how long?", "Raj rolled his chair backward." */
function standsAlike({ lower, flags, count }: Tokens, index: number): boolean {
  if (index + 1 >= count || (flags[index]! & POSSESSIVE) !== 0) return false;
  const next = flags[index + 1]!;
  if ((next & WORD) === 0) return lower[index + 1] === "," && (next & IN_SPEECH) !== 0;
  if ((next & (CAPITAL | SENTENCE_START)) === CAPITAL) return true;
  return (flags[index]! & IN_SPEECH) === 0 && (next & CAPITAL) === 0 && lower[index + 1]!.endsWith("ed");
}

/** A word that no list has as anything else than a name. */
function isPlain(word: string, language: LanguageData): boolean {
  return (
    word.length > 2 &&
    !word.endsWith("s") &&
    !word.endsWith("ly") &&
    !language.functionWords.has(word) &&
    !language.notNames.has(word) &&
    !language.roles.has(word) &&
    !language.titles.has(word) &&
    !language.notPeople.has(word) &&
    !language.speechNouns.has(word) &&
    !language.prepositions.has(word) &&
    !NO_PERSON.has(word)
  );
}

/** German verbs without an object. */
const STANDS =
  /^(?:wartete|stand|saß|kam|ging|lief|trat|erschien|schlief|schwieg|lachte|rannte|kniete|hockte|lehnte|kauerte|seufzte|nickte|lächelte|grinste|weinte|erwachte|wartet|steht|sitzt|kommt|geht|tritt|lacht|nickt|lächelt)$/u;

/** The verb has no subject before it. */
function isBehindAdverb(lower: readonly string[], flags: Uint8Array, index: number, language: LanguageData): boolean {
  if ((flags[index]! & WORD) === 0) return false;
  const word = lower[index]!;
  return !language.subjectPronouns.has(word) && !language.givenNames.has(word) && !language.roles.has(word);
}

/** "Beneden zwaait Nico", "Daran dachte er": the subject stands behind the verb, so the word before it is an adverb. */
function isInverted(lower: readonly string[], flags: Uint8Array, index: number, language: LanguageData): boolean {
  if (index >= lower.length || (flags[index]! & WORD) === 0) return false;
  const word = lower[index]!;
  if ((flags[index]! & CAPITAL) !== 0) return language.givenNames.has(word);
  // "sie" and "se" are objects as well.
  return word.length > 1 && word !== "sie" && word !== "se" && language.subjectPronouns.has(word);
}

/** The same for a language of plain lists. */
function isForeignPlain(word: string, language: LanguageData): boolean {
  return (
    word.length > 2 &&
    !NO_ONE.has(word) &&
    !language.functionWords.has(word) &&
    !language.notNames.has(word) &&
    !language.roles.has(word) &&
    !language.titles.has(word) &&
    !language.notPeople.has(word) &&
    !language.prepositions.has(word) &&
    !language.continuers.has(word) &&
    !language.auxiliaries.has(word) &&
    !language.subjectPronouns.has(word) &&
    !language.determiners.has(word) &&
    !language.possessives.has(word)
  );
}

/** English words that open a sentence before such a verb and are no names. */
const NO_PERSON: ReadonlySet<string> = new Set(
  `anyone anybody someone somebody everyone everybody none nothing something everything neither either both another people hands feet
  children men women silence rain snow wind light fire death time eye fingers lips tears voices others those these who whoever which
  what that this there here then now again still just even only soon later once twice instead meanwhile together not never never
  nor and but rather quite almost already always`.split(/\s+/u),
);

/** "Nessuno", "Personne": they act and are no names. */
const NO_ONE: ReadonlySet<string> = new Set(
  `personne rien chacun quelqu tout nadie nada alguien todo cada ninguém nada alguém tudo nessuno niente qualcuno tutto ognuno
  niemand niets iemand alles ieder hij ze`.split(/\s+/u),
);

/** "Úrsula no respondió": where nouns have articles, a word that opens a narrated sentence directly before its verb is a name. */
function actsAtOnce({ lower, flags, count }: Tokens, index: number, language: LanguageData): boolean {
  const stated = language.dash?.narrationVerbs;
  if (index + 2 >= count || (flags[index]! & IN_SPEECH) !== 0) return false;
  const word = lower[index]!;
  // "Harlan looked up."
  if (language.nameActs !== undefined)
    return isPlain(word, language) && isVerb(flags, index + 1) && language.nameActs.has(lower[index + 1]!);
  if (!stated) return false;
  // "Karin zuckte mit den Schultern.", "Даша продолжала есть.": where a noun may open a sentence without an article.
  if (language.articles === undefined || language.capitalisesNouns === true) {
    const verb = /^(?:się|se|sig|zich)$/u.test(lower[index + 1]!) ? index + 2 : index + 1;
    const inverted = isInverted(lower, flags, verb + 1, language);
    if (!inverted && isVerb(flags, verb) && language.acts?.has(lower[verb]!) === true && isForeignPlain(word, language))
      return true;
  }
  // "Melchior, który dotąd milczał", "Baltasar, el mayor, fue"
  const insertion =
    lower[index + 1] === "," &&
    (language.relatives.has(lower[index + 2]!) || language.determiners.has(lower[index + 2]!));
  const articles = language.bareNouns !== true && language.capitalisesNouns !== true;
  // Where a noun may open a sentence without an article, only a word directly behind a quote acts as a name.
  if (!articles && !insertion && !isBehindQuote(flags, index)) return false;
  if (NO_ONE.has(word) || language.functionWords.has(word) || language.roles.has(word) || language.titles.has(word))
    return false;
  if (language.prepositions.has(word) || language.continuers.has(word) || word.length < 3) return false;
  if (insertion) return language.capitalisesNouns !== true;
  const next = /^(?:ne|n|no|não|non|se|s|si|le|lo|la)$/u.test(lower[index + 1]!) ? index + 2 : index + 1;
  return (flags[next]! & (WORD | CAPITAL | IN_SPEECH)) === WORD && stated.test(lower[next]!);
}

/** The word stands at most two marks behind a quote. */
function isBehindQuote(flags: Uint8Array, index: number): boolean {
  for (let at = index - 1; at >= Math.max(0, index - 3); at--) {
    if ((flags[at]! & IN_SPEECH) !== 0) return true;
    if ((flags[at]! & WORD) !== 0) return false;
  }
  return false;
}

export function isTitle(tokens: Tokens, index: number, language: LanguageData): boolean {
  const flags = tokens.flags[index]!;
  if ((flags & WORD) === 0 || (flags & POSSESSIVE) !== 0) return false;
  const lower = tokens.lower[index]!;
  const listed = language.titles.get(lower);
  if (listed?.rank === "epithet") return false;
  if (listed !== undefined && (flags & CAPITAL) !== 0) return true;
  if (listed === undefined && titleWord(language, lower) === undefined) return false;
  // "le docteur Morel", "la inspectora Vidal"
  const named =
    language.smallTitles === true &&
    index + 1 < tokens.count &&
    (tokens.flags[index + 1]! & (WORD | CAPITAL | SENTENCE_START)) === (WORD | CAPITAL) &&
    sameRun(tokens, index, index + 1);
  if (!named || listed !== undefined) return named;
  const next = tokens.lower[index + 1]!;
  // "Kommissarin Fischer": German surnames are often nouns for people.
  const noun = language.capitalisesNouns !== true && titleWord(language, next) !== undefined;
  if (noun || language.functionWords.has(next) || language.firstPerson.has(next)) return false;
  // "Kommissarin Brenner zog": where all nouns have a capital, only a given name or a subject before its verb is a name.
  return (
    language.capitalisesNouns !== true || language.givenNames.has(next) || isBeforeVerb(tokens, index + 2, language)
  );
}

function isBeforeVerb({ lower, flags, count }: Tokens, index: number, language: LanguageData): boolean {
  if (index >= count || (flags[index]! & (WORD | CAPITAL)) !== WORD) return false;
  return language.speechVerbs.has(lower[index]!) || language.dash?.narrationVerbs?.test(lower[index]!) === true;
}

function isNameWord(use: WordUse | undefined, lower: string, language: LanguageData): boolean {
  if (use === undefined || language.firstPerson.has(lower) || language.courtesies?.ranks.has(lower) === true)
    return false;
  if (language.nounTitles === true && language.determiners.has(lower)) return false;
  if (use.titled > 0 && use.small <= use.titled + use.inner && !language.roles.has(lower)) return true;
  if (isWordName(use, lower, language)) return true;
  if (language.functionWords.has(lower) || language.notNames.has(lower)) return false;
  if (language.nameActs !== undefined && use.small === 0 && (use.said > 0 || use.acted > 0)) return true;
  if (language.capitalisesNouns === true) return language.givenNames.has(lower) || use.said > 0 || use.acted > 0;
  if (use.inner > 0) return use.inner * 2 >= use.small;
  if (use.small > 0) return false;
  // "– Sam?": a word that opens a sentence of speech may be a small word, unless the language's own lists have the name.
  const own = !(language.givenNames instanceof GivenNames) || language.givenNames.isOwn(lower);
  if (language.nounTitles === true && use.openingNarrated < (own ? 0 : 1)) return false;
  if (language.nameActs !== undefined && use.alike > 0 && isPlain(lower, language) && genderElsewhere(lower) !== null) {
    return true;
  }
  return language.givenNames.has(lower) || (use.opening >= 2 && !lower.endsWith("ly"));
}

/** "May", "Will": a small word that stands beside a verb of saying like a name. */
function isWordName(use: WordUse, lower: string, language: LanguageData): boolean {
  if (language.wordNames?.has(lower) !== true) return false;
  return use.said > 0;
}
