// Speech tags and action beats: what the narration beside a quote states about its speaker, by grammatical subject.
// "said Anna", "Anna at last replied", "he looked up and said", "Anna laughed."

import {
  isSentenceEnd,
  nearestActor,
  nearestSubject,
  ownerOfQuote,
  ownerOfSpeech,
  type Reading,
  type Subject,
  sentenceSubject,
  subjectBefore,
  subjectFrom,
} from "./subjects.ts";
import { CAPITAL, IN_SPEECH, POSSESSIVE, WORD } from "./tokens.ts";

export interface NarrationEvidence {
  /** "tag": a verb of saying and its subject; "beat": a person acts beside the quote; "lead": a colon leads in; "paragraph": the narration of a neighbouring paragraph. */
  readonly kind: "tag" | "loose_tag" | "beat" | "lead" | "paragraph";
  readonly place: "before" | "after";
  readonly subject: Subject;
  /** Token of the verb of saying, or -1. */
  readonly verb: number;
}

/** The end of a quote: a comma, a mark after which the sentence can continue, or a final mark. */
export type QuoteEnding = "comma" | "open" | "closed";

/** English forms of saying that are no finite verbs: they mean nothing else. */
const PLAIN_SAYING: ReadonlySet<string> = new Set(
  `say saying exclaim exclaiming ask asking answer answering reply replying add adding cry crying shouting whispering murmuring
  muttering remarking observing`.split(/\s+/u),
);
const MAX_TAG_TOKENS = 40;
const MAX_INSERTED = 24;
/** What a voice does: "came from Anna", "was uttered by Tom". */
const SOUNDED: ReadonlySet<string> = new Set("came burst broke rang issued escaped uttered spoken heard".split(" "));

function isSpeechVerb({ tokens, language }: Reading, index: number): boolean {
  if ((tokens.flags[index]! & WORD) === 0 || !language.speechVerbs.has(tokens.lower[index]!)) return false;
  // "Anna was said to have gone", "was asked": other persons speak.
  return !(
    index > 0 &&
    language.ages.being.has(tokens.lower[index - 1]!) &&
    (tokens.flags[index - 1]! & IN_SPEECH) === 0 &&
    !tokens.lower[index]!.endsWith("ing")
  );
}

function isStrongVerb(reading: Reading, index: number): boolean {
  return isSpeechVerb(reading, index) && reading.language.strongSpeechVerbs.has(reading.tokens.lower[index]!);
}

/** Adverbs and auxiliaries that can stand between a subject and its verb. */
function isBetween({ tokens, language }: Reading, index: number): boolean {
  if ((tokens.flags[index]! & WORD) === 0) return false;
  const lower = tokens.lower[index]!;
  return language.auxiliaries.has(lower) || (lower.length > 4 && lower.endsWith("ly"));
}

/** A lower-case word that may be a verb of saying outside the list. */
function isPlainWord({ tokens, language }: Reading, index: number): boolean {
  const flags = tokens.flags[index]!;
  if ((flags & WORD) === 0 || (flags & CAPITAL) !== 0) return false;
  const lower = tokens.lower[index]!;
  return (
    !language.functionWords.has(lower) &&
    !language.prepositions.has(lower) &&
    !language.determiners.has(lower) &&
    !language.possessives.has(lower) &&
    !language.roles.has(lower)
  );
}

/** "constató", "verkündete": by its ending a verb of narration. */
function isNarrationVerb(reading: Reading, index: number): boolean {
  const { tokens, language } = reading;
  return language.dash?.narrationVerbs?.test(tokens.lower[index]!) === true && isPlainWord(reading, index);
}

function endOfSentence(reading: Reading, from: number, limit: number): number {
  const stop = Math.min(limit, from + MAX_TAG_TOKENS);
  for (let index = from; index < stop; index++) if (isSentenceEnd(reading.tokens, index)) return index;
  return stop;
}

/**
 * The narration after a quote. After a comma it names the speaker, with any verb ("corroborated Anna").
 */
export function evidenceAfter(
  reading: Reading,
  from: number,
  limit: number,
  ending: QuoteEnding,
): NarrationEvidence | null {
  const { tokens, language } = reading;
  const open = ending !== "closed";
  let first = from;
  while (first < limit && (tokens.flags[first]! & WORD) === 0 && !isSentenceEnd(tokens, first)) first++;
  if (first >= limit) return null;
  const end = endOfSentence(reading, first, limit);
  const own = ownerOfQuote(reading, first, end);
  if (own) return { kind: "tag", place: "after", subject: own, verb: first };
  if (open && isFirstPerson(reading, first))
    return { kind: "tag", place: "after", subject: narratorAt(first), verb: first };
  let verb = first;
  while (verb < end && verb < first + 3 && isBetween(reading, verb)) verb++;
  if (verb < end && isSpeechVerb(reading, verb)) {
    const strong = isStrongVerb(reading, verb);
    let at = verb + 1;
    const owner = ownerOfSpeech(reading, at, end);
    if (owner) return { kind: "tag", place: "after", subject: owner, verb };
    // "put in Anna", "called out the porter"
    if (at + 1 < end && language.particles.has(tokens.lower[at]!) && subjectFrom(reading, at + 1, end)) at++;
    for (let steps = 0; steps < 6 && at < end; steps++) {
      const subject = subjectFrom(reading, at, end);
      if (subject) return { kind: strong || open ? "tag" : "loose_tag", place: "after", subject, verb };
      if (steps < 2 && isBetween(reading, at)) at++;
      else break;
    }
    const implied = strong && open ? impliedSubject(reading, verb) : null;
    if (implied !== null) return { kind: "tag", place: "after", subject: implied, verb };
  }
  const source = sourceBehind(reading, first, end);
  if (source) return { kind: "tag", place: "after", subject: source, verb: first };
  for (let at = first; at < Math.min(end, first + 2); at++) {
    const owner = ownerOfSpeech(reading, at, end);
    if (owner) return { kind: "tag", place: "after", subject: owner, verb: owner.end - 1 };
  }
  if (open && isNarrationVerb(reading, first)) {
    const subject = subjectFrom(reading, first + 1, end);
    if (subject && subject.kind !== "narrator") return { kind: "tag", place: "after", subject, verb: first };
  }
  if (ending === "comma" && isPlainWord(reading, first)) {
    const subject = subjectFrom(reading, first + 1, end);
    if (subject && subject.kind !== "narrator") return { kind: "tag", place: "after", subject, verb: first };
  }
  const subject = subjectFrom(reading, first, end) ?? null;
  if (subject) {
    const found = verbOf(reading, subject, end, open);
    if (found) {
      const tag = found.near || (ending === "comma" && found.verb === subject.end);
      return { kind: tag ? "tag" : "loose_tag", place: "after", subject, verb: found.verb };
    }
    return { kind: ending === "comma" ? "loose_tag" : "beat", place: "after", subject, verb: -1 };
  }
  const later = sentenceSubject(reading, first, end);
  if (!later) return null;
  const found = verbOf(reading, later, end, open);
  if (found && open) return { kind: "loose_tag", place: "after", subject: later, verb: found.verb };
  return { kind: "beat", place: "after", subject: later, verb: -1 };
}

/** "“Hush!” from the porter", "was uttered by Anna", "burst from Tom": the source of a quote. */
function sourceBehind(reading: Reading, first: number, end: number): Subject | null {
  const { tokens, language } = reading;
  const { sources } = language;
  if (sources === undefined || (tokens.flags[first]! & CAPITAL) !== 0) return null;
  for (let at = first; at < Math.min(end, first + 4); at++) {
    const lower = tokens.lower[at]!;
    if ((tokens.flags[at]! & WORD) === 0) return null;
    if (sources.behindVerb.has(lower)) {
      if (at === first && !sources.bare.has(lower)) return null;
      const subject = subjectFrom(reading, at + 1, end);
      return subject?.kind === "mention" ? subject : null;
    }
    const verb =
      language.ages.being.has(lower) || SOUNDED.has(lower) || isSpeechVerb(reading, at) || isBetween(reading, at);
    if (!verb) return null;
  }
  return null;
}

/** "—Ven —protesté.", "— Idź — powiedziałem.": the verb alone means "I". */
function isFirstPerson({ tokens, language }: Reading, index: number): boolean {
  const lower = tokens.lower[index]!;
  if ((tokens.flags[index]! & (WORD | CAPITAL)) !== WORD || language.impliedSubject?.first?.test(lower) !== true)
    return false;
  return !language.functionWords.has(lower) && !language.auxiliaries.has(lower) && !language.prepositions.has(lower);
}

function narratorAt(first: number): Subject {
  return { kind: "narrator", first, end: first + 1 };
}

/** "—Ven —susurró.", "— Idź — szepnęła.": the verb alone means he or she. */
function impliedSubject({ tokens, language }: Reading, verb: number): Subject | null {
  if (language.impliedSubject === undefined) return null;
  const { female } = language.impliedSubject;
  const gender = female === null ? null : female.test(tokens.lower[verb]!) ? "female" : "male";
  return { kind: "pronoun", gender, first: verb, end: verb + 1 };
}

/** The verb of saying that a subject governs: directly beside it, or later in its sentence. */
function verbOf(
  reading: Reading,
  subject: Subject,
  end: number,
  open: boolean,
): { verb: number; near: boolean } | null {
  const { tokens } = reading;
  let near = true;
  const limit = Math.min(end, subject.end + (open ? 16 : 8));
  for (let index = subject.end; index < limit; index++) {
    if (near ? isSpeechVerb(reading, index) : isStrongVerb(reading, index)) {
      const saysNothing =
        index + 1 < end && (tokens.lower[index + 1] === "nothing" || tokens.lower[index + 1] === "no");
      if (!saysNothing) return { verb: index, near: near && isStrongVerb(reading, index) };
    }
    if (!isBetween(reading, index)) near = false;
  }
  return null;
}

/** The lead-in of a quote: the last sentence, or part of it, directly before the quote. */
export function evidenceBefore(reading: Reading, floor: number, limit: number): NarrationEvidence | null {
  const { tokens } = reading;
  let last = limit - 1;
  while (
    last >= floor &&
    (tokens.flags[last]! & WORD) === 0 &&
    !isSentenceEnd(tokens, last) &&
    !leads(tokens.lower[last]!)
  )
    last--;
  if (last < floor) return null;
  const ended = isSentenceEnd(tokens, last);
  let from = ended ? last - 1 : last;
  const bottom = Math.max(floor, from - MAX_TAG_TOKENS);
  while (from > bottom && !isSentenceEnd(tokens, from - 1)) from--;
  const end = ended ? last : last + 1;
  if (!ended) {
    for (let verb = end - 1; verb >= from; verb--) {
      if (!isSpeechVerb(reading, verb)) continue;
      const plain = PLAIN_SAYING.has(tokens.lower[verb]!);
      if (!isStrongVerb(reading, verb) && end - verb > (plain ? 16 : subjectBefore(reading, verb, from) ? 12 : 6))
        continue;
      const subject = subjectOfVerb(reading, verb, from, end);
      if (subject) {
        // "Anna heard Tom say, in a low voice to the porter,": a plain form of saying directly behind its subject
        const sure = isStrongVerb(reading, verb) || (plain && subject.end === verb);
        const near = end - verb <= (sure ? 20 : 8);
        return { kind: near ? "tag" : "loose_tag", place: "before", subject, verb };
      }
    }
  }
  for (let at = from; at < Math.min(end, from + 6); at++) {
    const owner = ownerOfSpeech(reading, at, end);
    if (owner && end - owner.end < 4)
      return { kind: ended ? "loose_tag" : "lead", place: "before", subject: owner, verb: owner.end - 1 };
  }
  const subject = sentenceSubject(reading, from, end);
  const person = subject && !(subject.kind === "pronoun" && subject.gender === "neutral");
  // Measured in English; in languages of plain lists adjectives often hide the subject, so the sentence before is a wrong guess.
  const hidden = reading.language.nounTitles === true || (ended && !person && mayHideSubject(reading, from, end));
  if (!person && ended && !hidden) {
    const earlier = sentenceBefore(reading, from, floor);
    if (earlier) return { kind: "beat", place: "before", subject: earlier, verb: -1 };
  }
  if (!subject) return null;
  if (!ended) return { kind: "lead", place: "before", subject, verb: -1 };
  const found = verbOf(reading, subject, end, false);
  return { kind: found ? "loose_tag" : "beat", place: "before", subject, verb: found?.verb ?? -1 };
}

/** "Beside her Hugo let the torch fall.": the sentence has a name that may act in it. */
function mayHideSubject({ tokens, mentions }: Reading, from: number, end: number): boolean {
  for (let index = Math.max(0, from); index < end; index++) {
    const mention = mentions.at[index]!;
    if (mention < 0 || mentions.forms[mentions.form[mention]!]!.role !== null) continue;
    if ((tokens.flags[mentions.to[mention]! - 1]! & POSSESSIVE) === 0) return true;
  }
  return false;
}

/** "Mr. Lowe opened a drawer. Something moved in it.": the person of the sentence before one without a person, in the same paragraph. */
function sentenceBefore(reading: Reading, end: number, floor: number): Subject | null {
  if (end - 1 <= floor) return null;
  const bottom = Math.max(floor, end - 1 - MAX_TAG_TOKENS);
  let from = end - 1;
  while (from > bottom && !isSentenceEnd(reading.tokens, from - 1)) from--;
  const subject = sentenceSubject(reading, from, end - 1);
  return subject?.kind === "pronoun" && subject.gender === "neutral" ? null : subject;
}

/** The addressee that a tag names: "said Anna to Tom", "Anna asked Tom". The mention, or -1. */
export function addresseeOf(reading: Reading, one: NarrationEvidence, limit: number): number {
  if (one.verb < 0) return -1;
  const { tokens, language } = reading;
  let index = Math.max(one.verb + 1, one.subject.first > one.verb ? one.subject.end : one.verb + 1);
  const stop = Math.min(limit, index + 4);
  if (one.subject.first < one.verb) {
    const object = subjectFrom(reading, index, stop);
    if (object?.kind === "mention") return object.mention;
  }
  for (; index < stop; index++) {
    if ((tokens.flags[index]! & WORD) === 0) return -1;
    if (!language.addressPrepositions.has(tokens.lower[index]!)) continue;
    const object = subjectFrom(reading, index + 1, limit);
    return object?.kind === "mention" ? object.mention : -1;
  }
  return -1;
}

function leads(mark: string): boolean {
  return mark === ":" || mark === "," || mark === "-" || mark === "—" || mark === "–" || mark === ";";
}

function isObject({ tokens, language }: Reading, subject: Subject, from: number): boolean {
  for (let index = subject.first - 1; index >= Math.max(from, subject.first - 3); index--) {
    if ((tokens.flags[index]! & WORD) === 0) return false;
    const lower = tokens.lower[index]!;
    if (language.prepositions.has(lower)) return true;
    if (!language.determiners.has(lower) && !language.possessives.has(lower)) return false;
  }
  return false;
}

/** "she looked at Anna, who turned, and said": the person that the "who" before a verb means. */
function relativeSubject(reading: Reading, verb: number, from: number): Subject | null {
  const { tokens, language } = reading;
  // "Anna, who, when she heard it, said": step over the part between two commas.
  if (tokens.lower[verb - 1] === ",") {
    for (let index = verb - 2; index > from && verb - index < MAX_INSERTED; index--) {
      if (tokens.lower[index] !== "," || !language.relatives.has(tokens.lower[index - 1] ?? "")) continue;
      const end = tokens.lower[index - 2] === "," ? index - 2 : index - 1;
      return subjectBefore(reading, end, from);
    }
  }
  for (let index = verb - 1; index > from && verb - index < 14; index--) {
    const lower = tokens.lower[index]!;
    const flags = tokens.flags[index]!;
    if ((flags & WORD) === 0) {
      // A comma ends the clause, unless the clause continues after it.
      if (lower !== "," || !language.continuers.has(tokens.lower[index + 1]!)) return null;
      continue;
    }
    if (language.relatives.has(lower)) {
      const end = tokens.lower[index - 1] === "," ? index - 1 : index;
      return subjectBefore(reading, end, from);
    }
    if (language.subjectPronouns.has(lower) || reading.mentions.subject[reading.mentions.at[index]!] === 1) return null;
  }
  return null;
}

/** "a policeman on the Embankment said": the speaker, if a preposition governs the noun phrase before a verb. */
function ownerOfPlace(reading: Reading, { kind, first }: Subject, from: number): Subject | null {
  const { tokens, language } = reading;
  if (kind !== "mention") return null;
  let index = first - 1;
  while (
    index > from &&
    (language.determiners.has(tokens.lower[index]!) || language.possessives.has(tokens.lower[index]!))
  )
    index--;
  if (index <= from || !language.prepositions.has(tokens.lower[index]!)) return null;
  const owner = subjectBefore(reading, index, from);
  return owner?.kind === "mention" && !isObject(reading, owner, from) ? owner : null;
}

/** "by Anna's suddenly saying", "Anna's giving a sigh, and saying": the owner of a form in "-ing". */
function ownerOfGerund(
  { tokens, endsAt, mentions }: Reading,
  left: number,
  verb: number,
  from: number,
): Subject | null {
  if (!tokens.lower[verb]!.endsWith("ing")) return null;
  for (let index = left - 1; index >= Math.max(from, left - 10); index--) {
    if ((tokens.flags[index]! & POSSESSIVE) === 0) continue;
    const mention = endsAt[index]!;
    if (mention < 0 || (index + 1 < left && !tokens.lower[index + 1]!.endsWith("ing"))) return null;
    return { kind: "mention", mention, first: mentions.from[mention]!, end: verb };
  }
  return null;
}

function subjectOfVerb(reading: Reading, verb: number, from: number, end: number): Subject | null {
  let left = verb;
  while (left > from && isBetween(reading, left - 1)) left--;
  const direct = subjectBefore(reading, left, from);
  if (direct) return ownerOfPlace(reading, direct, from) ?? direct;
  const gerund = ownerOfGerund(reading, left, verb, from);
  if (gerund) return gerund;
  const relative = relativeSubject(reading, left, from);
  if (relative) return relative;
  const inverted = subjectFrom(reading, verb + 1, Math.min(end, verb + 7));
  if (inverted && left === from) return inverted;
  // "Anna, who had waited, said", "Anna, smiling, said": the phrase before the comma that opens the insertion.
  if (left > from && reading.tokens.lower[left - 1] === ",") {
    for (let comma = left - 2; comma > from; comma--) {
      if (reading.tokens.lower[comma] !== ",") continue;
      const inserted = subjectBefore(reading, comma, from);
      if (inserted && !isObject(reading, inserted, from)) return inserted;
    }
  }
  return (
    nearestSubject(reading, from, verb) ??
    sentenceSubject(reading, from, verb) ??
    inverted ??
    nearestActor(reading, from, verb)
  );
}
