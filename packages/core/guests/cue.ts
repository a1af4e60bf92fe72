// The cue: the end of the line before, enough to answer to it.

/** The longest cue, UTF-16 units. */
export const CUE_UNITS = 240;

/** The whole text when it is short; otherwise its end, from the beginning of a word, after "… ". Never half of a surrogate pair. */
export function cueOf(text: string): string {
  const whole = text.trim();
  if (whole.length <= CUE_UNITS) return whole;
  const end = whole.slice(-(CUE_UNITS - 2));
  const word = end.search(/\s/u);
  const kept = word === -1 ? end.replace(/^[\udc00-\udfff]/, "") : end.slice(word).trimStart();
  return `… ${kept}`;
}
