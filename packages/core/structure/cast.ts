// The people of a text: clusters of names that act or speak like persons, with gender and age where the text gives them.

import { clearAge, countAges } from "./ages.ts";
import { addCounts, clearGender, countPronouns, type PronounCounts } from "./gender.ts";
import type { LanguageData, RoleWord } from "./language/language.ts";
import { genderElsewhere } from "./language/shared-names.ts";
import { genderOfNameEnding } from "./language/word-lists.ts";
import type { Line } from "./line.ts";
import type { Mentions } from "./mentions.ts";
import { type Cluster, clusterNames } from "./names.ts";
import type { Age, Gender, KnownCharacter } from "./script.ts";
import type { Reading } from "./subjects.ts";
import { IN_SPEECH, WORD } from "./tokens.ts";
import { isVoiceNoun } from "./voice-nouns.ts";

export interface Person {
  readonly id: number;
  readonly cluster: Cluster | null;
  name: string;
  gender: Gender | null;
  age: Age | null;
  readonly narrator: boolean;
  /** "the crowd": several people who speak as one. */
  readonly group?: boolean;
  /** Index of the same person in the known cast, or -1. */
  readonly known: number;
  /** "the man": may be a person who also has a name. */
  readonly generic: boolean;
  readonly relation: boolean;
  /** "the thin man": only the person that the narration introduced. */
  readonly introduced: boolean;
  /** "the Lowes": more than one person; never a speaker. */
  family: boolean;
  /** Tags that name this person. */
  spoke: number;
  called: number;
  count: number;
  subject: number;
  /** Whether the text treats the form as a person at all. */
  plausible: boolean;
}

export interface Cast {
  readonly people: readonly Person[];
  /** The person of each form. */
  readonly ofForm: Int32Array;
  /** The first-person narrator, or -1. */
  readonly narrator: number;
}

const MIN_FIRST_PERSON_SHARE = 0.006;

/** Facts about people that are known before this text are certain. */
export function gatherCast(reading: Reading, lines: readonly Line[], known: readonly KnownCharacter[] = []): Cast {
  const { tokens, mentions, language } = reading;
  countSpeaking(mentions, lines);
  const pronouns = countPronouns(tokens, mentions, language);
  const clusters = clusterNames(
    tokens,
    mentions,
    language,
    mentions.forms.map((form) => known[form.known]?.gender ?? clearGender(pronouns[form.id]!)),
  );
  const people: Person[] = clusters.map((cluster, id) => personOf(cluster, id, language));
  const ofForm = new Int32Array(mentions.forms.length).fill(-1);
  for (const person of people) for (const form of person.cluster!.forms) ofForm[form.id] = person.id;
  const ages = countAges(tokens, mentions, language);
  const surnames = new Map<string, number>();
  for (const { surname, forms } of clusters) {
    const count = forms.reduce((total, form) => total + form.count, 0);
    if (surname !== null) surnames.set(surname, (surnames.get(surname) ?? 0) + count);
  }
  for (const person of people) {
    const stated = addCounts(person.cluster!.forms.map((form) => pronouns[form.id]!));
    const role = person.cluster!.role === null ? undefined : language.roles.get(person.cluster!.role);
    person.gender =
      (role?.usual === true ? null : role?.gender) ??
      decideGender(person, stated, role, lines.length < SHORT ? USUAL_IN_SHORT : USUAL, language.code);
    person.family = isFamily(person, surnames);
    person.plausible = !person.family && isPlausible(person, language, stated, lines.length < SHORT);
    person.age ??= clearAge(
      person.cluster!.forms.map((form) => ages[form.id]!),
      person.count,
    );
    const before = known[person.known];
    if (before === undefined) continue;
    person.gender = before.gender ?? person.gender;
    person.age = before.age ?? person.age;
    person.plausible = true;
  }
  const narrator = findNarrator(reading, lines, people, ofForm);
  return { people, ofForm, narrator };
}

function countSpeaking(mentions: Mentions, lines: readonly Line[]): void {
  for (const line of lines) {
    const stated = new Set<number>();
    for (const one of line.evidence) {
      if (one.subject.kind === "mention" && one.kind === "tag") stated.add(mentions.form[one.subject.mention]!);
    }
    if (line.introduces >= 0) stated.add(mentions.form[line.introduces]!);
    for (const form of stated) mentions.forms[form]!.spoke++;
    for (const mention of line.called.mentions) mentions.forms[mentions.form[mention]!]!.called++;
  }
}

function personOf(cluster: Cluster, id: number, language: LanguageData): Person {
  const sum = (pick: (form: Cluster["forms"][number]) => number): number =>
    cluster.forms.reduce((total, form) => total + pick(form), 0);
  const role = cluster.role === null ? null : (language.roles.get(cluster.role) ?? null);
  // "Grandfather"
  const isKin = (word: string) => language.capitalisedKin?.has(word) === true || language.kin?.has(word) === true;
  const kin = cluster.forms.flatMap(({ words }) => words.filter(isKin))[0];
  return {
    id,
    cluster,
    name: displayName(cluster, language),
    gender: cluster.gender ?? (kin === undefined ? null : (language.roles.get(kin)?.gender ?? null)),
    age: role?.age ?? (kin === undefined ? null : (language.roles.get(kin)?.age ?? null)),
    narrator: false,
    known: cluster.known,
    generic:
      !cluster.introduced &&
      (role?.generic === true ||
        (role?.learned === true && language.nounsInScenes === true) ||
        role?.describes === true),
    relation: role?.relation ?? false,
    introduced: cluster.introduced,
    family: false,
    spoke: sum((form) => form.spoke),
    called: sum((form) => form.called),
    count: sum((form) => form.count),
    subject: sum((form) => form.subject),
    plausible: false,
  };
}

function displayName(cluster: Cluster, { article, someone }: LanguageData): string {
  if (cluster.role !== null && someone?.words.has(cluster.role)) return cluster.forms[0]!.display;
  if (cluster.role !== null && cluster.forms.every((form) => form.role !== null))
    return article === undefined
      ? cluster.forms[0]!.display
      : `${article} ${cluster.introduced ? cluster.forms[0]!.display : cluster.role}`;
  let chosen = cluster.forms[0]!;
  for (const form of cluster.forms) {
    if (form.role !== null) continue;
    if (form.count > chosen.count || chosen.role !== null) chosen = form;
  }
  return chosen.display;
}

/** The usual gender of an occupation counts less than the pronoun of a subject, that of a rank counts more. */
const USUAL_IN_SHORT = 1.5;
const USUAL = 4;
const RANK = 3;

/** "Tosinka": a single name that no list has. */
const genderByName = ({ role, forms }: Cluster, code: string): Gender | null =>
  role === null && forms[0]!.words.length === 1 ? genderOfNameEnding(forms[0]!.words[0]!, code) : null;

function decideGender(
  person: Person,
  stated: PronounCounts,
  role: RoleWord | undefined,
  usual: number,
  code: string,
): Gender | null {
  const { cluster } = person;
  // "said a voice behind him": the pronoun is another person.
  if (isVoiceNoun(cluster!.role ?? "")) return null;
  if (role?.usual === true) {
    const [male, female] = [
      stated.male + (role.gender === "male" ? usual : 0),
      stated.female + (role.gender === "female" ? usual : 0),
    ];
    return male >= female ? "male" : "female";
  }
  const titled = cluster!.ranks.size > 0 && cluster!.gender !== null && cluster!.gender !== "neutral";
  if (titled) return cluster!.gender;
  // A given name or a role noun counts as much as several pronouns, a name of another country as half of them.
  const listed = person.gender ?? (cluster!.given === null ? null : genderElsewhere(cluster!.given));
  const weight = person.gender === null ? 3 : 6;
  let male = stated.male + (listed === "male" ? weight : 0);
  const female = stated.female + (listed === "female" ? weight : 0);
  if (person.cluster!.ranks.size > 0) male += RANK;
  if (male === 0 && female === 0) return person.gender ?? genderByName(cluster!, code);
  if (male + female >= 3 && Math.abs(male - female) <= 0.1 * (male + female)) return person.gender;
  return male >= female ? "male" : "female";
}

/** "the Lowes", "the Miss Lowes": more than one person. */
function isFamily(person: Person, surnames: ReadonlyMap<string, number>): boolean {
  const { forms } = person.cluster!;
  const definite = forms.reduce((total, form) => total + form.definite, 0);
  if (definite * 3 < person.count) return false;
  return forms.every((form) => {
    const last = form.words[form.words.length - 1]!;
    const one = (bare: string): boolean => (surnames.get(bare) ?? 0) > 2 * (surnames.get(last) ?? 0);
    return form.role === null && last.endsWith("s") && (one(last.slice(0, -1)) || one(last.slice(0, -2)));
  });
}

/** Lines of a short text. */
const SHORT = 40;

function isPlausible(person: Person, language: LanguageData, stated: PronounCounts, short: boolean): boolean {
  const cluster = person.cluster!;
  if (cluster.role !== null)
    return (
      person.spoke > 0 ||
      (short && person.subject > 0) ||
      (language.nounTitles === true && cluster.forms.some(({ narrated: count }) => count > 0))
    );
  // "At the station, Mom.": in a short text she answers.
  const kin = cluster.forms.some(({ words }) => words.length === 1 && language.capitalisedKin?.has(words[0]!) === true);
  const answers = short && kin && person.called > 0;
  if (answers) return true;
  // "Mama" belongs to one speaker; the narration uses another name for her.
  const calls = (word: string): boolean => language.maleCalls.has(word) || language.femaleCalls.has(word);
  if (cluster.forms.every(({ titles, words }) => titles.length === 0 && words.length === 1 && calls(words[0]!)))
    return person.spoke > 0;
  const named = cluster.forms.some((form) => form.words.some((word) => language.givenNames.has(word)));
  // "Everybody looked at Josh.": in a short text, a name that acts once is a person, also after "at".
  if (short && named && person.subject > 0) return true;
  const placed = cluster.forms.reduce((total, form) => total + form.placed, 0);
  const place = placed * (short ? 2 : 3) > person.count;
  if (person.spoke > (place ? 1 : 0)) return true;
  if (cluster.ranks.size > 0) return true;
  if (place) return false;
  if (person.called > 0 && person.subject > 0) return true;
  // Lists of other languages have few names; a name that acts is a person.
  if (
    language.nounTitles === true &&
    language.capitalisesNouns !== true &&
    cluster.forms.some(({ narrated: count }) => count > 0)
  )
    return true;
  if (named && (person.subject > 0 || person.called > 0)) return true;
  if (short && (person.subject > 0 || (named && cluster.forms.some(({ narrated }) => narrated > 0)))) return true;
  if (cluster.forms.some(({ acted }) => acted > 0)) return true;
  return person.subject >= 3 && stated.male + stated.female >= 3;
}

function findNarrator(reading: Reading, lines: readonly Line[], people: Person[], ofForm: Int32Array): number {
  const { tokens, language, mentions } = reading;
  let first = 0;
  let narrated = 0;
  for (let index = 0; index < tokens.count; index++) {
    const flags = tokens.flags[index]!;
    if ((flags & WORD) === 0 || (flags & IN_SPEECH) !== 0) continue;
    narrated++;
    if (language.firstPerson.has(tokens.lower[index]!)) first++;
  }
  let tags = 0;
  for (const line of lines) {
    if (line.evidence.some((one) => one.kind === "tag" && one.subject.kind === "narrator")) tags++;
  }
  if (tags === 0 && (first < 8 || first < narrated * MIN_FIRST_PERSON_SHARE)) return -1;
  const strong = first >= narrated * MIN_FIRST_PERSON_SHARE;
  // A person who is often addressed and never acts in the narration is the narrator.
  let named: Person | null = null;
  if (strong) {
    const addressed = new Map<number, number>();
    for (const line of lines) {
      for (const mention of line.called.mentions) {
        const person = ofForm[mentions.form[mention]!]!;
        addressed.set(person, (addressed.get(person) ?? 0) + 1);
      }
    }
    for (const [id, count] of addressed) {
      const person = people[id]!;
      if (count < 3 || person.subject * 4 > count || person.spoke > 0) continue;
      if (named === null || count > named.called) named = person;
    }
  }
  if (named !== null) {
    people[named.id] = { ...named, narrator: true, plausible: true };
    return named.id;
  }
  people.push({
    id: people.length,
    cluster: null,
    name: "Narrator",
    gender: null,
    age: null,
    narrator: true,
    known: -1,
    generic: false,
    relation: false,
    introduced: false,
    family: false,
    spoke: tags,
    called: 0,
    count: first,
    subject: first,
    plausible: strong,
  });
  return people.length - 1;
}
