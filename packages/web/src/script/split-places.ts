// Where a line can be cut.

/** Offsets at which a word begins, without the first word. Never inside a surrogate pair: a word begins after white space. */
export function cutPlaces(text: string): readonly number[] {
  return [...text.matchAll(/\s+(?=\S)/gu)]
    .map((match) => match.index + match[0].length)
    .filter((at) => at < text.length && text.slice(0, at).trim() !== "");
}

/** The index of the most likely place: after the end of a quotation or a sentence, nearest to the middle. */
export function likelyCut(text: string, places: readonly number[]): number {
  const middle = text.length / 2;
  const score = (at: number) => {
    const before = text.slice(0, at).trimEnd();
    const weight = /["”»’]$/.test(before) ? 0 : /[.!?…]$/.test(before) ? 1 : /[,;:—–-]$/.test(before) ? 2 : 3;
    return weight * text.length + Math.abs(at - middle);
  };
  let best = 0;
  for (const [index, at] of places.entries()) if (score(at) < score(places[best] ?? 0)) best = index;
  return best;
}
