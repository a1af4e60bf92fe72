// Speakers that the form of the text gives: the labels of a script. They join the cast, and their lines need no
// other evidence.

import type { Cast, Person } from "./cast.ts";
import type { LaidOutParagraph } from "./dialogue.ts";
import { isGroupLabel } from "./group-labels.ts";
import type { Decision } from "./judgement.ts";
import type { LanguageData } from "./language/language.ts";
import { foldName, type ListedPerson } from "./persons-list.ts";
import type { Gender } from "./script.ts";

export interface StatedSpeaker {
  readonly name: string;
  readonly gender: Gender | null;
  readonly method: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** The "I" of the narration. */
  readonly narrator?: boolean;
  /** Several people who speak as one. */
  readonly group?: boolean;
}

const LABEL_CONFIDENCE = 0.99;

/** The speaker of each labelled line, by the start of its speech span. */
export function labelledSpeakers(
  paragraphs: readonly LaidOutParagraph[],
  language: LanguageData,
): Map<number, StatedSpeaker> {
  const stated = new Map<number, StatedSpeaker>();
  const names = new Set(paragraphs.flatMap(({ script }) => (script?.kind === "line" ? [script.name] : [])));
  const labels = new Set([...names].map((name) => name.toLowerCase()));
  const groups = new Set([...names].filter((name) => isGroupLabel(name, labels, language)));
  for (const { script, speech } of paragraphs) {
    if (script?.kind !== "line") continue;
    const name = nameOfLabel(script.name);
    const group = groups.has(script.name);
    const gender = group ? null : genderOfName(name, language);
    for (const { start } of speech)
      stated.set(start, { name, gender, method: "script_label", confidence: LABEL_CONFIDENCE, group });
  }
  return stated;
}

/** "MRS. O'HARA" as written in a sentence: "Mrs. O'Hara". */
function nameOfLabel(label: string): string {
  const name = label.replaceAll(/\s+/gu, " ").trim();
  if (/\p{Ll}/u.test(name) || !/\p{Lu}{2}/u.test(name)) return name;
  return name
    .toLowerCase()
    .replaceAll(/(?<![\p{L}\p{M}])(?:\p{L})|(?<=\bo['’])\p{L}/gu, (letter) => letter.toUpperCase())
    .replaceAll(/(?<=\p{Ll}['’])S\b/gu, "s")
    .replaceAll(/ (?:Of|And|The) /gu, (word) => word.toLowerCase());
}

export function genderOfName(name: string, language: LanguageData): Gender | null {
  const words = name.toLowerCase().split(/[\s.]+/u);
  for (const word of words) {
    const stated =
      language.titles.get(word)?.gender ?? language.givenNames.get(word) ?? language.roles.get(word)?.gender;
    if (stated) return stated;
  }
  return null;
}

/** The cast with the labelled speakers, and a decision for each labelled span. */
export function joinStatedSpeakers(
  cast: Cast,
  stated: ReadonlyMap<number, StatedSpeaker>,
  listed: ReadonlyMap<string, ListedPerson>,
): { cast: Cast; decisions: Map<number, Decision> } {
  const decisions = new Map<number, Decision>();
  if (stated.size === 0) return { cast, decisions };
  const people: Person[] = [...cast.people];
  const byName = new Map<string, number>();
  for (const person of people) {
    for (const name of [person.name, ...(person.cluster?.forms ?? []).map((form) => form.display)])
      if (!byName.has(foldName(name))) byName.set(foldName(name), person.id);
  }
  for (const [span, { name, gender, method, confidence, narrator = false, group = false }] of stated) {
    let person = byName.get(foldName(name));
    if (person !== undefined) {
      const list = listed.get(foldName(name));
      people[person] = {
        ...people[person]!,
        gender: list?.gender ?? people[person]!.gender,
        age: list?.age ?? people[person]!.age,
        group: group || people[person]!.group === true,
      };
    }
    if (person === undefined) {
      person = people.length;
      const list = listed.get(foldName(name));
      byName.set(foldName(name), person);
      people.push({
        id: person,
        cluster: null,
        name,
        gender: list?.gender ?? gender,
        age: list?.age ?? null,
        narrator,
        generic: false,
        relation: false,
        introduced: false,
        family: false,
        spoke: 0,
        called: 0,
        count: 0,
        subject: 0,
        plausible: true,
        known: -1,
        group,
      });
    }
    decisions.set(span, { person, confidence, method, candidates: [{ person, score: confidence }] });
  }
  return { cast: { ...cast, people }, decisions };
}
