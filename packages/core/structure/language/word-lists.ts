// Makes a language's data from plain word lists; a missing list is empty.

import type { Age, Gender } from "../script.ts";
import { AGES_IN_LANGUAGES, type AgeLists } from "./ages-in-languages.ts";
import { CALLS_IN_LANGUAGES } from "./calls.ts";
import type { LanguageData, RoleWord, TitleWord } from "./language.ts";
import { GivenNames } from "./shared-names.ts";

export interface WordLists {
  readonly code: string;
  readonly functionWords: string;
  readonly notNames?: string;
  readonly speechVerbs: string;
  readonly titles?: { readonly male?: string; readonly female?: string; readonly either?: string };
  readonly roles?: { readonly male?: string; readonly female?: string; readonly either?: string };
  readonly notPeople?: string;
  readonly givenNames?: { readonly male: string; readonly female: string };
  /** Generated lists: nouns for people and animals, first names. */
  readonly general?: { readonly people: string; readonly male: string; readonly female: string };
  /** Verbs of movement and expression whose subject is a person or an animal. */
  /** Articles that show the gender of their noun. */
  readonly articles?: { readonly male: string; readonly female: string };
  readonly acts?: string;
  /** Relatives that need no article, like a name: "mamá". */
  readonly kin?: string;
  readonly pronouns: { readonly he: string; readonly she: string; readonly they?: string; readonly i: string };
  readonly determiners?: string;
  readonly possessives?: string;
  readonly prepositions?: string;
  readonly nameParticles?: string;
  readonly relatives?: string;
  readonly continuers?: string;
  /** Words that can stand between a verb of saying and its subject, including object pronouns. */
  readonly between?: string;
  readonly joinedPronouns?: string;
  readonly elisions?: string;
  readonly capitalisesNouns?: boolean;
  readonly unspaced?: LanguageData["unspaced"];
  readonly bareNouns?: boolean;
  readonly groups?: { readonly alone: string; readonly nouns: string };
  readonly ownLetters?: RegExp;
  readonly manners?: RegExp;
  readonly impliedSubject?: LanguageData["impliedSubject"];
  readonly dash?: {
    readonly closing?: "attached" | "spaced";
    readonly commas?: boolean;
    readonly narrationVerbs?: RegExp;
    readonly narratedInside?: RegExp;
    readonly persons?: string;
    readonly narrates?: string;
  };
}

function set(words = ""): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ""));
}

function gendered<Value>(
  lists: { readonly male?: string; readonly female?: string; readonly either?: string } = {},
  value: (word: string, gender: Gender | null) => Value,
): Map<string, Value> {
  const map = new Map<string, Value>();
  for (const word of set(lists.either)) map.set(word, value(word, null));
  for (const word of set(lists.male)) map.set(word, value(word, "male"));
  for (const word of set(lists.female)) map.set(word, value(word, "female"));
  return map;
}

/** "contestó", "contesté": the first person of a past tense by the ending of the third one. */
function firstPersons(verb: string, code: string): readonly string[] {
  const form = (ending: RegExp, other: string): readonly string[] => [verb.replace(ending, other)];
  if (code === "es") {
    if (/ió$/u.test(verb)) return form(/ió$/u, "í");
    if (/[gc]ó$/u.test(verb)) return form(/([gc])ó$/u, verb.endsWith("gó") ? "gué" : "qué");
    return verb.endsWith("ó") ? form(/ó$/u, "é") : [];
  }
  if (code === "it") {
    if (verb.endsWith("ò")) return form(/ò$/u, "ai");
    if (verb.endsWith("ì")) return form(/ì$/u, "ii");
    return /(?:[sn]s|os|es)e$/u.test(verb) ? form(/e$/u, "i") : [];
  }
  if (code === "pt") {
    if (/[gc]ou$/u.test(verb)) return form(/([gc])ou$/u, verb.endsWith("gou") ? "guei" : "quei");
    if (verb.endsWith("ou")) return form(/ou$/u, "ei");
    return /[ei]u$/u.test(verb) ? form(/[ei]u$/u, "i") : [];
  }
  if (code === "pl") {
    if (verb.endsWith("ł")) return [`${verb}em`];
    return verb.endsWith("ła") ? [`${verb}m`] : [];
  }
  return [];
}

/** Nouns that can mean a person who has another name as well. */
const COMMON: Readonly<Record<string, string>> = {
  de: "mann frau junge mädchen bub knabe alte greis",
  fr: "homme femme garçon fille fillette jeune vieux vieille vieillard dame",
  es: "hombre mujer muchacho muchacha chico chica niño niña joven anciano anciana viejo vieja",
  it: "uomo donna ragazzo ragazza giovane bambino bambina vecchio vecchia",
  pt: "homem mulher rapaz rapariga menino menina moço moça jovem velho velha",
  nl: "man vrouw jongen meisje oude",
  pl: "mężczyzna kobieta chłopak chłopiec dziewczyna dziewczynka młodzieniec starzec staruszek staruszka",
  ru: "мужчина женщина мальчик девочка девушка парень юноша старик старуха",
  sv: "man mannen kvinna kvinnan pojke pojken flicka flickan gubben gumman",
};

/** "Kommissar", "Kommissarin": the regular feminine of a noun, where the language has one. */
function feminines(word: string, code: string): readonly string[] {
  if (code === "de") return /[^aeiouäöü]$/u.test(word) ? [`${word}in`] : [];
  if (code !== "es" && code !== "pt" && code !== "it") return [];
  if (/[aeo]dor$/u.test(word)) return code === "it" ? [] : [`${word}a`];
  // "capitán", "capitana"
  if (code === "es" && /[áéóí]n$/u.test(word)) return [`${word.slice(0, -2)}${"aeoi"["áéóí".indexOf(word.at(-2)!)]}na`];
  // "capitão", "capitã"
  if (word.endsWith("ão")) return [word.slice(0, -1)];
  return word.endsWith("o") ? [`${word.slice(0, -1)}a`] : [];
}

/** "лесник", "белка": the usual gender of a noun by its ending, in languages where most endings state it. */
export function genderOfEnding(word: string, code: string): Gender | null {
  if (code !== "ru" && code !== "pl") return null;
  if (/[ая]$/u.test(word) || (code === "pl" && word.endsWith("a"))) return "female";
  return /[бвгджзйклмнпрстфхцчшщbcćdfghjklłmnńpqrsśtvwxzźż]$/u.test(word) ? "male" : null;
}

/** "Tosinka": the gender of a first name by its ending, in languages where most endings state it. */
export function genderOfNameEnding(name: string, code: string): Gender | null {
  if (!/^(?:es|it|pl|pt)$/u.test(code)) return null;
  if (name.endsWith("a")) return "female";
  return code !== "pl" && name.endsWith("o") ? "male" : null;
}

/** Each word with the age that it states. */
function byAge(lists: AgeLists["nouns"] = {}): Map<string, Age> {
  return new Map(Object.entries(lists).flatMap(([age, words]) => [...set(words)].map((word) => [word, age as Age])));
}

function rolesOf(lists: WordLists, isOther: (word: string) => boolean): Map<string, RoleWord> {
  const ages = byAge(AGES_IN_LANGUAGES[lists.code]?.nouns);
  const common = set(COMMON[lists.code]);
  const roles = gendered(
    lists.roles,
    (word, gender): RoleWord => ({
      gender,
      age: ages.get(word) ?? null,
      ...(common.has(word) ? { common: true } : {}),
    }),
  );
  const other = new Set([...set(lists.prepositions), ...set(lists.continuers), ...set(lists.between)]);
  for (const word of set(lists.kin))
    if (!roles.has(word)) roles.set(word, { gender: null, age: ages.get(word) ?? null });
  const listed = [...set(lists.roles?.male)].flatMap((one) => feminines(one, lists.code));
  for (const word of listed) if (!roles.has(word)) roles.set(word, { gender: "female", age: ages.get(word) ?? null });
  for (const word of [...set(lists.general?.people)].flatMap((one) => [one, ...feminines(one, lists.code)]))
    if (!roles.has(word) && !isOther(word) && !other.has(word)) {
      const gender = genderOfEnding(word, lists.code);
      roles.set(word, { gender, age: ages.get(word) ?? null, ...(gender === null ? {} : { usual: true }) });
    }
  return roles;
}

export function languageOfLists(lists: WordLists): LanguageData {
  const { he, she, they = "", i } = lists.pronouns;
  const subjectPronouns = new Map<string, Gender | "plural" | "narrator">();
  for (const word of set(they)) subjectPronouns.set(word, "plural");
  for (const word of set(he)) subjectPronouns.set(word, "male");
  for (const word of set(she)) subjectPronouns.set(word, "female");
  for (const word of set(i)) subjectPronouns.set(word, "narrator");
  const thirdPersons = set(lists.speechVerbs);
  const verbs = new Set([...thirdPersons, ...[...thirdPersons].flatMap((verb) => firstPersons(verb, lists.code))]);
  const calls = CALLS_IN_LANGUAGES[lists.code];
  const determiners = set(lists.determiners);
  const prepositions = set(lists.prepositions);
  const noName = new Set(
    [lists.functionWords, lists.notNames, lists.roles?.male, lists.roles?.female, lists.roles?.either].flatMap(
      (words) => [...set(words)],
    ),
  );
  // Where all nouns have a capital, "Rose" and "Mark" are nouns.
  const isNoName = (word: string): boolean => verbs.has(word) || noName.has(word);
  const ofNames = (own: [string, Gender][]) =>
    new GivenNames(own, (word) => lists.capitalisesNouns === true || isNoName(word));
  const general = (words = "", gender: Gender): [string, Gender][] =>
    [...set(words)].filter((word) => !isNoName(word)).map((word) => [word, gender]);
  // The two long lists of a language are made when a text needs them: most processes never structure a text in it.
  let roles: LanguageData["roles"] | undefined;
  let givenNames: LanguageData["givenNames"] | undefined;
  return {
    code: lists.code,
    functionWords: set(lists.functionWords),
    notNames: set(lists.notNames),
    speechVerbs: verbs,
    strongSpeechVerbs: verbs,
    speechNouns: new Set(),
    titles: gendered(lists.titles, (word, gender): TitleWord => ({ gender, rank: word })),
    get roles() {
      roles ??= rolesOf(lists, isNoName);
      return roles;
    },
    notPeople: set(lists.notPeople),
    get givenNames() {
      givenNames ??= ofNames([
        ...general(lists.general?.male, "male"),
        ...general(lists.general?.female, "female"),
        ...[...set(lists.givenNames?.male)].map((name): [string, Gender] => [name, "male"]),
        ...[...set(lists.givenNames?.female)].map((name): [string, Gender] => [name, "female"]),
      ]);
      return givenNames;
    },
    nicknames: new Map(),
    malePronouns: set(he),
    femalePronouns: set(she),
    subjectPronouns,
    firstPerson: set(i),
    determiners,
    indefinites: new Set(),
    likening: new Set(),
    possessives: new Map([...set(lists.possessives)].map((word) => [word, null])),
    prepositions,
    nameParticles: set(lists.nameParticles),
    particles: new Set(),
    clauseOpeners: set(lists.continuers),
    relatives: set(lists.relatives),
    continuers: set(lists.continuers),
    subordinators: set(lists.relatives),
    addressPrepositions: new Set(),
    placePrepositions: prepositions,
    subjectOpeners: set(lists.continuers),
    callOpeners: set(calls?.openers),
    maleCalls: set(calls?.male),
    femaleCalls: set(calls?.female),
    auxiliaries: set(lists.between),
    ages: {
      adjectives: byAge(AGES_IN_LANGUAGES[lists.code]?.adjectives),
      numbers: new Map(),
      years: new Set(),
      naming: new Set(),
      being: new Set(),
      aged: new Set(),
      bridges: new Set(),
    },
    ...(lists.joinedPronouns === undefined ? {} : { joinedPronouns: set(lists.joinedPronouns) }),
    ...(lists.elisions === undefined ? {} : { elisions: set(lists.elisions) }),
    ...(lists.capitalisesNouns === undefined ? {} : { capitalisesNouns: lists.capitalisesNouns }),
    smallTitles: true,
    ...(lists.articles === undefined ? {} : { articles: gendered(lists.articles, (_, gender) => gender!) }),
    ...(lists.kin === undefined ? {} : { kin: set(lists.kin) }),
    ...(lists.manners === undefined ? {} : { manners: lists.manners }),
    ...(lists.acts === undefined ? {} : { acts: set(lists.acts) }),
    ...(lists.unspaced === undefined ? { nounTitles: true } : {}),
    ...(lists.groups === undefined
      ? {}
      : {
          groups: {
            alone: new Map([...set(lists.groups.alone)].map((word) => [word, word])),
            ofThem: new Set<string>(),
            nouns: set(lists.groups.nouns),
            numbers: new Set<string>(),
          },
        }),
    ...(lists.ownLetters === undefined ? {} : { ownLetters: lists.ownLetters }),
    ...(lists.impliedSubject === undefined ? {} : { impliedSubject: lists.impliedSubject }),
    ...(lists.bareNouns === undefined ? {} : { bareNouns: lists.bareNouns }),
    ...(lists.dash === undefined
      ? {}
      : {
          dash: {
            closing: lists.dash.closing ?? null,
            commas: lists.dash.commas ?? false,
            narrationVerbs: lists.dash.narrationVerbs ?? null,
            ...(lists.dash.narratedInside === undefined ? {} : { narratedInside: lists.dash.narratedInside }),
            persons: set(lists.dash.persons),
            narrates: set(lists.dash.narrates),
          },
        }),
    ...(lists.unspaced === undefined ? {} : { unspaced: lists.unspaced }),
  };
}
