// The layout of a text: paragraphs with their role, and the spoken spans of each paragraph.

import { isSpaceUnit } from "./code-units.ts";
import { quoteStyles } from "./conventions.ts";
import { dashStyle, dashTagsOfText } from "./dash-conventions.ts";
import { findDashSpeech, quoteWithTag } from "./dash-speech.ts";
import type { Exclusion } from "./exclusions.ts";
import { type ParagraphRole, paragraphRole } from "./headings.ts";
import type { DashTags } from "./language/dash-tags.ts";
import { LetterReader, withoutEndedLetters } from "./letters.ts";
import { findNotRead, withoutOverlap } from "./not-read.ts";
import { type Paragraph, splitParagraphs } from "./paragraphs.ts";
import { findQuotes, markClass, type QuoteSpan } from "./quotes.ts";
import { areReported, isInscription, isScareQuote } from "./scare-quotes.ts";
import { type ScriptPart, scriptExclusions } from "./script-form.ts";
import { findUnmarkedSpeech, unmarkedStyle } from "./unmarked-speech.ts";

export interface SpeechSpan {
  readonly start: number;
  readonly end: number;
  readonly unclosed: boolean;
}

export interface LaidOutParagraph extends Paragraph {
  readonly role: ParagraphRole;
  readonly speech: readonly SpeechSpan[];
  /** Quotes of letters: the narrator reads them, but they are not the narrator's words. */
  readonly letters?: readonly SpeechSpan[];
  /** The parts that are not read aloud, in order, without overlap. */
  readonly exclusions: readonly Exclusion[];
}

/** Turns of dashes, and the quotes outside them. */
function merge(dashed: readonly QuoteSpan[], marked: readonly QuoteSpan[]): QuoteSpan[] {
  const free: QuoteSpan[] = [];
  let turn = 0;
  for (const quote of marked) {
    while (turn < dashed.length && dashed[turn]!.end <= quote.start) turn++;
    if (turn >= dashed.length || dashed[turn]!.start >= quote.end) free.push(quote);
  }
  return [...dashed, ...free].sort((left, right) => left.start - right.start);
}

const NARRATOR_LABEL =
  /^(?:the )?(?:narrator|narration|voice-?over|v\.?o\.?|erzähler(?:in)?|sprecher(?:in)?|narrateur|narratrice|narrador|narradora|narratore|verteller|рассказчик|旁白|叙述者|ナレーション|ナレーター|語り手)$/iu;

function scriptParagraph(
  text: string,
  paragraph: Paragraph,
  part: ScriptPart,
  inside: readonly Exclusion[],
): LaidOutParagraph {
  const { contentStart: start, contentEnd: end } = paragraph;
  if (part.kind === "stage_direction") {
    return {
      ...paragraph,
      role: "stage_direction",
      speech: [],
      exclusions: [{ start, end, reason: "stage_direction" }],
    };
  }
  const exclusions = withoutOverlap([...scriptExclusions(text, start, end, part.wordsStart), ...inside]);
  if (NARRATOR_LABEL.test(part.name)) return { ...paragraph, role: "script_line", speech: [], exclusions };
  return { ...paragraph, role: "script_line", speech: [{ start, end, unclosed: false }], exclusions };
}

const LEFT_GUILLEMET = 0xab;

/** French and Russian set tags inside their guillemets: "« Venez, dit-il. »", "«Это я, — сказал он. — Открой»". */
function splitAtTags(text: string, quotes: readonly QuoteSpan[], tagsOf: () => DashTags): readonly QuoteSpan[] {
  const tags = quotes.length > 0 ? tagsOf() : null;
  if (tags?.code !== "fr" && tags?.code !== "ru") return quotes;
  return quotes.flatMap((quote) => {
    // A French text sets them inside other double marks as well.
    if (
      (quote.opener !== LEFT_GUILLEMET && (tags.code === "ru" || !isDouble(quote.opener))) ||
      (tags.code === "ru" && !hasDashedTag(text, quote, tags))
    )
      return [quote];
    // Inside marks only a verb of saying is the narrator's: "«Он думал — ты уехал»" has none.
    return quoteWithTag(text, quote, tags.code === "ru" ? { ...tags, narrationVerbs: null } : tags) ?? [quote];
  });
}

function isDouble(unit: number): boolean {
  return unit === 0x22 || unit === 0x201c;
}

/** Whether a verb of saying stands behind a mark and a dash. */
function hasDashedTag(text: string, { start, end }: QuoteSpan, { verbs }: DashTags): boolean {
  for (const [, verb] of text.slice(start, end).matchAll(/[,.?!…]\s[—–]\s(\p{Ll}+)/gu))
    if (verbs.has(verb!)) return true;
  return false;
}

/** Whether a quote has more than marks and white space. */
function holdsWords(text: string, { start, end }: QuoteSpan): boolean {
  for (let position = start; position < end; position++) {
    const unit = text.charCodeAt(position);
    if (markClass(unit) === 0 && !isSpaceUnit(unit)) return true;
  }
  return false;
}

/** Whether a paragraph has words outside its quotes. */
function narrates(text: string, { contentStart, contentEnd }: Paragraph, quotes: readonly QuoteSpan[]): boolean {
  let from = contentStart;
  for (const { start, end } of [...quotes, { start: contentEnd, end: contentEnd }]) {
    if (/\p{L}/u.test(text.slice(from, start))) return true;
    from = end;
  }
  return false;
}

/**
 * @param maxBlocks the most blocks that the text may make; no limit by default
 * @param title the section's title, which is a heading if the text begins with it; null when it has none
 * @throws TooManyBlocks
 */
export function layOut(text: string, maxBlocks?: number, title: string | null = null): LaidOutParagraph[] {
  const paragraphs = splitParagraphs(text, maxBlocks);
  const styles = quoteStyles(text, paragraphs);
  const notRead = findNotRead(text, paragraphs);
  let tags: DashTags | undefined;
  const tagsOfText = () => (tags ??= dashTagsOfText(text));
  const dashes = dashStyle(text, paragraphs, tagsOfText);
  const unmarked = dashes === null ? unmarkedStyle(text, paragraphs, styles) : null;
  const laidOut: LaidOutParagraph[] = [];
  const letters = new LetterReader(text);
  let afterNarration = true;
  let onlyHeads = true;
  let carried = false;
  paragraphs.forEach((paragraph, index) => {
    const inside = notRead.inside(index);
    if (notRead.whole[index] === 1) {
      laidOut.push({ ...paragraph, role: "metadata", speech: [], exclusions: inside });
      return;
    }
    if (paragraph.script !== null) {
      onlyHeads = false;
      carried = false;
      laidOut.push(scriptParagraph(text, paragraph, paragraph.script, inside));
      return;
    }
    const role = paragraphRole(text, paragraph, onlyHeads && laidOut.length < 4, title);
    if (role === "paragraph") onlyHeads = false;
    if (role !== "paragraph") {
      carried = false;
      letters.interrupt(paragraph);
      laidOut.push({ ...paragraph, role, speech: [], exclusions: inside });
      return;
    }
    if (unmarked !== null) {
      const speech = findUnmarkedSpeech(text, paragraph, unmarked, !afterNarration);
      afterNarration = speech.length === 0;
      laidOut.push({ ...paragraph, role, speech, letters: [], exclusions: inside });
      return;
    }
    const found = findQuotes(text, paragraph, styles[index]!, carried).filter((quote) => holdsWords(text, quote));
    carried = found.length > 0 && found[found.length - 1]!.unclosed;
    const split = splitAtTags(text, found, tagsOfText);
    const marked = letters.said(paragraph, split);
    const dashed = dashes ? findDashSpeech(text, paragraph, dashes.tags, dashes.inline) : [];
    const quotes = dashed.length > 0 ? merge(dashed, marked) : marked;
    if (dashed.length > 0) carried = quotes[quotes.length - 1]!.unclosed;
    const longest = quotes.reduce((size, quote) => Math.max(size, quote.end - quote.start), 0);
    const isDashed = new Set(dashed);
    let previousEnd = paragraph.contentStart;
    const spoken = quotes.filter((quote) => {
      const from = previousEnd;
      previousEnd = quote.end;
      return (
        isDashed.has(quote) ||
        (!isInscription(text, paragraph, quote) && !isScareQuote(text, paragraph, quote, longest, from))
      );
    });
    const speech =
      dashed.length === 0 &&
      (afterNarration || narrates(text, paragraph, spoken)) &&
      areReported(text, paragraph, spoken)
        ? []
        : spoken;
    afterNarration = speech.length === 0;
    const said = new Set(marked);
    const written = marked.length === split.length ? [] : split.filter((quote) => !said.has(quote));
    laidOut.push({ ...paragraph, role, speech, letters: written, exclusions: inside });
  });
  return withoutEndedLetters(text, laidOut);
}
