// Appositions: "Mr. Lowe, the lamplighter," and "the lamplighter, Mr. Lowe,". The description stands beside the name.

import type { Cast, Person } from "./cast.ts";
import type { Reading } from "./subjects.ts";
import { IN_SPEECH, WORD } from "./tokens.ts";

/** Adjectives between "the" and the noun: "the district inspector". */
const MAX_ADJECTIVES = 2;

/** For each described person, the named person beside the description, if it is always the same one. */
export function appositions(cast: Cast, reading: Reading): Map<number, number> {
  const { tokens, mentions } = reading;
  const counts = new Map<number, Map<number, number>>();
  for (let mention = 0; mention + 1 < mentions.count; mention++) {
    const comma = mentions.to[mention]!;
    const next = mentions.from[mention + 1]!;
    if ((tokens.flags[comma]! & IN_SPEECH) !== 0) continue;
    const called = cast.ofForm[mentions.form[mention + 1]!]!;
    if (isIntroducedBy(reading, mention, cast) && isName(cast.people[called]!)) {
      count(counts, cast.ofForm[mentions.form[mention]!]!, called);
      continue;
    }
    if (tokens.lower[comma] !== ",") continue;
    if (next - comma > MAX_ADJECTIVES + 2 || !closes(reading, mentions.to[mention + 1]!)) continue;
    const left = cast.ofForm[mentions.form[mention]!]!;
    const right = cast.ofForm[mentions.form[mention + 1]!]!;
    if (left === right) continue;
    const definite = isThe(reading, comma + 1);
    if (definite && isWhat(cast.people[right]!) && isName(cast.people[left]!)) count(counts, right, left);
    else if (next === comma + 1 && isWhat(cast.people[left]!) && isName(cast.people[right]!)) {
      if (definiteBefore(reading, mentions.from[mention]!)) count(counts, left, right);
    }
  }
  const found = new Map<number, number>();
  for (const [what, names] of counts) {
    const [first, second] = [...names].sort((a, b) => b[1] - a[1]);
    if (first !== undefined && (second === undefined || first[1] >= second[1] * 2)) found.set(what, first[0]);
  }
  return found;
}

const MAX_RELATIVE = 16;

/** "a young man who, for his looks, was called Tom", "the boy, who was Tom". */
function isIntroducedBy({ tokens, mentions, language }: Reading, mention: number, cast: Cast): boolean {
  const person = cast.people[cast.ofForm[mentions.form[mention]!]!]!;
  if (!person.introduced) return false;
  const end = mentions.to[mention]!;
  const relative = tokens.lower[end] === "," ? end + 1 : end;
  const name = mentions.from[mention + 1]!;
  if (!language.relatives.has(tokens.lower[relative]!) || name - relative > MAX_RELATIVE) return false;
  const { being, naming } = language.ages;
  const verb = naming.has(tokens.lower[name - 1]!) ? name - 2 : name - 1;
  return verb > relative && being.has(tokens.lower[verb]!);
}

function count(counts: Map<number, Map<number, number>>, what: number, name: number): void {
  const names = counts.get(what) ?? new Map<number, number>();
  names.set(name, (names.get(name) ?? 0) + 1);
  counts.set(what, names);
}

/** Mostly after "the": a role, or a title that replaces a name ("the Inspector of Police"). */
function isWhat(person: Person): boolean {
  if (person.cluster === null || person.generic || person.relation || person.introduced || person.known >= 0)
    return false;
  return person.cluster.forms.every((form) => form.role !== null || form.definite * 2 > form.count);
}

function isName(person: Person): boolean {
  return (
    person.cluster !== null &&
    person.cluster.role === null &&
    person.cluster.forms.some((form) => form.definite * 4 < form.count)
  );
}

function isThe({ tokens, language }: Reading, index: number): boolean {
  const lower = tokens.lower[index] ?? "";
  return language.determiners.has(lower) && !language.indefinites.has(lower);
}

function definiteBefore(reading: Reading, first: number): boolean {
  for (let index = first - 1; index >= Math.max(0, first - 1 - MAX_ADJECTIVES); index--) {
    if (isThe(reading, index)) return true;
    if ((reading.tokens.flags[index]! & WORD) === 0) return false;
  }
  return false;
}

/** The insertion ends here, and it is not an item of a list. */
function closes({ tokens, language }: Reading, index: number): boolean {
  if (index >= tokens.count) return true;
  if ((tokens.flags[index]! & WORD) !== 0) return false;
  return tokens.lower[index] !== "," || !language.continuers.has(tokens.lower[index + 1] ?? "");
}
