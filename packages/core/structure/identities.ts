// Finds persons with two names that share no word: "Henry" and "Mr. Lowe"; "Jim" in speech and "James" in
// narration; "the painter". Conversations are the evidence: two names of one person take the same turns and never answer each
// other, and a person who is addressed by one name answers under the other.

import { appositions } from "./appositions.ts";
import { SHORT, taggedPerson } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import { Company } from "./company.ts";
import { sameRelatives } from "./kin-classes.ts";
import type { LanguageData } from "./language/language.ts";
import type { Line } from "./line.ts";
import { type Cluster, gendersClash, generationsClash, ranksClash } from "./name-forms.ts";
import { isNamedBefore, namedLater, placesOf } from "./named-later.ts";
import { onlyCalled as namesOnlyCalled } from "./only-called.ts";
import type { Reading } from "./subjects.ts";
import { IN_SPEECH, SENTENCE_START } from "./tokens.ts";

/** Lines to either side whose turns are compared. */
const REACH = 6;
/** A turn one step farther away counts this much less. */
const FADE = 0.8;

interface Votes {
  same: number;
  different: number;
  /** Places that support the same person. */
  places: number;
}

class VoteTable {
  private readonly votes = new Map<number, Votes>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  at(left: number, right: number): Votes {
    const key = Math.min(left, right) * this.size + Math.max(left, right);
    let votes = this.votes.get(key);
    if (votes === undefined) {
      votes = { same: 0, different: 0, places: 0 };
      this.votes.set(key, votes);
    }
    return votes;
  }

  *entries(): Iterable<[number, number, Votes]> {
    for (const [key, votes] of this.votes) yield [Math.floor(key / this.size), key % this.size, votes];
  }
}

/** How often the turns and addresses of a conversation support, and contradict, that two names are one person. */
function countVotes(lines: readonly Line[], cast: Cast, reading: Reading): VoteTable {
  const table = new VoteTable(cast.people.length);
  const speaker = lines.map((line) => taggedPerson(line, cast, reading));
  const called = lines.map((line) => [
    ...new Set(line.called.mentions.map((mention) => cast.ofForm[reading.mentions.form[mention]!]!)),
  ]);
  const vote = (left: number, right: number, weight: number, same: boolean): void => {
    if (left < 0 || right < 0 || left === right) return;
    const votes = table.at(left, right);
    if (!same) votes.different += weight;
    else {
      votes.same += weight;
      votes.places++;
    }
  };
  lines.forEach((_, index) => {
    for (const person of called[index]!) vote(speaker[index]!, person, 2, false);
    let weight = 1;
    for (let step = 1; step <= REACH && index + step < lines.length; step++) {
      const other = lines[index + step]!;
      if (other.newScene || other.gap > 1) break;
      if (other.gap === 1) weight *= 0.5;
      const here = speaker[index]!;
      const there = speaker[index + step]!;
      const odd = step % 2 === 1;
      vote(here, there, weight, !odd);
      for (const person of called[index]!) vote(person, there, weight, odd);
      for (const person of called[index + step]!) vote(here, person, weight, odd);
      weight *= FADE;
    }
  });
  return table;
}

/** Natural-log odds that two names belong to one person, from the turns alone. */
function turnOdds({ same, different }: Votes): number {
  return 0.83 * same - 1.15 * different;
}

const ENOUGH = 1.5;
/** "the girl" may be several persons; one of them must have nearly all of her turns. */
const ENOUGH_FOR_A_NOUN = 2;

/** Two names that sometimes stand side by side in narration need many turns in favour. */
const ENOUGH_IN_TURN = 1;

/** "Mr. Lowe", only used as an address, is one of the Lowes. */
const ENOUGH_IN_A_FAMILY = 0.8;

function sharesSurname(left: Person, right: Person): boolean {
  return left.cluster?.surname != null && left.cluster.surname === right.cluster?.surname;
}

/** Explicit statements of the text outrank all votes. */
const TOLD = 100;

function onlyRoles(person: Person): boolean {
  return person.cluster?.forms.every((form) => form.role !== null) ?? false;
}

/** "Father", "Nonna": a word that several people use for different people. */
function isKinAlone({ cluster }: Person, { capitalisedKin }: LanguageData): boolean {
  return cluster!.forms.every(({ words, titles }) => titles.length === 0 && capitalisedKin?.has(words[0]!) === true);
}

/** "the Coroner": a name after "the" is an office. */
function isTitleAlone({ cluster }: Person): boolean {
  return cluster?.forms.every((form) => form.role !== null || form.definite * 4 > form.count * 3) ?? false;
}

/** "the man", "her brother": different persons in different places. */
function isAnybody(person: Person): boolean {
  return person.relation || (person.generic && person.age !== "child");
}

/** A name that occurs more in address than in narration: the narration uses another name for this person. */
function onlyCalled(person: Person, language: LanguageData): boolean {
  if (person.called < 2 || person.called <= person.spoke * 3 || person.called <= person.subject) return false;
  const cluster = person.cluster!;
  return (
    cluster.ranks.size > 0 || cluster.forms.some((form) => form.words.some((word) => language.givenNames.has(word)))
  );
}

/** In a shorter text two persons can do without a common sentence, so their turns must not speak against one person. */
const MANY_LINES = 200;

const KIN: ReadonlySet<string> = new Set(["aunt", "uncle", "cousin"]);

/** "Mr. Lowe", never with a given name, and "Henry", never with a surname. */
function titledAndGiven(left: Person, right: Person, language: LanguageData): boolean {
  const titled = left.cluster!.given === null ? left : right;
  const given = titled === left ? right : left;
  return (
    titled.cluster!.role === null &&
    titled.cluster!.given === null &&
    titled.cluster!.forms.every(({ titles, words }) => titles.length > 0 || words[0] === titled.cluster!.surname) &&
    given.cluster!.surname === null &&
    [...given.cluster!.ranks].every((rank) => KIN.has(rank)) &&
    given.cluster!.given !== null &&
    language.givenNames.has(given.cluster!.given)
  );
}

/** `told`: the text states it, so a person may be without a gender. */
function mayBeOne(left: Person, right: Person, company: Company, told = false): boolean {
  if (left.cluster === null || right.cluster === null || left.narrator || right.narrator) return false;
  if (left.known >= 0 && right.known >= 0) return false;
  if ((!told && (left.gender === null || right.gender === null)) || gendersClash(left.gender, right.gender))
    return false;
  if (generationsClash(left.cluster.generation, right.cluster.generation)) return false;
  if (ranksClash(left.cluster, [...right.cluster.ranks])) return false;
  if (surnamesClash(left.cluster, right.cluster)) return false;
  const { cluster } = left;
  return right.cluster.forms.every((form) => !company.apart(cluster, form));
}

/** "Miss Lowe" and "Miss Hart". */
function surnamesClash(left: Cluster, right: Cluster): boolean {
  if (left.surname === null || right.surname === null || left.surname === right.surname) return false;
  return ["mr", "mrs", "miss"].some((rank) => left.ranks.has(rank) && right.ranks.has(rank));
}

const NEAR_PARAGRAPHS = 4;
const NEAR_MENTIONS = 30;

/** How often narration names two persons side by side, and how often in one sentence. */
function sideBySide(
  left: Person,
  right: Person,
  { ofForm }: Cast,
  { tokens, mentions }: Reading,
): { near: number; together: number } {
  let near = 0;
  let together = 0;
  let last = -1;
  let sentence = 0;
  let lastSentence = 0;
  let lastParagraph = 0;
  let lastMention = 0;
  let paragraph = 0;
  let mention = 0;
  for (let token = 0; token < tokens.count && mention < mentions.count; token++) {
    const flags = tokens.flags[token]!;
    while (tokens.paragraphStart[paragraph + 1]! <= token) paragraph++;
    if ((flags & SENTENCE_START) !== 0) sentence++;
    if (mentions.from[mention] !== token) continue;
    const person = ofForm[mentions.form[mention]!]!;
    if ((flags & IN_SPEECH) === 0 && (person === left.id || person === right.id)) {
      const close = paragraph - lastParagraph <= NEAR_PARAGRAPHS && mention - lastMention <= NEAR_MENTIONS;
      if (last >= 0 && last !== person && close) {
        near++;
        if (sentence === lastSentence) together++;
      }
      last = person;
      lastSentence = sentence;
      lastParagraph = paragraph;
      lastMention = mention;
    }
    mention++;
  }
  return { near, together };
}

/** Merges people of a cast that the conversations show to be one person. */
export function uniteIdentities(cast: Cast, lines: readonly Line[], reading: Reading): Cast {
  const { language } = reading;
  const company = new Company(reading.tokens, reading.mentions, language);
  const places = placesOf(cast, reading);
  const found: { readonly from: number; readonly into: number; readonly sure: number }[] = [];
  for (const [left, right, votes] of countVotes(lines, cast, reading).entries()) {
    const one = cast.people[left]!;
    const two = cast.people[right]!;
    if (isAnybody(one) || isAnybody(two) || !mayBeOne(one, two, company)) continue;
    if (isNamedBefore(one, two, places) || isNamedBefore(two, one, places)) continue;
    const odds = turnOdds(votes);
    const noun = isTitleAlone(one) || isTitleAlone(two);
    if (noun || onlyCalled(one, language) || onlyCalled(two, language)) {
      const enough = sharesSurname(one, two) ? ENOUGH_IN_A_FAMILY : noun ? ENOUGH_FOR_A_NOUN : ENOUGH;
      if (votes.places < 2 || odds < enough) continue;
    } else {
      if (odds < -0.5 || !titledAndGiven(one, two, language)) continue;
      const { near, together } = sideBySide(one, two, cast, reading);
      const never = together === 0 && near >= 5 && (odds >= 0 || lines.length >= MANY_LINES);
      const hardlyEver = near >= 8 && together * 16 <= near && odds >= -0.1 && votes.places >= 5;
      const oftenInTurn = near >= 8 && together * 4 <= near && odds >= ENOUGH_IN_TURN && votes.places >= 10;
      if (!never && !hardlyEver && !oftenInTurn) continue;
    }
    // The better known name takes over the other.
    const known = (person: Person): number => (onlyRoles(person) ? 0 : 1000) + person.spoke * 10 + person.count / 1000;
    const [from, into] = known(one) < known(two) ? [left, right] : [right, left];
    found.push({ from, into, sure: odds });
  }
  for (const [what, name] of appositions(cast, reading)) {
    if (mayBeOne(cast.people[what]!, cast.people[name]!, company)) found.push({ from: what, into: name, sure: TOLD });
  }
  for (const [title, person] of namesOnlyCalled(cast, lines, reading)) {
    // A name is better than a noun, and a noun better than "Father".
    const named = onlyRoles(cast.people[person]!) && !isKinAlone(cast.people[title]!, language);
    const [from, into] = named ? [person, title] : [title, person];
    found.push({ from, into, sure: TOLD });
  }
  if (lines.length < SHORT)
    for (const [word, other] of sameRelatives(cast, reading)) found.push({ from: word, into: other, sure: TOLD });
  for (const [short, long] of shortened(cast)) found.push({ from: short, into: long, sure: TOLD });
  for (const [what, name] of namedLater(cast, lines, reading, places))
    found.push({ from: what, into: name, sure: TOLD });
  found.sort((a, b) => b.sure - a.sure || a.from - b.from || a.into - b.into);
  const target = new Int32Array(cast.people.length).map((_, index) => index);
  const resolve = (person: number): number => {
    let at = person;
    while (target[at] !== at) at = target[at]!;
    return at;
  };
  const people = [...cast.people];
  for (const { from, into, sure } of found) {
    if (target[from] !== from) continue;
    const end = resolve(into);
    if (end === from || !mayBeOne(people[from]!, people[end]!, company, sure === TOLD)) continue;
    target[from] = end;

    people[end] = unite(people[end]!, people[from]!);
    people[from] = { ...people[from]!, plausible: false };
  }
  return {
    people,
    ofForm: cast.ofForm.map((person) => (person < 0 ? person : resolve(person))),
    narrator: cast.narrator,
  };
}

/** Letters of a short name that no list has. */
const SHORTEST = 3;

/** "Tims" is no name of Tim. */
function isShortened(short: string, long: string): boolean {
  return long.length >= short.length + 2 && long.startsWith(short);
}

/** "Marj", only used in speech, is Marjorie, the only person whose name begins so. */
function shortened({ people }: Cast): [number, number][] {
  const found: [number, number][] = [];
  const longer = people.filter(({ cluster, plausible }) => cluster !== null && cluster.role === null && plausible);
  for (const { id, cluster, gender, called } of people) {
    if (called === 0 || cluster === null || cluster.role !== null || cluster.known >= 0) continue;
    const { words, titles } = cluster.forms[0]!;
    const short = words[0]!;
    if (words.length !== 1 || titles.length > 0 || short.length < SHORTEST) continue;
    if (cluster.forms.some(({ narrated, words: own }) => narrated > 0 || own.length > 1)) continue;
    const [whole, other] = longer.filter(
      (one) =>
        one.id !== id &&
        isShortened(short, one.cluster!.given ?? one.cluster!.forms[0]!.words[0]!) &&
        one.cluster!.forms.some(({ narrated }) => narrated > 0) &&
        !gendersClash(one.gender, gender),
    );
    if (whole !== undefined && other === undefined) found.push([id, whole.id]);
  }
  return found;
}

function unite(into: Person, from: Person): Person {
  into.cluster!.forms.push(...from.cluster!.forms);
  for (const rank of from.cluster!.ranks) into.cluster!.ranks.add(rank);
  into.cluster!.given ??= from.cluster!.given;
  into.cluster!.surname ??= from.cluster!.surname;
  return {
    ...into,
    known: into.known >= 0 ? into.known : from.known,
    // "the man" gives no age to a person that the text calls a lad elsewhere.
    age: into.age ?? (from.introduced && from.age === "adult" ? null : from.age),
    gender: into.gender ?? from.gender,
    spoke: into.spoke + from.spoke,
    called: into.called + from.called,
    count: into.count + from.count,
    subject: into.subject + from.subject,
    plausible: into.plausible || from.plausible,
  };
}
