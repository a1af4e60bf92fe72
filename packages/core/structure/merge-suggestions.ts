// Pairs of speakers that are probably one person. A user decides, so a doubtful pair is suggested and never merged.
// The evidence is a shared name, a short form, the turns of conversations, and who answers when a name is called.

import type { LanguageData } from "./language/language.ts";
import { LANGUAGES } from "./language/languages.ts";
import { genderClash, isShortForm, type NameParts, partsOf, surnamesAgree } from "./name-parts.ts";
import type { Gender } from "./script.ts";

/** A speaker of a story. */
export interface StoryPerson {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly gender: Gender | null;
}

/** A line of a story. A new paragraph of narration before it is a gap. */
export interface StoryTurn {
  /** Index of the speaker; null without one. */
  readonly person: number | null;
  readonly words: string;
  /** A heading, a scene break or the beginning of a section precedes. */
  readonly newScene: boolean;
}

export type MergeReason =
  /** The names are equal except for an article or a title. */
  | { readonly kind: "same_name" }
  /** One name is a part of the other: "Pell" and "Mr. John Pell". */
  | { readonly kind: "part_of_name"; readonly shared: string }
  /** "Tom" and "Thomas". */
  | { readonly kind: "short_form" }
  /** When `name` is called, the other speaker answers; `count` times. */
  | { readonly kind: "answers_to_name"; readonly name: string; readonly count: number }
  /** The two never answer each other and speak with the same people; `count` lines support it. */
  | { readonly kind: "same_turns"; readonly count: number };

export interface MergeSuggestion {
  /** Indices into the people; `a` has more lines. */
  readonly a: number;
  readonly b: number;
  /** At least one, strongest first. */
  readonly reasons: readonly MergeReason[];
}

/** At most this many people, those with the most lines, are compared. */
const MOST_PEOPLE = 400;
const MOST_SUGGESTIONS = 50;
/** Two speakers who answer each other this often are two persons. */
const TWO_PERSONS = 2;
const REACH = 5;
const ENOUGH_ANSWERS = 2;
const ENOUGH_TURNS = 4;
const SURE = { same_name: 4, short_form: 2.5, answers_to_name: 2, part_of_name: 2, same_turns: 1.5 } as const;
/** The pairs of a suggestion need this much together; a shared surname alone is not enough. */
const LEAST = 2;
/** Only the beginning of a long line is searched for calls. */
const CALL_UNITS = 2_000;

interface Names {
  readonly parts: readonly NameParts[];
  readonly gender: Gender | null;
  /** "the officer": the text has no name for this person. */
  readonly isDescription: boolean;
}

/** "the officer", "una anciana", "Junge": a noun for people, with an article or alone. */
function isDescription(name: string, data: LanguageData): boolean {
  const { titles, words } = partsOf(name, data);
  const article = data.determiners.has(name.split(" ", 1)[0]!.toLowerCase());
  return titles.length === 0 && (article || words.length === 1) && data.roles.has(words.at(-1) ?? "");
}

/** The reasons in the names themselves. Of several shared parts the one with the fewest `owners` counts. */
function reasonsOfNames(
  left: Names,
  right: Names,
  owners: (shared: string) => number,
  { nicknames, titles }: LanguageData,
): MergeReason[] {
  const found: MergeReason[] = [];
  const shared: string[] = [];
  for (const one of left.parts) {
    for (const two of right.parts) {
      if (one.words.length === 0 || two.words.length === 0 || genderClash(one.gender, two.gender)) continue;
      const ranks = (parts: NameParts) => parts.titles.map((word) => titles.get(word)!.rank);
      // "Mrs. Pell" and "Miss Pell", "Colonel Pell" and "Dr. Pell" are two persons.
      if (ranks(one).length > 0 && ranks(two).length > 0 && ranks(one).join() !== ranks(two).join()) return [];
      const same = one.words.join(" ") === two.words.join(" ");
      if (same) found.push({ kind: "same_name" });
      else if (isShortForm(one.words[0]!, two.words[0]!, nicknames) && surnamesAgree(one.words, two.words))
        found.push({ kind: "short_form" });
      else {
        const [less, more] = one.words.length < two.words.length ? [one, two] : [two, one];
        if (less.words.length < more.words.length && less.words.every((word) => more.words.includes(word)))
          shared.push(less.words.join(" "));
      }
    }
  }
  const [part] = shared.sort((one, two) => owners(one) - owners(two) || (one < two ? -1 : 1));
  if (part !== undefined) found.push({ kind: "part_of_name", shared: part });
  const kinds = new Set<string>();
  return found.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
}

interface Votes {
  same: number;
  apart: number;
  answers: number;
  /** The person whose name is called. */
  called: number;
}

/** Finds calls: a name between marks ("Come here, Tom."). The persons whose name it is, by lower-case name. */
function callsOf(people: readonly Names[], listed: readonly number[]): (words: string) => number[] {
  const owner = new Map<string, number>();
  for (const person of listed) {
    for (const { words } of people[person]!.parts) {
      for (const name of new Set([words.join(" "), words[0] ?? ""])) {
        if (name.length < 2) continue;
        // A name of two persons calls neither.
        owner.set(name, owner.has(name) && owner.get(name) !== person ? -1 : person);
      }
    }
  }
  return (words) => {
    const found: number[] = [];
    for (const part of words.slice(0, CALL_UNITS).split(/[,;:.!?…—–«»“”"„()]+/u)) {
      const own = part.trim().toLowerCase();
      if (own.length === 0 || own.length > 60) continue;
      const person =
        owner.get(own) ??
        owner.get(own.replace(/^(?:(?:oh|ah|my|dear|dearest|well|yes|no|but|and|mr|mrs|miss|sir) ?)+/u, ""));
      if (person !== undefined && person >= 0) found.push(person);
    }
    return found;
  };
}

/**
 * Suggests pairs of speakers that are probably one person, most probable first, at most 50. People of different genders and
 * people who answer each other are never suggested. Time is linear in the turns; no more than 400 people are compared.
 *
 * @param people the speakers of a story
 * @param turns its lines in reading order
 * @param language BCP 47 primary subtag of the story; its titles and short forms count
 */
export function mergeSuggestions(
  people: readonly StoryPerson[],
  turns: Iterable<StoryTurn>,
  language = "en",
): MergeSuggestion[] {
  const data = LANGUAGES.find(({ code }) => code === language) ?? LANGUAGES[0]!;
  const names: Names[] = people.map(({ name, aliases, gender }) => {
    const parts = [name, ...aliases.slice(0, 20)].map((one) => partsOf(one, data));
    return {
      parts,
      isDescription: isDescription(name, data),
      gender: gender ?? parts.reduce<Gender | null>((stated, part) => stated ?? part.gender, null),
    };
  });
  const owners = ownersIn(names);
  const listedTurns = joinParts(turns);
  const lines = new Array<number>(people.length).fill(0);
  for (const { person } of listedTurns) if (person !== null && person in lines) lines[person]!++;
  const listed = people
    .map((_, person) => person)
    .sort((left, right) => lines[right]! - lines[left]! || left - right)
    .slice(0, MOST_PEOPLE);
  const { votes, own } = countTurns(listedTurns, callsOf(names, listed), people.length);
  const found: { readonly suggestion: MergeSuggestion; readonly sure: number }[] = [];
  listed.forEach((a, index) => {
    for (const b of listed.slice(index + 1)) {
      const left = names[a]!;
      const right = names[b]!;
      const pair = votes.get(pairKey(a, b, people.length));
      if (genderClash(left.gender, right.gender) || (pair !== undefined && pair.apart >= TWO_PERSONS)) continue;
      const reasons = reasonsOfNames(left, right, owners, data);
      const named = reasons.length > 0;
      if (
        pair !== undefined &&
        pair.answers >= (named || left.isDescription !== right.isDescription ? 1 : ENOUGH_ANSWERS) &&
        pair.answers > own[pair.called]! &&
        pair.apart === 0
      )
        reasons.push({ kind: "answers_to_name", name: people[pair.called]!.name, count: pair.answers });
      if (pair !== undefined && pair.same >= ENOUGH_TURNS && pair.apart === 0)
        reasons.push({ kind: "same_turns", count: pair.same });
      const sure = reasons.reduce((sum, { kind }) => sum + SURE[kind], 0);
      if (
        sure < LEAST ||
        (reasons.length === 1 && reasons[0]!.kind === "part_of_name" && owners(reasons[0]!.shared) > 2)
      )
        continue;
      reasons.sort((one, two) => SURE[two.kind] - SURE[one.kind]);
      found.push({ suggestion: { a, b, reasons }, sure });
    }
  });
  return found
    .sort((left, right) => right.sure - left.sure)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ suggestion }) => suggestion);
}

/** How sure a suggestion is, 0.5 to 1: an order of suggestions and no measured probability. */
export function mergeConfidence(reasons: readonly MergeReason[]): number {
  const sure = reasons.reduce((sum, { kind }) => sum + SURE[kind], 0);
  return Math.round(100 / (1 + Math.exp(LEAST - sure))) / 100;
}

/** Counts the people who have all words of a part of a name: more than two have the surname of a family. */
function ownersIn(names: readonly Names[]): (shared: string) => number {
  const known = new Map<string, number>();
  return (shared) => {
    const words = shared.split(" ");
    const count =
      known.get(shared) ??
      names.filter(({ parts }) => parts.some((part) => words.every((word) => part.words.includes(word)))).length;
    known.set(shared, count);
    return count;
  };
}

/** The parts of a speaker's turn, between which the narration stands, as one. */
function joinParts(turns: Iterable<StoryTurn>): StoryTurn[] {
  const joined: StoryTurn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    const same = last !== undefined && turn.person !== null && turn.person === last.person && !turn.newScene;
    if (same && last.words.length < CALL_UNITS)
      joined[joined.length - 1] = { ...last, words: `${last.words}. ${turn.words}` };
    else if (!same) joined.push(turn);
  }
  return joined;
}

function pairKey(left: number, right: number, size: number): number {
  return Math.min(left, right) * size + Math.max(left, right);
}

/** What the turns say of each pair, and how often each person answers to the own name. */
function countTurns(
  turns: readonly StoryTurn[],
  calls: (words: string) => readonly number[],
  size: number,
): { readonly votes: Map<number, Votes>; readonly own: Float64Array } {
  const table = new Map<number, Votes>();
  const own = new Float64Array(size);
  const at = (left: number, right: number): Votes => {
    const key = pairKey(left, right, size);
    let votes = table.get(key);
    if (votes === undefined) {
      votes = { same: 0, apart: 0, answers: 0, called: -1 };
      table.set(key, votes);
    }
    return votes;
  };
  turns.forEach(({ person, words }, index) => {
    const called = calls(words);
    if (person === null) return;
    // A speaker does not call the own name.
    for (const name of called) if (name !== person) at(person, name).apart++;
    for (let step = 1; step <= REACH; step++) {
      const other = turns[index + step];
      if (other === undefined || other.newScene) break;
      if (other.person === null || other.person === person) continue;
      if (step === 1) {
        at(person, other.person).apart++;
        for (const name of called) {
          if (name === other.person) {
            own[name]!++;
            continue;
          }
          const votes = at(name, other.person);
          votes.answers++;
          votes.called = name;
        }
      }
      // A, x, B: the two talk with the same person.
      const between = turns[index + 1]!.person;
      if (step === 2 && between !== null && between !== person && between !== other.person)
        at(person, other.person).same++;
    }
  });
  return { votes: table, own };
}
