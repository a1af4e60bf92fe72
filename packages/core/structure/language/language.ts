// What structuring must know of a language. A language is a data file of this shape; adding one needs no code.

import type { Age, Gender } from "../script.ts";

export interface TitleWord {
  readonly gender: Gender | null;
  /** "Miss" keeps an unmarried name apart from "Mrs."; the same class may stand for the same person. */
  readonly rank: string;
}

export interface RoleWord {
  readonly gender: Gender | null;
  readonly age: Age | null;
  /** "man", "woman", "boy": points at somebody who may well have a name. */
  readonly generic?: boolean;
  /** "host", "painter", "barrister": what somebody who has a name is here or does for a living. */
  readonly describes?: boolean;
  /** Another noun for the same person: "the constable" is "the policeman". */
  readonly as?: string;
  /** "father", "wife": somebody's; needs the possessor to be known. */
  readonly relation?: boolean;
  /** From the text at hand: no list has it. */
  readonly learned?: boolean;
}

export interface AgeWords {
  readonly adjectives: ReadonlyMap<string, Age>;
  readonly numbers: ReadonlyMap<string, number>;
  /** "years", behind a number. */
  readonly years: ReadonlySet<string>;
  /** "called", "named": before a name. */
  readonly naming: ReadonlySet<string>;
  /** Forms of "to be". */
  readonly being: ReadonlySet<string>;
  /** "aged", "turned": a number alone behind them is an age. */
  readonly aged: ReadonlySet<string>;
  /** What may stand between a name and its years: "who was only", "had just turned". */
  readonly bridges: ReadonlySet<string>;
}

/** A language that writes no spaces between words: patterns of regular expressions (flag "u"). */
export interface UnspacedWords {
  /** The letters that tell the language, and their share of all letters from which on they do. */
  readonly letters: string;
  readonly share: number;
  readonly name: string;
  /** What looks like a name and is none; separated by spaces, as the verbs are. */
  readonly notNames: string;
  /** Between a quote and the name. */
  readonly quoting: string;
  /** Behind the name. */
  readonly subjectMarks: string;
  /** Between those and the verb. */
  readonly between: string;
  readonly verbs: string;
}

export interface LanguageData {
  readonly code: string;
  /** The most frequent small words: they tell the language and never are names. */
  readonly functionWords: ReadonlySet<string>;
  /** Capitalised in the language without being names of people (weekdays, peoples, exclamations). */
  readonly notNames: ReadonlySet<string>;
  /** Finite forms that introduce speech. */
  readonly speechVerbs: ReadonlySet<string>;
  /** Speech verbs that are seldom anything else. */
  readonly strongSpeechVerbs: ReadonlySet<string>;
  /** Of these, the ones that tell more than that somebody speaks: "smiled", "thought". */
  readonly actVerbs?: ReadonlySet<string>;
  /** "answer", "reply", "voice": somebody's, beside a quote. */
  readonly speechNouns: ReadonlySet<string>;
  /** Keys without the final point. */
  readonly titles: ReadonlyMap<string, TitleWord>;
  readonly roles: ReadonlyMap<string, RoleWord>;
  /** Nouns that stand where a speaker may and are none: "the next day". */
  readonly notPeople: ReadonlySet<string>;
  readonly givenNames: ReadonlyMap<string, Gender>;
  /** Short form to the names it may stand for. */
  readonly nicknames: ReadonlyMap<string, readonly string[]>;
  readonly malePronouns: ReadonlySet<string>;
  readonly femalePronouns: ReadonlySet<string>;
  /** Pronouns that can be the subject of a speech tag, with the gender they tell. */
  readonly subjectPronouns: ReadonlyMap<string, Gender | "plural" | "narrator">;
  readonly firstPerson: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  readonly indefinites: ReadonlySet<string>;
  /** "one", "another": stand for somebody new by themselves ("said one of the men", "cried another of them"). */
  readonly someone?: { readonly words: ReadonlySet<string>; readonly ofThem: ReadonlySet<string> };
  /** "like", "as": what follows is only compared. */
  readonly likening: ReadonlySet<string>;
  readonly possessives: ReadonlyMap<string, Gender | "narrator" | null>;
  readonly prepositions: ReadonlySet<string>;
  /** Small words inside names: "de", "von", "of". */
  readonly nameParticles: ReadonlySet<string>;
  /** Small words that belong to a verb: "put in", "called out". */
  readonly particles: ReadonlySet<string>;
  /** Words that open a clause of its own: "when", "but". */
  readonly clauseOpeners: ReadonlySet<string>;
  /** "who": stands for the person named before it. */
  readonly relatives: ReadonlySet<string>;
  /** "and", "then": a clause goes on behind its comma. */
  readonly continuers: ReadonlySet<string>;
  /** Words that open a clause inside another's: "which", "as". */
  readonly subordinators: ReadonlySet<string>;
  /** Prepositions that bring in whom one speaks to. */
  readonly addressPrepositions: ReadonlySet<string>;
  /** Prepositions that stand before places. */
  readonly placePrepositions: ReadonlySet<string>;
  /** Words behind which a subject may stand. */
  readonly subjectOpeners: ReadonlySet<string>;
  /** Words that may stand before a name that is called: "oh Anna", "my dear Anna". */
  readonly callOpeners: ReadonlySet<string>;
  /** "sir", "papa": who is called so is a man; "madam", "mamma": a woman. */
  readonly maleCalls: ReadonlySet<string>;
  readonly femaleCalls: ReadonlySet<string>;
  readonly auxiliaries: ReadonlySet<string>;
  /** Pronouns that a hyphen joins to their verb: "dit-il", "disse-lhe". */
  readonly joinedPronouns?: ReadonlySet<string>;
  /** What an apostrophe joins to the next word: "l'homme", "s'écria". */
  readonly elisions?: ReadonlySet<string>;
  /** All nouns begin with a capital, so that one makes no name. */
  readonly capitalisesNouns?: boolean;
  readonly unspaced?: UnspacedWords;
  readonly ages: AgeWords;
}
