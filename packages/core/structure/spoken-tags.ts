// Finds spans of narration that only name the speaker, which a listener who hears the voices does not need: "said Mary",
// "he asked quietly," before or after a quote. Always true: a span states nothing but who speaks;
// if a tag continues with an action, that part stays; if that part cannot stand alone, the tag stays too.

import type { SpeechSpan } from "./dialogue.ts";
import type { Line } from "./line.ts";
import { isSentenceEnd, type Reading, subjectFrom } from "./subjects.ts";
import type { NarrationEvidence } from "./tags.ts";
import { WORD } from "./tokens.ts";

/** UTF-16 units of the text. */
export interface SpokenTag {
  readonly start: number;
  readonly end: number;
}

interface Quote {
  readonly from: number;
  readonly to: number;
  readonly span: SpeechSpan;
}

/** In order, without overlap; none inside a quote. */
export function spokenTags(lines: readonly Line[], reading: Reading): SpokenTag[] {
  const quotes = lines.flatMap((line) =>
    line.spanTokens.map((tokens, index) => ({ ...tokens, span: line.spans[index]! })),
  );
  quotes.sort((a, b) => a.from - b.from);
  const tags = new Map<number, SpokenTag>();
  for (const line of lines) {
    for (const one of line.evidence) {
      const found = isTag(one, reading) ? tagOf(one, line.paragraph, quotes, reading) : null;
      if (found !== null) tags.set(found.start, found);
    }
  }
  return [...tags.values()].sort((a, b) => a.start - b.start);
}

function isTag({ kind, verb, subject }: NarrationEvidence, reading: Reading): boolean {
  const { tokens, language } = reading;
  // "the voice of Anna": more than a name.
  if (kind !== "tag" || verb < 0 || (verb >= subject.first && verb < subject.end)) return false;
  // A voice does not convey that a person smiled or sighed.
  const lower = tokens.lower[verb]!;
  if (!language.strongSpeechVerbs.has(lower) || language.actVerbs?.has(lower)) return false;
  // "she closed the door and said", but "she then softly said"; "said poor old Tom".
  for (let index = subject.end; index < verb; index++) if (!isMinor(reading, index)) return false;
  for (let index = verb + 1; index < subject.first; index++) if (!isWord(reading, index)) return false;
  return true;
}

function tagOf(one: NarrationEvidence, line: number, quotes: readonly Quote[], reading: Reading): SpokenTag | null {
  const { tokens } = reading;
  const next = firstFrom(quotes, one.verb);
  // The lead-in of a quote can stand in the paragraph before it.
  let paragraph = line;
  while (paragraph > 0 && tokens.paragraphStart[paragraph]! > one.verb) paragraph--;
  const floor = Math.max(tokens.paragraphStart[paragraph]!, quotes[next - 1]?.to ?? 0);
  const limit = Math.min(tokens.paragraphStart[paragraph + 1]!, quotes[next]?.from ?? tokens.count);
  const first = phraseStart(reading, one);
  const end = phraseEnd(reading, one, limit);
  if (first < floor || end > limit) return null;
  return one.place === "after"
    ? tagAfter(reading, floor, first, end, limit)
    : tagBefore(reading, floor, first, end, limit);
}

/** Index of the first quote that begins after a token. */
function firstFrom(quotes: readonly Quote[], token: number): number {
  let low = 0;
  let high = quotes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (quotes[middle]!.from > token) high = middle;
    else low = middle + 1;
  }
  return low;
}

const isWord = ({ tokens }: Reading, index: number): boolean => (tokens.flags[index]! & WORD) !== 0;

/** "softly", "had": words that a tag may have beside its subject and its verb. */
function isMinor(reading: Reading, index: number): boolean {
  if (!isWord(reading, index)) return false;
  const lower = reading.tokens.lower[index]!;
  return reading.language.auxiliaries.has(lower) || (lower.length > 4 && lower.endsWith("ly"));
}

/** Determiners and titles precede the head of a subject: "the old man". */
function phraseStart(reading: Reading, { subject, verb }: NarrationEvidence): number {
  let first = Math.min(subject.first, verb);
  while (first > 0 && isMinor(reading, first - 1)) first--;
  if (first === subject.first) {
    const { tokens, language } = reading;
    const before = first > 0 && isWord(reading, first - 1) ? tokens.lower[first - 1]! : "";
    if (language.determiners.has(before) || language.possessives.has(before)) first--;
  }
  return first;
}

/** The position after subject, verb, adverb, particle and addressee. */
function phraseEnd(reading: Reading, { subject, verb }: NarrationEvidence, limit: number): number {
  const { tokens, language } = reading;
  let end = Math.max(subject.end, verb + 1);
  for (let step = 0; step < 4 && end < limit && isWord(reading, end); step++) {
    const lower = tokens.lower[end]!;
    if (isMinor(reading, end) || language.particles.has(lower)) {
      end++;
      continue;
    }
    const object = language.addressPrepositions.has(lower)
      ? subjectFrom(reading, end + 1, limit)
      : subjectFrom(reading, end, limit);
    if (object?.kind !== "mention") break;
    end = object.end;
  }
  return end;
}

function tagAfter(reading: Reading, floor: number, first: number, end: number, limit: number): SpokenTag | null {
  const { tokens } = reading;
  for (let index = floor; index < first; index++) if (isWord(reading, index)) return null;
  const start = tokens.start[first]!;
  if (end >= limit) return { start, end: tokens.end[end - 1]! };
  if (isWord(reading, end)) return null;
  // Marks after the tag are removed with it: they must not stand alone before the remaining narration.
  const silent = { start, end: tokens.end[end]! };
  if (isSentenceEnd(tokens, end)) return silent;
  let rest = end + 1;
  while (rest < limit && !isWord(reading, rest) && !isSentenceEnd(tokens, rest)) rest++;
  const goesOn = rest < limit && isWord(reading, rest);
  return !goesOn || standsAlone(reading, rest, limit) ? silent : null;
}

/** "closing the door", "with a laugh", "and he closed the door": after a voice these need no tag. */
function standsAlone(reading: Reading, at: number, limit: number): boolean {
  const { tokens, language } = reading;
  const lower = tokens.lower[at]!;
  if (language.prepositions.has(lower)) {
    // "to that she had turned" depends on the name.
    const governed = at + 1 < limit ? tokens.lower[at + 1]! : "";
    return !language.relatives.has(governed) && !language.subordinators.has(governed);
  }
  const ending = language.participleEnding;
  if (ending !== undefined && lower.length > ending.length + 1 && lower.endsWith(ending)) return true;
  return language.continuers.has(lower) && subjectFrom(reading, at + 1, limit) !== null;
}

/** "Mary said," is a tag if it is the whole part of the sentence before the quote. */
function tagBefore(reading: Reading, floor: number, first: number, end: number, limit: number): SpokenTag | null {
  const { tokens } = reading;
  for (let index = end; index < limit; index++) if (isWord(reading, index) || isSentenceEnd(tokens, index)) return null;
  const opens = first === floor || isSentenceEnd(tokens, first - 1) || onlyMarks(reading, floor, first);
  return opens ? { start: tokens.start[first]!, end: tokens.end[limit - 1]! } : null;
}

function onlyMarks(reading: Reading, from: number, to: number): boolean {
  for (let index = from; index < to; index++) if (isWord(reading, index)) return false;
  return true;
}
