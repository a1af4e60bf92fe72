// The data that structuring needs of a language. A language is a data file of this shape; a new one needs no code.

import type { Age, Gender } from "../script.ts";

export interface TitleWord {
  readonly gender: Gender | null;
  /** "Miss" separates an unmarried name from "Mrs."; the same class can mean the same person. */
  readonly rank: string;
}

export interface RoleWord {
  readonly gender: Gender | null;
  /** "captain", "nurse": the gender is only usual; the pronouns of the text decide. */
  readonly usual?: boolean;
  readonly age: Age | null;
  /** "man", "woman", "boy": can mean a person who also has a name. */
  readonly generic?: boolean;
  /** The same in a language whose other nouns for people are occupations: "mujer", "kobieta". */
  readonly common?: boolean;
  /** "host", "painter", "barrister": the function or occupation of a person who also has a name. */
  readonly describes?: boolean;
  /** Another noun for the same person: "the constable" is "the policeman". */
  readonly as?: string;
  /** "father", "wife": relations, which need a known possessor. */
  readonly relation?: boolean;
  /** Learned from the given text; in no list. */
  readonly learned?: boolean;
}

export interface AgeWords {
  readonly adjectives: ReadonlyMap<string, Age>;
  readonly numbers: ReadonlyMap<string, number>;
  /** "years", after a number. */
  readonly years: ReadonlySet<string>;
  /** "called", "named": before a name. */
  readonly naming: ReadonlySet<string>;
  /** Forms of "to be". */
  readonly being: ReadonlySet<string>;
  /** "aged", "turned": a number alone after them is an age. */
  readonly aged: ReadonlySet<string>;
  /** Words that can stand between a name and its years: "who was only", "had just turned". */
  readonly bridges: ReadonlySet<string>;
}

/** A language without spaces between words: word lists separated by spaces, and patterns of regular expressions (flag "u"). */
export interface UnspacedWords {
  /** The letters that identify the language, and the share of all letters that they need. */
  readonly letters: string;
  readonly share: number;
  /** Nouns for people; the second and third list repeat those with a gender. */
  readonly nouns: string;
  readonly femaleNouns: string;
  readonly maleNouns: string;
  /** What may stand before a noun for a person. */
  readonly noun: string;
  /** After a name: "先生", "さん". */
  readonly honorific: string;
  readonly name: string;
  /** First characters of names; empty when the subject mark ends a name. */
  readonly surnames: string;
  /** Words that end a name which no mark ends. */
  readonly ends: string;
  /** Words that look like a name but are none. */
  readonly notNames: string;
  /** Small words before the subject. */
  readonly opening: string;
  /** After the subject; empty when the language has none. */
  readonly subjectMark: string;
  /** Directly after a quote that is reported; empty when the language has none. */
  readonly quoting: string;
  readonly himself: string;
  readonly herself: string;
  readonly myself: string;
  /** Beginnings of verbs of saying. */
  readonly verbs: string;
  /** Words after a person who acts. A name that occurs several times needs one of them after it. */
  readonly acts: string;
  /** What only people do: a word at the beginning of a sentence directly before it is a name, although it occurs once. */
  readonly actsAlone?: string;
  /** A paragraph of narration that ends with a verb of saying. */
  readonly endsSaying: string;
  /** Groups: they take no turns. */
  readonly crowds: string;
  /** First characters that no name has. */
  readonly noNameStart: string;
}

/** How books of a language set speech that a dash opens. */
export interface DashHabits {
  /** Where a second dash opens the narrator's words: "—Ven —dijo él—." has it attached, "— Idź — rzekł. —" between spaces. */
  readonly closing: "attached" | "spaced" | null;
  /** Whether a tag can also follow a comma without a dash: "– Kom, sa hon." */
  readonly commas: boolean;
  /** Endings of the verbs that narration uses, for words in lower case; null when unknown. */
  readonly narrationVerbs: RegExp | null;
  /** A subject and its verb that open a sentence of narration inside a turn; null when speech has them as well. */
  readonly narratedInside?: RegExp;
  /** Words of the first and second person: a part with them is speech. */
  readonly persons: ReadonlySet<string>;
  /** Words that open a sentence of narration, besides pronouns and determiners. */
  readonly narrates: ReadonlySet<string>;
}

/** What only people and animals do: the noun before such a verb is one of them. */
export interface Deeds {
  readonly alone: ReadonlySet<string>;
  /** With "his", "her" and a noun, or with a word of `own`. */
  readonly withObject: ReadonlySet<string>;
  /** "himself", "herself" */
  readonly own: ReadonlySet<string>;
  /** Nouns of a general list and endings of nouns; they count before a verb of narration. */
  readonly people: ReadonlySet<string>;
  readonly endings: RegExp;
  readonly past: RegExp;
}

export interface LanguageData {
  readonly code: string;
  /** The most frequent small words: they identify the language and are never names. */
  readonly functionWords: ReadonlySet<string>;
  /** Words with a capital that are no names of people (weekdays, peoples, exclamations). */
  readonly notNames: ReadonlySet<string>;
  /** Finite forms that introduce speech. */
  readonly speechVerbs: ReadonlySet<string>;
  /** Speech verbs that rarely mean anything else. */
  readonly strongSpeechVerbs: ReadonlySet<string>;
  /** The verbs among them that state more than the fact of speaking: "smiled", "thought". */
  readonly actVerbs?: ReadonlySet<string>;
  /** Relatives that need no article, like a name: "mamá". */
  readonly kin?: ReadonlySet<string>;
  /** Relatives that are used like a name where they have a capital and no article: "said Grandfather". */
  readonly capitalisedKin?: ReadonlySet<string>;
  /** Articles that show the gender of their noun. */
  readonly articles?: ReadonlyMap<string, Gender>;
  /** "smiled", "nodded": the subject is a person or an animal. */
  readonly acts?: ReadonlySet<string>;
  /** How nouns for people are found that the lists do not have. */
  readonly deeds?: Deeds;
  /** The same for a language whose nouns are found without it: they show that the word before them is a name. */
  readonly nameActs?: ReadonlySet<string>;
  /** "answer", "reply", "voice": with a possessor, beside a quote. */
  readonly speechNouns: ReadonlySet<string>;
  /** Keys without the final point. */
  readonly titles: ReadonlyMap<string, TitleWord>;
  readonly roles: ReadonlyMap<string, RoleWord>;
  /** Nouns in the place of a speaker that are none: "the next day". */
  readonly notPeople: ReadonlySet<string>;
  readonly givenNames: ReadonlyMap<string, Gender>;
  /** Given names that are also small words or months: "Will", "May". Names only beside a verb of saying. */
  readonly wordNames?: ReadonlySet<string>;
  /** A short form and the names that it may stand for. */
  readonly nicknames: ReadonlyMap<string, readonly string[]>;
  readonly malePronouns: ReadonlySet<string>;
  readonly femalePronouns: ReadonlySet<string>;
  /** Pronouns that can be the subject of a speech tag, with their gender. */
  readonly subjectPronouns: ReadonlyMap<string, Gender | "plural" | "narrator">;
  readonly firstPerson: ReadonlySet<string>;
  readonly determiners: ReadonlySet<string>;
  readonly indefinites: ReadonlySet<string>;
  /** "one", "another": a new person without a noun ("said one of the men", "cried another of them"). */
  readonly someone?: { readonly words: ReadonlySet<string>; readonly ofThem: ReadonlySet<string> };
  /** "like", "as": the next words are a comparison. */
  readonly likening: ReadonlySet<string>;
  readonly possessives: ReadonlyMap<string, Gender | "narrator" | null>;
  /** "name" in "her name was Wren", in languages that say it this way. */
  readonly nameNoun?: string;
  readonly prepositions: ReadonlySet<string>;
  /** Small words inside names: "de", "von", "of". */
  readonly nameParticles: ReadonlySet<string>;
  /** Small words that belong to a verb: "put in", "called out". */
  readonly particles: ReadonlySet<string>;
  /** Words that open a separate clause: "when", "but". */
  readonly clauseOpeners: ReadonlySet<string>;
  /** "who": means the person named before it. */
  readonly relatives: ReadonlySet<string>;
  /** "and", "then": the clause continues after its comma. */
  readonly continuers: ReadonlySet<string>;
  /** Words that open a subordinate clause: "which", "as". */
  readonly subordinators: ReadonlySet<string>;
  /** Prepositions that introduce the addressee. */
  readonly addressPrepositions: ReadonlySet<string>;
  /** Prepositions that stand before places. */
  readonly placePrepositions: ReadonlySet<string>;
  /** Words after which a subject can stand. */
  readonly subjectOpeners: ReadonlySet<string>;
  /** Words that can precede the name in an address: "oh Anna", "my dear Anna". */
  readonly callOpeners: ReadonlySet<string>;
  /** "sir", "papa": the addressed person is a man; "madam", "mamma": a woman. */
  readonly maleCalls: ReadonlySet<string>;
  readonly femaleCalls: ReadonlySet<string>;
  readonly auxiliaries: ReadonlySet<string>;
  /** Pronouns that a hyphen joins to their verb: "dit-il", "disse-lhe". */
  readonly joinedPronouns?: ReadonlySet<string>;
  /** Words that an apostrophe joins to the next word: "l'homme", "s'écria". */
  readonly elisions?: ReadonlySet<string>;
  /** All nouns have a capital, so a capital makes no name. */
  readonly capitalisesNouns?: boolean;
  readonly unspaced?: UnspacedWords;
  readonly dash?: DashHabits;
  /** Endings of words behind a noun for the manner or the action of the speaker. */
  readonly manners?: RegExp;
  /** Letters that few other languages have. */
  readonly ownLetters?: RegExp;
  /** A verb of saying needs no subject: the ending of a feminine verb, or null when the verb has no gender; the ending of the first person. */
  readonly impliedSubject?: { readonly female: RegExp | null; readonly first?: RegExp };
  /** The article of a noun in a name: "the porter". Absent: such a person is called by the noun alone. */
  readonly article?: string;
  /** Behind a name, they keep two people of one name apart: "Tom Reed Senior". */
  readonly generationSuffixes?: ReadonlyMap<string, "old" | "young">;
  /** They keep people of one noun apart: "the first brother". */
  readonly ordinals?: ReadonlySet<string>;
  /** "very": stands before an adjective. */
  readonly raisers?: ReadonlySet<string>;
  /** The noun for a voice that speaks before its person is seen: "said a small voice". */
  readonly voiceNoun?: string;
  /** The ending of participles that need no subject: "closing the door". */
  readonly participleEnding?: string;
  /** What makes the plural of a noun for people. */
  readonly pluralEndings?: readonly string[];
  /** The end of a sentence before the name of the listener: "Are you". */
  readonly asksForName?: RegExp;
  /** Verbs with which a line reports what another person said. */
  readonly reports?: ReadonlySet<string>;
  /** The source of a quote behind a verb: "burst from Tom", "uttered by Anna"; `bare`: those that need no verb. */
  readonly sources?: { readonly behindVerb: ReadonlySet<string>; readonly bare: ReadonlySet<string> };
  /** A title alone calls its person: "Captain!" */
  readonly callsByTitle?: boolean;
  /** "Your Majesty": words that address people of some ranks without a name, and the word that may stand before them. */
  readonly courtesies?: { readonly before: string; readonly ranks: ReadonlyMap<string, readonly string[]> };
  /** Log odds that the speaker before a paragraph of narration also says the line behind it; none known for other languages. */
  readonly keepsTurn?: number;
  /**
   * In a scene of few lines, nouns for people weigh as much as names, and people that nothing names are added to the cast. The lists of other
   * languages mean people less often.
   */
  readonly nounsInScenes?: boolean;
  /** Titles are written small: "le docteur Morel". */
  readonly smallTitles?: boolean;
  /** A noun for a person directly before a name is its title: "la inspectora Vidal". */
  readonly nounTitles?: boolean;
  /** Words for several people that speak together. */
  readonly groups?: {
    /** "everyone": needs no noun; with the name of the speaker. */
    readonly alone: ReadonlyMap<string, string>;
    /** "of them", after those. */
    readonly ofThem: ReadonlySet<string>;
    readonly nouns: ReadonlySet<string>;
    /** "two", "several": before a plural without an article. */
    readonly numbers: ReadonlySet<string>;
  };
  /** A noun needs no article: "сказал старый сторож", "sa vakten". */
  readonly bareNouns?: boolean;
  readonly ages: AgeWords;
}
