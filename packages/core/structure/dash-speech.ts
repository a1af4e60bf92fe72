// Speech that a dash opens. An inserted tag ("– Venez, dit-il, venez.") is recognised by a verb of saying with its
// subject behind it. The text after it is speech again, unless it reads as narration.

import { isGreekQuestion, isLetterUnit, isSpaceUnit, isUpperUnit } from "./code-units.ts";
import type { DashTags } from "./language/dash-tags.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { QuoteSpan } from "./quotes.ts";

const DASH = 0x2014;
const LEFT_GUILLEMET = 0xab;
const RIGHT_GUILLEMET = 0xbb;
/** A shorter sentence counts as speech, because narration cannot be recognised in it. */
const MIN_TOLD_UNITS = 50;

export function isDashUnit(unit: number): boolean {
  return unit === 0x2013 || unit === 0x2014 || unit === 0x2015 || unit === 0x2d;
}

/** Length of the dash that opens speech at a position, or 0. A hyphen must be followed by white space. */
export function openingDash(text: string, position: number, end: number): number {
  const unit = text.charCodeAt(position);
  if (!isDashUnit(unit)) return 0;
  let after = position + 1;
  while (after < end && isDashUnit(text.charCodeAt(after)) && after - position < 3) after++;
  if (after >= end) return 0;
  const next = text.charCodeAt(after);
  if (isDashUnit(next)) return 0;
  if (unit === 0x2d && after - position === 1 && !isSpaceUnit(next)) return 0;
  return after - position;
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly lower: string;
  readonly capital: boolean;
}

/** The word at or after a position; hyphens and apostrophes end it. Null past `end` or at punctuation. */
function wordAt(text: string, from: number, end: number): Word | null {
  let start = from;
  while (start < end && (isSpaceUnit(text.charCodeAt(start)) || isJoint(text.charCodeAt(start)))) start++;
  if (start >= end || !isLetterUnit(text.charCodeAt(start))) return null;
  let stop = start + 1;
  while (stop < end && isLetterUnit(text.charCodeAt(stop))) stop++;
  const word = text.slice(start, stop);
  return { start, end: stop, lower: word.toLowerCase(), capital: isUpperUnit(text.charCodeAt(start)) };
}

function isJoint(unit: number): boolean {
  return unit === 0x2d || unit === 0x27 || unit === 0x2019;
}

/** ", je dis.": the end of the verb where the narrator stands before it and the sentence ends behind it, else -1. */
function tellerAt(text: string, from: number, end: number, tags: DashTags): number {
  let word = wordAt(text, from, end);
  if (word === null || word.capital || !tags.tellers.has(word.lower)) return -1;
  word = wordAt(text, word.end, end);
  // ", je te dis." is speech.
  if (word !== null && THIRD.has(word.lower)) word = wordAt(text, word.end, end);
  if (word === null || !tags.verbs.has(word.lower)) return -1;
  if (word.end < end && !isSentenceMark(text.charCodeAt(word.end))) return -1;
  // "Quand on m’appelle, je réponds."
  let start = from;
  while (start > 0 && from - start < MAX_PART_UNITS && !isDashUnit(text.charCodeAt(start - 1))) start--;
  return CONDITION.test(text.slice(start, from)) ? -1 : word.end;
}

const THIRD: ReadonlySet<string> = new Set(["lui", "leur"]);
const CONDITION = /(?<!\p{L})(?:quand|si|lorsqu|dès qu|chaque fois|alors|et)(?!\p{L})/iu;

/** "ai-je dit", "s’est exclamée la dame", "a demandé Paul": the end of a tag in a compound tense, or -1. */
function compoundAt(
  text: string,
  from: number,
  end: number,
  { compound, clitics, pronouns, subjects }: DashTags,
): number {
  let word = wordAt(text, from, end);
  for (let steps = 0; steps < 2 && word !== null && !compound.auxiliaries.has(word.lower); steps++) {
    if (!clitics.has(word.lower)) return -1;
    word = wordAt(text, word.end, end);
  }
  if (word === null || !compound.auxiliaries.has(word.lower)) return -1;
  const joined = text.charCodeAt(word.end) === 0x2d;
  let next = wordAt(text, word.end, end);
  if (joined && next?.lower === "t") next = wordAt(text, next.end, end);
  if (joined && next !== null && pronouns.has(next.lower)) {
    next = wordAt(text, next.end, end);
    return next !== null && compound.participles.has(next.lower) ? next.end : -1;
  }
  if (next === null || !compound.participles.has(next.lower)) return -1;
  const subject = wordAt(text, next.end, end);
  return subject !== null && (subject.capital || subjects.has(subject.lower)) ? subject.end : -1;
}

/** The end of the verb and the start of its subject if an inserted tag begins at a position, else -1. */
function insertionAt(text: string, from: number, end: number, tags: DashTags): number {
  let word = wordAt(text, from, end);
  if (word === null || (word.capital && !tags.subjectFirst)) return -1;
  const told = tellerAt(text, from, end, tags);
  if (told >= 0) return told;
  if (tags.subjectFirst && (tags.pronouns.has(word.lower) || word.capital || tags.subjects.has(word.lower))) {
    let next: Word | null = word;
    for (let steps = 0; steps < 4 && next !== null; steps++) {
      next = wordAt(text, next.end, end);
      if (next !== null && tags.verbs.has(next.lower)) return next.end;
    }
  }
  const compound = compoundAt(text, from, end, tags);
  if (compound >= 0) return compound;
  for (
    let steps = 0;
    steps < 3 && word !== null && tags.clitics.has(word.lower) && !tags.verbs.has(word.lower);
    steps++
  ) {
    word = wordAt(text, word.end, end);
  }
  if (word === null) return -1;
  if (!tags.verbs.has(word.lower)) {
    // ", constata Denis": another verb of narration directly before a name.
    const name = tags.narrationVerbs?.test(word.lower) ? wordAt(text, word.end, end) : null;
    if (name === null) return -1;
    if (name.capital) return name.start === word.end + 1 ? name.end : -1;
    // "hurlait la foule.", "pep musen.": a noun that ends the clause
    const noun = tags.bareNouns ? name : tags.subjects.has(name.lower) ? wordAt(text, name.end, end) : null;
    return noun !== null && !noun.capital && (noun.end >= end || isPause(text.charCodeAt(noun.end))) ? noun.end : -1;
  }
  const verbEnd = word.end;
  let next = wordAt(text, verbEnd, end);
  // "— Έλα, είπε."
  if (tags.bareVerbs && (next === null || tags.carriesOn.has(next.lower))) return verbEnd;
  for (let steps = 0; steps < 4 && next !== null; steps++) {
    if (next.lower === "t" && text.charCodeAt(next.start - 1) === 0x2d) {
      next = wordAt(text, next.end, end);
      continue;
    }
    const joined = text.charCodeAt(verbEnd) === 0x2d;
    if (tags.pronouns.has(next.lower) && (joined || tags.subjectFirst || steps === 0)) return next.end;
    if (next.capital || tags.subjects.has(next.lower)) return next.end;
    // "sa vakten": the noun has no article.
    if (tags.bareNouns && steps === 0 && !tags.carriesOn.has(next.lower)) return next.end;
    next = wordAt(text, next.end, end);
  }
  return -1;
}

function isSentenceMark(unit: number): boolean {
  return unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x2026;
}

function isPause(unit: number): boolean {
  return isSentenceMark(unit) || unit === 0x2c || unit === 0x3b;
}

const POINT = 0x2e;
/** Written with a point that ends no sentence, besides initials: "M. Morel", "J. Morel". */
const ABBREVIATED = /(?<!\p{L})(?:\p{Lu}|MM|Mr|Mrs|Dr|St)$/u;

/** Whether a sentence ends at a position. The point of an abbreviation before a word ends none. */
function endsSentence(text: string, position: number, end: number): boolean {
  const unit = text.charCodeAt(position);
  if (unit !== POINT) return isSentenceMark(unit) || isGreekQuestion(text, position);
  if (position + 2 >= end || !isSpaceUnit(text.charCodeAt(position + 1))) return true;
  return (
    !isLetterUnit(text.charCodeAt(position + 2)) || !ABBREVIATED.test(text.slice(Math.max(0, position - 4), position))
  );
}

/** The end of the sentence at a position, including its closing mark. */
function sentenceEnd(text: string, from: number, end: number): number {
  let position = from;
  while (position < end) {
    if (endsSentence(text, position, end)) {
      position++;
      while (position < end && isSentenceMark(text.charCodeAt(position))) position++;
      return position;
    }
    position++;
  }
  return end;
}

/** The verb of a narrated sentence stands among this many words. */
const TOLD_WORDS = 6;

/** Whether the sentence at a position is speech, not narration. */
function isSpoken(text: string, from: number, end: number, tags: DashTags): boolean {
  const stop = Math.min(sentenceEnd(text, from, end), from + 400);
  const first = wordAt(text, from, stop);
  if (first === null) return true;
  const mark = text.charCodeAt(stop - 1);
  if (mark === 0x21 || mark === 0x3f || isGreekQuestion(text, stop - 1)) return true;
  if (isTold(text, from, stop, tags)) return false;
  if (addresses(text, from, stop, tags)) return true;
  const opens = tags.narrates.has(first.lower);
  if (tags.narrationVerbs === null) return !opens;
  // "Pierre posa la lampe.": a verb of narration near the beginning. "Det är vinden." has none.
  let word: Word | null = first;
  for (let words = 0; words < (opens ? TOLD_WORDS : 2) && word !== null; words++) {
    const verb = word === first ? tags.bareVerbs : !word.capital;
    if (verb && tags.narrationVerbs.test(word.lower)) return false;
    word = wordAt(text, word.end, stop);
  }
  return true;
}

/** The next word of a span, over any punctuation. */
function followingWord(text: string, word: Word, stop: number): Word | null {
  let next = word.end;
  while (next < stop && !isLetterUnit(text.charCodeAt(next))) next++;
  return next < stop ? wordAt(text, next, stop) : null;
}

/** Whether a span has a word of the first or second person. */
function addresses(text: string, from: number, stop: number, tags: DashTags): boolean {
  for (let word = wordAt(text, from, stop); word !== null; ) {
    const next = followingWord(text, word, stop);
    // "Madame Morel" and "M. Morel" can be any person.
    const named = tags.titles.has(word.lower) && next?.capital && next.start - word.end <= 2;
    if (!named && tags.persons.has(word.lower)) return true;
    word = next;
  }
  return false;
}

/** Whether a tag with a verb of saying begins at a word. */
function saysAt(text: string, first: Word, stop: number, tags: DashTags): boolean {
  let word: Word | null = first;
  for (let steps = 0; steps < 3 && word !== null && !tags.verbs.has(word.lower); steps++) {
    if (!tags.clitics.has(word.lower)) return false;
    word = wordAt(text, word.end, stop);
  }
  return word !== null && insertionAt(text, first.start, stop, tags) >= 0;
}

/** Whether a part of a sentence has a verb of narration behind its first word and no first or second person. */
function canBeTold(text: string, from: number, stop: number, tags: DashTags): boolean {
  if (tags.narrationVerbs === null || tags.writtenTense === null || addresses(text, from, stop, tags)) return false;
  let word = wordAt(text, from, stop);
  while (word !== null) {
    word = followingWord(text, word, stop);
    if (word !== null && !word.capital && tags.narrationVerbs.test(word.lower)) return true;
  }
  return false;
}

/** Whether a part of a sentence has a verb of narration behind its first word. */
function narrates(text: string, first: Word, stop: number, tags: DashTags): boolean {
  for (let word = followingWord(text, first, stop); word !== null; word = followingWord(text, word, stop))
    if (!word.capital && tags.narrationVerbs?.test(word.lower)) return true;
  return false;
}

/** A part of a sentence is examined this far. */
const MAX_PART_UNITS = 600;

/** The end of the part of a sentence at a position: its colon or its closing mark. */
function partEnd(text: string, from: number, end: number): number {
  const stop = sentenceEnd(text, from, Math.min(end, from + MAX_PART_UNITS));
  const colon = text.slice(from, stop).indexOf(":");
  return colon < 0 ? stop : from + colon;
}

/**
 * Whether the part of a sentence is narration for certain: it has a verb in a tense that is only written and no first or second
 * person, and no tag is inserted into it.
 */
function isTold(text: string, from: number, stop: number, tags: DashTags): boolean {
  if (tags.writtenTense === null) return false;
  let told = false;
  let before: Word | null = null;
  for (let word = wordAt(text, from, stop); word !== null; before = word, word = followingWord(text, word, stop)) {
    const next = followingWord(text, word, stop);
    const named = tags.titles.has(word.lower) && next?.capital && next.start - word.end <= 2;
    if (!named && tags.persons.has(word.lower) && !(before !== null && tags.alsoTold.has(word.lower))) return false;
    if (before !== null && isPause(text.charCodeAt(before.end)) && saysAt(text, word, stop, tags)) return false;
    told ||= !word.capital && tags.writtenTense.test(word.lower);
  }
  return told;
}

const AND: ReadonlySet<string> = new Set([
  "et",
  "mais",
  "och",
  "men",
  "und",
  "aber",
  "en",
  "maar",
  "e",
  "ma",
  "mas",
  "y",
  "pero",
  "και",
  "κι",
  "μα",
  "αλλά",
]);

/** French verbs whose simple past is their present as well. */
const ALSO_PRESENT =
  /^(?:fin|ag|réag|réuss|chois|réfléch|roug|grand|vieill|suff|gross|maigr|guér|obé|moll|mûr|fleur|pourr|jaun)it$/u;

const IF: ReadonlySet<string> = new Set(["si", "que", "qui"]);
const IF_OR_WHEN: ReadonlySet<string> = new Set(["si", "que", "quand", "comme", "lorsque", "puis"]);
const ADDRESSES: ReadonlySet<string> = new Set(["je", "j", "tu", "nous", "vous"]);

/** Where speech resumes after an inserted tag whose subject begins before `from`; -1 when the rest is narration. */
function resumption(text: string, from: number, end: number, tags: DashTags): number {
  let position = from;
  // "dit Jeanne en riant": the addition stands before any comma.
  let carried = tags.carriesOn.has(wordAt(text, from, end)?.lower ?? "");
  while (position < end) {
    const unit = text.charCodeAt(position);
    if (endsSentence(text, position, end)) {
      const behind = sentenceEnd(text, position, end);
      let next = behind;
      while (next < end && isSpaceUnit(text.charCodeAt(next))) next++;
      if (next >= end) return -1;
      return isSpoken(text, next, end, tags) ? next : -1;
    }
    if (unit === 0x3a) {
      const next = nextVisible(text, position + 1, end);
      const word = next < 0 ? null : wordAt(text, next, end);
      // "cria Paul : et il se leva. Venez !"
      if (word === null || word.capital || !isTold(text, next, partEnd(text, next, end), tags)) return next;
    }
    if (unit === 0x2c || unit === 0x3b) {
      const word = wordAt(text, position + 1, end);
      if (word !== null && !continuesTag(text, word, end, tags, carried)) return nextVisible(text, position + 1, end);
      carried = true;
    }
    position++;
  }
  return -1;
}

/** Whether the words behind the comma of an inserted tag belong to it. `carried`: so did words before the comma. */
function continuesTag(text: string, word: Word, end: number, tags: DashTags, carried: boolean): boolean {
  const stop = partEnd(text, word.start, end);
  // "avoua Firmin, et j'apporte du vin": "and" before the first person continues the speech.
  if (AND.has(word.lower) && addresses(text, word.end, stop, tags)) return false;
  // "είπε η Άννα, μα είναι αργά": nothing in it is narration.
  if (tags.bareVerbs && AND.has(word.lower) && !narrates(text, word, stop, tags)) return false;
  if (/(?:ant|ndo|ing)$/u.test(word.lower)) return true;
  if (tags.code === "fr") {
    // "fit Paul, émerveillé."
    if (/ée?s?$/u.test(word.lower) && stop === end && stop - word.end <= 1 && !/^(?:désol|enchant)/u.test(word.lower))
      return true;
    // "« J’avais ton âge, commença Luc, quand j’ai vu la bête. »": the marks show that the speech continues.
    const who = tags.writtenTense === null && IF_OR_WHEN.has(word.lower) ? wordAt(text, word.end, stop) : null;
    if (who !== null && ADDRESSES.has(who.lower)) return false;
  }
  // "dit Paul, la main levée" continues the tag; after "en riant, la ..." the text is speech again.
  if (tags.carriesOn.has(word.lower) && !(carried && tags.subjects.has(word.lower))) return true;
  // "dit Paul d'un ton sec, mais avec un sourire"
  const next = wordAt(text, word.end, stop);
  if (
    next !== null &&
    tags.writtenTense !== null &&
    (AND.has(word.lower) || tags.alsoTold.has(word.lower)) &&
    tags.carriesOn.has(next.lower) &&
    !IF.has(next.lower)
  )
    return !addresses(text, next.start, stop, tags);
  // "dit Paul, dont la main trembla, ...": a verb that is only written
  if (isTold(text, word.start, stop, tags)) return true;
  return carried && !word.capital && canBeTold(text, word.start, stop, tags);
}

/** Words of an insertion that are searched for its verb. */
const TAG_WORDS = 5;

/** Whether the words after a second dash are the narrator's. */
function isNarrated(text: string, dash: number, from: number, end: number, tags: DashTags): boolean {
  // "—Ven —dijo él": by the rules of the raya, a dash attached to the next word opens the narrator's words.
  if (tags.closing === "attached" && from === dash + 1) return isLetterUnit(text.charCodeAt(from));
  const whole = Math.min(sentenceEnd(text, from, end), from + 400);
  // "— Gonçalo baixou a voz —, não sei.": the narrator's words end with the next dash.
  let stop = from;
  while (stop < whole && !(isDashUnit(text.charCodeAt(stop)) && isSpaceUnit(text.charCodeAt(stop - 1)))) stop++;
  let word = wordAt(text, from, stop);
  if (word === null || word.start !== from) return false;
  const capital = word.capital;
  for (let words = 0; words < TAG_WORDS && word !== null; words++) {
    if (!word.capital && tags.verbs.has(word.lower)) return true;
    // "– Z kotem. – Uśmiechnął się.": a verb without a subject opens the narrator's sentence.
    if ((!word.capital || words === 0) && tags.narrationVerbs?.test(word.lower) && !tags.persons.has(word.lower)) {
      const mark = text.charCodeAt(whole - 1);
      return mark !== 0x3f && (mark !== 0x21 || !capital) && !(capital && addresses(text, from, stop, tags));
    }
    word = wordAt(text, word.end, stop);
  }
  return false;
}

/** The spoken spans of a turn whose insertions stand between dashes; empty without an insertion. */
function turnBetweenDashes(text: string, start: number, end: number, tags: DashTags): QuoteSpan[] {
  const spans: QuoteSpan[] = [];
  let from = start;
  let position = start + openingDash(text, start, end);
  let telling = false;
  for (; position < end; position++) {
    if (!isDashUnit(text.charCodeAt(position))) continue;
    const spacedBefore = isSpaceUnit(text.charCodeAt(position - 1));
    const behind = nextVisible(text, position + 1, end);
    if (telling) {
      // The dash of a compound word has letters on both sides.
      if (!spacedBefore && position + 1 < end && isLetterUnit(text.charCodeAt(position + 1))) continue;
      let again = position + 1;
      while (again < end && (isPause(text.charCodeAt(again)) || isColonOrSpace(text.charCodeAt(again)))) again++;
      telling = false;
      from = again;
      position = again - 1;
      continue;
    }
    if (!spacedBefore || behind < 0 || !isNarrated(text, position, behind, end, tags)) continue;
    let stop = position;
    while (stop > from && isSpaceUnit(text.charCodeAt(stop - 1))) stop--;
    if (stop > from) spans.push({ start: from, end: stop, unclosed: false, opener: DASH });
    telling = true;
  }
  if (spans.length > 0 && !telling && from < end) spans.push({ start: from, end, unclosed: false, opener: DASH });
  return spans;
}

function isColonOrSpace(unit: number): boolean {
  return unit === 0x3a || isSpaceUnit(unit);
}

function nextVisible(text: string, from: number, end: number): number {
  let next = from;
  while (next < end && isSpaceUnit(text.charCodeAt(next))) next++;
  return next < end ? next : -1;
}

const NO_WORDS: ReadonlySet<string> = new Set();

function withoutReports(tags: DashTags): DashTags {
  return { ...tags, compound: { auxiliaries: NO_WORDS, participles: NO_WORDS }, tellers: NO_WORDS };
}

/** The spoken spans of a turn that begins with a dash at `start`. */
function turn(text: string, start: number, end: number, tags: DashTags): QuoteSpan[] {
  const enclosed = tags.closing === null ? [] : turnBetweenDashes(text, start, end, tags);
  if (enclosed.length > 0) return enclosed;
  if (!tags.commas) return [{ start, end, unclosed: false, opener: DASH }];
  const spans: QuoteSpan[] = [];
  /** "« Nous sommes ennemis, m’a-t-il répondu »": inside marks within a turn, the speaker quotes another person. */
  let quoted = false;
  let from = start;
  let position = start + 1;
  while (position < end) {
    const unit = text.charCodeAt(position);
    if (unit === LEFT_GUILLEMET) quoted = true;
    else if (unit === RIGHT_GUILLEMET) quoted = false;
    const pause = isPause(unit);
    // A dash inside a turn can also enclose an inserted tag: "— Ven —dijo él— pronto."
    const dash = isDashUnit(unit) && position > start + 2 && isSpaceUnit(text.charCodeAt(position - 1));
    if (!pause && !dash) {
      position++;
      continue;
    }
    let behind = position;
    while (
      behind < end &&
      (isPause(text.charCodeAt(behind)) || isDashUnit(text.charCodeAt(behind)) || isSpaceUnit(text.charCodeAt(behind)))
    )
      behind++;
    const stated = insertionAt(text, behind, end, quoted ? withoutReports(tags) : tags);
    if (stated < 0) {
      position = Math.max(behind, position + 1);
      continue;
    }
    let stop = behind;
    while (stop > position && isSpaceUnit(text.charCodeAt(stop - 1))) stop--;
    if (dash) stop = position;
    spans.push({ start: from, end: stop, unclosed: false, opener: DASH });
    const again = resumption(text, stated, end, tags);
    if (again < 0) return spans;
    from = again;
    position = again;
  }
  if (end > from) {
    const stated = tags.narratedInside === null ? -1 : narrationInside(text, from, end, tags);
    spans.push({ start: from, end: stated < 0 ? end : stated, unclosed: false, opener: DASH });
    const again = stated < 0 ? -1 : sentenceAfter(text, stated, end);
    if (again >= 0 && addresses(text, again, sentenceEnd(text, again, end), tags))
      spans.push({ start: again, end, unclosed: false, opener: DASH });
  }
  return spans;
}

/** A reply is shorter than this. */
const MAX_REPLY = 60;

/** "— Jamais. Elle soutint son regard.": the end of the speech before a later sentence that only narration has, or -1. */
function narrationInside(text: string, from: number, end: number, tags: DashTags): number {
  for (let stop = sentenceEnd(text, from, end); stop < end; ) {
    const next = nextVisible(text, stop, end);
    if (next < 0) return -1;
    const behind = sentenceEnd(text, next, end);
    const subject = wordAt(text, next, behind);
    const verb = subject === null ? null : wordAt(text, subject.end, behind);
    const mark = text.charCodeAt(behind - 1);
    // "Le commissaire ouvrit un dossier.": behind a short reply. A longer turn is a tale.
    const noun = subject !== null && verb !== null && tags.subjects.has(subject.lower) && stop - from < MAX_REPLY;
    const acts = noun ? wordAt(text, verb.end, behind) : null;
    if (
      subject?.capital &&
      verb !== null &&
      mark === 0x2e &&
      (tags.narratedInside!.test(`${subject.lower} ${verb.lower}`) ||
        (acts !== null &&
          !acts.capital &&
          !ALSO_PRESENT.test(acts.lower) &&
          tags.narratedInside!.test(`il ${acts.lower}`)))
    ) {
      if (!addresses(text, next, behind, tags)) return stop;
    }
    stop = behind;
  }
  return -1;
}

function sentenceAfter(text: string, from: number, end: number): number {
  const first = nextVisible(text, from, end);
  return first < 0 ? -1 : nextVisible(text, sentenceEnd(text, first, end), end);
}

/** The spoken parts of a quote with a tag inside its marks: "« Venez, dit-il, venez. »"; null without a tag. */
export function quoteWithTag(text: string, quote: QuoteSpan, tags: DashTags): QuoteSpan[] | null {
  // The marks show where the speech ends, so a tense that is written can be spoken.
  const parts = turn(text, quote.start, quote.end, { ...tags, writtenTense: null });
  const first = parts[0];
  if (first === undefined || (first.start === quote.start && first.end === quote.end)) return null;
  return parts.map((part) => ({ ...part, opener: quote.opener, unclosed: part.end === quote.end && quote.unclosed }));
}

/** The spoken spans of a paragraph that a dash opens, or whose dashes open speech after a sentence or a colon. */
export function findDashSpeech(text: string, paragraph: Paragraph, tags: DashTags, inline: boolean): QuoteSpan[] {
  const { contentStart, contentEnd } = paragraph;
  const starts: number[] = [];
  if (openingDash(text, contentStart, contentEnd) > 0) starts.push(contentStart);
  if (inline) {
    for (let position = contentStart + 1; position < contentEnd; position++) {
      if (isInlineOpening(text, position, contentEnd) && !opensNarration(text, position + 1, contentEnd, tags))
        starts.push(position);
    }
  }
  const spans: QuoteSpan[] = [];
  starts.forEach((start, index) => {
    let end = starts[index + 1] ?? contentEnd;
    if (inline) end = endOfInlineTurn(text, start, end, tags);
    while (end > start && isSpaceUnit(text.charCodeAt(end - 1))) end--;
    spans.push(...turn(text, start, end, tags));
  });
  return spans;
}

/**
 * Narration may follow a turn without a mark. A long sentence without an address ends the turn; so do a quotation mark, a verb
 * that is only written, and a colon before the next turn. The sentences directly before them that can be told are narration too.
 */
function endOfInlineTurn(text: string, start: number, end: number, tags: DashTags): number {
  let stop = start + 1;
  while (stop < end && text.charCodeAt(stop) !== 0xab && text.charCodeAt(stop) !== 0xbb) stop++;
  let last = stop;
  while (last > start && isSpaceUnit(text.charCodeAt(last - 1))) last--;
  const introduces = text.charCodeAt(last - 1) === 0x3a;
  let position = sentenceEnd(text, start, stop);
  /** Where the run of sentences that can be told begins; -1 without one. */
  let run = -1;
  while (position < stop) {
    const next = nextVisible(text, position, stop);
    if (next < 0) break;
    const behind = sentenceEnd(text, next, stop);
    const word = wordAt(text, next, behind);
    const capital = word?.capital === true;
    const told = capital && isTold(text, next, behind, tags);
    if (told || (capital && canBeTold(text, next, behind, tags))) run = run < 0 ? position : run;
    else run = -1;
    const long = behind - next > MIN_TOLD_UNITS && !addresses(text, next, behind, tags);
    if (capital && (told || long || (introduces && run >= 0 && behind >= last))) return run < 0 ? position : run;
    position = behind;
  }
  return stop;
}

/** "Il se tut. — Le vent fraîchit.": a dash inside a paragraph can also separate sentences of narration. */
function opensNarration(text: string, from: number, end: number, tags: DashTags): boolean {
  const stop = sentenceEnd(text, from, Math.min(end, from + MAX_PART_UNITS));
  return stop - from > MIN_TOLD_UNITS && isTold(text, from, stop, tags);
}

/** A dash between spaces after the end of a sentence or a colon. */
export function isInlineOpening(text: string, position: number, end: number): boolean {
  const unit = text.charCodeAt(position);
  if (unit !== 0x2014 && unit !== 0x2013 && unit !== 0x2d) return false;
  if (!isSpaceUnit(text.charCodeAt(position - 1)) || !isSpaceUnit(text.charCodeAt(position + 1))) return false;
  if (openingDash(text, position, end) === 0) return false;
  let before = position - 1;
  while (before > 0 && isSpaceUnit(text.charCodeAt(before))) before--;
  const mark = text.charCodeAt(before);
  if (!isSentenceMark(mark) && mark !== 0x3a && mark !== 0xbb && mark !== 0x22) return false;
  const word = wordAt(text, position + 1, end);
  return word === null || word.capital;
}
