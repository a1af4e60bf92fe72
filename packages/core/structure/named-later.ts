// A person that the narration describes first and names later: "a boy" at the door, and then "I walked to the noise, Pip," said
// his uncle. The description and the name are one person where the conversation shows it: the name is called in answer to the
// described person, who answers, or this person states it. The name must be new when it is called, and the two never stand
// side by side. What stays undecided is no merge; merge-suggestions.ts offers such pairs to people.

import { agesClash } from "./ages.ts";
import { SHORT } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import type { LanguageData } from "./language/language.ts";
import type { Line } from "./line.ts";
import { gendersClash } from "./name-forms.ts";
import type { Gender } from "./script.ts";
import type { Reading } from "./subjects.ts";
import { CAPITAL, IN_SPEECH, POSSESSIVE, SENTENCE_START, WORD } from "./tokens.ts";
import { isVoiceNoun } from "./voice-nouns.ts";

/** Reasons for one person need this much together. */
const ENOUGH = 3;
/** The text states the name. */
const STATED = 100;
/** The described person speaks directly before, or directly after, the line that calls the name. */
const BESIDE = 2;
/** The same, where only a pronoun stands for the described person. */
const BESIDE_BY_PRONOUN = 1;
/** "said his uncle" addresses the person that "his" means. */
const KIN = 1;
/** No word of the text before has the name. */
const NEW_NAME = 1;

/** Mentions before a pronoun that can be its person. */
const REACH = 12;
const REACH_TOKENS = 200;
/** Paragraphs of narration between two lines of one exchange. */
const GAP = 1;

/** Where the text names a person; token numbers, or Infinity. */
export interface Places {
  /** In narration or in speech. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  readonly narrated: Float64Array;
}

/**
 * "a wet boy" is one person; "the boy" may be another one in each chapter, unless all its places are this near to the name. Only
 * the English list keeps offices apart from relations and adjectives.
 */
const LOCAL = 500;

/** Pairs of a described person and the name that the text gives to the same person. */
export function namedLater(cast: Cast, lines: readonly Line[], reading: Reading, places: Places): Map<number, number> {
  const pairs = new Pairs(cast.people.length);
  const speakers = lines.map((line) => speakerOf(line, cast, reading));
  const acting = lines.map((line) => beatOf(line));
  const isShort =
    lines.length < SHORT && (reading.language.nounTitles === true || reading.language.nounsInScenes === true);
  /** In a short text: the only described person who speaks or acts before this name. */
  const onlyDescribed = (name: number, { evidence }: Line, asks: number): number => {
    const pronoun = evidence.find(({ subject }) => subject.kind === "pronoun")?.subject;
    const described = cast.people.filter(
      ({ id, spoke, subject, gender }) =>
        spoke + subject > 0 &&
        isCandidate(cast, id, name, places, reading.language) &&
        id !== asks &&
        !isVoice(cast.people[id]!) &&
        !(pronoun?.kind === "pronoun" && pronoun.gender !== "plural" && gendersClash(pronoun.gender, gender)),
    );
    const speak = described.filter(({ spoke }) => spoke > 0);
    const people = speak.length > 0 ? speak : described;
    return people.length === 1 ? people[0]!.id : -1;
  };
  const stated = statedInNarration(cast, reading, pairs);
  if (lines.length < SHORT && reading.language.nounsInScenes === true) voicesSeen(cast, reading, places, pairs);
  lines.forEach((line, index) => {
    const { person: speaker, sure } = speakers[index]!;
    let own = -1;
    for (const mention of mentionsIn(line, reading)) {
      const name = cast.ofForm[reading.mentions.form[mention]!]!;
      if (!isName(cast.people[name]!) || name === own) continue;
      if (mention === line.introduces) {
        const asks = isExchange(line) && line.gap === 0 ? (speakers[index - 1]?.person ?? -1) : -1;
        const what = sure || acting[index] ? speaker : isShort ? onlyDescribed(name, line, asks) : -1;
        pairs.support(what, name, STATED);
        own = name;
        continue;
      }
      // "Where is Pip?" asked the boy.
      if (sure) pairs.separate(speaker, name);
      if (!line.called.mentions.includes(mention)) continue;
      const before = isExchange(line) ? speakers[index - 1] : undefined;
      const after = isExchange(lines[index + 1]) ? speakers[index + 1] : undefined;
      const fitting = [before, after].filter(
        (one) =>
          one !== undefined && one.person !== speaker && isCandidate(cast, one.person, name, places, reading.language),
      ) as Spoken[];
      // A described person before the line and another one behind it: who is called stays open.
      if (new Set(fitting.map(({ person }) => person)).size !== 1) continue;
      const what = fitting[0]!.person;
      const beside = fitting.reduce((sum, one) => sum + (one.sure ? BESIDE : BESIDE_BY_PRONOUN), 0);
      const kin = isRelativeOf(line, cast.people[what]!, cast, reading) ? KIN : 0;
      const isNew = places.first[name] === reading.mentions.from[mention];
      // "the officer" may be many people in a book.
      if (!isNew && !cast.people[what]!.introduced) continue;
      pairs.support(what, name, beside + kin + (isNew ? NEW_NAME : 0));
    }
    const before = speakers[index - 1];
    if (sure && before?.sure === true && isExchange(line)) pairs.separate(before.person, speaker);
  });
  const sure = pairs.filter(
    (what, name, weight) =>
      isCandidate(cast, what, name, places, reading.language) &&
      (weight >= STATED || (weight >= ENOUGH && acts(cast.people[name]!))),
  );
  const together = sideBySide(sure, stated, cast, reading);
  return oneToOne(sure.filter((_, index) => !together.has(index)));
}

/** Reasons for and against pairs of people. */
class Pairs {
  private readonly size: number;
  private readonly weights = new Map<number, number>();
  private readonly apart = new Set<number>();

  constructor(size: number) {
    this.size = size;
  }

  support(what: number, name: number, weight: number): void {
    if (what < 0) return;
    const key = what * this.size + name;
    this.weights.set(key, (this.weights.get(key) ?? 0) + weight);
  }

  separate(one: number, other: number): void {
    if (one < 0 || other < 0) return;
    this.apart.add(one * this.size + other).add(other * this.size + one);
  }

  filter(test: (what: number, name: number, weight: number) => boolean): (readonly [number, number])[] {
    const found: (readonly [number, number])[] = [];
    for (const [key, weight] of this.weights) {
      const what = Math.floor(key / this.size);
      const name = key % this.size;
      if (!this.apart.has(key) && test(what, name, weight)) found.push([what, name]);
    }
    return found;
  }
}

/** Two names for one description, or two descriptions for one name: one of the places means another person. */
function oneToOne(pairs: readonly (readonly [number, number])[]): Map<number, number> {
  const names = Map.groupBy(pairs, ([what]) => what);
  const described = Map.groupBy(pairs, ([, name]) => name);
  return new Map(pairs.filter(([what, name]) => names.get(what)!.length === 1 && described.get(name)!.length === 1));
}

export function placesOf(cast: Cast, { tokens, mentions }: Reading): Places {
  const first = new Float64Array(cast.people.length).fill(Number.POSITIVE_INFINITY);
  const last = new Float64Array(cast.people.length);
  const narrated = new Float64Array(cast.people.length).fill(Number.POSITIVE_INFINITY);
  for (let mention = mentions.count - 1; mention >= 0; mention--) {
    const person = cast.ofForm[mentions.form[mention]!]!;
    const token = mentions.from[mention]!;
    first[person] = token;
    last[person] = Math.max(last[person]!, token);
    if ((tokens.flags[token]! & IN_SPEECH) === 0) narrated[person] = token;
  }
  return { first, last, narrated };
}

function isName({ cluster, family, narrator }: Person): boolean {
  return cluster !== null && cluster.role === null && !family && !narrator;
}

/** A name that is only called may be that of an animal, or no name. */
function acts({ subject, spoke, cluster }: Person): boolean {
  return subject > 0 || spoke > 0 || cluster!.ranks.size > 0;
}

/** "Mara and Pip were there when a wet boy came in": the narration has named a person before it introduces another one. */
export function isNamedBefore(what: Person, name: Person, { narrated }: Places): boolean {
  return what.introduced && isName(name) && narrated[name.id]! < narrated[what.id]!;
}

/** A person that the narration only describes, and does not name before it describes this person. */
function isCandidate(
  cast: Cast,
  what: number,
  name: number,
  places: Places,
  { someone, nounsInScenes }: LanguageData,
): boolean {
  const described = cast.people[what];
  const named = cast.people[name]!;
  if (described === undefined || !isDescribed(described, someone) || described.id === name) return false;
  const { first, last, narrated } = places;
  const isLocal = first[name]! - narrated[what]! <= LOCAL && last[what]! - first[name]! <= LOCAL;
  return (
    (described.introduced || isLocal || (nounsInScenes === true && !described.generic)) &&
    (isVoice(described) ||
      (!gendersClash(described.gender, named.gender) &&
        !agesClash(described.age, named.age) &&
        narrated[what]! < narrated[name]!))
  );
}

type Someone = LanguageData["someone"];

/** A person without a name that may have one. */
function isDescribed({ cluster, relation, known, group }: Person, someone: Someone): boolean {
  return cluster?.role != null && known < 0 && group !== true && !relation && someone?.words.has(cluster.role) !== true;
}

interface Spoken {
  readonly person: number;
  /** A noun or a name states the speaker, not a pronoun. */
  readonly sure: boolean;
}

const NOBODY: Spoken = { person: -1, sure: false };

/** The person that the narration beside a line states as its speaker. */
function speakerOf(line: Line, cast: Cast, reading: Reading): Spoken {
  for (const kind of ["tag", "lead", "loose_tag", "beat"] as const) {
    for (const one of line.evidence) {
      if (one.kind !== kind) continue;
      const { subject } = one;
      if (subject.kind === "narrator") return NOBODY;
      if (subject.kind === "mention")
        return { person: cast.ofForm[reading.mentions.form[subject.mention]!]!, sure: kind !== "beat" };
      if (subject.gender === "plural") return NOBODY;
      return { person: meantBy(subject.first, subject.gender, line.paragraph - 1, cast, reading), sure: false };
    }
  }
  return NOBODY;
}

/** "The woman took off her gloves. “I am Elvira.”" */
function beatOf({ evidence }: Line): boolean {
  return (
    evidence[0]?.kind === "beat" && evidence.every(({ kind, subject }) => kind === "beat" && subject.kind === "mention")
  );
}

/** The subject of that gender that the narration named last before a pronoun, not before a paragraph; or -1. */
function meantBy(
  token: number,
  gender: Gender | null,
  paragraph: number,
  cast: Cast,
  { tokens, mentions }: Reading,
): number {
  const floor = tokens.paragraphStart[Math.max(0, paragraph)]!;
  let steps = 0;
  for (let at = token - 1; at >= floor && at >= token - REACH_TOKENS && steps < REACH; at--) {
    const mention = mentions.at[at]!;
    if (mention < 0) continue;
    steps++;
    if ((tokens.flags[at]! & IN_SPEECH) !== 0 || mentions.subject[mention] !== 1) continue;
    const person = cast.ofForm[mentions.form[mention]!]!;
    if (!gendersClash(gender, cast.people[person]!.gender)) return person;
  }
  return -1;
}

function* mentionsIn(line: Line, { mentions }: Reading): Iterable<number> {
  for (const { from, to } of line.spanTokens)
    for (let token = from; token < to; token++) if (mentions.at[token]! >= 0) yield mentions.at[token]!;
}

/** The line answers the one before it. */
function isExchange(line: Line | undefined): boolean {
  return line !== undefined && !line.newScene && !line.continues && line.gap <= GAP;
}

/** "said his uncle", where "his" has the gender of the described person. */
function isRelativeOf(line: Line, what: Person, cast: Cast, { mentions, language }: Reading): boolean {
  return line.evidence.some(({ kind, subject }) => {
    if (kind !== "tag" || subject.kind !== "mention") return false;
    const form = mentions.forms[mentions.form[subject.mention]!]!;
    if (form.possessor === null || !cast.people[cast.ofForm[form.id]!]!.relation) return false;
    const owner = language.possessives.get(form.possessor);
    return owner === what.gender && owner !== undefined && owner !== null;
  });
}

/** "The boy's name was Pip.", "His name was Pip.", "a man, whose name was Pip". */
function statedInNarration(cast: Cast, reading: Reading, pairs: Pairs): ReadonlySet<number> {
  const { tokens, mentions, language } = reading;
  const stated = new Set<number>();
  if (language.code !== "en") return stated;
  for (let mention = 0; mention < mentions.count; mention++) {
    const at = mentions.from[mention]!;
    const name = cast.ofForm[mentions.form[mention]!]!;
    if (at < 3 || (tokens.flags[at]! & IN_SPEECH) !== 0 || !isName(cast.people[name]!)) continue;
    const voice = voiceRevealed(at, cast, reading);
    if (voice >= 0) {
      stated.add(mention);
      pairs.support(voice, name, STATED);
      continue;
    }
    if (tokens.lower[at - 2] !== "name" || !language.ages.being.has(tokens.lower[at - 1]!)) continue;
    stated.add(mention);
    const owner = reading.endsAt[at - 3]!;
    if (owner >= 0 && (tokens.flags[at - 3]! & POSSESSIVE) !== 0)
      pairs.support(cast.ofForm[mentions.form[owner]!]!, name, STATED);
    const described = reading.endsAt[tokens.lower[at - 4] === "," ? at - 5 : at - 4] ?? -1;
    if (tokens.lower[at - 3] === "whose" && described >= 0)
      pairs.support(cast.ofForm[mentions.form[described]!]!, name, STATED);
    const gender = language.possessives.get(tokens.lower[at - 3]!);
    if (gender === "male" || gender === "female")
      pairs.support(meantBy(at - 3, gender, 0, cast, reading), name, STATED);
  }
  return stated;
}

/** "said a voice. It was Mara.", "said a voice, and Mara climbed out": the voice that a name at a token reveals, or -1. */
function voiceRevealed(at: number, cast: Cast, { tokens, mentions, language }: Reading): number {
  const { lower, flags } = tokens;
  const follows = lower[at - 1] === "and" && lower[at - 2] === ",";
  const reveals =
    lower[at - 2] === "it" && language.ages.being.has(lower[at - 1]!) && (flags[at - 2]! & SENTENCE_START) !== 0;
  if (!follows && !reveals) return -1;
  for (let token = at - 2; token >= Math.max(0, at - REACH_TOKENS); token--) {
    if ((flags[token]! & IN_SPEECH) !== 0) {
      if (follows) return -1;
      continue;
    }
    if (follows && lower[token] === ".") return -1;
    const mention = mentions.at[token]!;
    const person = mention < 0 ? -1 : cast.ofForm[mentions.form[mention]!]!;
    if (person >= 0 && isVoice(cast.people[person]!)) return person;
  }
  return -1;
}

/** Tokens from a voice to the person who comes in sight. */
const SIGHT = 60;

/** "said a voice. ... A very old owl looked out.": the first person that the narration introduces after a voice, which speaks no more. */
function voicesSeen(cast: Cast, reading: Reading, { narrated, last }: Places, pairs: Pairs): void {
  const { tokens, mentions, language } = reading;
  let voice = -1;
  let heard = 0;
  for (let mention = 0; mention < mentions.count; mention++) {
    const at = mentions.from[mention]!;
    const person = cast.ofForm[mentions.form[mention]!]!;
    if (person < 0 || (tokens.flags[at]! & IN_SPEECH) !== 0) continue;
    if (isVoice(cast.people[person]!)) {
      voice = person;
      heard = at;
      continue;
    }
    if (voice < 0 || narrated[person] !== at || cast.people[person]!.cluster?.role == null) continue;
    let start = at;
    while (start > 0 && at - start < 5 && (tokens.flags[start]! & SENTENCE_START) === 0) start--;
    if (!language.indefinites.has(tokens.lower[start]!) || (tokens.flags[start]! & CAPITAL) === 0) continue;
    // "a man's voice"
    if ((tokens.flags[at]! & POSSESSIVE) !== 0) continue;
    if (wordsBetween(reading, heard, at) <= SIGHT && last[voice]! < at) pairs.support(voice, person, STATED);
    voice = -1;
  }
}

/** Words of narration between two tokens. */
function wordsBetween({ tokens }: Reading, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index++) if ((tokens.flags[index]! & (WORD | IN_SPEECH)) === WORD) count++;
  return count;
}

function isVoice({ cluster, introduced, spoke }: Person): boolean {
  return introduced && spoke > 0 && isVoiceNoun(cluster?.role ?? "");
}

/** The pairs that one sentence of the narration names together, except where it states a name. */
function sideBySide(
  pairs: readonly (readonly [number, number])[],
  stated: ReadonlySet<number>,
  cast: Cast,
  { tokens, mentions }: Reading,
): ReadonlySet<number> {
  const found = new Set<number>();
  if (pairs.length === 0) return found;
  const pairsOf = new Map<number, number[]>();
  pairs.forEach((pair, index) => {
    for (const person of pair) pairsOf.set(person, [...(pairsOf.get(person) ?? []), index]);
  });
  let sentence = 0;
  const last = new Map<number, number>();
  for (let token = 0; token < tokens.count; token++) {
    if ((tokens.flags[token]! & (WORD | SENTENCE_START)) === (WORD | SENTENCE_START)) sentence++;
    const mention = mentions.at[token]!;
    if (mention < 0 || (tokens.flags[token]! & IN_SPEECH) !== 0 || stated.has(mention)) continue;
    const person = cast.ofForm[mentions.form[mention]!]!;
    for (const index of pairsOf.get(person) ?? []) {
      const other = pairs[index]![0] === person ? pairs[index]![1] : pairs[index]![0];
      if (last.get(other) === sentence) found.add(index);
    }
    if (pairsOf.has(person)) last.set(person, sentence);
  }
  return found;
}
