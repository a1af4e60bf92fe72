// The name that a person probably meant.

import { comparedName } from "@fullcast/core/document";
import { nearestName as nearestOf } from "@fullcast/server/nearest-name";

/** Edits that still count as a slip: two in a short name, a quarter of a long one. */
const mostEdits = (name: string): number => Math.min(name.length - 1, Math.max(2, Math.floor(name.length / 4)));

/** The name that differs least, or the only one that holds what was given; null when none is near. */
export function nearestName(given: string, names: Iterable<string>): string | null {
  const wanted = comparedName(given);
  const most = mostEdits(wanted);
  // Distances of names that are much longer are not computed.
  const byCompared = new Map([...names].map((name) => [comparedName(name), name]));
  const near = nearestOf(
    wanted,
    [...byCompared.keys()].filter((name) => Math.abs(name.length - wanted.length) <= most),
    most,
  );
  if (near !== null) return byCompared.get(near) ?? null;
  const holding = wanted.length < 3 ? [] : [...byCompared].filter(([name]) => name.includes(wanted));
  return holding.length === 1 ? (holding[0]?.[1] ?? null) : null;
}
