// The difference of two texts, word by word.

export interface WordRun {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

/** Longer texts are compared as wholes: the table of the comparison grows with the product of their words. */
const MOST_WORDS = 600;

/** A word, what separates words, or one mark. */
const PART = /\s+|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|./gsu;

/** The words of both texts in order. Runs of one kind are joined. */
export function wordChanges(before: string, after: string): readonly WordRun[] {
  const [a, b] = [before.match(PART) ?? [], after.match(PART) ?? []];
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) {
    return before === after
      ? [{ kind: "same", text: before }]
      : [run("gone", before), run("new", after)].filter(isThere);
  }
  // The longest common subsequence, by its lengths from each pair of places on.
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] as Uint16Array;
      row[j] = a[i] === b[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const runs: WordRun[] = [];
  const push = (kind: WordRun["kind"], text: string) => {
    const last = runs.at(-1);
    if (last?.kind === kind) runs[runs.length - 1] = run(kind, last.text + text);
    else runs.push(run(kind, text));
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push("same", a[i] ?? "");
      i++;
      j++;
    } else if (i < a.length && (j >= b.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) push("gone", a[i++] ?? "");
    else push("new", b[j++] ?? "");
  }
  return runs;
}

const run = (kind: WordRun["kind"], text: string): WordRun => ({ kind, text });
const isThere = ({ text }: WordRun) => text !== "";
