// The name under which a person ignores a finding.

export interface Ignorable {
  readonly kind: string;
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

const AROUND = 24;

/** Names and words are ignored wherever they stand; other findings at their place, also after edits elsewhere. */
export function ignoreKey({ kind, before, words, after }: Ignorable): string {
  const isWord = kind === "name_spelled_two_ways" || kind === "unspeakable_word";
  const place = isWord ? words : `${before.slice(-AROUND)}|${words}|${after.slice(0, AROUND)}`;
  return `${kind} ${place}`.toWellFormed();
}
