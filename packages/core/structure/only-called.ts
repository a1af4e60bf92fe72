// In a scene, a name that only speech uses: "Miss Rahman! Good of you to come.", "Bolt the door, Lottie." Narration has another name, or
// a noun, for this person: the one who is beside the call, or the only one who fits, does not call the name, and has no such name.

import { SHORT, taggedPerson } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import type { Line } from "./line.ts";
import { gendersClash } from "./name-forms.ts";
import type { Reading } from "./subjects.ts";
import { isVoiceNoun } from "./voice-nouns.ts";

/** A name, the people who call it, and those who speak directly before and after. */
interface Call {
  readonly callers: Set<number>;
  readonly beside: Set<number>;
}

/** A text with more called names in so few lines is a list. */
const MOST_CALLED = 40;

/** Pairs of a name that is only called and the person that the narration means. */
export function onlyCalled(cast: Cast, lines: readonly Line[], reading: Reading): [number, number][] {
  if (lines.length >= SHORT || reading.language.nounsInScenes !== true) return [];
  const speakers = lines.map((line) => actsOrSpeaks(line, cast, reading));
  const active = new Set(speakers);
  const found: [number, number][] = [];
  const calls = callsOf(cast, lines, speakers, reading);
  if (calls.size > MOST_CALLED) return [];
  for (const [called, call] of calls) {
    const name = cast.people[called]!;
    if (!isOnlyCalled(name)) continue;
    const fitting = cast.people.filter((person) => !call.callers.has(person.id) && mayBe(person, name, active));
    const beside = fitting.filter(({ id }) => call.beside.has(id));
    // "his wife" may be Mrs. Pell.
    const own = fitting.filter(({ relation }) => !relation);
    const [one, other] = isGiven(name) && beside.length > 0 ? beside : own.length > 0 ? own : fitting;
    if (one !== undefined && other === undefined) found.push([called, one.id]);
  }
  // Two names of one kind for one person: one of them means another person.
  return found.filter(
    ([called, person]) =>
      !found.some(
        (pair) =>
          pair[1] === person && pair[0] !== called && isGiven(cast.people[pair[0]]!) === isGiven(cast.people[called]!),
      ),
  );
}

function callsOf(
  cast: Cast,
  lines: readonly Line[],
  speakers: readonly number[],
  { mentions }: Reading,
): ReadonlyMap<number, Call> {
  const calls = new Map<number, Call>();
  lines.forEach((line, index) => {
    for (const mention of line.called.mentions) {
      const called = cast.ofForm[mentions.form[mention]!]!;
      const call = calls.get(called) ?? { callers: new Set(), beside: new Set() };
      calls.set(called, call);
      call.callers.add(speakers[index]!);
      if (answers(line)) call.beside.add(speakers[index - 1] ?? -1);
      if (answers(lines[index + 1])) call.beside.add(speakers[index + 1]!);
    }
  });
  return calls;
}

/** The line belongs to another turn than the line before, and no scene ends between them. */
function answers(line: Line | undefined): boolean {
  return line !== undefined && !line.newScene && !line.continues && line.gap >= 0 && line.gap <= 1;
}

/** The person that the narration beside a line names, or -1. */
function actsOrSpeaks(line: Line, cast: Cast, reading: Reading): number {
  const tagged = taggedPerson(line, cast, reading);
  if (tagged >= 0) return tagged;
  const beat = line.evidence.find(({ kind }) => kind === "beat")?.subject;
  return beat?.kind === "mention" ? cast.ofForm[reading.mentions.form[beat.mention]!]! : -1;
}

function isOnlyCalled(name: Person): boolean {
  const { cluster, known, gender, spoke } = name;
  if (cluster === null || cluster.role !== null || known >= 0 || gender === null || spoke > 0) return false;
  if (cluster.forms.some(({ narrated }) => narrated > 0)) return false;
  return isGiven(name) || (cluster.ranks.size > 0 && cluster.given === null);
}

/** "Lottie", "Aunt Maud", not "Miss Rahman". */
function isGiven({ cluster }: Person): boolean {
  return cluster!.given !== null && cluster!.surname === null;
}

/** A person of the narration who has no name of this kind. `active` act or speak beside a line. */
function mayBe(person: Person, name: Person, active: ReadonlySet<number>): boolean {
  const { id, cluster, known, gender, plausible, family, narrator, group } = person;
  if (cluster === null || family || narrator || group === true || id === name.id || (known >= 0 && name.known >= 0))
    return false;
  if (!isGiven(name))
    return (
      plausible &&
      gender === name.gender &&
      cluster.surname === null &&
      cluster.ranks.size === 0 &&
      cluster.forms.some(({ narrated }) => narrated > 0)
    );
  if (cluster.given !== null || gendersClash(gender, name.gender) || isVoiceNoun(cluster.role ?? "")) return false;
  // A person who is called by a title has no call of the other kind.
  if (cluster.role === null && person.called > 0) return false;
  return gender === null ? active.has(id) : person.subject + person.spoke > 0;
}
