// The one place that decides who says a line. Candidates are scored by the evidence at the line, each conversation is
// read as a whole, and the most probable person is chosen.

import { addressedPeople } from "./addressed-people.ts";
import { addCompany, type Candidate, findCandidates, onlyNoun } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import { calibrated, confidenceOf } from "./confidence.ts";
import type { Decision, Judgement } from "./judgement.ts";
import type { LanguageData } from "./language/language.ts";
import { posteriors } from "./lattice.ts";
import type { Line } from "./line.ts";
import { type Manner, mannerOf, wordingOf } from "./manner.ts";
import { presenceOf } from "./presence.ts";
import { entriesOf, type OwnScore, type Presence, type Score, scoreCandidates, scoreEvidence } from "./scores.ts";
import type { KnownCharacter } from "./script.ts";
import type { Reading } from "./subjects.ts";
import type { NarrationEvidence } from "./tags.ts";
import { mentionedBeside } from "./talked-about.ts";
import { SENTENCE_START, type Tokens } from "./tokens.ts";
import { scoreTurns, type TurnScores } from "./turns.ts";
import { addUnnamed } from "./unnamed-people.ts";

/** A person without tags must be expected to say this share of all lines, at most this number. */
const SHARE_TO_HEAR = 0.015;
const MOST_TO_HEAR = 8;

/** A person that narration rarely names but others address can answer; this many expected lines are enough. */
const CALLED_IS_HEARD = 1.4;
/** A person that the narration introduces may say a single line. */
const ENTERS_IS_HEARD = 0.7;
/** "the man", "his mother": a person of that form must be expected to say this share of all lines; else another one is meant. */
const SHARE_OF_ANYBODY = 0.04;
/** In a short text, whose people often have no names, this many expected lines are enough. */
const ANYBODY_IN_SHORT = 0.3;

/** A subject far from its verb may be misread, so two of them are required. */
const FAR_TELLS = 0.5;

const NOBODY: Decision = { person: -1, confidence: 0, method: "none", candidates: [] };
const ABSENT: readonly Candidate[] = [{ person: -1, distance: 0 }];
const NO_SCORE: readonly Score[] = [{ total: 0, method: "none" }];

/**
 * Reads the text four times. The second reading knows who speaks how much and who is present. From the third on it is
 * known who is only talked about, and how each person talks.
 */
export function judge(
  lines: readonly Line[],
  cast: Cast,
  reading: Reading,
  known: readonly KnownCharacter[] = [],
): Judgement[] {
  const beside = mentionedBeside(lines, cast, reading);
  const lay = (offered: readonly (readonly Candidate[])[]): Laid =>
    layOutReading(lines, offered, cast, reading, beside);
  const all = addUnnamed(lines, findCandidates(lines, cast, reading), cast, reading);
  const first = read(lay(all), null);
  const wider = addCompany(lines, all, (line, person) => {
    const { candidates, probabilities } = first[line]!;
    const place = candidates.findIndex((candidate) => candidate.person === person);
    return place < 0 ? 0 : probabilities[place]!;
  });
  const second = read(lay(wider), presenceOf(lines, first, cast));
  const heard = heardPeople(lines, second, cast, reading);
  const left = lay(wider.map((list) => list.filter((candidate) => heard(candidate.person))));
  const wording = wordingOf(lines, reading);
  const third = read(left, presenceOf(lines, second, cast), mannerOf(second, cast, wording, known));
  return read(left, presenceOf(lines, third, cast), mannerOf(third, cast, wording, known));
}

/** What all readings with the same candidates share: the possible speakers, the evidence and the order of the lines. */
interface Laid {
  readonly candidates: readonly (readonly Candidate[])[];
  readonly people: readonly (readonly number[])[];
  readonly own: readonly (readonly OwnScore[])[];
  readonly turns: readonly (TurnScores | null)[];
}

function layOutReading(
  lines: readonly Line[],
  offered: readonly (readonly Candidate[])[],
  cast: Cast,
  reading: Reading,
  beside: (line: number, person: number) => number,
): Laid {
  const candidates = offered.map((list) => (list.length > 0 ? list : ABSENT));
  const turns = lines.map((line, index): TurnScores | null => {
    if (index === 0) return null;
    if (candidates[index] === ABSENT || candidates[index - 1] === ABSENT) {
      return { pair: new Float64Array(candidates[index]!.length * candidates[index - 1]!.length), back: 0 };
    }
    return scoreTurns(
      lines[index - 1]!,
      line,
      candidates[index - 1]!,
      candidates[index]!,
      cast,
      reading,
      lines[index - 2],
    );
  });
  const entries = lines.length < SHORT ? entriesOf(lines, cast, reading) : undefined;
  const own = lines.map((line, index) =>
    candidates[index] === ABSENT
      ? []
      : scoreEvidence(
          line,
          candidates[index]!,
          cast,
          reading,
          (person) => beside(index, person),
          lines.length < SHORT,
          entries,
        ),
  );
  const people = candidates.map((list) => list.map(({ person }) => person));
  return { candidates, people, own, turns };
}

/** One reading of all conversations; uses the presence and manner of speech that the reading before found. */
function read(
  { candidates, people, own, turns }: Laid,
  presence: readonly Presence[] | null,
  manner: Manner | null = null,
): Judgement[] {
  const scores = candidates.map((list, index) =>
    list === ABSENT
      ? NO_SCORE
      : scoreCandidates(
          own[index]!,
          list,
          presence?.[index] ?? null,
          manner === null ? null : (person) => manner(index, person),
        ),
  );
  const probabilities = posteriors(
    people.map((list, index) => ({
      people: list,
      scores: scores[index]!.map((score) => score.total),
      turns: turns[index]!,
    })),
  );
  return candidates.map(
    (list, index): Judgement => ({ candidates: list, scores: scores[index]!, probabilities: probabilities[index]! }),
  );
}

/** The persons who speak at all: by a tag, or by a large expected share. The others are only talked about. */
function heardPeople(
  lines: readonly Line[],
  judgements: readonly Judgement[],
  cast: Cast,
  reading: Reading,
): (person: number) => boolean {
  const stated = new Float64Array(cast.people.length);
  const expected = new Float64Array(cast.people.length);
  lines.forEach((line, index) => {
    const { candidates, probabilities } = judgements[index]!;
    candidates.forEach(({ person }, place) => {
      if (person >= 0) expected[person]! += probabilities[place]!;
    });
    if (line.introduces >= 0) stated[cast.ofForm[reading.mentions.form[line.introduces]!]!]! += 1;
    for (const one of line.evidence) {
      if (one.subject.kind !== "mention" || (one.kind !== "tag" && one.kind !== "lead" && one.kind !== "loose_tag"))
        continue;
      const person = cast.ofForm[reading.mentions.form[one.subject.mention]!]!;
      const place = candidates.findIndex((candidate) => candidate.person === person);
      if (place >= 0 && probabilities[place]! > 0.5)
        stated[person]! += isSure(one, reading) || isTitled(cast.people[person]!) ? 1 : FAR_TELLS;
    }
  });
  const calls = callsByRank(lines, cast, reading);
  const enough = Math.min(MOST_TO_HEAR, lines.length * SHARE_TO_HEAR);
  return (person) => {
    const { known, generic, relation, introduced } = cast.people[person]!;
    if (person === cast.narrator || known >= 0) return true;
    if (onlyNoun(cast.people[person]!) && (generic || relation))
      return expected[person]! >= (lines.length < SHORT ? ANYBODY_IN_SHORT : lines.length * SHARE_OF_ANYBODY);
    if (stated[person]! < 1 && isOnlyNamed(cast.people[person]!)) return false;
    return (
      stated[person]! >= 1 ||
      (introduced && expected[person]! >= ENTERS_IS_HEARD) ||
      expected[person]! >=
        (isCalled(cast.people[person]!, calls.get(person) ?? 0) ? Math.min(enough, CALLED_IS_HEARD) : enough)
    );
  };
}

/** "Mr. Lowe" is certainly a person. */
function isTitled({ cluster, family }: Person): boolean {
  return !family && cluster !== null && cluster.role === null && cluster.ranks.size > 0;
}

/** This many mentions without any action: a person from another tale, a play, a ship. */
const OFTEN_NAMED = 4;

function isOnlyNamed({ subject, spoke, cluster }: Person): boolean {
  const stated = cluster?.forms.reduce((sum, form) => sum + form.narrated, 0) ?? 0;
  return subject === 0 && spoke === 0 && stated >= OFTEN_NAMED;
}

/** How many lines address each person by a rank alone: "Where is the boat, Colonel?" */
function callsByRank(lines: readonly Line[], cast: Cast, reading: Reading): ReadonlyMap<number, number> {
  const calls = new Map<number, number>();
  for (const { called } of lines) {
    if (called.rank === null) continue;
    for (const person of addressedPeople({ ...called, mentions: [] }, cast, reading))
      calls.set(person, (calls.get(person) ?? 0) + 1);
  }
  return calls;
}

/** A person who is addressed more than once, or rarely named except when addressed, can speak. */
function isCalled({ called: byName, count: named, cluster }: Person, byRank: number): boolean {
  const called = byName + byRank;
  const count = named + byRank;
  if (cluster?.forms.every(({ narrated }) => narrated === 0)) return false;
  return called * 5 >= count || (called >= 2 && called * 8 >= count);
}

/** Subject and verb stand side by side ("said Anna", "Anna softly said"), or the subject opens the sentence. */
function isSure({ subject, verb, kind }: NarrationEvidence, { tokens, language }: Reading): boolean {
  if (verb >= 0 && subject.first > verb) return subject.first - verb <= 2;
  if (verb >= 0 && verb - subject.end <= 1) return true;
  // "Anna, who had waited, said"
  const behind = tokens.lower[subject.end] === "," ? subject.end + 1 : subject.end;
  if (verb >= 0 && language.relatives.has(tokens.lower[behind] ?? "")) return true;
  // "but Anna, tired of the talk, said"
  if (verb > behind && behind > subject.end && tokens.lower[verb - 1] === ",") return true;
  return kind !== "loose_tag" && (tokens.flags[phraseStart(subject.first, tokens, language)]! & SENTENCE_START) !== 0;
}

const MAX_ADJECTIVES = 3;

/** Steps over "the old" or "his": a noun begins with these words. */
function phraseStart(first: number, { lower }: Tokens, { determiners, possessives }: LanguageData): number {
  for (let index = first - 1; index >= Math.max(0, first - 1 - MAX_ADJECTIVES); index--) {
    if (determiners.has(lower[index]!) || possessives.has(lower[index]!)) return index;
  }
  return first;
}

export function decideSpeakers(
  lines: readonly Line[],
  cast: Cast,
  reading: Reading,
  known: readonly KnownCharacter[] = [],
): Decision[] {
  const judgements = judge(lines, cast, reading, known);
  const decisions = judgements.map((judgement) => decide(judgement, NOBODY_LEFT_OUT, lines.length));
  const guessed = onlyGuessed(decisions, cast, lines.length < SHORT);
  if (guessed.size === 0) return decisions;
  return decisions.map((decision, index) =>
    guessed.has(decision.person) ? decide(judgements[index]!, guessed, lines.length) : decision,
  );
}

const NOBODY_LEFT_OUT: ReadonlySet<number> = new Set();

/** The most probable speaker of a line that is not left out; if all are left out, the most probable one. */
function decide(
  { candidates, scores, probabilities }: Judgement,
  leftOut: ReadonlySet<number>,
  lines: number,
): Decision {
  if (candidates === ABSENT) return NOBODY;
  const order = candidates
    .map((candidate, place) => ({
      person: candidate.person,
      probability: probabilities[place]!,
      method: scores[place]!.method,
      own: scores[place]!.total,
    }))
    .sort((left, right) => right.probability - left.probability);
  const first = order.find(({ person }) => !leftOut.has(person)) ?? order[0]!;
  // If the line's own evidence is weak or points to another person, the conversation decided.
  const ownBest = order.every((other) => other.own <= first.own);
  const method = ownBest && first.method !== "nearby" ? first.method : first.method === "tag" ? "tag" : "turn";
  return {
    person: first.person,
    confidence: alone(order, method) ? ALONE : confidenceOf(first.probability, method, lines),
    method,
    candidates: order.slice(0, 3).map(({ person, probability }) => ({ person, score: round(probability) })),
  };
}

/** Nothing supports the only candidate of a line except that no other person is near. */
const ALONE = 0.5;

function alone(order: readonly unknown[], method: string): boolean {
  return order.length === 1 && (method === "turn" || method === "nearby" || method === "pronoun");
}

/** At most this many lines, none with a confidence above that of these log odds, come from turn-taking alone. */
const FEW_LINES = 3;
const UNSURE_ODDS = 0.754;
/** Lines of a short text. */
const SHORT = 40;

/** A person with only a few unsure lines from turn-taking is no speaker; a person who is present is meant. */
function onlyGuessed(decisions: readonly Decision[], cast: Cast, short: boolean): Set<number> {
  const lines = new Map<number, number>();
  const sure = new Set<number>();
  const unsure = calibrated(UNSURE_ODDS, decisions.length);
  for (const { person, method, confidence } of decisions) {
    lines.set(person, (lines.get(person) ?? 0) + 1);
    if (method !== "turn" || confidence >= unsure) sure.add(person);
  }
  const guessed = [...lines].filter(([person, own]) => {
    if (person < 0 || person === cast.narrator || sure.has(person) || own >= FEW_LINES) return false;
    // In a short text, a person who acts is present.
    if (short && cast.people[person]!.subject > 0) return false;
    return cast.people[person]!.known < 0;
  });
  return new Set(guessed.map(([person]) => person));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
