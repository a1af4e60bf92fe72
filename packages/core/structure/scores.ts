// What the evidence at a line says for and against each candidate, in log odds. Turns are not looked at here.

import type { Candidate } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import { rankForPronoun } from "./pronouns.ts";
import type { Gender } from "./script.ts";
import type { Reading } from "./subjects.ts";
import type { NarrationEvidence } from "./tags.ts";
import type { Line } from "./units.ts";
import { WEIGHTS } from "./weights.ts";

export interface Score {
  readonly total: number;
  /** The evidence that weighs most for this candidate. */
  readonly method: string;
}

export function clashes(told: Gender | "plural" | null, person: Person): boolean {
  if (told === null || told === "plural" || told === "neutral") return false;
  return person.gender !== null && person.gender !== "neutral" && person.gender !== told;
}

export function scoreCandidates(line: Line, candidates: readonly Candidate[], cast: Cast, reading: Reading): Score[] {
  const { mentions } = reading;
  const told = new Set<number>();
  const called = new Set<number>();
  for (const mention of line.called.mentions) called.add(cast.ofForm[mentions.form[mention]!]!);
  for (const span of line.spanTokens) {
    for (let token = span.from; token < span.to; token++) {
      const mention = mentions.at[token]!;
      if (mention >= 0) told.add(cast.ofForm[mentions.form[mention]!]!);
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
    if (person.generic) give(index, WEIGHTS.generic, "nearby");
    if (person.relation) give(index, WEIGHTS.relation, "nearby");
    if (called.has(candidate.person)) give(index, WEIGHTS.calledHere, "vocative");
    else if (told.has(candidate.person)) give(index, WEIGHTS.toldOf, "nearby");
  });

  for (const one of line.evidence) weigh(one, line, candidates, cast, reading, give);
  return totals.map((total, index) => ({ total, method: reasons[index]!.method }));
}

function weigh(
  one: NarrationEvidence,
  line: Line,
  candidates: readonly Candidate[],
  cast: Cast,
  reading: Reading,
  give: (index: number, weight: number, method: string) => void,
): void {
  const { subject } = one;
  if (subject.kind === "mention") {
    const person = cast.ofForm[reading.mentions.form[subject.mention]!]!;
    const weight = nameWeight(one);
    candidates.forEach((candidate, index) => {
      if (candidate.person === person) give(index, weight, methodOf(one));
      else if (cast.people[person]!.generic && !clashes(cast.people[person]!.gender, cast.people[candidate.person]!)) {
        give(index, weight - 3.5, "description");
      }
    });
    return;
  }
  if (subject.kind === "narrator") {
    candidates.forEach((candidate, index) => {
      if (candidate.person === cast.narrator)
        give(index, one.kind === "tag" ? WEIGHTS.narratorTag : nameWeight(one), "narrator");
    });
    return;
  }
  const told = subject.gender;
  if (told === "plural" || told === "neutral") return;
  const sure = one.kind === "tag" || one.kind === "lead";
  const clash = sure
    ? WEIGHTS.tagPronounClashes
    : one.kind === "loose_tag"
      ? WEIGHTS.loosePronounClashes
      : WEIGHTS.beatPronounClashes;
  const ranks = rankForPronoun(subject.first, line, told, candidates, cast, reading);
  candidates.forEach((candidate, index) => {
    const person = cast.people[candidate.person]!;
    if (person.narrator && cast.people[cast.narrator]?.plausible) {
      give(index, clash, "pronoun");
      return;
    }
    if (clashes(told, person)) {
      give(index, clash, "pronoun");
      return;
    }
    if (person.gender === null) give(index, WEIGHTS.tagPronounUnknown, "pronoun");
    else give(index, WEIGHTS.tagPronounAgrees * (sure ? 1 : 0.6), "pronoun");
    const rank = ranks.get(candidate.person);
    if (rank === undefined) return;
    const nearest = sure ? WEIGHTS.pronounNearest : WEIGHTS.beatPronounNearest;
    if (rank.order === 0) give(index, nearest, "pronoun");
    else if (rank.order === 1) give(index, WEIGHTS.pronounSecond, "pronoun");
    if (rank.subject) give(index, WEIGHTS.pronounSubject, "pronoun");
  });
}

function nameWeight(one: NarrationEvidence): number {
  switch (one.kind) {
    case "tag":
      return WEIGHTS.tagName;
    case "loose_tag":
      return WEIGHTS.looseTagName;
    case "lead":
      return WEIGHTS.leadName;
    case "beat":
      return one.place === "before" ? WEIGHTS.beatNameBefore : WEIGHTS.beatNameAfter;
  }
}

function methodOf(one: NarrationEvidence): string {
  if (one.kind === "tag" || one.kind === "loose_tag") return "tag";
  return one.kind === "lead" ? "lead_in" : "action";
}
