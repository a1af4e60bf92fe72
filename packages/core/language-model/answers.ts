// The results of a model's answers: the model is one more witness. Evidence that the text settles wins over it; otherwise its answer is
// taken, and the confidence follows from what the rules thought of that person.

import { gendersClash } from "../structure/structure.ts";
import type { AskedPerson, Question, QuestionLine } from "./questions.ts";
import type { Answered, Reply } from "./reply.ts";

export interface Settled {
  readonly line: number;
  readonly blocks: readonly number[];
  /** An index into the people; beyond their end: an index into `named`. */
  readonly speaker: number;
  readonly confidence: number;
  readonly candidates: readonly { readonly speaker: number; readonly score: number }[];
}

export interface Outcome {
  readonly settled: readonly Settled[];
  /** The names of people that are not in the list, in the order of their indexes behind the people. */
  readonly named: readonly string[];
  /** The model failed at lines whose speaker the text names, so none of its answers was taken. */
  readonly isUntrusted: boolean;
  /** Answers against evidence that the text settles. */
  readonly refused: number;
  /** Gender and age of people without them; all replies that state it agree. */
  readonly notes: readonly {
    readonly person: number;
    readonly gender: "male" | "female" | null;
    readonly age: AskedPerson["age"];
  }[];
  /** Pairs that a reply takes for one person. */
  readonly same: readonly (readonly [number, number])[];
}

/** How often a model is taken to be right when the rules know nothing. */
const TRUST = 0.85;
/** The share of a person that the rules did not consider. */
const UNCONSIDERED = 0.3;
/** The confidence of a line never rises above this by a model alone. */
const MOST_SURE = 0.95;

/** With this many control lines, this share must be right; with fewer, half of them. */
const MANY_CONTROLS = 8;
const LEAST_RIGHT = 0.65;
const LEAST_RIGHT_OF_FEW = 0.5;

/** Whether a model fails at lines whose speaker the text names beside them; null replies do not count. */
export function failsControls(questions: readonly Question[], replies: readonly (Reply | null)[]): boolean {
  let right = 0;
  let all = 0;
  replies.forEach((reply, index) => {
    if (reply === null) return;
    for (const line of questions[index]!.lines) {
      if (!line.control) continue;
      all += 1;
      if (reply.answers.some((answer) => answer.line === line.number && answer.speaker === line.speaker)) right += 1;
    }
  });
  return right < all * (all >= MANY_CONTROLS ? LEAST_RIGHT : LEAST_RIGHT_OF_FEW);
}

export function settleAnswers(
  questions: readonly Question[],
  replies: readonly (Reply | null)[],
  people: readonly AskedPerson[],
): Outcome {
  if (failsControls(questions, replies)) {
    const refused = replies.reduce((sum, reply) => sum + (reply?.answers.length ?? 0), 0);
    return { settled: [], named: [], isUntrusted: true, refused, notes: [], same: [] };
  }
  const named: string[] = [];
  const byName = new Map<string, number>();
  people.forEach((person, index) => {
    for (const name of [person.name, ...person.aliases]) if (!byName.has(fold(name))) byName.set(fold(name), index);
  });
  const settled = new Map<number, Settled>();
  let refused = 0;
  replies.forEach((reply, index) => {
    const lines = new Map(questions[index]!.lines.map((line) => [line.number, line]));
    for (const answer of reply?.answers ?? []) {
      const line = lines.get(answer.line);
      if (line === undefined || !line.asked || line.control) continue;
      const speaker = personOf(answer, byName);
      if (isAgainstEvidence(line, speaker, speaker === null ? null : (people[speaker]?.gender ?? null))) {
        refused += 1;
        continue;
      }
      settled.set(line.number, settledLine(line, speaker ?? newPerson(answer.name!)));
    }
  });
  return {
    settled: [...settled.values()],
    named,
    isUntrusted: false,
    refused,
    notes: notesOf(replies, people),
    same: pairsOf(replies),
  };

  function newPerson(name: string): number {
    named.push(name);
    const index = people.length + named.length - 1;
    byName.set(fold(name), index);
    return index;
  }
}

function personOf({ speaker, name }: Answered, byName: ReadonlyMap<string, number>): number | null {
  return speaker ?? byName.get(fold(name!)) ?? null;
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/^(?:the|a|an) |\./gu, "")
    .trim();
}

/** The tag names another person; the line addresses this one; "she said" of a man. */
function isAgainstEvidence(line: QuestionLine, speaker: number | null, gender: AskedPerson["gender"]): boolean {
  const { evidence } = line;
  if (evidence === null || (speaker !== null && speaker === line.speaker)) return false;
  if (evidence.isNamed) return true;
  if (speaker === null) return false;
  return evidence.addressed.includes(speaker) || gendersClash(evidence.gender, gender);
}

/** Bayes: the shares of the rules times how often a model is right. */
function settledLine(line: QuestionLine, speaker: number): Settled {
  const others = line.candidates.filter((candidate) => candidate.speaker !== speaker);
  const own = line.candidates.find((candidate) => candidate.speaker === speaker)?.score ?? 0;
  // The rules' own shares are too sure where they chose wrongly, so they count as much as their confidence.
  const share = Math.max(UNCONSIDERED, speaker === line.speaker ? line.confidence : own * (1 - line.confidence));
  const odds = (share / (1 - share)) * (TRUST / (1 - TRUST));
  const confidence = Math.round(1_000 * Math.min(MOST_SURE, odds / (1 + odds))) / 1_000;
  const rest = others.reduce((sum, { score }) => sum + score, 0);
  return {
    line: line.number,
    blocks: line.blocks,
    speaker,
    confidence,
    candidates: [
      { speaker, score: confidence },
      ...others.slice(0, 2).map((one) => ({
        speaker: one.speaker,
        score: Math.round((1_000 * (1 - confidence) * one.score) / (rest || 1)) / 1_000,
      })),
    ],
  };
}

function notesOf(replies: readonly (Reply | null)[], people: readonly AskedPerson[]): Outcome["notes"] {
  const stated = new Map<number, { genders: Set<"male" | "female">; ages: Set<NonNullable<AskedPerson["age"]>> }>();
  for (const reply of replies) {
    for (const { person, gender, age } of reply?.people ?? []) {
      const one = stated.get(person) ?? { genders: new Set(), ages: new Set() };
      if (gender !== null) one.genders.add(gender);
      if (age !== null) one.ages.add(age);
      stated.set(person, one);
    }
  }
  return [...stated].flatMap(([person, { genders, ages }]) => {
    const gender = people[person]?.gender === null && genders.size === 1 ? [...genders][0]! : null;
    const age = people[person]?.age === null && ages.size === 1 ? [...ages][0]! : null;
    return gender === null && age === null ? [] : [{ person, gender, age }];
  });
}

function pairsOf(replies: readonly (Reply | null)[]): Outcome["same"] {
  const pairs = new Map<string, readonly [number, number]>();
  for (const reply of replies) {
    for (const [one, two] of reply?.same ?? []) {
      const pair = [Math.min(one, two), Math.max(one, two)] as const;
      pairs.set(pair.join(" "), pair);
    }
  }
  return [...pairs.values()];
}
