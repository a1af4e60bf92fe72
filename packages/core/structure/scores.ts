// Scores each candidate of a line by the evidence at the line, in log odds. turns.ts scores the order of speakers.

import { addressedPeople } from "./addressed-people.ts";
import { agesClash } from "./ages.ts";
import { type Candidate, onlyNoun } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import { isSameKin } from "./kin-classes.ts";
import type { LanguageData, RoleWord } from "./language/language.ts";
import type { Line } from "./line.ts";
import { rankForPronoun } from "./pronouns.ts";
import type { Age, Gender } from "./script.ts";
import type { Reading } from "./subjects.ts";
import type { NarrationEvidence } from "./tags.ts";
import { IN_SPEECH, SENTENCE_START, WORD } from "./tokens.ts";
import { isReported } from "./vocatives.ts";
import { isVoiceNoun } from "./voice-nouns.ts";
import { WEIGHTS } from "./weights.ts";

export interface Score {
  readonly total: number;
  /** The evidence with the largest weight for this candidate. */
  readonly method: string;
}

/** The result of a first reading of the whole text: the expected lines of a person. */
export interface Presence {
  readonly share: (person: number) => number;
  /** In the lines around this one, without the line itself. */
  readonly near: (person: number) => number;
}

/** Characteristic words count at most as much as a lead-in does. */
const MOST_BY_MANNER = 4;

export function clashes(stated: Gender | "plural" | null, person: Person): boolean {
  if (stated === null || stated === "plural" || stated === "neutral") return false;
  return person.gender !== null && person.gender !== "neutral" && person.gender !== stated;
}

/** A candidate's score from the line alone; `weight` belongs to the strongest evidence. */
export interface OwnScore extends Score {
  readonly weight: number;
}

/** The evidence of the text at the line; the same in every reading. */
export function scoreEvidence(
  line: Line,
  candidates: readonly Candidate[],
  cast: Cast,
  reading: Reading,
  mentionedBeside: (person: number) => number,
  isShort: boolean,
  entries: ReadonlyMap<number, number> = NO_ENTRIES,
): OwnScore[] {
  const { mentions } = reading;
  const stated = new Set<number>();
  const told = new Set<number>();
  const called = new Set<number>();
  const own = line.introduces < 0 ? -1 : cast.ofForm[mentions.form[line.introduces]!]!;
  for (const person of addressedPeople(line.called, cast, reading)) called.add(person);
  for (const span of line.spanTokens) {
    for (let token = span.from; token < span.to; token++) {
      const mention = mentions.at[token]!;
      if (mention >= 0)
        (isReported(reading, span.from, token) ? told : stated).add(cast.ofForm[mentions.form[mention]!]!);
    }
  }
  const totals = candidates.map(() => 0);
  const reasons = candidates.map(() => ({ method: "nearby", weight: 0.5 }));
  const give = (index: number, weight: number, method: string): void => {
    totals[index]! += weight;
    if (weight > reasons[index]!.weight) reasons[index] = { method, weight };
  };

  candidates.forEach((candidate, index) => {
    const person = cast.people[candidate.person]!;
    give(index, WEIGHTS.distance * Math.log2(1 + Math.min(candidate.distance, 30)), "nearby");
    give(index, WEIGHTS.frequency * Math.log(1 + Math.min(person.spoke, 60)), "nearby");
    give(index, WEIGHTS.mentionedBeside * Math.min(2, mentionedBeside(candidate.person)), "nearby");
    if (person.generic) give(index, isShort && person.subject > 0 ? WEIGHTS.genericInScene : WEIGHTS.generic, "nearby");
    if (person.relation) give(index, WEIGHTS.relation, "nearby");
    if ((entries.get(candidate.person) ?? 0) > line.spanTokens[0]!.from) give(index, WEIGHTS.notYetIn, "nearby");
    if (person.narrator && isShort && reading.language.nounsInScenes !== true && person.spoke > 0)
      give(index, WEIGHTS.narratorInScene, "nearby");
    if (candidate.person === own) give(index, WEIGHTS.introduces, "introduction");
    else if (called.has(candidate.person)) give(index, WEIGHTS.calledHere, "vocative");
    else if (stated.has(candidate.person)) give(index, WEIGHTS.mentionedInside, "nearby");
    else if (told.has(candidate.person)) give(index, WEIGHTS.toldInside, "nearby");
  });

  // Beside a tag with a name, actions of other people near the line are no evidence.
  const named = line.evidence.some(
    ({ kind, subject }) => kind === "tag" && subject.kind === "mention" && !isRoleForm(subject.mention, reading),
  );
  for (const one of line.evidence) {
    if (named && (one.kind === "beat" || one.kind === "paragraph")) continue;
    if (own >= 0 && one.subject.kind === "mention" && isVoice(one.subject.mention, reading)) continue;
    weigh(one, line, candidates, cast, reading, give, isShort);
  }
  return totals.map((total, index) => ({ total, ...reasons[index]! }));
}

const NO_ENTRIES: ReadonlyMap<number, number> = new Map();

/** In a short text: the tokens where people come in after the first line. */
export function entriesOf(lines: readonly Line[], cast: Cast, reading: Reading): ReadonlyMap<number, number> {
  const entries = new Map<number, number>();
  for (const { evidence } of lines)
    for (const { kind, subject } of evidence) {
      if (kind !== "paragraph" || subject.kind !== "mention") continue;
      const person = cast.ofForm[reading.mentions.form[subject.mention]!]!;
      if (comesIn(subject.mention, person, cast, reading)) entries.set(person, subject.first);
    }
  return entries;
}

/** Adds the results of the reading before: who is present, and how they talk. */
export function scoreCandidates(
  own: readonly OwnScore[],
  candidates: readonly Candidate[],
  presence: Presence | null,
  manner: ((person: number) => number) | null = null,
): Score[] {
  return own.map((score, index) => {
    const { person } = candidates[index]!;
    let { total, method, weight } = score;
    const give = (more: number, reason: string): void => {
      total += more;
      if (more <= weight) return;
      weight = more;
      method = reason;
    };
    if (presence !== null) {
      give(WEIGHTS.share * Math.log(0.5 + presence.share(person)), "nearby");
      give(WEIGHTS.presence * Math.log(0.3 + presence.near(person)), "nearby");
    }
    if (manner !== null) {
      const odds = WEIGHTS.manner * manner(person);
      give(Math.max(-MOST_BY_MANNER, Math.min(MOST_BY_MANNER, odds)), "manner");
    }
    return { total, method };
  });
}

type Give = (index: number, weight: number, method: string) => void;

function weigh(
  one: NarrationEvidence,
  line: Line,
  candidates: readonly Candidate[],
  cast: Cast,
  reading: Reading,
  give: Give,
  isShort: boolean,
): void {
  const { subject } = one;
  if (subject.kind === "narrator") {
    const weight = one.kind === "tag" ? WEIGHTS.narratorTag : nameWeight(one);
    candidates.forEach((candidate, index) => {
      if (candidate.person === cast.narrator) give(index, weight, "narrator");
    });
    return;
  }
  if (subject.kind === "pronoun") {
    const stated = subject.gender;
    if (one.kind === "paragraph") return;
    if (stated !== "plural" && stated !== "neutral")
      weighPronoun(one, stated, line, candidates, cast, reading, give, "pronoun");
    return;
  }
  const person = cast.people[cast.ofForm[reading.mentions.form[subject.mention]!]!]!;
  const { role } = reading.mentions.forms[reading.mentions.form[subject.mention]!]!;
  const noun = role === null ? null : (reading.language.roles.get(role) ?? null);
  const described = noun !== null || person.cluster?.role != null;
  const introduced = described && isIndefinite(subject, reading);
  const stated =
    reading.language.nounTitles !== true &&
    isHardlyHeard(person) &&
    hasAdjective(reading.mentions.from[subject.mention]!, reading);
  const listed = reading.language.nounsInScenes === true || noun === null ? noun : { ...noun, learned: false };
  // "said his sister", more than once in one scene
  const told = isShort && person.relation && person.spoke >= TOLD_IN_SCENE && onlyNoun(person);
  // "The cleaner sat down on his bucket. “It isn't connected.”": in a short text, rarely a person with a name.
  const acts = isShort && one.kind === "beat" && reading.language.nounsInScenes === true && !person.relation;
  const share = told
    ? WEIGHTS.roleShare
    : described
      ? acts
        ? 1
        : shareOf(listed, introduced, person.introduced, stated)
      : 1;
  // "Kobieta zacisnęła palce.": she can be a person with a name.
  const another = noun?.common === true && !isBehind(subject.mention, reading);
  const enters = isShort && one.kind === "paragraph" && !another && comesIn(subject.mention, person.id, cast, reading);
  candidates.forEach((candidate, index) => {
    if (candidate.person !== person.id) return;
    give(index, nameWeight(one) * share, methodOf(one));
    if (enters) give(index, WEIGHTS.comesIn, "action");
  });
  // "the girl", "his mother": may be a person who also has a name.
  if (
    one.kind !== "paragraph" &&
    described &&
    !introduced &&
    one.subject.kind === "mention" &&
    isRoleForm(one.subject.mention, reading)
  ) {
    // "the widow" is not "the inspector".
    const others = candidates.map((candidate) =>
      candidate.person === person.id || isOtherNoun(cast.people[candidate.person]!, role!, reading) ? null : candidate,
    );
    weighPronoun(
      one,
      (noun?.usual === true ? null : noun?.gender) ?? person.gender,
      line,
      others,
      cast,
      reading,
      give,
      "description",
      ageOf(noun, subject.end - 2, reading),
      // The person that the narration just introduced is the most likely one; only some of the others are impossible.
      !person.introduced,
    );
  }
}

/** "Entró un hombre", "a woman": a noun behind its verb or an indefinite article. */
function isBehind(mention: number, { mentions, tokens, language }: Reading): boolean {
  let start = mentions.from[mention]!;
  if (language.bareNouns === true) return (tokens.flags[start]! & SENTENCE_START) === 0;
  while (start > 0 && (tokens.flags[start]! & SENTENCE_START) === 0 && mentions.from[mention]! - start < 3) {
    if (language.determiners.has(tokens.lower[start]!)) break;
    start--;
  }
  return (tokens.flags[start]! & SENTENCE_START) === 0 || NEW.has(tokens.lower[start]!);
}

const NEW: ReadonlySet<string> = new Set("ein eine un une una uno um uma een en ett".split(" "));

/** "Podszedł kelner.": the first mention of a person after the first line of a text. */
function comesIn(mention: number, person: number, cast: Cast, reading: Reading): boolean {
  const { spoken, mentions } = firstsOf(cast, reading);
  return mentions[person] === mention && spoken < reading.mentions.from[mention]!;
}

interface Firsts {
  /** The first token of speech; Infinity without one. */
  readonly spoken: number;
  /** The first mention of each person, or -1. */
  readonly mentions: Int32Array;
}

const firsts = new WeakMap<Cast, Firsts>();

function firstsOf(cast: Cast, { tokens, mentions }: Reading): Firsts {
  const known = firsts.get(cast);
  if (known !== undefined) return known;
  const first = new Int32Array(cast.people.length).fill(-1);
  for (let mention = mentions.count - 1; mention >= 0; mention--)
    first[cast.ofForm[mentions.form[mention]!]!] = mention;
  const spoken = tokens.flags.findIndex((flags) => (flags & IN_SPEECH) !== 0);
  const found = { spoken: spoken < 0 ? Number.POSITIVE_INFINITY : spoken, mentions: first };
  firsts.set(cast, found);
  return found;
}

/** Tags that make a relative in a short text a person of its own. */
const TOLD_IN_SCENE = 2;

/** "the old man" is old, "the man" may be. */
function ageOf(noun: RoleWord | null, adjective: number, { tokens, language }: Reading): Age | null {
  if (noun?.generic !== true && noun?.relation !== true) return null;
  const old = noun.age === "adult" && language.ages.adjectives.get(tokens.lower[adjective] ?? "") === "old";
  return old ? "old" : noun.age;
}

/** "“It's Theo,” said a hoarse voice.": the line names the person. */
function isVoice(mention: number, { mentions }: Reading): boolean {
  return isVoiceNoun(mentions.forms[mentions.form[mention]!]!.role ?? "");
}

/** A person that the text only calls by another noun, none of the two general. */
function isOtherNoun({ cluster }: Person, role: string, { language }: Reading): boolean {
  const other = cluster?.role ?? null;
  if (other === null || other === role || cluster!.forms.some((form) => form.role === null)) return false;
  // "his sister" is not "their mother".
  if (isKin(role, language) && isKin(other, language)) return !isSameKin(role, other);
  const general = (noun: string): boolean => {
    const word = language.roles.get(noun);
    return word?.generic === true || word?.common === true || word?.relation === true || word?.as !== undefined;
  };
  return !general(role) && !general(other);
}

function isKin(noun: string, { roles }: LanguageData): boolean {
  return roles.get(noun)?.relation === true;
}

/** The share of a name's weight that "a girl", "the girl", "her mother", "the lamplighter" have beside a verb of saying. */
function shareOf(noun: RoleWord | null, introduced: boolean, met: boolean, stated: boolean): number {
  if (introduced) return WEIGHTS.introducedShare;
  if (met) return noun?.learned || noun?.describes ? WEIGHTS.roleShare : WEIGHTS.metShare;
  if (noun?.relation) return WEIGHTS.relationShare;
  if (noun?.generic) return noun.age === "child" ? WEIGHTS.childShare : WEIGHTS.genericShare;
  return noun?.learned || noun?.describes || stated ? WEIGHTS.genericShare : WEIGHTS.roleShare;
}

/** At most this many tags belong to a person known only by a noun. */
const HARDLY = 2;

function isHardlyHeard({ cluster, spoke, known }: Person): boolean {
  return cluster?.role != null && spoke <= HARDLY && known < 0;
}

/** "the old servant": an adjective indicates a known person. */
function hasAdjective(noun: number, { tokens, language }: Reading): boolean {
  const before = tokens.lower[noun - 1] ?? "";
  return (
    (tokens.flags[noun - 1]! & WORD) !== 0 && !language.determiners.has(before) && !language.possessives.has(before)
  );
}

/** "a girl", "another voice": a new person. */
function isIndefinite(
  subject: { readonly first: number; readonly end: number },
  { tokens, language }: Reading,
): boolean {
  for (let index = Math.max(0, subject.end - 5); index < subject.end; index++) {
    if (index >= subject.first && language.indefinites.has(tokens.lower[index]!)) return true;
  }
  return false;
}

function isRoleForm(mention: number, reading: Reading): boolean {
  return reading.mentions.forms[reading.mentions.form[mention]!]!.role !== null;
}

/** A pronoun, or a noun that works like one: supports the candidates of its gender, most of all the one named last. */
function weighPronoun(
  one: NarrationEvidence,
  stated: Gender | null,
  line: Line,
  candidates: readonly (Candidate | null)[],
  cast: Cast,
  reading: Reading,
  give: Give,
  method: string,
  age: Age | null = null,
  speaksFor = true,
): void {
  const sure = one.kind === "tag" || one.kind === "lead";
  const clash = sure
    ? WEIGHTS.tagPronounClashes
    : one.kind === "loose_tag"
      ? WEIGHTS.loosePronounClashes
      : WEIGHTS.beatPronounClashes;
  const named = candidates.filter((candidate) => candidate !== null);
  const others = one.subject.kind === "pronoun" ? namedBehind(one.subject, cast, reading) : null;
  const ranks = rankForPronoun(one.subject.first, line, stated, named, cast, reading);
  candidates.forEach((candidate, index) => {
    if (candidate === null) return;
    const person = cast.people[candidate.person]!;
    if (
      (person.narrator && person.plausible) ||
      clashes(stated, person) ||
      agesClash(age, person.age) ||
      (age === "old" && person.age === "young")
    ) {
      give(index, clash, method);
      return;
    }
    if (others?.has(candidate.person)) give(index, WEIGHTS.besidePronoun, method);
    if (!speaksFor) return;
    if (person.gender === null || stated === null) give(index, WEIGHTS.tagPronounUnknown, method);
    else give(index, WEIGHTS.tagPronounAgrees * (sure ? 1 : 0.6), method);
    const rank = ranks.get(candidate.person);
    if (rank === undefined) return;
    const nearest = sure ? WEIGHTS.pronounNearest : WEIGHTS.beatPronounNearest;
    if (rank.order === 0) give(index, nearest, method);
    else if (rank.order === 1) give(index, WEIGHTS.pronounSecond, method);
    if (rank.subject) give(index, WEIGHTS.pronounSubject, method);
  });
}

/** Tokens behind a pronoun that belong to its sentence. */
const SENTENCE_REACH = 30;
const WHEN = new Set(["when", "while", "before", "after", "until", "till", "once"]);

/** "He looked past Tom": the people that the sentence of a pronoun names behind it are others. */
function namedBehind(
  { first, end }: { readonly first: number; readonly end: number },
  cast: Cast,
  { tokens, mentions, language }: Reading,
): ReadonlySet<number> | null {
  // "When he came, Tom laughed"
  if (first > 0 && (language.subordinators.has(tokens.lower[first - 1]!) || WHEN.has(tokens.lower[first - 1]!)))
    return null;
  let found: Set<number> | null = null;
  for (let index = end; index < Math.min(tokens.count, end + SENTENCE_REACH); index++) {
    const flags = tokens.flags[index]!;
    if ((flags & (IN_SPEECH | SENTENCE_START)) !== 0) break;
    const mention = mentions.at[index]!;
    if (mention < 0) continue;
    found ??= new Set();
    found.add(cast.ofForm[mentions.form[mention]!]!);
  }
  return found;
}

function nameWeight(one: NarrationEvidence): number {
  switch (one.kind) {
    case "tag":
      return WEIGHTS.tagName;
    case "loose_tag":
      return WEIGHTS.looseTagName;
    case "lead":
      return WEIGHTS.leadName;
    case "paragraph":
      return WEIGHTS.paragraphName;
    case "beat":
      return one.place === "before" ? WEIGHTS.beatNameBefore : WEIGHTS.beatNameAfter;
  }
}

function methodOf(one: NarrationEvidence): string {
  if (one.kind === "tag" || one.kind === "loose_tag") return "tag";
  if (one.kind === "lead") return "lead_in";
  return one.kind === "beat" ? "action" : "nearby";
}
