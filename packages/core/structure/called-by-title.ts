// In a scene, a title and a surname that only speech uses: "Miss Rahman! Good of you to come." Narration has another name, or a noun, for
// this person: the only one of that gender who does not call the name.

import { SHORT, taggedPerson } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import type { Line } from "./line.ts";
import type { Reading } from "./subjects.ts";

/** Pairs of a title with a surname and the person that the narration means. */
export function calledByTitle(cast: Cast, lines: readonly Line[], reading: Reading): [number, number][] {
  if (lines.length >= SHORT || reading.language.nounsInScenes !== true) return [];
  const callers = new Map<number, Set<number>>();
  for (const line of lines)
    for (const mention of line.called.mentions) {
      const called = cast.ofForm[reading.mentions.form[mention]!]!;
      const own = callers.get(called) ?? new Set();
      callers.set(called, own.add(actsOrSpeaks(line, cast, reading)));
    }
  const found: [number, number][] = [];
  for (const [called, own] of callers) {
    const title = cast.people[called]!;
    if (!isOnlyCalled(title)) continue;
    const [one, other] = cast.people.filter((person) => mayBe(person, title) && !own.has(person.id));
    if (one !== undefined && other === undefined) found.push([called, one.id]);
  }
  // Two titles for one person: one of them means another person.
  return found.filter(([called, person]) => !found.some((pair) => pair[1] === person && pair[0] !== called));
}

/** The person that the narration beside a line names, or -1. */
function actsOrSpeaks(line: Line, cast: Cast, reading: Reading): number {
  const tagged = taggedPerson(line, cast, reading);
  if (tagged >= 0) return tagged;
  const beat = line.evidence.find(({ kind }) => kind === "beat")?.subject;
  return beat?.kind === "mention" ? cast.ofForm[reading.mentions.form[beat.mention]!]! : -1;
}

function isOnlyCalled({ cluster, known, gender, spoke }: Person): boolean {
  if (cluster === null || cluster.role !== null || known >= 0 || gender === null || spoke > 0) return false;
  return cluster.ranks.size > 0 && cluster.given === null && cluster.forms.every(({ narrated }) => narrated === 0);
}

/** A person of the narration without a title and a surname. */
function mayBe({ id, cluster, known, gender, plausible, family, narrator }: Person, title: Person): boolean {
  if (cluster === null || !plausible || family || narrator || id === title.id || (known >= 0 && title.known >= 0))
    return false;
  if (gender !== title.gender || cluster.surname !== null || cluster.ranks.size > 0) return false;
  return cluster.forms.some(({ narrated }) => narrated > 0);
}
