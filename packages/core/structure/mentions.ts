// Finds where people are named: capitalised names with their titles, "the General", "the old maid". A form is one
// way of naming; a mention is one place with a form.

import {
  divisions,
  type Generation,
  generationOfSuffix,
  type MarkedName,
  markerOf,
  type RankedNoun,
  rankedPeople,
  rankOf,
} from "./generations.ts";
import type { KnownName } from "./known-people.ts";
import type { LanguageData, RoleWord } from "./language/language.ts";
import { isTitle, nameWordsOf } from "./name-words.ts";
import { Referents } from "./referents.ts";
import type { Gender } from "./script.ts";
import { endOfSomeone } from "./someone.ts";
import { titleWord } from "./title-words.ts";
import { CAPITAL, IN_SPEECH, POSSESSIVE, SENTENCE_START, SHOUTED, sameRun, type Tokens, WORD } from "./tokens.ts";

export interface NameForm {
  readonly id: number;
  readonly key: string;
  /** Title words, lower case, outermost first; empty when bare. */
  readonly titles: readonly string[];
  /** Name words, lower case. */
  readonly words: readonly string[];
  /** As written at the first mention. */
  readonly display: string;
  /** For a person described by a noun ("the maid"): the head noun. */
  readonly role: string | null;
  /** For roles of relation the possessor: "his", "her", "emma's". */
  readonly possessor: string | null;
  /** A person that the narration introduced ("a man"); the noun means this person for a while. */
  readonly introduced: boolean;
  /** "the Captain": key of the form with that title that was mentioned last. */
  readonly bearer: string | null;
  /** Index of the known person with this name, or -1. */
  readonly known: number;
  /** Of two people of this name, the older or the younger one; null where the name is one person's. */
  generation: Generation | null;
  count: number;
  /** Mentions in the narration. */
  narrated: number;
  /** Mentions as the subject of a clause in the narration. */
  subject: number;
  /** Mentions after "in", "at", "to" and "from" without a title. */
  placed: number;
  /** Mentions after "the". */
  definite: number;
  /** Mentions after "old", "young" and similar words, which distinguish two persons of one name. */
  aged: number;
  /** Mentions as the subject of a speech tag beside a quote. */
  spoke: number;
  /** Mentions directly before a verb that only people do. */
  acted: number;
  /** Mentions inside a quote that address a person. */
  called: number;
}

export interface Mentions {
  readonly count: number;
  readonly from: Int32Array;
  /** Index after the last token. */
  readonly to: Int32Array;
  readonly form: Int32Array;
  readonly subject: Uint8Array;
  readonly forms: readonly NameForm[];
  /** For each token the mention that begins at it, or -1. */
  readonly at: Int32Array;
}

type WayOfNaming = Pick<NameForm, "key" | "titles" | "words" | "display" | "role" | "possessor" | "introduced"> & {
  readonly bearer?: string;
  readonly generation?: Generation | null;
};

const MAX_TITLES = 4;

const NAMELESS = { titles: [], words: [], possessor: null, introduced: true };

/** `known` are the names of the project's people; they are forms even if the text does not use them. */
export function findMentions(
  text: string,
  tokens: Tokens,
  language: LanguageData,
  known: readonly KnownName[] = [],
): Mentions {
  const nameWords = nameWordsOf(tokens, language);

  for (const name of known) {
    if (name.role !== null) continue;
    for (const word of name.words) if (!language.nameParticles.has(word)) nameWords.set(word, true);
  }

  const forms: NameForm[] = [];
  const byKey = new Map<string, NameForm>();
  const from: number[] = [];
  const to: number[] = [];
  const formOf: number[] = [];
  const subjects: number[] = [];
  const at = new Int32Array(tokens.count + 1).fill(-1);

  const isName = (index: number): boolean => {
    const flags = tokens.flags[index]!;
    if ((flags & WORD) === 0 || (flags & CAPITAL) === 0 || nameWords.get(tokens.lower[index]!) !== true) return false;
    // "Will you come?", "May I?"
    if ((flags & SENTENCE_START) === 0 || language.wordNames?.has(tokens.lower[index]!) !== true) return true;
    const next = tokens.lower[index + 1] ?? "";
    return !language.functionWords.has(next) && ((tokens.flags[index + 1] ?? 0) & CAPITAL) === 0;
  };

  const newForm = (way: WayOfNaming, person: number): NameForm => {
    const counts = {
      count: 0,
      narrated: 0,
      subject: 0,
      placed: 0,
      definite: 0,
      aged: 0,
      spoke: 0,
      acted: 0,
      called: 0,
    };
    const form = { bearer: null, generation: null, ...way, ...counts, id: forms.length, known: person };
    forms.push(form);
    byKey.set(form.key, form);
    return form;
  };
  for (const { person, ...way } of known) newForm({ ...way, possessor: null, introduced: false }, person);

  const marked: MarkedName[] = [];
  const ranked: RankedNoun[] = [];
  /** Counts a mention for a form, or takes it back. Returns whether it is a subject. */
  const countMention = (known: NameForm, first: number, end: number, by: 1 | -1): boolean => {
    known.count += by;
    const previous = first > 0 ? tokens.lower[first - 1]! : "";
    if (previous === "the" || opensOffice(tokens, first - 1)) known.definite += by;
    if (previous === "old" || previous === "young" || previous === "elder" || previous === "younger") known.aged += by;
    const subject = isSubject(tokens, first, end, language);
    if (language.placePrepositions.has(previous)) known.placed += by;
    const narrated = (tokens.flags[first]! & IN_SPEECH) === 0;
    if (narrated) known.narrated += by;
    if (narrated && subject) known.subject += by;
    if (narrated && isActor(tokens, end, language)) known.acted += by;
    return subject;
  };
  const add = (first: number, end: number, form: WayOfNaming): void => {
    let known = byKey.get(form.key);
    if (known === undefined) {
      known = newForm(form, -1);
    }
    const subject = countMention(known, first, end, 1);
    const marker = form.role === null ? markerOf(tokens.lower[first - 1] ?? "", form.titles) : null;
    if (marker !== null)
      marked.push({
        mention: from.length,
        token: first,
        marker,
        words: form.words.join(" "),
        gender: genderOfTitles(form.titles, language),
        titled: form.titles.some((title) => titleWord(language, title)?.rank !== "epithet"),
      });
    if (form.role !== null && form.possessor === null) {
      const rank = rankOf(tokens, first, language);
      if (rank !== null) ranked.push({ mention: from.length, noun: form.role, rank });
    }
    at[first] = from.length;
    from.push(first);
    to.push(end);
    formOf.push(known.id);
    subjects.push(subject ? 1 : 0);
  };

  const referents = new Referents();
  const bearers = new Map<string, string>();
  let index = 0;
  while (index < tokens.count) {
    const flags = tokens.flags[index]!;
    if ((flags & WORD) === 0) {
      index++;
      continue;
    }
    if ((flags & CAPITAL) !== 0 || (language.smallTitles === true && isTitle(tokens, index, language))) {
      const end = readName(tokens, index, isName, language);
      if (end > index) {
        const form = nameForm(text, tokens, index, end, language);
        add(index, end, form);
        if ((flags & IN_SPEECH) === 0)
          for (const title of form.titles) bearers.set(titleWord(language, title)!.rank, form.key);
        index = end;
        continue;
      }
    }
    const someone = (flags & IN_SPEECH) === 0 ? endOfSomeone(tokens, index, language) : index;
    if (someone > index) {
      const display = text
        .slice(tokens.start[index]!, tokens.end[someone - 1]!)
        .replaceAll(/\s+/gu, " ")
        .toLowerCase();
      add(index, someone, { ...referents.bringIn(tokens.lower[index]!, display), ...NAMELESS });
      index = someone;
      continue;
    }
    if (isKinByName(tokens, index, language)) {
      add(index, index + 1, nameForm(text, tokens, index, index + 1, language));
      index++;
      continue;
    }
    const role = language.roles.get(tokens.lower[index]!);
    const noun = language.capitalisesNouns !== true || (flags & CAPITAL) !== 0;
    // "a man's voice" is a man.
    const second =
      isRole(tokens, index + 1, language) &&
      tokens.lower[index + 1] !== language.voiceNoun &&
      !isHead(tokens, index, language);
    if (role !== undefined && noun && isBehindHead(tokens, index, language)) {
      index++;
      continue;
    }
    if (role !== undefined && noun && (language.bareNouns === true || !second)) {
      const form = roleForm(text, tokens, index, language, role, referents);
      if (form !== null) add(index, index + 1, ofBearer(form, bearers, language));
    }
    index++;
  }
  const move = (mention: number, way: WayOfNaming): void => {
    countMention(forms[formOf[mention]!]!, from[mention]!, to[mention]!, -1);
    const form = byKey.get(way.key) ?? newForm(way, -1);
    countMention(form, from[mention]!, to[mention]!, 1);
    formOf[mention] = form.id;
  };
  const divided = new Set(known.filter(({ generation }) => generation !== null).map(({ words }) => words.join(" ")));
  const found = divisions(marked, divided, tokens);
  const names = found.length === 0 ? null : Map.groupBy(forms, ({ words }) => words.join(" "));
  for (const { words, gender, marked: generations, bare } of found) {
    for (const form of names?.get(words) ?? []) {
      const own = genderOfTitles(form.titles, language);
      if (form.role !== null || form.generation !== null) continue;
      if (own === null || gender === null || own === gender) form.generation = form.titles.length === 0 ? bare : "old";
    }
    for (const [mention, generation] of generations) {
      const { key, titles, words: own, display, role, possessor, introduced } = forms[formOf[mention]!]!;
      const rest = titles.filter((title) => markerOf(title, []) === null);
      const marker = markerOf(tokens.lower[from[mention]! - 1] ?? "", titles)!;
      const name = display.replace(/^(?:old|young|elder|younger) /iu, "");
      const article = marker.endsWith("er") ? "the " : "";
      move(mention, {
        key: `${key}#${generation}`,
        titles: rest,
        words: own,
        display: `${article}${marker} ${name}`,
        role,
        possessor,
        introduced,
        generation,
      });
    }
  }
  for (const { mention, noun, rank } of rankedPeople(ranked)) {
    const way = { ...NAMELESS, words: [noun], role: noun, key: `role||${rank} ${noun}`, display: `${rank} ${noun}` };
    move(mention, way);
  }
  return {
    count: from.length,
    from: Int32Array.from(from),
    to: Int32Array.from(to),
    form: Int32Array.from(formOf),
    subject: Uint8Array.from(subjects),
    forms,
    at,
  };
}

/** End of the name that begins at a token; the token itself if none does. */
function readName(tokens: Tokens, first: number, isName: (index: number) => boolean, language: LanguageData): number {
  let index = first;
  const titleLimit = Math.min(tokens.count, first + MAX_TITLES);
  while (index < titleLimit && isTitle(tokens, index, language) && sameRun(tokens, first, index)) index++;
  const titled = index > first;
  let end = index;
  let words = 0;
  while (index < tokens.count && words < 5 && sameRun(tokens, first, index)) {
    const flags = tokens.flags[index]!;
    if ((flags & WORD) === 0) break;
    const lower = tokens.lower[index]!;
    // "the District Superintendent of Police": the office begins at its title.
    if (!titled && words > 0 && tokens.lower[first - 1] === "the" && isOffice(tokens, index, language)) return first;
    if (
      isName(index) ||
      (titled &&
        words === 0 &&
        (flags & CAPITAL) !== 0 &&
        !language.functionWords.has(lower) &&
        !language.notNames.has(lower) &&
        !language.firstPerson.has(lower))
    ) {
      words++;
      index++;
      end = index;
      if ((flags & POSSESSIVE) !== 0) break;
      continue;
    }
    // "Lady Catherine de Bourgh", "the Duke of Monmouth": a particle counts only if a name follows.
    const mayJoin =
      language.nameParticles.has(lower) && (titled || words > 0) && (lower !== "of" || (titled && words === 0));
    if (
      mayJoin &&
      index + 1 < tokens.count &&
      sameRun(tokens, first, index + 1) &&
      (tokens.flags[index + 1]! & CAPITAL) !== 0
    ) {
      index++;
      continue;
    }
    break;
  }
  return words > 0 ? end : first;
}

function nameForm(text: string, tokens: Tokens, first: number, end: number, language: LanguageData) {
  const titles: string[] = [];
  const words: string[] = [];
  const display: string[] = [];
  for (let index = first; index < end; index++) {
    const lower = tokens.lower[index]!;
    const flags = tokens.flags[index]!;
    if (words.length === 0 && index < end - 1 && isTitle(tokens, index, language)) titles.push(lower);
    else words.push(lower);
    const possessive = (flags & POSSESSIVE) !== 0 ? 2 : 0;
    let written = text.slice(tokens.start[index]!, tokens.end[index]! - possessive);
    if ((flags & SHOUTED) !== 0 && written.length > 2) written = written.charAt(0) + written.slice(1).toLowerCase();
    if (titles.length > 0 && words.length === 0 && text.charAt(tokens.end[index]!) === ".") written += ".";
    display.push(written);
  }
  const ranks = titles.map((title) => titleWord(language, title)?.rank ?? title);
  const generation = generationOfSuffix(words, language);
  if (generation !== null) words.pop();
  const key = `${ranks.join(" ")}|${words.join(" ")}${generation === null ? "" : `#${generation}`}`;
  return { generation, key, titles, words, display: display.join(" "), role: null, possessor: null, introduced: false };
}

function genderOfTitles(titles: readonly string[], language: LanguageData): Gender | null {
  for (const title of titles) {
    const gender = titleWord(language, title)?.gender;
    if (gender) return gender;
  }
  return null;
}

function roleForm(
  text: string,
  tokens: Tokens,
  head: number,
  language: LanguageData,
  word: RoleWord,
  referents: Referents,
): WayOfNaming | null {
  const role = tokens.lower[head]!;
  const written = language.capitalisesNouns === true ? text.slice(tokens.start[head]!, tokens.end[head]!) : role;
  if (language.bareNouns === true && (tokens.flags[head]! & IN_SPEECH) === 0)
    return {
      titles: [],
      words: [role],
      display: written,
      role,
      introduced: false,
      key: `role||${role}`,
      possessor: null,
    };
  // "—Abuela, he visto un zorro."
  if (language.nounTitles === true && (isAddress(tokens, head) || isKinAlone(tokens, head, language)))
    return { titles: [], words: [role], display: role, role, introduced: false, key: `role||${role}`, possessor: null };
  // "una voz ronca": an adjective of the voice
  if (/^(?:voz|voces|voce|voci|vozes|voix)$/u.test(tokens.lower[head - 1] ?? "")) return null;
  let index = head - 1;
  let adjectives = 0;
  while (index >= 0 && adjectives < 3) {
    const flags = tokens.flags[index]!;
    const lower = tokens.lower[index]!;
    if ((flags & WORD) === 0) {
      // "a thin, elderly gentleman"
      if (lower !== "," || adjectives === 0) return null;
      index--;
      continue;
    }
    if (language.determiners.has(lower) || language.possessives.has(lower) || (flags & POSSESSIVE) !== 0) break;
    // "the other sister", "his own son", "a tall and thin man"
    const inside =
      index === head - 1 ? opensNoun(tokens, index - 1, language) : joinsAdjectives(tokens, index, language);
    // "a very old owl"
    const raises = language.raisers?.has(lower) === true && adjectives > 0;
    if ((language.functionWords.has(lower) && !inside && !raises) || (flags & SENTENCE_START) !== 0) return null;
    index--;
    adjectives++;
  }
  if (index < 0 || adjectives >= 3) return null;
  const lower = tokens.lower[index]!;
  const flags = tokens.flags[index]!;
  if ((flags & WORD) === 0) return null;
  // "in a low voice", "his voice": a manner, not a person
  const isVoice = role === language.voiceNoun;
  if (isVoice && !opensVoice(tokens, index, language)) return null;
  const way = { titles: [], words: [role], display: written, role, introduced: false };
  if (language.possessives.has(lower) || (flags & POSSESSIVE) !== 0) {
    return { ...way, key: `role|${lower}|${role}`, possessor: lower };
  }
  if ((tokens.flags[head]! & IN_SPEECH) === 0) {
    // "a man's voice"
    const ending = (tokens.flags[head]! & POSSESSIVE) !== 0 ? 2 : 0;
    const described = text.slice(tokens.start[index + 1]!, tokens.end[head]! - ending).replaceAll(/\s+/gu, " ");
    const referent = referents.find(
      role,
      word,
      language.indefinites.has(lower) && !isLikened(tokens, index, language),
      described,
      head,
    );
    if (referent !== null)
      return { ...way, key: referent.key, display: referent.described, possessor: null, introduced: true };
  }
  return { ...way, key: `role||${role}`, possessor: null };
}

/** "a voice" or "the voice" without a preposition. */
function opensVoice({ lower, flags }: Tokens, determiner: number, language: LanguageData): boolean {
  if ((flags[determiner]! & POSSESSIVE) !== 0 || language.possessives.has(lower[determiner]!)) return false;
  return (
    determiner === 0 ||
    (flags[determiner]! & SENTENCE_START) !== 0 ||
    !language.prepositions.has(lower[determiner - 1]!)
  );
}

/** "Harlan looked up.", "demanded Ames": before a verb of people. */
function isActor({ lower, flags, count }: Tokens, verb: number, language: LanguageData): boolean {
  if (verb >= count || (flags[verb]! & (WORD | CAPITAL | IN_SPEECH | SENTENCE_START)) !== WORD) return false;
  const word = lower[verb]!;
  return language.nameActs?.has(word) === true || language.strongSpeechVerbs.has(word);
}

/** A word between marks inside a quote. */
function isAddress({ flags, count }: Tokens, index: number): boolean {
  if ((flags[index]! & IN_SPEECH) === 0) return false;
  const apart = (other: number): boolean =>
    other < 0 || other >= count || (flags[other]! & WORD) === 0 || (flags[other]! & IN_SPEECH) === 0;
  return apart(index - 1) && apart(index + 1);
}

/** "dijo mamá": a relative without an article. */
function isKinAlone(
  { lower, flags }: Tokens,
  index: number,
  { kin, prepositions, determiners, possessives }: LanguageData,
): boolean {
  if (kin?.has(lower[index]!) !== true || (flags[index]! & IN_SPEECH) !== 0) return false;
  const before = lower[index - 1] ?? "";
  if ((flags[index]! & SENTENCE_START) !== 0 || index === 0 || (flags[index - 1]! & WORD) === 0) return true;
  return !determiners.has(before) && !possessives.has(before) && !prepositions.has(before);
}

/** "said Grandfather", "Mother came in", "Where are we, Mother?": a relative whose word has a capital, like a name. */
function isKinByName(
  tokens: Tokens,
  index: number,
  { capitalisedKin, determiners, possessives, prepositions }: LanguageData,
): boolean {
  const { lower, flags } = tokens;
  const own = flags[index]!;
  if (capitalisedKin?.has(lower[index]!) !== true || (own & CAPITAL) === 0 || (own & SHOUTED) !== 0) return false;
  // "Mother Nature", "Father of the bride"
  const next = flags[index + 1] ?? 0;
  if ((next & (WORD | CAPITAL | SENTENCE_START)) === (WORD | CAPITAL) && sameRun(tokens, index, index + 1))
    return false;
  if (lower[index + 1] === "of") return false;
  if ((own & IN_SPEECH) !== 0) return isAddress(tokens, index);
  if ((own & SENTENCE_START) !== 0) return (next & (WORD | CAPITAL)) === WORD && !prepositions.has(lower[index + 1]!);
  const before = lower[index - 1] ?? "";
  if (index > 0 && ((flags[index - 1]! & POSSESSIVE) !== 0 || (flags[index - 1]! & CAPITAL) !== 0)) {
    if ((flags[index - 1]! & SENTENCE_START) === 0 || (flags[index - 1]! & POSSESSIVE) !== 0) return false;
  }
  return !determiners.has(before) && !possessives.has(before);
}

function opensNoun({ lower }: Tokens, index: number, { determiners, possessives }: LanguageData): boolean {
  return index >= 0 && (determiners.has(lower[index]!) || possessives.has(lower[index]!));
}

/** "a haughty and magnificent nephew" */
function joinsAdjectives(tokens: Tokens, index: number, language: LanguageData): boolean {
  if (!language.continuers.has(tokens.lower[index]!) || language.roles.has(tokens.lower[index - 1] ?? "")) return false;
  return opensNoun(tokens, index - 2, language);
}

/** Romance adjectives that are nouns for people as well and stand before their noun: "le vieux gardien". */
const BEFORE_NOUN =
  /^(?:vieux|vieil|vieille|jeune|petite?|grande?|gros|grosse|pauvre|brave|belle?|beau|viej[oa]|joven|pobre|gran|buen[oa]?|mal[oa]?|vecchi[oa]|giovane|pover[oa]|grosso|grossa|piccol[oa]|buon[oa]?|velh[oa]|jovem|bom|boa|maus?|má|pequen[oa]|tercer[oa]?|primer[oa]?|segund[oa]|primeir[oa]|terceir[oa]|prim[oa]|second[oa]|terz[oa])$/u;

/** "el gigante barbudo": in Romance languages the first noun counts, unless it is an adjective. */
function isHead({ lower }: Tokens, index: number, { code, roles }: LanguageData): boolean {
  if (!/^(?:fr|es|it|pt)$/u.test(code) || BEFORE_NOUN.test(lower[index]!)) return false;
  // The generated lists, which have no gender, hold adjectives as well.
  return roles.get(lower[index]!)?.gender != null && roles.get(lower[index + 1] ?? "")?.gender == null;
}

/** "barbudo" in "el gigante barbudo". */
function isBehindHead(tokens: Tokens, index: number, language: LanguageData): boolean {
  return (
    index > 0 &&
    isHead(tokens, index - 1, language) &&
    language.roles.has(tokens.lower[index - 1]!) &&
    isRole(tokens, index, language)
  );
}

/** "the other sister", "the boy king": the second noun counts. */
function isRole(tokens: Tokens, index: number, language: LanguageData): boolean {
  if (index >= tokens.count || !language.roles.has(tokens.lower[index]!)) return false;
  return (tokens.flags[index]! & (WORD | SENTENCE_START | CAPITAL)) === WORD && sameRun(tokens, index - 1, index);
}

/** "the Captain" is the captain who was mentioned last. */
function ofBearer(form: WayOfNaming, bearers: ReadonlyMap<string, string>, language: LanguageData): WayOfNaming {
  // "mi tía" is the aunt whose name the text gives.
  if (form.introduced || (form.possessor !== null && language.nounTitles !== true)) return form;
  const bearer = bearers.get(titleWord(language, form.role!)?.rank ?? "");
  return bearer === undefined ? form : { ...form, key: `${form.key}|${bearer}`, bearer };
}

/** "Superintendent of Police" */
function isOffice(tokens: Tokens, index: number, language: LanguageData): boolean {
  return (
    isTitle(tokens, index, language) &&
    tokens.lower[index + 1] === "of" &&
    sameRun(tokens, index, index + 2) &&
    (tokens.flags[index + 2]! & CAPITAL) !== 0
  );
}

/** "the District Superintendent": capitals between "the" and the name. */
function opensOffice({ lower, flags }: Tokens, last: number): boolean {
  let index = last;
  while (index > 0 && last - index < 2 && (flags[index]! & (CAPITAL | SENTENCE_START)) === CAPITAL) index--;
  return index >= 0 && index < last && lower[index] === "the";
}

/** "like a child", "as a man": a comparison, not a person. */
function isLikened(tokens: Tokens, determiner: number, language: LanguageData): boolean {
  return determiner > 0 && language.likening.has(tokens.lower[determiner - 1]!);
}

/** German, Dutch and Swedish: an adverb or an object, the verb, and then its subject. */
function isBehindVerb({ lower, flags }: Tokens, verb: number, language: LanguageData): boolean {
  if (verb < 1 || !/^(?:de|nl|sv)$/u.test(language.code) || language.acts?.has(lower[verb]!) !== true) return false;
  const before = lower[verb - 1]!;
  return (
    (flags[verb - 1]! & WORD) !== 0 &&
    (flags[verb]! & (SENTENCE_START | IN_SPEECH)) === 0 &&
    !language.subjectPronouns.has(before) &&
    !language.givenNames.has(before) &&
    !language.roles.has(before)
  );
}

/** Articles of an object that opens a German sentence. */
const OBLIQUE: ReadonlySet<string> = new Set(["den", "dem", "einen", "einem", "einer", "des", "eines"]);

/** The article or the first adjective of the noun at a token. */
function phraseStart({ lower, flags }: Tokens, first: number, language: LanguageData): number {
  for (let start = first - 1; start >= Math.max(0, first - 3) && (flags[start]! & WORD) !== 0; start--) {
    if (language.determiners.has(lower[start]!) || language.possessives.has(lower[start]!)) return start;
    if ((flags[start]! & SENTENCE_START) !== 0) break;
  }
  return first;
}

/** Verbs that have no object: a noun behind them is their subject. */
const COMES =
  /^(?:kam|erschien|trat|stand|saß|kwam|verscheen|stond|zat|kom|stod|satt|entró|llegó|apareció|salió|acercó|asomó|entrò|arrivò|apparve|uscì|comparve|avvicinò|affacciò|entrou|chegou|apareceu|saiu|surgiu|aproximou|entra|arriva|apparut|surgit)$/u;

/** "Vanuit het ruim kwam een jongen", "Entró un hombre", "Подошёл официант": a noun behind the verb that brings its person in. */
function comesIn(tokens: Tokens, first: number, language: LanguageData): boolean {
  const { lower, flags } = tokens;
  if (language.nounTitles !== true || (flags[first]! & (IN_SPEECH | SENTENCE_START)) !== 0) return false;
  const start = phraseStart(tokens, first, language);
  const verb = start - 1;
  if (verb < 0 || (flags[verb]! & (WORD | IN_SPEECH)) !== WORD || (flags[start]! & SENTENCE_START) !== 0) return false;
  if (language.bareNouns === true) return language.code !== "sv" && language.acts?.has(lower[verb]!) === true;
  return start < first && COMES.test(lower[verb]!);
}

/** Whether a noun phrase at these tokens looks like the subject of its clause. */
export function isSubject(tokens: Tokens, first: number, end: number, language: LanguageData): boolean {
  if ((tokens.flags[end - 1]! & POSSESSIVE) !== 0) return false;
  if (end >= tokens.count) return false;
  const nextFlags = tokens.flags[end]!;
  const next = tokens.lower[end]!;
  let before = first - 1;
  if (
    before >= 0 &&
    (tokens.flags[first]! & (CAPITAL | IN_SPEECH)) === CAPITAL &&
    isBehindVerb(tokens, before, language)
  )
    return true;
  if (comesIn(tokens, first, language)) return true;
  if ((nextFlags & WORD) === 0) {
    if (next !== "," && next !== ";") return false;
  } else if (language.article !== undefined && language.prepositions.has(next)) {
    // "The woman beside the bed smiled."
    if ((tokens.flags[first]! & (CAPITAL | IN_SPEECH)) !== 0) return false;
    const start = phraseStart(tokens, first, language);
    return start < first && tokens.lower[start] === language.article && (tokens.flags[start]! & SENTENCE_START) !== 0;
  } else if (language.nounTitles === true && language.prepositions.has(next)) {
    // "La madre de Tomás soltó una carcajada."
    const start = phraseStart(tokens, first, language);
    return (tokens.flags[start]! & SENTENCE_START) !== 0 && !OBLIQUE.has(tokens.lower[start]!);
  } else if ((nextFlags & SENTENCE_START) !== 0 || language.prepositions.has(next)) return false;
  // Step over the determiner and the adjectives of a role.
  while (before >= 0 && first - before <= 4 && (tokens.flags[before + 1]! & SENTENCE_START) === 0) {
    const lower = tokens.lower[before]!;
    if (!language.determiners.has(lower) && !language.possessives.has(lower)) {
      const owner = (tokens.flags[before]! & (WORD | POSSESSIVE)) === (WORD | POSSESSIVE);
      if ((tokens.flags[before]! & WORD) === 0 || (!owner && language.titles.get(lower)?.rank !== "epithet")) break;
    }
    before--;
  }
  if (before < 0 || (tokens.flags[before + 1]! & SENTENCE_START) !== 0) return true;
  if ((tokens.flags[before]! & WORD) === 0) return true;
  // "It was Tom who laughed"
  if (
    language.ages.being.has(tokens.lower[before]!) &&
    tokens.lower[before - 1] === "it" &&
    language.relatives.has(next)
  )
    return true;
  return language.subjectOpeners.has(tokens.lower[before]!);
}
