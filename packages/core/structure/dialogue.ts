// The layout of a text: paragraphs with their role, and in each paragraph the stretches that are spoken.

import { quoteStyles } from "./conventions.ts";
import { type ParagraphRole, paragraphRole } from "./headings.ts";
import { type Paragraph, splitParagraphs } from "./paragraphs.ts";
import { findQuotes } from "./quotes.ts";
import { isScareQuote } from "./scare-quotes.ts";

export interface SpeechSpan {
  readonly start: number;
  readonly end: number;
  readonly unclosed: boolean;
}

export interface LaidOutParagraph extends Paragraph {
  readonly role: ParagraphRole;
  readonly speech: readonly SpeechSpan[];
}

export function layOut(text: string): LaidOutParagraph[] {
  const paragraphs = splitParagraphs(text);
  const styles = quoteStyles(text, paragraphs);
  const laidOut: LaidOutParagraph[] = [];
  let onlyHeads = true;
  let carried = false;
  paragraphs.forEach((paragraph, index) => {
    const role = paragraphRole(text, paragraph, onlyHeads && laidOut.length < 4);
    if (role === "paragraph") onlyHeads = false;
    if (role !== "paragraph") {
      carried = false;
      laidOut.push({ ...paragraph, role, speech: [] });
      return;
    }
    const quotes = findQuotes(text, paragraph, styles[index]!, carried);
    carried = quotes.length > 0 && quotes[quotes.length - 1]!.unclosed;
    const longest = quotes.reduce((size, quote) => Math.max(size, quote.end - quote.start), 0);
    const speech = quotes.filter((quote) => !isScareQuote(text, paragraph, quote, longest));
    laidOut.push({ ...paragraph, role, speech });
  });
  return laidOut;
}
