// The one place that decides who says a line: candidates are scored by the evidence at the line, conversations are read
// as a whole, and the most probable person is taken.

import { addCompany, type Candidate, findCandidates, onlyNoun } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import { confidenceOf } from "./confidence.ts";
import type { LanguageData } from "./language/language.ts";
import { posteriors } from "./lattice.ts";
import { type Manner, mannerOf, wordingOf } from "./manner.ts";
import { presenceOf } from "./presence.ts";
import { type OwnScore, type Presence, type Score, scoreCandidates, scoreEvidence } from "./scores.ts";
import type { KnownCharacter } from "./script.ts";
import type { Reading } from "./subjects.ts";
import type { NarrationEvidence } from "./tags.ts";
import { toldBeside } from "./talked-about.ts";
import { SENTENCE_START, type Tokens } from "./tokens.ts";
import { scoreTurns, type TurnScores } from "./turns.ts";
import type { Line } from "./units.ts";

export interface Decision {
  /** Person of the cast, or -1 when nobody could be named. */
  readonly person: number;
  readonly confidence: number;
  readonly method: string;
  readonly candidates: readonly { readonly person: number; readonly score: number }[];
}

/** Lines that somebody must be expected to say whom no tag names: this share of all, at most so many. */
const SHARE_TO_HEAR = 0.015;
const MOST_TO_HEAR = 8;

/** Whose name is hardly told but called out may answer: so many lines are enough then. */
const CALLED_IS_HEARD = 1.4;
/** Whom the narration brings in may say a single line. */
const ENTERS_IS_HEARD = 0.7;
/** "the man", "his mother": a person of that name must be expected to say so much of all; else somebody else is meant. */
const SHARE_OF_ANYBODY = 0.04;

/** A subject far from its verb may be misread: it takes two of them. */
const FAR_TELLS = 0.5;

const NOBODY: Decision = { person: -1, confidence: 0, method: "none", candidates: [] };
const ABSENT: readonly Candidate[] = [{ person: -1, distance: 0 }];
const NO_SCORE: readonly Score[] = [{ total: 0, method: "none" }];

export interface Judgement {
  readonly candidates: readonly Candidate[];
  readonly scores: readonly Score[];
  /** Posterior of each candidate. */
  readonly probabilities: Float64Array;
}

/**
 * Reads the text four times: from the second on it is known who speaks how much, and who is there; from the third on
 * who is only talked about, and how each of them talks.
 */
export function judge(
  lines: readonly Line[],
  cast: Cast,
  reading: Reading,
  known: readonly KnownCharacter[] = [],
): Judgement[] {
  const beside = toldBeside(lines, cast, reading);
  const lay = (offered: readonly (readonly Candidate[])[]): Laid =>
    layOutReading(lines, offered, cast, reading, beside);
  const all = findCandidates(lines, cast, reading);
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

/** Who may say each line, what stands at it, and who speaks after whom: all that readings with the same candidates share. */
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
    return scoreTurns(lines[index - 1]!, line, candidates[index - 1]!, candidates[index]!, cast, reading);
  });
  const own = lines.map((line, index) =>
    candidates[index] === ABSENT
      ? []
      : scoreEvidence(line, candidates[index]!, cast, reading, (person) => beside(index, person)),
  );
  const people = candidates.map((list) => list.map(({ person }) => person));
  return { candidates, people, own, turns };
}

/** One reading of all conversations, with what the reading before found of who is there and how they talk. */
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

/** Who was heard at all: told to speak somewhere, or expected to speak a good deal. The others are only talked about. */
function heardPeople(
  lines: readonly Line[],
  judgements: readonly Judgement[],
  cast: Cast,
  reading: Reading,
): (person: number) => boolean {
  const told = new Float64Array(cast.people.length);
  const expected = new Float64Array(cast.people.length);
  lines.forEach((line, index) => {
    const { candidates, probabilities } = judgements[index]!;
    candidates.forEach(({ person }, place) => {
      if (person >= 0) expected[person]! += probabilities[place]!;
    });
    for (const one of line.evidence) {
      if (one.subject.kind !== "mention" || (one.kind !== "tag" && one.kind !== "lead" && one.kind !== "loose_tag"))
        continue;
      const person = cast.ofForm[reading.mentions.form[one.subject.mention]!]!;
      const place = candidates.findIndex((candidate) => candidate.person === person);
      if (place >= 0 && probabilities[place]! > 0.5)
        told[person]! += isSure(one, reading) || isTitled(cast.people[person]!) ? 1 : FAR_TELLS;
    }
  });
  const enough = Math.min(MOST_TO_HEAR, lines.length * SHARE_TO_HEAR);
  return (person) => {
    const { known, generic, relation, introduced } = cast.people[person]!;
    if (person === cast.narrator || known >= 0) return true;
    if (onlyNoun(cast.people[person]!) && (generic || relation))
      return expected[person]! >= lines.length * SHARE_OF_ANYBODY;
    if (told[person]! < 1 && isOnlyNamed(cast.people[person]!)) return false;
    return (
      told[person]! >= 1 ||
      (introduced && expected[person]! >= ENTERS_IS_HEARD) ||
      expected[person]! >= (isCalled(cast.people[person]!) ? Math.min(enough, CALLED_IS_HEARD) : enough)
    );
  };
}

/** "Mr. Lowe" is a person for sure. */
function isTitled({ cluster, family }: Person): boolean {
  return !family && cluster !== null && cluster.role === null && cluster.ranks.size > 0;
}

/** So many mentions, and none of them does anything: a person told of elsewhere, a play, a ship. */
const OFTEN_NAMED = 4;

function isOnlyNamed({ subject, spoke, cluster }: Person): boolean {
  const told = cluster?.forms.reduce((sum, form) => sum + form.told, 0) ?? 0;
  return subject === 0 && spoke === 0 && told >= OFTEN_NAMED;
}

/** Who is called more than once, or hardly named but when called; whom the narration never names is only talked about. */
function isCalled({ called, count, cluster }: Person): boolean {
  if (cluster?.forms.every(({ told }) => told === 0)) return false;
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

/** Steps over "the old", "his": a noun begins with them. */
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
  const decisions = judgements.map((judgement) => decide(judgement, NOBODY_LEFT_OUT));
  const guessed = onlyGuessed(decisions, cast);
  if (guessed.size === 0) return decisions;
  return decisions.map((decision, index) =>
    guessed.has(decision.person) ? decide(judgements[index]!, guessed) : decision,
  );
}

const NOBODY_LEFT_OUT: ReadonlySet<number> = new Set();

/** The most probable speaker of a line who is not left out, unless all are. */
function decide({ candidates, scores, probabilities }: Judgement, leftOut: ReadonlySet<number>): Decision {
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
  // When the line's own evidence points elsewhere, or hardly here, the conversation decided.
  const ownBest = order.every((other) => other.own <= first.own);
  const method = ownBest && first.method !== "nearby" ? first.method : first.method === "tag" ? "tag" : "turn";
  return {
    person: first.person,
    confidence: confidenceOf(first.probability, method),
    method,
    candidates: order.slice(0, 3).map(({ person, probability }) => ({ person, score: round(probability) })),
  };
}

/** So few lines, and none of them surer, that nothing but turns gives to a person. */
const FEW_LINES = 3;
const UNSURE = 0.68;

/** Whom nothing but the turns of a few unsure lines makes a speaker: somebody who is there is meant. */
function onlyGuessed(decisions: readonly Decision[], cast: Cast): Set<number> {
  const lines = new Map<number, number>();
  const sure = new Set<number>();
  for (const { person, method, confidence } of decisions) {
    lines.set(person, (lines.get(person) ?? 0) + 1);
    if (method !== "turn" || confidence >= UNSURE) sure.add(person);
  }
  const guessed = [...lines].filter(([person, count]) => {
    if (person < 0 || person === cast.narrator || sure.has(person) || count >= FEW_LINES) return false;
    return cast.people[person]!.known < 0;
  });
  return new Set(guessed.map(([person]) => person));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
