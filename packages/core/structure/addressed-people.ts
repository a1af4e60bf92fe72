// Who is addressed in a line: by a name, by a word for a relative, or by a rank alone. "Captain" is Captain Voss, where he is the
// only one.

import type { Cast } from "./cast.ts";
import { calledPeople } from "./kin-classes.ts";
import type { Reading } from "./subjects.ts";
import type { Called } from "./vocatives.ts";

const ranks = new WeakMap<Cast, ReadonlyMap<string, readonly number[]>>();

function ranksOf(cast: Cast, { language }: Reading): ReadonlyMap<string, readonly number[]> {
  const known = ranks.get(cast);
  if (known !== undefined) return known;
  const found = new Map<string, number[]>();
  for (const { id, cluster, plausible } of cast.people) {
    if (cluster === null || !plausible) continue;
    const noun = cluster.role === null ? undefined : language.titles.get(cluster.role)?.rank;
    const own = [...cluster.ranks, ...(noun === undefined ? [] : [noun])];
    const courtesies = [...(language.courtesies?.ranks ?? [])]
      .filter(([, ranks]) => ranks.some((rank) => own.includes(rank) || rank === cluster.role))
      .map(([word]) => word);
    for (const rank of [...own, ...courtesies]) found.set(rank, [...(found.get(rank) ?? []), id]);
  }
  ranks.set(cast, found);
  return found;
}

/** The people that the addresses of a line mean: those of its names, and the only person with a rank that stands alone. */
export function addressedPeople({ mentions, rank }: Called, cast: Cast, reading: Reading): readonly number[] {
  const named = mentions.flatMap((mention) => calledPeople(mention, cast, reading));
  const ranked = rank === null ? [] : (ranksOf(cast, reading).get(rank) ?? []);
  return ranked.length === 1 ? [...named, ranked[0]!] : named;
}
