// The possible speakers of a line: people named by the narration around it, by its tags, addressed nearby, or
// speaking in the same scene.

import { addressedPeople } from "./addressed-people.ts";
import type { Cast, Person } from "./cast.ts";
import type { LanguageData } from "./language/language.ts";
import type { Line } from "./line.ts";
import type { Reading } from "./subjects.ts";
import { IN_SPEECH } from "./tokens.ts";

const MAX_CANDIDATES = 10;
const MENTION_REACH = 80;
const LINE_REACH = 10;
const AHEAD_TOKENS = 120;

/** A form with this many tags is a person of the story, with or without a name. */
const SPEAKS_A_LOT = 8;

/** Paragraphs to a noun that acts, in a language whose lists of nouns hold people only. */
const ACTS_NEAR = 4;

/** The same in a short English text: "The stranger sighed." */
const ACTS_BESIDE = 1;

const ACTED_REACH = 3;
/** Lines of a short text. */
export const SHORT = 40;

export interface Candidate {
  readonly person: number;
  /** Paragraphs since the narration (or a tag) named the person; Infinity when it did not nearby. */
  readonly distance: number;
}

/** The person that the line's tag names with certainty, or -1. */
export function taggedPerson(line: Line, cast: Cast, reading: Reading): number {
  for (const kind of ["tag", "lead", "loose_tag"] as const) {
    for (const one of line.evidence) {
      if (one.kind !== kind) continue;
      if (one.subject.kind === "mention") return cast.ofForm[reading.mentions.form[one.subject.mention]!]!;
      if (one.subject.kind === "narrator" && kind === "tag") return cast.narrator;
    }
  }
  return -1;
}

/** The likely speakers of this many lines around a line are candidates for it as well. */
const COMPANY_REACH = 6;
const MAX_COMPANY = 4;
/** A named candidate ranks as if it was mentioned this many paragraphs ago. */
const COMPANY_DISTANCE = 12;

/**
 * The candidates of a first reading, plus the expected speakers of the lines around: a long conversation can continue for
 * pages without a name.
 */
export function addCompany(
  lines: readonly Line[],
  offered: readonly (readonly Candidate[])[],
  expected: (line: number, person: number) => number,
): Candidate[][] {
  const scene = new Int32Array(lines.length);
  lines.forEach((line, index) => {
    scene[index] = index === 0 ? 0 : scene[index - 1]! + (line.newScene ? 1 : 0);
  });
  return lines.map((line, index) => {
    if (line.group !== null) return [];
    const own = offered[index]!;
    const near = new Map<number, number>();
    const last = Math.min(lines.length - 1, index + COMPANY_REACH);
    for (let other = Math.max(0, index - COMPANY_REACH); other <= last; other++) {
      if (scene[other] !== scene[index]) continue;
      for (const { person } of offered[other]!) {
        if (person >= 0) near.set(person, (near.get(person) ?? 0) + expected(other, person));
      }
    }
    for (const { person } of own) near.delete(person);
    const more = [...near]
      .filter(([, share]) => share >= 1)
      .sort((left, right) => right[1] - left[1] || left[0] - right[0]);
    return [...own, ...more.slice(0, MAX_COMPANY).map(([person]) => ({ person, distance: COMPANY_DISTANCE }))];
  });
}

/** A person that the text only describes with a noun and never names. */
export function onlyNoun(person: Person): boolean {
  return person.known < 0 && !person.narrator && (person.cluster?.forms.every((form) => form.role !== null) ?? false);
}

/** "a small girl", but not "one of the girls". */
function isBroughtIn({ introduced, cluster }: Person, { someone }: LanguageData): boolean {
  return introduced && someone?.words.has(cluster!.role!) !== true;
}

/** The candidates of each line, nearest first. */
export function findCandidates(lines: readonly Line[], cast: Cast, reading: Reading): Candidate[][] {
  const { tokens, mentions } = reading;
  const tagged = lines.map((line) => taggedPerson(line, cast, reading));
  let nextMention = 0;
  return lines.map((line, index) => {
    if (line.group !== null) return [];
    const found = new Map<number, number>();
    const offer = (person: number, distance: number): void => {
      if (person < 0) return;
      const known = found.get(person);
      if (known === undefined || distance < known) found.set(person, distance);
    };
    /** Nouns near the line that are no candidates, unless fewer than two people are. */
    const skipped = new Map<number, number>();
    const taggedNear = new Set<number>();
    for (let other = Math.max(0, index - LINE_REACH); other <= Math.min(lines.length - 1, index + LINE_REACH); other++)
      taggedNear.add(tagged[other]!);
    // "My father poured a drink.": in a short text, a noun that acts beside one line may say the next lines.
    const actsNear = new Set<number>();
    if (lines.length < SHORT)
      for (
        let other = Math.max(0, index - ACTED_REACH);
        other <= Math.min(lines.length - 1, index + ACTED_REACH);
        other++
      )
        for (const { kind, subject } of lines[other]!.evidence)
          if (subject.kind === "mention" && kind !== "lead")
            actsNear.add(cast.ofForm[mentions.form[subject.mention]!]!);
    const named = (mention: number, distance: number): void => {
      const person = cast.ofForm[mentions.form[mention]!]!;
      // "A small girl put her head in": she may say the next line, although no tag names her.
      const enters = distance <= 1 && mentions.subject[mention] === 1;
      if (enters && isBroughtIn(cast.people[person]!, reading.language)) {
        offer(person, distance);
        return;
      }
      if (actsNear.has(person) && onlyNoun(cast.people[person]!)) {
        offer(person, distance + 1);
        return;
      }
      if (!cast.people[person]!.plausible) return;
      // "the horse", "the voice": a person only where the text gives it a tag.
      const actsWithin = reading.language.nounTitles === true ? ACTS_NEAR : lines.length < SHORT ? ACTS_BESIDE : -1;
      const acts = distance <= actsWithin && mentions.subject[mention] === 1;
      if (
        onlyNoun(cast.people[person]!) &&
        cast.people[person]!.spoke < SPEAKS_A_LOT &&
        !taggedNear.has(person) &&
        !acts
      ) {
        if (distance <= ACTS_NEAR) skipped.set(person, Math.min(distance, skipped.get(person) ?? distance));
        return;
      }
      offer(person, distance);
    };
    for (const one of line.evidence) {
      if (one.subject.kind === "mention") {
        const person = cast.ofForm[mentions.form[one.subject.mention]!]!;
        if (!cast.people[person]!.family) offer(person, 0);
      }
      if (one.subject.kind === "narrator") offer(cast.narrator, 0);
    }
    if (line.introduces >= 0) offer(cast.ofForm[mentions.form[line.introduces]!]!, 0);
    const first = line.spanTokens[0]!.from;
    const last = line.spanTokens[line.spanTokens.length - 1]!.to;
    while (nextMention < mentions.count && mentions.from[nextMention]! < first) nextMention++;
    // Walk back through mentions and paragraph starts together to find each mention's paragraph.
    let paragraph = line.paragraph;
    for (let steps = 1; steps <= MENTION_REACH; steps++) {
      const mention = nextMention - steps;
      if (mention < 0) break;
      const token = mentions.from[mention]!;
      while (tokens.paragraphStart[paragraph]! > token) paragraph--;
      const inSpeech = (tokens.flags[token]! & IN_SPEECH) !== 0;
      named(mention, line.paragraph - paragraph + (inSpeech ? 4 : 0));
    }
    paragraph = line.paragraph;
    for (
      let mention = nextMention;
      mention < mentions.count && mentions.from[mention]! < last + AHEAD_TOKENS;
      mention++
    ) {
      const token = mentions.from[mention]!;
      if ((tokens.flags[token]! & IN_SPEECH) !== 0 && token < last) continue;
      while (tokens.paragraphStart[paragraph + 1]! <= token) paragraph++;
      const ahead = (lines.length < SHORT ? Math.max(1, paragraph - line.paragraph) : 1) + 0.5;
      named(mention, (tokens.flags[token]! & IN_SPEECH) !== 0 ? ahead + 3.5 : ahead);
    }
    for (let offset = -LINE_REACH; offset <= LINE_REACH; offset++) {
      const other = lines[index + offset];
      if (other === undefined || offset === 0) continue;
      if (tagged[index + offset]! >= 0) {
        offer(tagged[index + offset]!, Math.abs(other.paragraph - line.paragraph) + (offset > 0 ? 1 : 0));
      }
      if (Math.abs(offset) > 2) continue;
      for (const mention of other.called.mentions) named(mention, 1);
      if (other.called.rank !== null)
        for (const person of addressedPeople({ ...other.called, mentions: [] }, cast, reading)) offer(person, 1);
    }
    if (cast.narrator >= 0 && cast.people[cast.narrator]!.plausible) offer(cast.narrator, 1);
    if (found.size < 2 && (reading.language.nounTitles === true || lines.length < SHORT))
      for (const [person, distance] of skipped) offer(person, distance + 1);
    const candidates = [...found].map(([person, distance]) => ({ person, distance }));
    candidates.sort((left, right) => left.distance - right.distance || left.person - right.person);
    return candidates.slice(0, MAX_CANDIDATES);
  });
}
