// The member of a family that "Mr. Lowe", "Mrs. Lowe", "Miss Lowe" or plain "Lowe" means.

import type { Company } from "./company.ts";
import type { NameForm } from "./mentions.ts";
import { best, type Cluster, COURTESY, type ParsedForm, SET_APART, sharesOwnName, weight } from "./name-forms.ts";

/** "Robin-of-the-Wood" and "Wood", "John-o-Dreams" and "Dreams": a name of three parts or more matches by its last part. */
export function tailOf(word: string, byGiven: ReadonlyMap<string, Cluster[]>): Cluster | null {
  const parts = word.split("-");
  if (parts.length < 3) return null;
  const tail = parts[parts.length - 1]!;
  return best((byGiven.get(tail) ?? []).filter((cluster) => cluster.surname === null || isMostly(cluster, tail)));
}

/** A person that most mentions call by a single word. */
function isMostly(cluster: Cluster, word: string): boolean {
  const plain = cluster.forms.filter(({ titles, words }) => titles.length === 0 && words.length === 1);
  return plain.reduce((sum, { words, count }) => sum + (words[0] === word ? count : 0), 0) * 2 > weight(cluster);
}

/** Only friends use short names for people of rank; the narration does not. */
export function mayBeShort(cluster: Cluster, form: NameForm): boolean {
  return !SET_APART.some((rank) => cluster.ranks.has(rank)) || form.subject * 10 < form.count;
}

/** "King James" is no James with a surname, unless that James is called king too. */
export function mayBearRank(cluster: Cluster, ranks: readonly string[]): boolean {
  return cluster.surname === null || ranks.every((rank) => !SET_APART.includes(rank) || cluster.ranks.has(rank));
}

/** The cluster whose forms carry the surname most often. */
export function bestBearer(candidates: readonly Cluster[], surname: string): Cluster | null {
  let chosen: Cluster | null = null;
  for (const cluster of candidates) {
    if (chosen === null || borne(cluster, surname) > borne(chosen, surname)) chosen = cluster;
  }
  return chosen;
}

/** Mentions under a name with this word. */
function borne(cluster: Cluster, word: string): number {
  return cluster.forms.reduce((sum, form) => sum + (form.words.includes(word) ? form.count : 0), 0);
}

/** This many mentions of "Miss Ann" make her a younger sister of "Miss Lowe". */
const YOUNGER = 3;

export interface Sisters {
  /** Surnames that several persons of the text share: "the Miss Lowes". */
  readonly families: ReadonlySet<string>;
  /** How often each given name follows "Miss". */
  readonly givens: ReadonlyMap<string, number>;
  /** Mentions of a given name without a surname. */
  readonly bare: (given: string) => number;
}

export function countSisters(parsed: readonly ParsedForm[], bare: (given: string) => number): Sisters {
  const families = new Set<string>();
  const givens = new Map<string, number>();
  for (const { form, given, surname, ranks } of parsed) {
    if (!ranks.includes("miss")) continue;
    if (given !== null) givens.set(given, (givens.get(given) ?? 0) + form.count);
    else if (surname?.endsWith("s")) families.add(surname.replace(/e?s$/u, "")).add(surname.slice(0, -1));
  }
  return { families, givens, bare };
}

/** "Miss Lowe" is a member of the family who is a woman; the eldest sister where the text shows her. */
export function missOf(
  family: readonly Cluster[],
  form: ParsedForm,
  company: Company,
  { families, givens, bare }: Sisters,
): Cluster | null {
  const several = families.has(form.surname!);
  const younger = ({ given }: Cluster): boolean =>
    several && given !== null && (givens.get(given) ?? 0) >= YOUNGER && bare(given) > form.form.count;
  const all = family.filter((cluster) => cluster.gender === "female" && !younger(cluster));
  // Of several sisters, the one who is never named beside "Miss Lowe"; an only daughter may be named beside her sometimes.
  const [least, share] = all.length === 1 ? [5, 10] : [3, 20];
  const women = all.filter((cluster) => !company.apart(cluster, form.form, least, share));
  const same = women.filter((cluster) => cluster.forms.some((other) => sharesOwnName(other, form.form)));
  return best(same) ?? best(women);
}

/** A person often called "Mr. John Lowe" is not the text's "Mr. Lowe". */
function isCalledInFull(cluster: Cluster, plain: NameForm): boolean {
  const titled = cluster.forms.filter((form) => form.titles.length > 0 && form.words.length >= 2);
  const count = titled.reduce((sum, form) => sum + form.count, 0);
  return count >= 5 && count * 3 > weight(cluster) && plain.count > count;
}

export interface FamilySense {
  /** Mentions of a given name without a surname. */
  readonly bare: (given: string) => number;
  /** Whether the text has a Miss of the surname. */
  readonly hasMiss: boolean;
}

/**
 * "Mr. Lowe" is the one Lowe who fits. A Lowe who acts under a given name is the same person only if one sentence never
 * names both. "old Mr. Lowe" is not the young one, "General Lowe" not the son, "Mrs. Lowe" not a daughter.
 */
export function headOf(
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
    if (company.apart(cluster, form.form) || (cluster.titledGiven && isCalledInFull(cluster, form.form))) return false;
    if (form.ranks.includes("lady") && cluster.given !== null && !cluster.ranks.has("lady")) return false;
    if (form.ranks.includes("mrs") && hasMiss && cluster.given !== null && !cluster.ranks.has("mrs")) {
      const women = family.filter(({ gender, ranks }) => gender === "female" && !ranks.has("miss"));
      if (women.length !== 1 || women[0] !== cluster) return false;
    }
    if (form.ranks.some((rank) => !COURTESY.has(rank) && cluster.ranks.has(rank))) return true;
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
