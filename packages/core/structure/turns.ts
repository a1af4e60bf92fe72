// The order of speakers. In a conversation the speaker changes from paragraph to paragraph and returns after the
// other's turn. An addressed person answers, and a person who addresses has been listening.

import { addressedPeople } from "./addressed-people.ts";
import type { Candidate } from "./candidates.ts";
import type { Cast } from "./cast.ts";
import { ME } from "./language/persons.ts";
import type { Line } from "./line.ts";
import { clashes } from "./scores.ts";
import type { Reading } from "./subjects.ts";
import { IN_SPEECH, WORD } from "./tokens.ts";
import { isVoiceNoun } from "./voice-nouns.ts";
import { WEIGHTS } from "./weights.ts";

export interface TurnScores {
  /** Log odds for (candidate of the line before, candidate of this line), row by row. */
  readonly pair: Float64Array;
  /** Log odds for the return of the speaker of the line before last. */
  readonly back: number;
}

export function scoreTurns(
  previous: Line,
  line: Line,
  previousCandidates: readonly Candidate[],
  candidates: readonly Candidate[],
  cast: Cast,
  reading: Reading,
  /** The line before the previous one. */
  beforeLast: Line | undefined = undefined,
): TurnScores {
  const pair = new Float64Array(previousCandidates.length * candidates.length);
  if (line.newScene) return { pair, back: 0 };
  const near = line.gap <= 0;
  let same: number = WEIGHTS.sameAcrossMany;
  if (line.continues) same = WEIGHTS.continues;
  else if (line.gap === -1) same = WEIGHTS.sameParagraph;
  else if (line.gap === 0) same = WEIGHTS.sameAdjacent;
  else if (line.gap === 1) same = reading.language.keepsTurn ?? WEIGHTS.sameAcrossOne;
  if (line.gap >= 0 && wentOn(line, reading)) same += WEIGHTS.wentOn;
  const fade = near ? 1 : line.gap === 1 ? 0.6 : line.gap <= 3 ? 0.25 : 0;
  const known = isUnknownVoice(previous, reading) ? WEIGHTS.voiceIsCalled : 0;
  const calledBefore = calledIn(previous, cast, reading);
  const calledHere = calledIn(line, cast, reading);
  const columns = candidates.length;
  if (line.continues) {
    for (let row = 0; row < previousCandidates.length; row++)
      for (let column = 0; column < columns; column++)
        if (candidates[column]!.person === previousCandidates[row]!.person) pair[row * columns + column] = same;
    return { pair, back: 0 };
  }
  for (let row = 0; row < previousCandidates.length; row++) {
    const before = previousCandidates[row]!.person;
    let calls = calledHere.includes(before) ? WEIGHTS.callsBefore * fade + known : 0;
    if (clashes(line.called.gender, cast.people[before]!)) calls += WEIGHTS.calledGenderClash * fade;
    for (let column = 0; column < columns; column++) {
      pair[row * columns + column] = candidates[column]!.person === before ? same : calls;
    }
  }
  for (let column = 0; column < columns; column++) {
    const { person } = candidates[column]!;
    let own = calledBefore.includes(person) ? WEIGHTS.answersCall * fade : 0;
    if (clashes(previous.called.gender, cast.people[person]!)) own += WEIGHTS.calledGenderClash * fade;
    if (person === cast.narrator && toldToNarrator(previous, reading)) own += WEIGHTS.answersCall * fade;
    if (own === 0) continue;
    for (let row = 0; row < previousCandidates.length; row++) {
      if (previousCandidates[row]!.person !== person) pair[row * columns + column]! += own;
    }
  }
  const back =
    beforeLast !== undefined && !previous.newScene && readsOn(beforeLast, line, reading)
      ? WEIGHTS.readsOn
      : near
        ? WEIGHTS.returnAdjacent
        : line.gap === 1
          ? WEIGHTS.returnAcrossOne
          : line.gap <= 4
            ? WEIGHTS.returnAcrossMany
            : 0;
  return { pair, back };
}

/** "me preguntó Marta", "fragte mich Marta": the tag states the narrator as the listener. */
function toldToNarrator({ evidence }: Line, { tokens, language }: Reading): boolean {
  const words = ME[language.code];
  if (words === undefined) return false;
  return evidence.some(({ kind, verb }) => {
    if (kind !== "tag" || verb < 0) return false;
    for (let at = Math.max(0, verb - 2); at <= Math.min(tokens.count - 1, verb + 3); at++)
      if ((tokens.flags[at]! & IN_SPEECH) === 0 && words.has(tokens.lower[at]!)) return true;
    return false;
  });
}

const NOBODY: readonly number[] = [];

const GOES_ON: ReadonlySet<string> = new Set(["continued", "continues", "resumed", "added", "adds"]);

/** "she went on", "he continued": after a pause the same person speaks. */
function wentOn({ evidence }: Line, { tokens }: Reading): boolean {
  return evidence.some(({ kind, verb, subject }) => {
    if (kind !== "tag" || subject.kind !== "pronoun" || verb < 0) return false;
    return GOES_ON.has(tokens.lower[verb]!) || (tokens.lower[verb] === "went" && tokens.lower[verb + 1] === "on");
  });
}

const READING =
  /^(?:reads?|las|liest|lut|lit|leyó|lee|lesse|legge|leu|lê|leest|läste|läser|czytał\p{L}*|przeczytał\p{L}*|(?:про)?читал\p{L}*)$/u;

/** "'My dear,'" he read, and after a word of a listener "'I am sorry": words in marks within marks, read by the same person. */
function readsOn(before: Line, line: Line, reading: Reading): boolean {
  const { tokens } = reading;
  const reads = before.evidence.some(
    ({ kind, verb }) => kind === "tag" && verb >= 0 && READING.test(tokens.lower[verb]!),
  );
  return reads && isNested(before, reading) && isNested(line, reading);
}

function isNested({ spanTokens }: Line, { tokens }: Reading): boolean {
  const { from, to } = spanTokens[0]!;
  return to - from > 2 && [from, from + 1].every((index) => (tokens.flags[index]! & WORD) === 0);
}

const VOICE_REACH = 10;

/** "called an old, cracked voice from the street": the answer calls the person by name. */
function isUnknownVoice({ spanTokens }: Line, { tokens, language }: Reading): boolean {
  const from = spanTokens[0]!.to;
  for (let index = from; index < Math.min(tokens.count, from + VOICE_REACH); index++) {
    if ((tokens.flags[index]! & IN_SPEECH) !== 0 || tokens.lower[index] === ".") return false;
    if (!language.indefinites.has(tokens.lower[index]!)) continue;
    for (let at = index + 1; at < Math.min(tokens.count, index + VOICE_REACH); at++) {
      if ((tokens.flags[at]! & IN_SPEECH) !== 0 || tokens.lower[at] === ".") return false;
      if (isVoiceNoun(tokens.lower[at]!)) return true;
    }
  }
  return false;
}

function calledIn({ called }: Line, cast: Cast, reading: Reading): readonly number[] {
  if (called.mentions.length === 0 && called.rank === null) return NOBODY;
  return addressedPeople(called, cast, reading);
}
