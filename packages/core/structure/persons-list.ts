// The list of persons before a play: "ANN, a girl of eight"; "TOM BELL, an old ferryman".

import { ageOfYears } from "./ages.ts";
import type { LanguageData } from "./language/language.ts";
import type { Age, Gender } from "./script.ts";

export interface ListedPerson {
  readonly gender: Gender | null;
  readonly age: Age | null;
}

/** The list begins within this many UTF-16 units. */
const REACH = 40_000;
const MOST_PERSONS = 120;
const HEADING =
  /^[ \t_*]{0,4}(?:dramatis person(?:ae|æ)|(?:the )?(?:persons|characters|cast|people)(?: of the (?:play|drama)| represented| in the play| of characters)?|personnages|personen|personajes|personaggi)[.:]?[ \t_*]{0,4}$/im;
const END = /^[ \t_*]{0,4}(?:act|scene|prologue|induction|acte|akt|acto|atto)\b/i;
const ENTRY =
  /^[ \t_*]{0,4}(\p{Lu}[\p{L}\p{M}.'’ -]{0,40}?)[_*]{0,3}[ \t]{0,3}(?:,|:|—|–|\.{1,3}| - | \()[ \t]*(\S.{0,300})$/u;
const NUMBER =
  /\b(?:of|aged?|age)\s+(?:about\s+)?([\p{L}-]+|\d{1,3})\b|\b([\p{L}]+|\d{1,3})\s+years?\b|[,(]\s*(\d{1,3})\b/u;

/** The listed persons by lower-case name; empty when the text has no list. */
export function personsList(text: string, language: LanguageData): ReadonlyMap<string, ListedPerson> {
  const people = new Map<string, ListedPerson>();
  const head = text.slice(0, REACH);
  const heading = HEADING.exec(head);
  if (heading === null) return people;
  for (const line of head.slice(heading.index + heading[0].length).split(/\r?\n/)) {
    if (END.test(line) || people.size >= MOST_PERSONS) break;
    const entry = ENTRY.exec(line);
    if (entry !== null) people.set(foldName(entry[1]!), describedAs(entry[2]!, language));
  }
  return people;
}

export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(".", "").replaceAll(/\s+/gu, " ").trim();
}

function describedAs(description: string, language: LanguageData): ListedPerson {
  const words = description.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];
  const at = words.findIndex((word) => language.roles.has(word));
  const role = at < 0 ? undefined : language.roles.get(words[at]!);
  const number = NUMBER.exec(description.toLowerCase());
  const written = number?.[1] ?? number?.[2] ?? number?.[3] ?? "";
  const years = /^\d+$/.test(written) ? Number(written) : language.ages.numbers.get(written);
  const adjective = words
    .slice(0, at < 0 ? 3 : at)
    .map((word) => language.ages.adjectives.get(word))
    .find((age) => age !== undefined);
  const noun = role?.age === "adult" ? null : (role?.age ?? null);
  const gender = role?.gender ?? words.map((word) => language.roles.get(word)?.gender).find(Boolean) ?? null;
  return { gender, age: years === undefined ? (noun ?? adjective ?? null) : ageOfYears(years) };
}
