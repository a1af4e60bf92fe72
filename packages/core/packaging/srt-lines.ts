// The lines of a subtitle: at most two, at most 42 characters each.

export const LINE_LENGTH = 42;

/** Length in code points, which is what readers count as characters. */
export const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length++;
  return length;
};

/** The text as one line or two. It must fit. */
export function wrapCue(text: string): string[] {
  if (lengthOf(text) <= LINE_LENGTH) return [text];
  const at = bestBreak(text);
  return at === null ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The best space to break at: lines of similar length, after a punctuation mark, the second line the longer one. */
function bestBreak(text: string): number | null {
  const total = lengthOf(text);
  let best: number | null = null;
  let lowest = Infinity;
  for (let at = text.indexOf(" "); at !== -1; at = text.indexOf(" ", at + 1)) {
    const first = lengthOf(text.slice(0, at));
    const second = total - first - 1;
    if (first > LINE_LENGTH || second > LINE_LENGTH) continue;
    const unevenness = Math.abs(first - second) + (first > second ? 2 : 0);
    const cost = unevenness - (/[,;:.!?…—–]["'”’»)\]]*$/u.test(text.slice(0, at)) ? 14 : 0);
    if (cost < lowest) {
      lowest = cost;
      best = at;
    }
  }
  return best;
}
