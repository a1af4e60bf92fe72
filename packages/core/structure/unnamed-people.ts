// People of a short text that nothing near a line names: "“Yes,” she said", where every other candidate is a man.

import { type Candidate, SHORT } from "./candidates.ts";
import type { Cast, Person } from "./cast.ts";
import type { Line } from "./line.ts";
import type { Gender } from "./script.ts";
import type { Reading } from "./subjects.ts";

/** Lines to either side that the same person may say. */
const REACH = 10;
/** Tokens before the line in which a noun may mean this person. */
const NOUN_REACH = 80;

/**
 * The candidates of each line. Where the pronoun beside a line fits none of them, a person is added: "the woman" that the
 * narration mentions before, or a new person of the cast.
 */
export function addUnnamed(
  lines: readonly Line[],
  offered: readonly (readonly Candidate[])[],
  cast: Cast,
  reading: Reading,
): readonly (readonly Candidate[])[] {
  if (reading.language.nounsInScenes !== true || lines.length >= SHORT) return offered;
  const added: Candidate[][] = offered.map((list) => [...list]);
  const created = new Map<Gender, number>();
  const isOpen = (index: number, gender: Gender): boolean =>
    !offered[index]!.some(({ person }) => fits(cast.people[person]!, gender));
  lines.forEach((line, index) => {
    const gender = statedGender(line);
    if (gender === null || line.group !== null || !isOpen(index, gender)) return;
    let person = nounBefore(line, gender, cast, reading) ?? created.get(gender);
    if (person === undefined) {
      person = newPerson(cast, gender);
      created.set(gender, person);
    }
    for (const other of sceneAround(lines, index)) {
      const { group, paragraph } = lines[other]!;
      if (group !== null || (statedGender(lines[other]!) === gender && !isOpen(other, gender))) continue;
      offer(added[other]!, { person, distance: Math.abs(paragraph - line.paragraph) });
    }
  });
  return added;
}

function offer(list: Candidate[], candidate: Candidate): void {
  const place = list.findIndex(({ person }) => person === candidate.person);
  if (place < 0) list.push(candidate);
  else if (list[place]!.distance > candidate.distance) list[place] = candidate;
}

/** The line and the lines near it in the same scene. */
function sceneAround(lines: readonly Line[], index: number): number[] {
  const around = [index];
  for (let other = index; other > 0 && index - other < REACH && !lines[other]!.newScene; other--)
    around.push(other - 1);
  for (let other = index + 1; other < lines.length && other - index <= REACH && !lines[other]!.newScene; other++)
    around.push(other);
  return around;
}

/** The gender of the pronoun beside a line, where the narration names the speaker in no other way. */
function statedGender({ evidence }: Line): "male" | "female" | null {
  const first = evidence.find(({ kind }) => kind === "tag" || kind === "beat")?.subject;
  return first?.kind === "pronoun" && (first.gender === "male" || first.gender === "female") ? first.gender : null;
}

function fits({ narrator, gender }: Person, stated: Gender): boolean {
  return !narrator && (gender === null || gender === "neutral" || gender === stated);
}

/** "The woman in the boat": the last general noun of that gender before the line. */
function nounBefore(line: Line, gender: Gender, cast: Cast, { mentions, language }: Reading): number | undefined {
  const start = line.spanTokens[0]!.from;
  for (let mention = mentions.count - 1; mention >= 0 && mentions.from[mention]! >= start - NOUN_REACH; mention--) {
    if (mentions.from[mention]! >= start) continue;
    const person = cast.ofForm[mentions.form[mention]!]!;
    const { cluster, gender: own } = cast.people[person]!;
    if (own === gender && cluster?.role != null && language.roles.get(cluster.role)?.generic === true) return person;
  }
  return undefined;
}

function newPerson(cast: Cast, gender: "male" | "female"): number {
  const people = cast.people as Person[];
  people.push({
    id: people.length,
    cluster: null,
    name: gender === "female" ? "the woman" : "the man",
    gender,
    age: null,
    narrator: false,
    known: -1,
    generic: true,
    relation: false,
    introduced: false,
    family: false,
    spoke: 0,
    called: 0,
    count: 1,
    subject: 1,
    plausible: true,
  });
  return people.length - 1;
}
