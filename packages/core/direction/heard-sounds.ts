// Finds the sounds that a passage of English narration reports as heard now.

import { CUE_PATTERNS, type CuePattern } from "./english-sound-cues.ts";
import {
  DENIED_BEFORE,
  DENIED_BEHIND,
  ONLY_TOLD_BEFORE,
  SUPPOSED_SENTENCE,
  USUAL_OR_LONG_AGO,
} from "./english-sound-denials.ts";
import { CUE_GROUNDS, CUE_MANNERS } from "./english-sound-manners.ts";

export interface HeardSound {
  /** UTF-16 offset of the words that report it. */
  readonly offset: number;
  readonly prompt: string;
  readonly pattern: CuePattern;
}

/** Words that can stand between a thing and its verb; a conjunction starts another statement. */
const BETWEEN =
  "(?:(?!(?:and|but|or|nor|than|like|who|which|that|when|while|because|if|as|until|before)\\b|of (?!the |a |an ))[\\w'’-]+ ){0,4}";

const COMPILED = CUE_PATTERNS.map((pattern) => ({
  pattern,
  regex: new RegExp(
    `\\b(?:${pattern.patterns
      .join("|")
      .replaceAll("(?:<count>", "(?<count>")
      .replaceAll(/(?<![\w\\])_/g, BETWEEN)})`,
    "g",
  ),
}));

/** "there was a", "heard the": the sound belongs to the next word. */
const LEAD =
  /^(?:there (?:was|were|came) |came |hears? |heard |hearing |by |with |at |then |and |again |was )+(?:(?:a|an|the|another|his|her|two|three|several) )?/;

/** A passage without any of these reports no sound. */
const ABOUT_ANY = new RegExp(CUE_PATTERNS.map(({ about }) => about.source).join("|"));

/** The sounds of one passage, in its order. Where several patterns match the same words, the first one wins. */
export function heardSounds(passage: string): HeardSound[] {
  const text = passage.replaceAll(LINE_BREAK, " ");
  // ASCII only: other letters may change their length.
  const lower = text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return sentencesOf(lower).flatMap((sentence) => soundsOf(sentence, text));
}

function soundsOf(sentence: Sentence, text: string): HeardSound[] {
  if (!ABOUT_ANY.test(sentence.text)) return [];
  const found: (HeardSound & { readonly end: number })[] = [];
  let denied: boolean | null = null;
  for (const { pattern, regex } of COMPILED) {
    if (!pattern.about.test(sentence.text)) continue;
    for (const match of sentence.text.matchAll(regex)) {
      denied ??= isDenied(sentence);
      if (denied) return [];
      const offset = sentence.start + match.index + (LEAD.exec(match[0])?.[0].length ?? 0);
      const end = sentence.start + match.index + match[0].length;
      if (found.some((one) => offset < one.end && one.offset < end)) continue;
      if (isName(text, offset, sentence.start) || !happensNow(sentence.text, match.index, match[0])) continue;
      found.push({ offset, end, prompt: promptFor(pattern, sentence.text, match.groups?.count), pattern });
    }
  }
  return found.sort((a, b) => a.offset - b.offset);
}

interface Sentence {
  readonly start: number;
  /** In lower case, without its end mark. */
  readonly text: string;
  readonly asks: boolean;
}

/** A line break inside a paragraph counts as a space; it is replaced by one, so offsets stay. */
const LINE_BREAK = /(?<!\n[ \t]?)[\n\r\t](?![ \t]?\r?\n)/g;
const SENTENCE_END = /[.!?](?=["'”’)]*(?:\s|$))|\n/g;
const TITLE = /\b(?:mrs?|dr|st|messrs|capt|col|gen|sgt|prof|rev|hon|sr|jr|lt)$/;
/** Longest text that is read as one sentence, in UTF-16 units, so that prose without full stops stays cheap. */
const LONGEST = 800;

function sentencesOf(lower: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  const add = (end: number, asks: boolean) => {
    for (; start < end; start += LONGEST) {
      sentences.push({ start, text: lower.slice(start, Math.min(end, start + LONGEST)), asks });
    }
    start = end;
  };
  for (const { index, 0: mark } of lower.matchAll(SENTENCE_END)) {
    if (mark === "." && TITLE.test(lower.slice(Math.max(start, index - 8), index))) continue;
    add(index, mark === "?");
    start = index + 1;
  }
  add(lower.length, false);
  return sentences;
}

/** "Mr. Bell sounded tired": a capital inside a sentence is a name. */
function isName(text: string, from: number, sentenceStart: number): boolean {
  return /\p{Lu}/u.test(text[from] ?? "") && /[\p{L}\p{N}]/u.test(text.slice(sentenceStart, from));
}

/** The border between two statements: a denial of one does not affect the other. */
const NEXT_STATEMENT = /[;:—]|, (?:and|but|then|so|for|yet|when|until|while)\b|\b(?:and then|but|until|when)\b|["“”]/g;
/** "As if in answer, the bell rang": the comparison ends at the comma. */
const AS_IF_FIRST = /^\W*as (?:if|though) [^,]*,/;
/** "as a bird sings": a present form after "as" compares. */
const AS = /\bas\b/;
const PRESENT = /[a-rt-z]s$/;
const COULD_HEAR = /\b(?:could|can) (?:\w+ )?(?:hear|be heard)\b/g;

function isDenied({ text, asks }: Sentence): boolean {
  return asks || SUPPOSED_SENTENCE.test(text) || USUAL_OR_LONG_AGO.test(text);
}

function happensNow(sentence: string, at: number, matched: string): boolean {
  if (DENIED_BEHIND.test(sentence.slice(at + matched.length))) return false;
  const before = sentence.slice(0, at);
  const clauseStart = [...before.matchAll(NEXT_STATEMENT)].at(-1)?.index ?? 0;
  const clause = before.slice(clauseStart).replace(AS_IF_FIRST, "") + matched;
  if (AS.test(clause) && PRESENT.test(matched) && !matched.includes(" of ")) return false;
  return !DENIED_BEFORE.test(clause.replaceAll(COULD_HEAR, "")) && !ONLY_TOLD_BEFORE.test(clause);
}

const HOURS: { readonly [word: string]: string } = { midnight: "twelve", noon: "twelve", midday: "twelve" };

function promptFor(pattern: CuePattern, sentence: string, count: string | undefined): string {
  const hour = count?.toLowerCase() ?? "one";
  const base = pattern.prompt.replace("#", HOURS[hour] ?? hour);
  const manner = CUE_MANNERS.find(([words]) => words.test(sentence))?.[1];
  const ground = base === "footsteps" ? CUE_GROUNDS.find(([words]) => words.test(sentence))?.[1] : undefined;
  return [manner, base, ground].filter((word) => word !== undefined).join(" ");
}
