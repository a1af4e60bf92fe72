// Speech in English stories that set no marks around it: "Are you coming? she said." A sentence is speech when a tag with a
// verb of saying stands behind it, or when it stands beside such a sentence and addresses a person. Everything else stays
// with the narrator, because narration and speech look alike there.

import { isSpaceUnit } from "./code-units.ts";
import { languageOfText } from "./language/languages.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { QuoteSpan, QuoteStyle } from "./quotes.ts";

/** A text with more marks than one in this many paragraphs sets them around its speech. */
const PARAGRAPHS_PER_MARK = 40;
const MIN_TAGGED = 3;
/** Of the tagged sentences, at least this share addresses a person or asks; reported speech rarely does. */
const MIN_ADDRESSING = 0.3;
/** An untagged answer is at most this long, UTF-16 units; so is an untagged sentence beside a spoken one. */
const MAX_ANSWER = 240;
const MAX_BESIDE = 160;
/** A clause that addresses no person is at most this long before its tag: a longer one is rather the narrator's. */
const MAX_PLAIN = 60;
/** Units of a sentence that are read before its tag. */
const MAX_READ = 600;
/** Longer paragraphs show whether a narrator says "I". */
const NARRATION_UNITS = 160;
const FIRST_PERSON_SHARE = 0.25;
const OPENER = 0x2014;

export interface UnmarkedStyle {
  readonly verbs: ReadonlySet<string>;
  readonly firstPerson: boolean;
}

/** The marks that enclose speech in other texts. */
const MARKS = new Set([...'"“”„«»「」『』'].map((mark) => mark.charCodeAt(0)));

const TITLE = "(?:Mr|Mrs|Ms|Dr|St)";
const NAME = `(?:${TITLE}\\.? )?(?!${TITLE}(?!\\p{L}))\\p{Lu}[\\p{L}'’-]*(?: \\p{Lu}[\\p{L}'’-]*){0,2}`;
const NOUN = "(?:the|his|her|my|our|their|an?) \\p{Ll}[\\p{L}'’-]*(?<!ly)(?: \\p{Ll}[\\p{L}'’-]*(?<!ly))?";
const SUBJECT = `(?:he|she|they|I|we|you|${NOUN}|${NAME})`;
/** What ends a tag: a mark, or words that add a manner or a listener. */
const TAG_END =
  "(?=[.,;:!?…]|$| (?:to|again|then|at|with|in|from|without|into|after|and|as|\\p{Ll}+ly|\\p{Ll}+ing)(?!\\p{L}))";
/** Verbs that stand before their subject; "called her" and "asked Tom" have an object there. */
const INVERTED =
  "said|says|asked|cried|replied|answered|exclaimed|whispered|murmured|muttered|shouted|added|continued|remarked|observed|rejoined|responded|inquired|demanded|returned";
const TAG = `(?:${SUBJECT}(?: (?:\\p{Ll}+ly|then|had|has))? (?<after>\\p{Ll}+)|(?<before>${INVERTED}) ${SUBJECT})${TAG_END}`;
const COMMA_TAG = new RegExp(`,\\s+${TAG}`, "gu");
const OWN_TAG = new RegExp(`^${TAG}`, "u");
/** "Henry said, How very little": a capital behind the comma begins the speech. */
const LEAD = new RegExp(`(?:^|[\\s,])(?<verb>\\p{Ll}+),\\s+(?=\\p{Lu})(?!${NAME},? (?:and|or)\\s)`, "gu");

const SECOND_PERSON = /(?<![\p{L}'’])(?:you|your|yours|yourself|you['’]?(?:re|ve|ll|d))(?!\p{L})/iu;
const FIRST_PERSON = /(?<![\p{L}'’])(?:I|me|my|mine|myself|we|us|our|ours|I['’]?(?:m|ve|ll|d))(?!\p{L})/u;
const ANSWER_WORD = /^(?:yes|no|yeah|yep|nope|oh|ah|okay|ok|please|thanks|thank you|sorry|hello|hi|well)(?!\p{L})/iu;
/** A clause that begins with one of these is rather the beginning of a narrator's sentence: "After a while, she said to him". */
const TELLS_WHEN =
  /^(?:when|as|after|while|before|until|at|in|on|then|finally|once|though|although|since|by|with|for|from|later|afterwards?|eventually|meanwhile|still|instead|because|outside|inside|behind|that|this|one|sometimes|often|years|the next|the following)(?!\p{L})/iu;

/**
 * How a text sets unmarked speech; null when it has marks, is in another language, or has too few tags.
 * @param styles the styles of its quotation marks
 */
export function unmarkedStyle(
  text: string,
  paragraphs: readonly Paragraph[],
  styles: readonly QuoteStyle[],
): UnmarkedStyle | null {
  if (hasMarks(text, paragraphs.length) || styles.some(({ singles }) => singles)) return null;
  const language = languageOfText(text);
  if (language.code !== "en") return null;
  const acts = language.actVerbs ?? new Set();
  const verbs = new Set([...language.strongSpeechVerbs].filter((verb) => !acts.has(verb)));
  let narration = 0;
  let byNarrator = 0;
  let tagged = 0;
  let addressing = 0;
  for (const { contentStart, contentEnd } of paragraphs) {
    const content = text.slice(contentStart, contentEnd);
    const sentences = tagSentences(content, verbs);
    const spoken = sentences.filter(({ tag }) => tag !== null);
    tagged += spoken.length;
    addressing += spoken.filter(({ said }) => addresses(said, false) || said.endsWith("?")).length;
    if (spoken.length > 0 || content.length < NARRATION_UNITS) continue;
    narration++;
    if (FIRST_PERSON.test(content)) byNarrator++;
  }
  if (tagged < MIN_TAGGED || addressing < tagged * MIN_ADDRESSING) return null;
  return { verbs, firstPerson: byNarrator > narration * FIRST_PERSON_SHARE };
}

function hasMarks(text: string, paragraphs: number): boolean {
  let left = Math.floor(paragraphs / PARAGRAPHS_PER_MARK) * 2;
  for (let position = 0; position < text.length; position++)
    if (MARKS.has(text.charCodeAt(position)) && left-- === 0) return true;
  return false;
}

interface Sentence {
  /** Offsets into the paragraph's content. */
  readonly start: number;
  readonly end: number;
  /** The words before the tag, or the whole sentence. */
  readonly said: string;
  /** Where its tag begins and ends: inside it, or (both at its end) in the next sentence; null without a tag. */
  readonly tag: { readonly start: number; readonly end: number } | null;
  /** It is only the tag of the sentence before. */
  readonly isTag: boolean;
}

/** The point of an initial or an abbreviation ends no sentence. */
const SENTENCE_END = /(?:(?<!(?:^|[^\p{L}])(?:Mr|Mrs|Ms|Dr|St|(?!I)\p{Lu}))\.|[!?…])[.!?…]*(?=\s|$)/gu;

/** The sentences of a paragraph, those with a tag marked. */
function tagSentences(content: string, verbs: ReadonlySet<string>): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const ends = [...content.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  if (ends.at(-1) !== content.length) ends.push(content.length);
  for (const end of ends) {
    while (start < end && isSpaceUnit(content.charCodeAt(start))) start++;
    if (start < end) sentences.push(sentenceAt(content, start, end, sentences, verbs));
    start = end;
  }
  return sentences;
}

function sentenceAt(
  content: string,
  start: number,
  endOf: number,
  earlier: Sentence[],
  verbs: ReadonlySet<string>,
): Sentence {
  const sentence = content.slice(start, endOf);
  const last = earlier.at(-1);
  const own = OWN_TAG.exec(sentence);
  // "Are you coming? she said.": a tag behind a question or a call. A capital needs a short one: "Tom said."
  if (last !== undefined && last.tag === null && !last.isTag && own !== null && isSaid(own, verbs)) {
    const isShort = own[0].length + 1 >= sentence.length;
    const isCall = /[?!]$/u.test(last.said);
    if (isCall && (isShort || /^\p{Ll}/u.test(sentence))) {
      earlier[earlier.length - 1] = { ...last, tag: { start: last.end, end: last.end } };
      return { start, end: endOf, said: "", tag: null, isTag: true };
    }
  }
  for (const match of sentence.matchAll(COMMA_TAG)) {
    if (!isSaid(match, verbs)) continue;
    const from = Math.max(0, match.index - MAX_READ);
    const before = sentence.slice(from, match.index);
    // "They were interrupted by Mrs. Allen: My dear, said she"
    const colon = /^.*:\s+(?=\p{Lu})/su.exec(before)?.[0].length ?? 0;
    const said = before.slice(colon);
    const opens = colon > 0 ? start + from + colon : start;
    if (!addresses(said, false) && (said.length > MAX_PLAIN || TELLS_WHEN.test(said))) continue;
    const end = start + match.index + match[0].length;
    return { start: opens, end: endOf, said, isTag: false, tag: { start: start + match.index + 1, end } };
  }
  for (const match of sentence.matchAll(LEAD)) {
    if (!verbs.has(match.groups?.verb ?? "")) continue;
    const from = match.index + match[0].length;
    return {
      start: start + from,
      end: endOf,
      said: sentence.slice(from),
      isTag: false,
      tag: { start: endOf, end: endOf },
    };
  }
  return { start, end: endOf, said: sentence, tag: null, isTag: false };
}

function isSaid({ groups }: RegExpExecArray, verbs: ReadonlySet<string>): boolean {
  return verbs.has(groups?.after ?? groups?.before ?? "");
}

function addresses(words: string, firstPerson: boolean): boolean {
  return SECOND_PERSON.test(words) || ANSWER_WORD.test(words) || (!firstPerson && FIRST_PERSON.test(words));
}

const isAddress = (said: string, { firstPerson }: UnmarkedStyle) => said.endsWith("?") || addresses(said, firstPerson);

/**
 * The spoken spans of a paragraph of such a text.
 * @param answers whether the paragraph before it has speech
 */
export function findUnmarkedSpeech(
  text: string,
  { contentStart, contentEnd }: Paragraph,
  style: UnmarkedStyle,
  answers: boolean,
): QuoteSpan[] {
  const content = text.slice(contentStart, contentEnd);
  const sentences = tagSentences(content, style.verbs);
  const span = (start: number, end: number): QuoteSpan => ({
    ...{ start: contentStart + start, end: contentStart + end },
    ...{ unclosed: false, opener: OPENER },
  });
  if (sentences.every(({ tag }) => tag === null)) {
    if (!answers || content.length > MAX_ANSWER || sentences.some(({ said }) => !isAddress(said, style))) return [];
    return [span(0, content.length)];
  }
  const spoken = sentences.map(({ tag }) => tag !== null);
  // Sentences beside a spoken one that address a person are spoken too.
  for (let index = 1; index < sentences.length; index++) spoken[index] ||= joins(sentences, spoken, index, -1, style);
  for (let index = sentences.length - 2; index >= 0; index--)
    spoken[index] ||= joins(sentences, spoken, index, 1, style);
  const spans: QuoteSpan[] = [];
  let open: { readonly start: number; end: number } | null = null;
  const close = () => {
    if (open !== null) spans.push(span(open.start, open.end));
    open = null;
  };
  for (const [index, { start, end, tag }] of sentences.entries()) {
    if (!spoken[index]) {
      close();
      continue;
    }
    open ??= { start, end };
    open.end = tag === null ? end : tag.start;
    if (tag === null) continue;
    close();
    const from = tag.end < end ? resumedAt(content, tag.end, end, style) : -1;
    if (from >= 0) open = { start: from, end };
  }
  close();
  return spans;
}

/**
 * Where speech resumes behind a tag: at the first clause that addresses a person; -1 without one.
 * "No, said Tom, looking up, I have work to do."
 */
function resumedAt(content: string, from: number, end: number, style: UnmarkedStyle): number {
  const rest = content.slice(from, end);
  for (const { index, 0: mark } of rest.matchAll(/[,;:]\s+/gu)) {
    const clause = index + mark.length;
    const next = rest.slice(clause).search(/[,;:]/u);
    if (isAddress(next < 0 ? rest.slice(clause) : rest.slice(clause, clause + next), style)) return from + clause;
  }
  return -1;
}

function joins(
  sentences: readonly Sentence[],
  spoken: readonly boolean[],
  index: number,
  step: 1 | -1,
  style: UnmarkedStyle,
): boolean {
  const { said, isTag } = sentences[index]!;
  if (isTag || said.length > MAX_BESIDE) return false;
  let beside = index + step;
  if (sentences[beside]?.isTag) beside += step;
  return spoken[beside] === true && isAddress(said, style);
}
