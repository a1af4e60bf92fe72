// Groups that speak: "cried the crowd", "the soldiers said", "everyone screamed". Their line belongs to a speaker named as the
// group, never to one person, and takes part in no turns.

import { isGroupNoun } from "./group-labels.ts";
import type { StatedSpeaker } from "./labelled-speakers.ts";
import type { Line } from "./line.ts";
import type { Reading } from "./subjects.ts";
import { CAPITAL, POSSESSIVE, WORD } from "./tokens.ts";

const CONFIDENCE = 0.9;
/** Adjectives between the article and the noun. */
const MAX_ADJECTIVES = 2;

const PARTS: ReadonlySet<string> = new Set(["several", "some", "many", "most"]);

interface Group {
  readonly name: string;
  /** Index after its last token. */
  readonly end: number;
}

/** The group that beside a line's quotes says the line; null without one. */
export function groupOf(line: Line, reading: Reading, from: number, limit: number): Group | null {
  const { tokens } = reading;
  for (let span = 0; span < line.spanTokens.length; span++) {
    const { from: first, to } = line.spanTokens[span]!;
    const next = line.spanTokens[span + 1]?.from ?? limit;
    const previous = line.spanTokens[span - 1]?.to ?? from;
    const found = behind(reading, to, next) ?? before(reading, previous, first);
    if (found !== null) return found;
  }
  return null;

  function behind(one: Reading, start: number, end: number): Group | null {
    let at = start;
    while (at < end && (tokens.flags[at]! & WORD) === 0) {
      if (tokens.lower[at] === "." || tokens.lower[at] === ";") return null;
      at++;
    }
    if (at >= end) return null;
    if (isSaying(one, at)) return groupAt(one, at + 1, end);
    const group = groupAt(one, at, end);
    return group !== null && saysSoon(one, group.end, end) ? group : null;
  }

  function before(one: Reading, start: number, end: number): Group | null {
    let sentence = end - 1;
    while (sentence >= start && !/[.!?…]/u.test(tokens.lower[sentence]!)) sentence--;
    const group = groupAt(one, sentence + 1, end);
    return group !== null && saysSoon(one, group.end, end) && sentence < end - 1 ? group : null;
  }
}

function isSaying({ tokens, language }: Reading, index: number): boolean {
  if ((tokens.flags[index]! & WORD) === 0) return false;
  const lower = tokens.lower[index]!;
  return language.strongSpeechVerbs.has(lower) || language.dash?.narrationVerbs?.test(lower) === true;
}

/** A verb of saying directly after the group, or after one word ("the crowd then cried"). */
function saysSoon(reading: Reading, index: number, limit: number): boolean {
  return (
    (index < limit && isSaying(reading, index)) ||
    (index + 1 < limit &&
      reading.language.auxiliaries.has(reading.tokens.lower[index]!) &&
      isSaying(reading, index + 1))
  );
}

function groupAt(reading: Reading, index: number, limit: number): Group | null {
  const { tokens, language } = reading;
  if (language.groups === undefined || index >= limit || (tokens.flags[index]! & WORD) === 0) return null;
  const first = tokens.lower[index]!;
  // "riepen ze allemaal", "riefen sie alle"
  const they = /^(?:de|nl|sv)$/u.test(language.code) && language.subjectPronouns.has(first);
  if (they && language.groups.alone.has(tokens.lower[index + 1] ?? "") && index + 1 < limit)
    return { name: language.groups.alone.get(tokens.lower[index + 1]!)!, end: index + 2 };
  if (language.groups.alone.has(first)) {
    if ((tokens.flags[index]! & POSSESSIVE) !== 0) return null;
    // "all of them", "they all"
    let end = index + 1;
    while (end < limit && end < index + 3 && language.groups.ofThem.has(tokens.lower[end]!)) end++;
    return { name: language.groups.alone.get(first)!, end };
  }
  // "several of the women" is a group; "one of the men" is one person.
  if (tokens.lower[index + 1] === "of") {
    const whole = PARTS.has(first) ? groupAt(reading, index + 2, limit) : null;
    return whole === null ? null : { name: `${first} of ${whole.name}`, end: whole.end };
  }
  const opens = language.determiners.has(first) || language.possessives.has(first);
  const start = opens ? index + 1 : index;
  if (!opens && language.bareNouns !== true && !language.groups.numbers.has(first)) return null;
  for (let at = start; at < Math.min(limit, start + MAX_ADJECTIVES + 1); at++) {
    const flags = tokens.flags[at]!;
    const lower = tokens.lower[at]!;
    if ((flags & WORD) === 0 || (flags & POSSESSIVE) !== 0) return null;
    if ((flags & CAPITAL) !== 0 && language.capitalisesNouns !== true) return null;
    if (!isGroupNoun(lower, language)) continue;
    // "the class president"
    if (at + 1 < limit && language.roles.has(tokens.lower[at + 1]!)) return null;
    return { name: opens && language.article !== undefined ? `${language.article} ${lower}` : lower, end: at + 1 };
  }
  return null;
}

/** The group of each line's spans, by the start of the span. */
export function groupSpeakers(lines: readonly Line[]): Map<number, StatedSpeaker> {
  const stated = new Map<number, StatedSpeaker>();
  for (const { group, spans } of lines) {
    if (group === null) continue;
    for (const { start } of spans)
      stated.set(start, { name: group, gender: null, method: "tag", confidence: CONFIDENCE, group: true });
  }
  return stated;
}
