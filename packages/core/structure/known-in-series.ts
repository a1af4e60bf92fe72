// Recognises people of earlier books of a series among the speakers of a new one. A user decides, so people are proposed and
// never taken over here. The evidence is the names; gender and age must not contradict it; relations support it.

import type { LanguageData } from "./language/language.ts";
import { LANGUAGES } from "./language/languages.ts";
import { genderClash, isShortForm, type NameParts, partsOf, surnamesAgree } from "./name-parts.ts";
import type { Age, Gender } from "./script.ts";

/** A person of a series, or a speaker of a book. */
export interface SeriesFigure {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly role: "narrator" | "character" | "group";
  readonly gender: Gender | null;
  readonly age: Age | null;
  /** Indices, in the same list, of the people that this one talks with. */
  readonly talksWith: readonly number[];
}

export type RecognitionReason =
  /** Both are the narrator. */
  | { readonly kind: "narrator" }
  /** The names are equal except for an article or a title. */
  | { readonly kind: "same_name"; readonly name: string }
  /** The name of one is another name of the other. */
  | { readonly kind: "alias"; readonly name: string }
  /** "Tom" and "Thomas"; `name` is the name in the series. */
  | { readonly kind: "short_form"; readonly name: string }
  /** "Captain Pell" and "John Pell"; `name` is the name with the title. */
  | { readonly kind: "title_and_surname"; readonly name: string }
  /** "Ann" and "Ann Pell"; `name` is the shared part. */
  | { readonly kind: "part_of_name"; readonly name: string }
  /** Both talk with the same `count` people, who are recognised by their own names. */
  | { readonly kind: "talks_with"; readonly people: readonly number[]; readonly count: number }
  /** Both are known and equal. */
  | { readonly kind: "gender" }
  | { readonly kind: "age" };

export interface Recognition {
  /** Index of the person of the series. */
  readonly person: number;
  /** Index of the speaker of the book. */
  readonly speaker: number;
  /** At least one that is not gender or age; strongest first. */
  readonly reasons: readonly RecognitionReason[];
  /** 0.5 to 1: an order of proposals and no measured probability. */
  readonly confidence: number;
}

/** A pair that a user has judged. */
export interface JudgedPair {
  readonly person: number;
  readonly speaker: number;
  readonly isSame: boolean;
}

const SURE = {
  narrator: 4,
  same_name: 4,
  alias: 3,
  short_form: 2.5,
  title_and_surname: 2.25,
  part_of_name: 2,
} as const;
/** A shared part of the name that several people have counts this much. */
const SHARED_BY_SEVERAL = 0.75;
const RELATION = 0.75;
const MOST_RELATIONS = 3;
const AGREEING = 0.25;
/** Titles that never belong to one person at a time, such as "Mrs." and "Miss". */
const OTHER_TITLE = 1;
const LEAST = 2;
const MOST_ALIASES = 20;
/** At most this many people share a word and are compared with one speaker. */
const MOST_COMPARED = 50;
const AGES: readonly Age[] = ["child", "young", "adult", "old"];

/** Whether two ages are never those of one person in books of one series: more than one step apart. */
export function agesClash(one: Age | null, other: Age | null): boolean {
  return one !== null && other !== null && Math.abs(AGES.indexOf(one) - AGES.indexOf(other)) > 1;
}

/** A text that is equal for names of one series: case and white space do not count. */
export function seriesKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}

interface Named {
  readonly figure: SeriesFigure;
  /** Of the name first, then of the aliases. */
  readonly parts: readonly NameParts[];
  readonly texts: readonly string[];
  readonly gender: Gender | null;
}

/**
 * Proposes for each speaker the person of the series who it probably is: at most one person a speaker and one speaker a person,
 * most probable first. A speaker or person with a pair that was judged as the same is left out, and so is every pair that was
 * judged as different. If two people fit a speaker equally well, neither is proposed.
 *
 * @param people the people of the series
 * @param speakers the speakers of the book
 * @param language BCP 47 primary subtag of the book; its titles and short forms count
 */
export function recognisePeople(
  people: readonly SeriesFigure[],
  speakers: readonly SeriesFigure[],
  judged: readonly JudgedPair[] = [],
  language = "en",
): Recognition[] {
  const data = LANGUAGES.find(({ code }) => code === language) ?? LANGUAGES[0]!;
  const known = people.map((figure) => named(figure, data));
  const others = speakers.map((figure) => named(figure, data));
  const taken = {
    people: new Set(judged.flatMap((pair) => (pair.isSame ? [pair.person] : []))),
    speakers: new Set(judged.flatMap((pair) => (pair.isSame ? [pair.speaker] : []))),
  };
  const apart = new Set(judged.flatMap((pair) => (pair.isSame ? [] : [`${pair.person} ${pair.speaker}`])));
  const candidates = candidatesOf(known, others, data).filter(
    ({ person, speaker }) =>
      !taken.people.has(person) && !taken.speakers.has(speaker) && !apart.has(`${person} ${speaker}`),
  );
  const met = new Map(judged.flatMap((pair) => (pair.isSame ? [[pair.speaker, pair.person] as const] : [])));
  for (const { person, speaker } of chosen(candidates.filter(({ sure }) => sure >= SURE.alias)))
    if (!met.has(speaker)) met.set(speaker, person);
  const supported = candidates.map((one) => withRelations(one, people, speakers, met));
  return chosen(supported.filter(({ sure }) => sure >= LEAST)).map(({ person, speaker, reasons, sure }) => ({
    person,
    speaker,
    reasons,
    confidence: Math.round(100 / (1 + Math.exp(LEAST - sure))) / 100,
  }));
}

function named(figure: SeriesFigure, data: LanguageData): Named {
  const texts = [figure.name, ...figure.aliases.slice(0, MOST_ALIASES)];
  const parts = texts.map((text) => partsOf(text, data));
  const gender = figure.gender ?? parts.reduce<Gender | null>((stated, part) => stated ?? part.gender, null);
  return { figure, parts, texts, gender };
}

interface Candidate {
  readonly person: number;
  readonly speaker: number;
  readonly reasons: readonly RecognitionReason[];
  readonly sure: number;
}

/** Pairs with a reason in their names, without those that gender or age contradicts. */
function candidatesOf(known: readonly Named[], others: readonly Named[], data: LanguageData): Candidate[] {
  const bearers = bearersOf(known);
  const fellow = bearersOf(others);
  return others.flatMap((other, speaker) => {
    if (other.figure.role === "narrator") {
      const person = known.findIndex(({ figure }) => figure.role === "narrator");
      return person < 0 ? [] : [{ person, speaker, reasons: [{ kind: "narrator" as const }], sure: SURE.narrator }];
    }
    return comparedWith(other, bearers, data).flatMap((person) => {
      const one = known[person]!;
      if (one.figure.role === "narrator" || genderClash(one.gender, other.gender)) return [];
      if (agesClash(one.figure.age, other.figure.age)) return [];
      // Only people of the right gender compete for a name.
      const several = (words: readonly string[]) =>
        Math.max(count(known, bearers, words, other.gender), count(others, fellow, words, one.gender)) > 1;
      const found = reasonsOfNames(one, other, data, several);
      if (found.reasons.length === 0) return [];
      const agreeing: RecognitionReason[] = [];
      if (one.figure.gender !== null && one.figure.gender === other.figure.gender) agreeing.push({ kind: "gender" });
      if (one.figure.age !== null && one.figure.age === other.figure.age) agreeing.push({ kind: "age" });
      const sure = found.sure + agreeing.length * AGREEING;
      return [{ person, speaker, reasons: [...found.reasons, ...agreeing], sure }];
    });
  });
}

/** The people by each word of their names. */
function bearersOf(all: readonly Named[]): ReadonlyMap<string, ReadonlySet<number>> {
  const bearers = new Map<string, Set<number>>();
  all.forEach(({ parts }, index) => {
    for (const word of parts.flatMap(({ words }) => words)) {
      const some = bearers.get(word);
      if (some === undefined) bearers.set(word, new Set([index]));
      else some.add(index);
    }
  });
  return bearers;
}

/** People who share a word with the speaker, or whose name is short for one of its words. The rarest words come first. */
function comparedWith(
  { parts }: Named,
  bearers: ReadonlyMap<string, ReadonlySet<number>>,
  { nicknames }: LanguageData,
): readonly number[] {
  const words = new Set(parts.flatMap(({ words: own }) => own));
  for (const word of [...words]) for (const short of nicknames.get(word) ?? []) words.add(short);
  for (const [long, shorts] of nicknames) if (shorts.some((short) => words.has(short))) words.add(long);
  const groups = [...words].flatMap((word) => bearers.get(word) ?? []).sort((one, two) => one.size - two.size);
  const found = new Set<number>();
  for (const group of groups) for (const index of group) if (found.size < MOST_COMPARED) found.add(index);
  return [...found].sort((one, two) => one - two);
}

/** How many people of a gender have all these words in one of their names. */
function count(
  all: readonly Named[],
  bearers: ReadonlyMap<string, ReadonlySet<number>>,
  words: readonly string[],
  gender: Gender | null,
): number {
  const some = [...(bearers.get(words[0] ?? "") ?? [])].map((index) => all[index]!);
  return some.filter(
    (one) =>
      !genderClash(one.gender, gender) && one.parts.some((part) => words.every((word) => part.words.includes(word))),
  ).length;
}

function reasonsOfNames(
  one: Named,
  other: Named,
  { nicknames, titles }: LanguageData,
  several: (words: readonly string[]) => boolean,
): { readonly reasons: RecognitionReason[]; readonly sure: number } {
  const best = new Map<string, { readonly reason: RecognitionReason; readonly sure: number }>();
  const add = (reason: RecognitionReason, sure: number) => {
    if ((best.get(reason.kind)?.sure ?? 0) < sure) best.set(reason.kind, { reason, sure });
  };
  let isOtherTitle = false;
  one.parts.forEach((left, at) => {
    other.parts.forEach((right, index) => {
      if (left.words.length === 0 || right.words.length === 0) return;
      if (genderClash(left.gender, right.gender)) return;
      const isSame = left.words.join(" ") === right.words.join(" ");
      const isFull = left.words.length > 1;
      // A lieutenant of book one may be a captain in book three, but only under the full name.
      if (ranksDiffer(left, right, titles) && !(isSame && isFull)) {
        isOtherTitle = true;
        return;
      }
      const name = one.texts[at]!;
      if (isSame) {
        const kind = at === 0 && index === 0 ? "same_name" : "alias";
        add({ kind, name }, isFull || !several(left.words) ? SURE[kind] : SHARED_BY_SEVERAL);
      } else if (isShortForm(left.words[0]!, right.words[0]!, nicknames) && surnamesAgree(left.words, right.words)) {
        add({ kind: "short_form", name }, several(left.words) ? SHARED_BY_SEVERAL : SURE.short_form);
      } else {
        addPart(left, right, { left: name, right: other.texts[index]! }, several, add);
      }
    });
  });
  // Equal names have their parts in common, which is nothing more.
  if (best.has("same_name")) best.delete("part_of_name");
  const found = [...best.values()].sort((left, right) => right.sure - left.sure);
  // Names that overlap are one piece of evidence, not several.
  const sure = (found[0]?.sure ?? 0) + Math.max(0, found.length - 1) * AGREEING - (isOtherTitle ? OTHER_TITLE : 0);
  return { reasons: found.map(({ reason }) => reason), sure };
}

function ranksDiffer(left: NameParts, right: NameParts, titles: LanguageData["titles"]): boolean {
  if (left.titles.length === 0 || right.titles.length === 0) return false;
  const ranks = ({ titles: own }: NameParts) => own.map((word) => titles.get(word)!.rank).join();
  return ranks(left) !== ranks(right);
}

function addPart(
  left: NameParts,
  right: NameParts,
  texts: { readonly left: string; readonly right: string },
  several: (words: readonly string[]) => boolean,
  add: (reason: RecognitionReason, sure: number) => void,
): void {
  if (left.words.length === right.words.length) return;
  const [less, more, text] =
    left.words.length < right.words.length ? [left, right, texts.left] : [right, left, texts.right];
  if (!less.words.every((word) => more.words.includes(word))) return;
  const isSurname = less.titles.length > 0 && less.words.length === 1 && less.words[0] === more.words.at(-1);
  const kind = isSurname ? "title_and_surname" : "part_of_name";
  const name = isSurname ? text : less.words.join(" ");
  add({ kind, name }, several(less.words) ? SHARED_BY_SEVERAL : SURE[kind]);
}

/** Adds the recognised people that both talk with. */
function withRelations(
  one: Candidate,
  people: readonly SeriesFigure[],
  speakers: readonly SeriesFigure[],
  met: ReadonlyMap<number, number>,
): Candidate {
  const before = new Set(people[one.person]!.talksWith);
  const shared = new Set(
    speakers[one.speaker]!.talksWith.flatMap((speaker) => {
      const person = met.get(speaker);
      return person !== undefined && person !== one.person && speaker !== one.speaker && before.has(person)
        ? [person]
        : [];
    }),
  );
  if (shared.size === 0) return one;
  const reason: RecognitionReason = { kind: "talks_with", people: [...shared], count: shared.size };
  const sure = one.sure + Math.min(shared.size, MOST_RELATIONS) * RELATION;
  return { ...one, reasons: [...one.reasons, reason], sure };
}

/** The strongest pairs, each person and each speaker once. Pairs of equal strength that exclude each other are dropped. */
function chosen(candidates: readonly Candidate[]): Candidate[] {
  const found: Candidate[] = [];
  const people = new Set<number>();
  const speakers = new Set<number>();
  const byStrength = Map.groupBy(candidates, ({ sure }) => sure);
  for (const sure of [...byStrength.keys()].sort((one, two) => two - one)) {
    const open = byStrength.get(sure)!.filter((one) => !people.has(one.person) && !speakers.has(one.speaker));
    const rivals = (one: Candidate) =>
      open.filter(({ person, speaker }) => person === one.person || speaker === one.speaker).length > 1;
    found.push(...open.filter((one) => !rivals(one)));
    for (const one of open) {
      people.add(one.person);
      speakers.add(one.speaker);
    }
  }
  return found.sort((one, two) => two.sure - one.sure || one.speaker - two.speaker);
}
