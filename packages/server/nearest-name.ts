// Finds the known name that a mistyped one probably means.

/** The known name that is at most `mostEdits` insertions, deletions or replacements away; null when none is that close. */
export function nearestName(name: string, known: readonly string[], mostEdits = 4): string | null {
  let nearest: { readonly name: string; readonly edits: number } | null = null;
  for (const candidate of known) {
    const edits = editDistance(name, candidate);
    if (edits <= mostEdits && (nearest === null || edits < nearest.edits)) nearest = { name: candidate, edits };
  }
  return nearest?.name ?? null;
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
