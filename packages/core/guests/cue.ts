// The cue: the end of the line before, enough to answer to it.

/** The longest cue, UTF-16 units. */
export const CUE_UNITS = 240;

/** A longer line of narration is more than the tag of a speech. */
const LONGEST_TAG = 60;

export interface CueLine {
  readonly person: string | null;
  readonly text: string;
  readonly isSpeech: boolean;
}

/**
 * The cue of a line by the two lines before it. Behind "he asked." the speech that it belongs to is the cue, with the tag.
 *
 * @param before the nearest one, and the one before it when another person than the guest speaks it
 */
export function cueBefore(nearest: CueLine, before: CueLine | null): { person: string | null; text: string } {
  const isTag = !nearest.isSpeech && nearest.text.trim().length <= LONGEST_TAG;
  if (!isTag || before === null || !before.isSpeech) return { person: nearest.person, text: cueOf(nearest.text) };
  return { person: before.person, text: cueOf(`${before.text.trim()} ${nearest.text.trim()}`) };
}

/** The whole text when it is short; otherwise its end, from the beginning of a word, after "… ". Never half of a surrogate pair. */
export function cueOf(text: string): string {
  const whole = text.trim();
  if (whole.length <= CUE_UNITS) return whole;
  const end = whole.slice(-(CUE_UNITS - 2));
  const word = end.search(/\s/u);
  const kept = word === -1 ? end.replace(/^[\udc00-\udfff]/, "") : end.slice(word).trimStart();
  return `… ${kept}`;
}
