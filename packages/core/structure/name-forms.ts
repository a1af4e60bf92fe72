// The parts of a form (titles, given name, surname) and the rules by which two forms may be one person.

import type { Generation } from "./generations.ts";
import type { LanguageData, TitleWord } from "./language/language.ts";
import type { NameForm } from "./mentions.ts";
import type { Gender } from "./script.ts";
import { isNounRank, titleWord } from "./title-words.ts";

export interface Cluster {
  readonly forms: NameForm[];
  given: string | null;
  surname: string | null;
  gender: Gender | null;
  /** Ranks of the titles used. */
  readonly ranks: Set<string>;
  /** A titled form with the given name: "Mr. John Knightley". */
  titledGiven: boolean;
  readonly role: string | null;
  /** Introduced by the narration and known only by a noun: "a thin man". */
  readonly introduced: boolean;
  /** Index of the known person with one of the forms, or -1. */
  known: number;
  /** The older or the younger person of this name. */
  generation: Generation | null;
}

/** Titles that can precede a given name as well. */
export const GIVEN_RANKS = new Set([
  "lady",
  "sir",
  "lord",
  "uncle",
  "aunt",
  "cousin",
  "king",
  "queen",
  "prince",
  "princess",
  "father",
  "brother",
  "sister",
  "saint",
  "master",
  "grandmother",
  "grandfather",
  "mother",
  "nurse",
  "epithet",
]);

export const SET_APART = ["lady", "lord", "sir", "king", "queen", "prince", "princess", "duke", "duchess"];

/** Ranks that one person may have together. */
export const COURTESY = new Set(["mr", "mrs", "miss", "lady", "sir", "lord"]);

export interface ParsedForm {
  readonly form: NameForm;
  readonly given: string | null;
  readonly surname: string | null;
  readonly gender: Gender | null;
  readonly ranks: readonly string[];
}

export function titleOf(form: NameForm, language: LanguageData): TitleWord | null {
  for (const title of form.titles) {
    const word = titleWord(language, title);
    if (word?.gender) return word;
  }
  const first = form.titles[0];
  return first === undefined ? null : (titleWord(language, first) ?? null);
}

export function parse(
  form: NameForm,
  language: LanguageData,
  givens: ReadonlySet<string>,
  pronouns: Gender | null,
): ParsedForm {
  const title = titleOf(form, language);
  const ranks = form.titles.map((word) => titleWord(language, word)?.rank ?? word);
  const words = form.words.filter((word) => !language.nameParticles.has(word));
  const first = words[0] ?? form.words[0]!;
  const last = words[words.length - 1] ?? first;
  const kin = language.capitalisedKin?.has(first) === true ? language.roles.get(first)?.gender : null;
  const listed = language.givenNames.get(first) ?? kin ?? null;
  // Clear pronouns outrank a name list: Kit may be a girl in this text.
  const nameGender = pronouns ?? (listed === "neutral" ? null : listed);
  if (words.length >= 2) {
    // "Captains Lowe and Hart": the title belongs to both.
    const both = ranks.length === 0 && first.endsWith("s") ? language.titles.get(first.slice(0, -1)) : undefined;
    if (both !== undefined)
      return { form, given: null, surname: last, gender: both.gender ?? nameGender, ranks: [both.rank] };
    const clash = title?.gender && listed && listed !== "neutral" && title.gender !== listed;
    if (clash) return { form, given: null, surname: words.join(" "), gender: title.gender, ranks };
    return { form, given: first, surname: last, gender: title?.gender ?? nameGender, ranks };
  }
  if (title !== null) {
    const asGiven =
      ranks.some((rank) => GIVEN_RANKS.has(rank) || isNounRank(rank)) || (ranks.includes("miss") && givens.has(first));
    // "Miss Lucas", "Lady Grant": a word after a title of the other gender is a surname.
    const clash = title.gender !== null && listed !== null && listed !== "neutral" && title.gender !== listed;
    if (asGiven && !clash && (givens.has(first) || language.givenNames.has(first))) {
      return { form, given: first, surname: null, gender: title.gender ?? nameGender, ranks };
    }
    return { form, given: null, surname: first, gender: title.gender ?? pronouns, ranks };
  }
  return { form, given: first, surname: null, gender: nameGender, ranks };
}

/** "Mr. Darcy" and "Darcy" can occur in one sentence. */
export function sharesOwnName(left: NameForm, right: NameForm): boolean {
  return left.words.length === right.words.length && left.words.every((word, index) => word === right.words[index]);
}

export function gendersClash(left: Gender | null, right: Gender | null): boolean {
  return left !== null && right !== null && left !== "neutral" && right !== "neutral" && left !== right;
}

export function generationsClash(left: Generation | null, right: Generation | null): boolean {
  return left !== null && right !== null && left !== right;
}

export function sameGiven(left: string, right: string, language: LanguageData): boolean {
  if (left === right) return true;
  const longerLeft = language.nicknames.get(left);
  const longerRight = language.nicknames.get(right);
  if (longerLeft?.includes(right) || longerRight?.includes(left)) return true;
  return longerLeft !== undefined && longerRight !== undefined && longerLeft.some((name) => longerRight.includes(name));
}

export function ranksClash(cluster: Cluster, ranks: readonly string[]): boolean {
  for (const rank of ranks) {
    if (rank === "epithet" || isNounRank(rank)) continue;
    for (const other of cluster.ranks) {
      if (other === rank || other === "epithet" || isNounRank(other)) continue;
      const pair = new Set([rank, other]);
      if (pair.has("miss") && (pair.has("mrs") || pair.has("lady"))) return true;
      if (pair.has("mr") && (pair.has("sir") || pair.has("lord"))) return true;
      if (pair.has("dr") && (pair.has("lady") || pair.has("lord"))) return true;
      if (pair.has("lady") && [...pair].some((one) => !COURTESY.has(one) && !GIVEN_RANKS.has(one))) return true;
      if (!COURTESY.has(rank) && !COURTESY.has(other) && !GIVEN_RANKS.has(rank) && !GIVEN_RANKS.has(other)) return true;
    }
  }
  return false;
}

/** Whether a form cannot belong to this cluster: another gender, or another known person. */
export function keptApart(cluster: Cluster, { form, gender }: ParsedForm): boolean {
  return (
    gendersClash(cluster.gender, gender) ||
    generationsClash(cluster.generation, form.generation) ||
    (cluster.known >= 0 && form.known >= 0 && cluster.known !== form.known)
  );
}

export function join(cluster: Cluster, parsed: ParsedForm): void {
  cluster.forms.push(parsed.form);
  if (cluster.known < 0) cluster.known = parsed.form.known;
  for (const rank of parsed.ranks) cluster.ranks.add(rank);
  cluster.generation ??= parsed.form.generation;
  cluster.given ??= parsed.given;
  cluster.surname ??= parsed.surname;
  if (cluster.gender === null || cluster.gender === "neutral") cluster.gender = parsed.gender;
  if (parsed.ranks.length > 0 && parsed.given !== null && parsed.surname !== null) cluster.titledGiven = true;
}

export function open(parsed: ParsedForm, role: string | null): Cluster {
  return {
    forms: [parsed.form],
    given: parsed.given,
    surname: parsed.surname,
    gender: parsed.gender,
    ranks: new Set(parsed.ranks),
    titledGiven: parsed.ranks.length > 0 && parsed.given !== null && parsed.surname !== null,
    role,
    introduced: false,
    known: parsed.form.known,
    generation: parsed.form.generation,
  };
}

export function weight(cluster: Cluster): number {
  return cluster.forms.reduce((sum, form) => sum + form.count, 0);
}

export function best(candidates: readonly Cluster[]): Cluster | null {
  let chosen: Cluster | null = null;
  for (const cluster of candidates) if (chosen === null || weight(cluster) > weight(chosen)) chosen = cluster;
  return chosen;
}
