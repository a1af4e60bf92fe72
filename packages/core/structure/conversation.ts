// Whether people talk in a text at all. An essay or a history quotes words and documents; nobody is to be cast for them.

import type { LaidOutParagraph } from "./dialogue.ts";
import type { NarrationEvidence } from "./tags.ts";
import type { Tokens } from "./tokens.ts";
import type { Line } from "./units.ts";

/** Fewer UTF-16 units than this show nothing: a short story may hold one line of speech. */
const LEAST_TEXT = 1_000;
/** A text whose quoted share is larger is taken for a story. */
const MOST_QUOTED = 0.05;
/** One quotation in so many units may have its author named ("as Lincoln said"). */
const UNITS_PER_TAG = 20_000;

/** Verbs of authors and documents: what they open was written, not said. */
const WRITING = new Set(
  "wrote writes written argues argued notes noted states stated reports reported concludes concluded calls called named reads read describes described".split(
    " ",
  ),
);

/** False when a text of some length only quotes: little is quoted, nothing answers, and hardly anybody is said to speak. */
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
