// A request's text as sentences of spoken tokens. Each sentence is spoken by itself: then it can be stopped between two,
// pauses between them are ours, and a long text costs no more for each word than a short one.
// Always true: nothing in the text can act as markup; every token knows its offsets in the text.

import type { SpeakRequest } from "../engine.ts";

/** Whether a text has letters that are not Latin ones. */
export const hasOtherScripts = (text: string): boolean => /(?!\p{Script=Latin})\p{L}/u.test(text);

export interface Token {
  /** Offsets in the request's text. */
  readonly start: number;
  readonly end: number;
  /** As the synthesiser reads it, without punctuation. */
  readonly spoken: string;
  /** Phones that replace the synthesiser's own reading, in its notation; null for its own. */
  readonly phones: string | null;
  readonly emphasised: boolean;
  /** The mark after the token, "" for none: "~" a breath, "," and ";" separate phrases, "." "!" "?" end a sentence. */
  readonly mark: "" | "~" | "," | ";" | "." | "!" | "?";
}

export interface Sentence {
  readonly tokens: readonly Token[];
  /** Whether a line or paragraph ends behind it. */
  readonly endsLine: boolean;
  /** Whether it continues a sentence that another line began: "he said quietly". */
  readonly inPassing?: true;
}

export interface Reading {
  readonly sentences: readonly Sentence[];
  readonly warnings: readonly string[];
}

export interface TokenTime {
  readonly start: number;
  readonly end: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** How the words of a language are handed to a synthesiser. */
export interface Tongue {
  /** A word, or one of the symbols & % + = @, as the synthesiser reads it; empty when it cannot say anything of it. */
  spoken(written: string): string;
  /** A pronunciation in the synthesiser's notation; null when it has sounds that the voice lacks. */
  phones(alphabet: SpeakRequest["pronunciations"][number]["alphabet"], value: string): string | null;
  /** Whether a full stop behind this word ends no sentence: an abbreviation, an ordinal. */
  endsNothing(spoken: string): boolean;
  /** What closes speech: behind it, a sentence begins with a small letter too ("Who?" she asked). */
  readonly closes: RegExp;
  /** The tokens of a sentence with the breaths that a reader takes. */
  withBreaths(tokens: readonly Token[]): readonly Token[];
}

/** Longest sentence handed to the synthesiser at once, in tokens; longer ones are divided at a comma, otherwise anywhere. */
const MOST_TOKENS = 60;
/** Longest token: what is longer is no word, and the rules of dictionaries take long over it. */
export const LONGEST_TOKEN = 40;

/** Letters, digits and what joins them inside a word. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['\u2019.\-\u2010\u2011,:][\p{L}\p{N}\p{M}]+)*|[&%+=@]/gu;

/** The strongest punctuation between two tokens. */
function markOf(between: string): Token["mark"] {
  const end = /[.!?\u2026\u3002]/.exec(between.replace(/\.{2,}/g, "\u2026"));
  if (end !== null) return end[0] === "!" || end[0] === "?" ? end[0] : end[0] === "\u2026" ? ";" : ".";
  if (/[;:\u2013\u2014]|--|\s-\s/.test(between)) return ";";
  return /[,()\n]/.test(between) ? "," : "";
}

/** Reads request.text[from, to). */
export function readSentences(request: SpeakRequest, from: number, to: number, tongue: Tongue): Reading {
  const text = request.text.slice(from, to);
  const warnings: string[] = [];
  const sentences: Sentence[] = [];
  let tokens: Token[] = [];
  let dropped = false;
  const words = tokenSpans(request, from, to);
  for (const [i, span] of words.entries()) {
    const next = words[i + 1]?.start ?? to;
    const between = request.text.slice(span.end, next);
    const phones = span.said === null ? null : tongue.phones(span.said.alphabet, span.said.value);
    if (span.said !== null && phones === null)
      warnings.push(
        `The pronunciation “${span.said.value}” (${span.said.alphabet}) has sounds that this voice does not have; it was left out.`,
      );
    const written = request.text.slice(span.start, span.end);
    const spoken = tongue.spoken(written);
    const emphasised = request.emphasis.some((each) => each.start < span.end && each.end > span.start);
    let mark = markOf(between);
    if (mark === "." && tongue.endsNothing(spoken) && /^\.\s/.test(between)) mark = "";
    // A full stop before a small letter ends nothing.
    if (
      (mark === "." || mark === "!" || mark === "?") &&
      /^\p{Ll}/u.test(request.text.slice(next, next + 2)) &&
      !tongue.closes.test(between)
    )
      mark = ",";
    if (spoken === "" && phones === null) dropped = true;
    else tokens.push({ start: span.start, end: span.end, spoken: spoken || "x", phones, emphasised, mark });
    const ends = mark === "." || mark === "!" || mark === "?";
    const line = /\n/.test(between);
    if (tokens.length > 0 && (ends || line || isTooLong(tokens))) {
      sentences.push(sentenceOf(request, tongue.withBreaths(tokens), line));
      tokens = [];
    }
  }
  if (tokens.length > 0) sentences.push(sentenceOf(request, tongue.withBreaths(tokens), false));
  if (dropped || (sentences.length === 0 && /[\p{L}\p{N}]/u.test(text)))
    warnings.push("Letters that this voice cannot say were left out.");
  if (hasOtherScripts(text))
    warnings.push(
      "Words in letters that are not Latin are read by their Latin spelling. A voice of their language reads them better.",
    );
  return { sentences, warnings };
}

function sentenceOf({ text }: SpeakRequest, tokens: readonly Token[], endsLine: boolean): Sentence {
  const sentence = { tokens, endsLine };
  const start = tokens[0]!.start;
  const opens = /^\p{Ll}/u.test(text.slice(start, start + 2)) && !/[\p{L}\p{N}]/u.test(text.slice(0, start));
  return opens ? { ...sentence, inPassing: true } : sentence;
}

function isTooLong(tokens: readonly Token[]): boolean {
  return tokens.length >= MOST_TOKENS || (tokens.length >= MOST_TOKENS / 2 && tokens.at(-1)!.mark !== "");
}

interface TokenSpan {
  readonly start: number;
  readonly end: number;
  readonly said: SpeakRequest["pronunciations"][number] | null;
}

/** Words and pronounced spans in order; a word that a pronounced span covers or cuts gives way to it. */
function tokenSpans(request: SpeakRequest, from: number, to: number): TokenSpan[] {
  const said = request.pronunciations
    .filter((span) => span.start >= from && span.end <= to)
    .map((span) => ({ start: span.start, end: span.end, said: span }));
  const spans: TokenSpan[] = [...said];
  for (const match of request.text.slice(from, to).matchAll(WORD)) {
    const start = from + match.index;
    const end = start + match[0].length;
    if (!said.some((span) => span.start < end && span.end > start)) spans.push(...piecesOf(match[0], start));
  }
  return spans.sort((a, b) => a.start - b.start);
}

/** Where the last mark inside a word stands, up to this offset; -1 when there is none. */
const lastJoin = (word: string, to: number) =>
  Math.max(...[",", ":", "-", "."].map((mark) => word.lastIndexOf(mark, to)));

/** A word, or the pieces of what is too long for one: a sentence gets no longer than its tokens. */
function piecesOf(word: string, start: number): TokenSpan[] {
  const spans: TokenSpan[] = [];
  for (let from = 0; from < word.length; ) {
    let to = Math.min(word.length, from + LONGEST_TOKEN);
    // "one,two,three …" without a space is divided at a comma, not inside a word.
    const join = to < word.length ? lastJoin(word, to) : -1;
    if (join > from) {
      spans.push({ start: start + from, end: start + join, said: null });
      from = join + 1;
      continue;
    }
    // A pair of code units is one character.
    if (to < word.length && /[\uD800-\uDBFF]/.test(word[to - 1]!)) to += 1;
    spans.push({ start: start + from, end: start + to, said: null });
    from = to;
  }
  return spans;
}
