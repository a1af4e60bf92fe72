// The name that a person probably meant.

import { comparedName } from "@fullcast/core/document";

/** Edits that still count as a slip: two in a short name, a quarter of a long one. */
const mostEdits = (name: string): number => Math.max(2, Math.floor(name.length / 4));

/** The name that differs least, or the only one that holds what was given; null when none is near. */
export function nearestName(given: string, names: Iterable<string>): string | null {
  const wanted = comparedName(given);
  const holding = new Set<string>();
  let best: { readonly name: string; readonly edits: number } | null = null;
  for (const name of names) {
    const compared = comparedName(name);
    if (wanted.length >= 3 && compared.includes(wanted)) holding.add(name);
    if (Math.abs(compared.length - wanted.length) > mostEdits(wanted)) continue;
    const edits = editsBetween(wanted, compared);
    if (edits <= mostEdits(wanted) && edits < wanted.length && edits < (best?.edits ?? Number.POSITIVE_INFINITY))
      best = { name, edits };
  }
  const [only] = holding;
  return best?.name ?? (holding.size === 1 && only !== undefined ? only : null);
}

/** Letters that are added, left out, replaced or swapped with the next one (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (above[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (above[j - 1] ?? 0) + (isSame ? 0 : 1),
          swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, above] = [above, row];
  }
  return above[other.length] ?? 0;
}
