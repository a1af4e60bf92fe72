// Whether a text has conversation. An essay or a history quotes words and documents, and its quotes get no voices.

import type { LaidOutParagraph } from "./dialogue.ts";
import type { Line } from "./line.ts";
import type { NarrationEvidence } from "./tags.ts";
import type { Tokens } from "./tokens.ts";

/** A text with fewer UTF-16 units is not judged: a short story may have one line of speech. */
const LEAST_TEXT = 1_000;
/** A text with a larger share of quoted units is a story. */
const MOST_QUOTED = 0.05;
/** One quotation in this many units may have a named author ("as Lincoln said"). */
const UNITS_PER_TAG = 20_000;

/** Verbs of authors and documents: their quotes were written, not said. */
const WRITING = new Set(
  "wrote writes written argues argued notes noted states stated reports reported concludes concluded calls called named reads read describes described".split(
    " ",
  ),
);

/** False when a long text only quotes: few quotes, no replies, and almost no tags of speech. */
export function hasConversation(
  text: string,
  paragraphs: readonly LaidOutParagraph[],
  lines: readonly Line[],
  { lower }: Tokens,
): boolean {
  if (text.length < LEAST_TEXT || paragraphs.some(({ script }) => script?.kind === "line")) return true;
  const quoted = lines.reduce((sum, { spans }) => sum + spans.reduce((own, one) => own + one.end - one.start, 0), 0);
  if (quoted > MOST_QUOTED * text.length) return true;
  const answers = lines.some((line, index) => index > 0 && line.gap === 0 && !line.continues && !line.newScene);
  if (answers) return true;
  const isSaid = ({ kind, verb }: NarrationEvidence) =>
    (kind === "tag" || kind === "lead") && !(verb >= 0 && WRITING.has(lower[verb]!));
  const tagged = lines.filter(({ evidence }) => evidence.some(isSaid)).length;
  return tagged > text.length / UNITS_PER_TAG;
}
