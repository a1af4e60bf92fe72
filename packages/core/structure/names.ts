// Which forms of naming mean the same person. Given names, surnames, titles and short forms are brought together;
// what a title or a gender keeps apart, or what the narration names side by side, is never merged.

import type { LanguageData, TitleWord } from "./language/language.ts";
import type { Mentions, NameForm } from "./mentions.ts";
import type { Gender } from "./script.ts";
import { IN_SPEECH, SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

export interface Cluster {
  readonly forms: NameForm[];
  given: string | null;
  surname: string | null;
  gender: Gender | null;
  /** Ranks of the titles used. */
  readonly ranks: Set<string>;
  /** A titled form that carries the given name: "Mr. John Knightley". */
  titledGiven: boolean;
  readonly role: string | null;
}

/** Titles that go before a given name as well. */
const GIVEN_RANKS = new Set([
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

const SET_APART = ["lady", "lord", "sir", "king", "queen", "prince", "princess", "duke", "duchess"];

/** Ranks that one person may carry together. */
const COURTESY = new Set(["mr", "mrs", "miss", "lady", "sir", "lord"]);

interface ParsedForm {
  readonly form: NameForm;
  readonly given: string | null;
  readonly surname: string | null;
  readonly gender: Gender | null;
  readonly ranks: readonly string[];
}

export function titleOf(form: NameForm, language: LanguageData): TitleWord | null {
  for (const title of form.titles) {
    const word = language.titles.get(title);
    if (word?.gender) return word;
  }
  const first = form.titles[0];
  return first === undefined ? null : (language.titles.get(first) ?? null);
}

function parse(
  form: NameForm,
  language: LanguageData,
  givens: ReadonlySet<string>,
  pronouns: Gender | null,
): ParsedForm {
  const title = titleOf(form, language);
  const ranks = form.titles.map((word) => language.titles.get(word)?.rank ?? word);
  const words = form.words.filter((word) => !language.nameParticles.has(word));
  const first = words[0] ?? form.words[0]!;
  const last = words[words.length - 1] ?? first;
  const listed = language.givenNames.get(first) ?? null;
  const nameGender = listed === null || listed === "neutral" ? pronouns : listed;
  if (words.length >= 2) {
    const clash = title?.gender && listed && listed !== "neutral" && title.gender !== listed;
    if (clash) return { form, given: null, surname: words.join(" "), gender: title.gender, ranks };
    return { form, given: first, surname: last, gender: title?.gender ?? nameGender, ranks };
  }
  if (title !== null) {
    const asGiven = ranks.some((rank) => GIVEN_RANKS.has(rank)) || (ranks.includes("miss") && givens.has(first));
    if (asGiven && (givens.has(first) || language.givenNames.has(first))) {
      return { form, given: first, surname: null, gender: title.gender ?? nameGender, ranks };
    }
    return { form, given: null, surname: first, gender: title.gender ?? pronouns, ranks };
  }
  return { form, given: first, surname: null, gender: nameGender, ranks };
}

/** How often two forms are named in one sentence of the narration: the same person hardly ever is. */
export class Company {
  private readonly counts = new Map<number, number>();
  private readonly size: number;

  constructor(tokens: Tokens, mentions: Mentions) {
    this.size = mentions.forms.length;
    let sentence: number[] = [];
    let mention = 0;
    for (let token = 0; token < tokens.count; token++) {
      const flags = tokens.flags[token]!;
      if ((flags & WORD) !== 0 && (flags & SENTENCE_START) !== 0) sentence = [];
      if (mention < mentions.count && mentions.from[mention] === token) {
        const form = mentions.form[mention]!;
        if ((flags & IN_SPEECH) === 0 && mentions.forms[form]!.role === null && sentence.length < 12) {
          for (const other of sentence) {
            if (other === form) continue;
            const key = Math.min(other, form) * this.size + Math.max(other, form);
            this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
          }
          if (!sentence.includes(form)) sentence.push(form);
        }
        mention++;
      }
    }
  }

  together(left: number, right: number): number {
    return this.counts.get(Math.min(left, right) * this.size + Math.max(left, right)) ?? 0;
  }

  /** Side by side at least three times, and in more than one of twenty mentions of the rarer one. */
  apart(cluster: Cluster, form: NameForm): boolean {
    let count = 0;
    let total = 0;
    for (const other of cluster.forms) {
      if (sharesOwnName(other, form)) continue;
      count += this.together(other.id, form.id);
      total += other.count;
    }
    return count >= 3 && count * 20 > Math.min(total, form.count);
  }
}

/** "Mr. Darcy" and "Darcy" may well stand in one sentence. */
function sharesOwnName(left: NameForm, right: NameForm): boolean {
  return left.words.length === right.words.length && left.words.every((word, index) => word === right.words[index]);
}

function gendersClash(left: Gender | null, right: Gender | null): boolean {
  return left !== null && right !== null && left !== "neutral" && right !== "neutral" && left !== right;
}

function sameGiven(left: string, right: string, language: LanguageData): boolean {
  if (left === right) return true;
  const longerLeft = language.nicknames.get(left);
  const longerRight = language.nicknames.get(right);
  if (longerLeft?.includes(right) || longerRight?.includes(left)) return true;
  return longerLeft !== undefined && longerRight !== undefined && longerLeft.some((name) => longerRight.includes(name));
}

function ranksClash(cluster: Cluster, ranks: readonly string[]): boolean {
  for (const rank of ranks) {
    if (rank === "epithet") continue;
    for (const other of cluster.ranks) {
      if (other === rank || other === "epithet") continue;
      const pair = new Set([rank, other]);
      if (pair.has("miss") && (pair.has("mrs") || pair.has("lady"))) return true;
      if (pair.has("mr") && (pair.has("sir") || pair.has("lord"))) return true;
      if (!COURTESY.has(rank) && !COURTESY.has(other) && !GIVEN_RANKS.has(rank) && !GIVEN_RANKS.has(other)) return true;
    }
  }
  return false;
}

function join(cluster: Cluster, parsed: ParsedForm): void {
  cluster.forms.push(parsed.form);
  for (const rank of parsed.ranks) cluster.ranks.add(rank);
  cluster.given ??= parsed.given;
  cluster.surname ??= parsed.surname;
  if (cluster.gender === null || cluster.gender === "neutral") cluster.gender = parsed.gender;
  if (parsed.ranks.length > 0 && parsed.given !== null && parsed.surname !== null) cluster.titledGiven = true;
}

function open(parsed: ParsedForm, role: string | null): Cluster {
  return {
    forms: [parsed.form],
    given: parsed.given,
    surname: parsed.surname,
    gender: parsed.gender,
    ranks: new Set(parsed.ranks),
    titledGiven: parsed.ranks.length > 0 && parsed.given !== null && parsed.surname !== null,
    role,
  };
}

function weight(cluster: Cluster): number {
  return cluster.forms.reduce((sum, form) => sum + form.count, 0);
}

function best(candidates: readonly Cluster[]): Cluster | null {
  let chosen: Cluster | null = null;
  for (const cluster of candidates) if (chosen === null || weight(cluster) > weight(chosen)) chosen = cluster;
  return chosen;
}

/** People of rank go by short names only among their friends, not in the narration. */
function mayBeShort(cluster: Cluster, form: NameForm): boolean {
  return !SET_APART.some((rank) => cluster.ranks.has(rank)) || form.subject * 10 < form.count;
}

/** The cluster whose forms carry the surname most often. */
function bestBearer(candidates: readonly Cluster[], surname: string): Cluster | null {
  const borne = (cluster: Cluster): number =>
    cluster.forms.reduce((sum, form) => sum + (form.words.includes(surname) ? form.count : 0), 0);
  let chosen: Cluster | null = null;
  for (const cluster of candidates) if (chosen === null || borne(cluster) > borne(chosen)) chosen = cluster;
  return chosen;
}

/** "Miss Lowe" is a Miss Lowe whom the text tells to be a woman; the eldest sister, as far as that shows. */
function missOf(family: readonly Cluster[], form: ParsedForm, company: Company): Cluster | null {
  const all = family.filter((cluster) => cluster.gender === "female");
  const women = all.length === 1 ? all : all.filter((cluster) => !company.apart(cluster, form.form));
  const same = women.filter((cluster) => cluster.forms.some((other) => sharesOwnName(other, form.form)));
  return best(same) ?? best(women);
}

/** Whom the text calls "Mr. John Lowe" again and again it keeps apart from a Mr. Lowe. */
function toldApart(cluster: Cluster): boolean {
  const titled = cluster.forms.filter((form) => form.titles.length > 0 && form.words.length >= 2);
  const count = titled.reduce((sum, form) => sum + form.count, 0);
  return count >= 5 && count * 3 > weight(cluster);
}

interface FamilySense {
  /** Mentions of a given name without a surname. */
  readonly bare: (given: string) => number;
  /** Whether the text has a Miss of the surname. */
  readonly hasMiss: boolean;
}

/**
 * "Mr. Lowe" is the one Lowe who fits. A Lowe who is busy under a given name is he only when the two are never named in
 * one sentence; "old Mr. Lowe" is not the young one, "General Lowe" not the son, "Mrs. Lowe" not a daughter.
 */
function headOf(
  family: readonly Cluster[],
  form: ParsedForm,
  company: Company,
  { bare, hasMiss }: FamilySense,
): Cluster | null {
  const exact = family.filter(
    (cluster) => cluster.given === null && cluster.forms.some((other) => sharesOwnName(other, form.form)),
  );
  if (exact.length > 0) return best(exact);
  const courtesy = form.ranks.some((rank) => COURTESY.has(rank) || rank === "dr");
  const fitting = family.filter((cluster) => {
    if (company.apart(cluster, form.form) || (cluster.titledGiven && toldApart(cluster))) return false;
    if (form.ranks.includes("lady") && cluster.given !== null && !cluster.ranks.has("lady")) return false;
    if (form.ranks.includes("mrs") && hasMiss && cluster.given !== null && !cluster.ranks.has("mrs")) return false;
    const active = cluster.given !== null && bare(cluster.given) * 4 > form.form.count;
    if (!active) return true;
    if (!courtesy || form.form.aged >= 2) return false;
    const together = cluster.forms.reduce(
      (sum, other) => sum + (sharesOwnName(other, form.form) ? 0 : company.together(other.id, form.form.id)),
      0,
    );
    return together === 0 || family.length === 1;
  });
  if (fitting.length <= 1) return fitting[0] ?? null;
  const plain = fitting.filter((cluster) => [...cluster.ranks].every((rank) => COURTESY.has(rank)));
  return plain.length === 1 ? plain[0]! : null;
}

/** All forms, each in exactly one cluster. */
export function clusterNames(
  tokens: Tokens,
  mentions: Mentions,
  language: LanguageData,
  pronouns: readonly (Gender | null)[],
): Cluster[] {
  const company = new Company(tokens, mentions);
  const named = mentions.forms.filter((form) => form.role === null);
  const givens = new Set<string>();
  for (const form of named) {
    const words = form.words.filter((word) => !language.nameParticles.has(word));
    if (words.length >= 2 && language.givenNames.get(words[0]!) !== undefined) givens.add(words[0]!);
    if (words.length === 1 && form.titles.length === 0 && language.givenNames.has(words[0]!)) givens.add(words[0]!);
  }
  const parsed = named.map((form) => parse(form, language, givens, pronouns[form.id] ?? null));
  const byCount = (left: ParsedForm, right: ParsedForm): number => right.form.count - left.form.count;
  const full = parsed.filter((form) => form.given !== null && form.surname !== null).sort(byCount);
  const titled = parsed.filter((form) => form.given === null).sort(byCount);
  const titledGiven = parsed.filter((form) => form.surname === null && form.ranks.length > 0).sort(byCount);
  const bare = parsed.filter((form) => form.surname === null && form.ranks.length === 0).sort(byCount);

  const bySurname = new Map<string, Cluster[]>();
  const byGiven = new Map<string, Cluster[]>();
  const clusters: Cluster[] = [];
  const index = (cluster: Cluster): void => {
    if (cluster.surname !== null) push(bySurname, cluster.surname, cluster);
    if (cluster.given !== null) {
      push(byGiven, cluster.given, cluster);
      for (const longer of language.nicknames.get(cluster.given) ?? []) push(byGiven, longer, cluster);
    }
    clusters.push(cluster);
  };
  const withGiven = (given: string): Cluster[] => {
    const found = new Set(byGiven.get(given) ?? []);
    for (const longer of language.nicknames.get(given) ?? [])
      for (const one of byGiven.get(longer) ?? []) found.add(one);
    return [...found];
  };

  for (const form of full) {
    const match = best(
      (bySurname.get(form.surname!) ?? []).filter(
        (cluster) =>
          cluster.given !== null &&
          sameGiven(cluster.given, form.given!, language) &&
          !gendersClash(cluster.gender, form.gender) &&
          !ranksClash(cluster, form.ranks),
      ),
    );
    if (match) join(match, form);
    else index(open(form, null));
  }

  const missSurnames = new Set(titled.filter((form) => form.ranks.includes("miss")).map((form) => form.surname!));
  const bareCount = new Map<string, number>();
  for (const form of bare) bareCount.set(form.given!, form.form.count);
  // Given names first join the full names that carry them: then "Miss Lowe" can be told from her sisters.
  const waiting: ParsedForm[] = [];
  for (const form of bare) {
    const match = best(
      (byGiven.get(form.given!) ?? []).filter(
        (cluster) =>
          cluster.given === form.given &&
          !gendersClash(cluster.gender, form.gender) &&
          !company.apart(cluster, form.form),
      ),
    );
    if (match && !(bySurname.get(form.given!)?.length ?? 0)) join(match, form);
    else waiting.push(form);
  }
  for (const form of titled) {
    const family = (bySurname.get(form.surname!) ?? []).filter(
      (cluster) => !gendersClash(cluster.gender, form.gender) && !ranksClash(cluster, form.ranks),
    );
    const match = form.ranks.includes("miss")
      ? missOf(family, form, company)
      : headOf(family, form, company, {
          bare: (given) => bareCount.get(given) ?? 0,
          hasMiss: missSurnames.has(form.surname!),
        });
    if (match) join(match, form);
    else index(open(form, null));
  }

  for (const form of titledGiven) {
    const match = best(
      withGiven(form.given!).filter(
        (cluster) =>
          !gendersClash(cluster.gender, form.gender) &&
          !ranksClash(cluster, form.ranks) &&
          !company.apart(cluster, form.form),
      ),
    );
    if (match) join(match, form);
    else index(open(form, null));
  }

  for (const form of waiting) {
    const word = form.given!;
    const fits = (cluster: Cluster): boolean =>
      !gendersClash(cluster.gender, form.gender) && !company.apart(cluster, form.form);
    const asGiven = withGiven(word).filter(
      (cluster) => fits(cluster) && (cluster.given === word || mayBeShort(cluster, form.form)),
    );
    const asSurname = (bySurname.get(word) ?? []).filter(fits);
    const men = asSurname.filter((cluster) => cluster.gender !== "female");
    const match = best(asGiven) ?? bestBearer(men, word) ?? bestBearer(asSurname, word);
    if (match) {
      match.forms.push(form.form);
      if (match.gender === null) match.gender = form.gender;
    } else index(open(form, null));
  }

  clusterRoles(mentions, language, clusters);
  return clusters;
}

function push(map: Map<string, Cluster[]>, key: string, cluster: Cluster): void {
  const list = map.get(key);
  if (list) list.push(cluster);
  else map.set(key, [cluster]);
}

/** "the General" is General Tilney when he is the only general; other roles stand for themselves. */
function clusterRoles(mentions: Mentions, language: LanguageData, clusters: Cluster[]): void {
  const byRole = new Map<string, Cluster>();
  for (const form of mentions.forms) {
    if (form.role === null) continue;
    const word = language.roles.get(form.role)!;
    const key = form.role;
    let cluster = byRole.get(key);
    if (cluster === undefined) {
      const rank = language.titles.get(form.role)?.rank;
      if (rank !== undefined && form.possessor === null && !word.generic && !word.relation) {
        const titled = clusters.filter((other) => other.role === null && other.ranks.has(rank));
        cluster = best(titled) ?? undefined;
      }
      if (cluster === undefined) {
        cluster = {
          forms: [],
          given: null,
          surname: null,
          gender: word.gender,
          ranks: new Set(),
          titledGiven: false,
          role: form.role,
        };
        clusters.push(cluster);
      }
      byRole.set(key, cluster);
    }
    cluster.forms.push(form);
  }
}
