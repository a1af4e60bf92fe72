// Decides which forms mean the same person. Merges given names, surnames, titles and short forms.
// Never merges forms that a title or a gender separates, or that the narration names side by side.

import { Company } from "./company.ts";
import { bestBearer, countSisters, headOf, mayBearRank, mayBeShort, missOf, tailOf } from "./families.ts";
import type { LanguageData } from "./language/language.ts";
import type { Mentions } from "./mentions.ts";
import {
  best,
  type Cluster,
  join,
  keptApart,
  open,
  type ParsedForm,
  parse,
  ranksClash,
  sameGiven,
  weight,
} from "./name-forms.ts";
import type { Gender } from "./script.ts";
import { titleWord } from "./title-words.ts";
import type { Tokens } from "./tokens.ts";

export type { Cluster } from "./name-forms.ts";

/** A full name that occurs this often in one sentence with the given name alone is another person's. */
const BESIDE = 2;
/** A person with at least this many mentions may be meant by the given name alone. */
const OFTEN = 5;

/** All forms, each in exactly one cluster. */
export function clusterNames(
  tokens: Tokens,
  mentions: Mentions,
  language: LanguageData,
  pronouns: readonly (Gender | null)[],
): Cluster[] {
  const company = new Company(tokens, mentions, language);
  const named = mentions.forms.filter((form) => form.role === null);
  const givens = new Set<string>();
  for (const form of named) {
    const words = form.words.filter((word) => !language.nameParticles.has(word));
    if (words.length >= 2 && language.givenNames.get(words[0]!) !== undefined) givens.add(words[0]!);
    if (words.length === 1 && form.titles.length === 0 && language.givenNames.has(words[0]!)) givens.add(words[0]!);
  }
  // The pronouns of "Leslie" count for "Leslie Lowe" as well.
  const ofGiven = new Map<string, Gender>();
  for (const { id, titles, words } of named) {
    const stated = titles.length === 0 && words.length === 1 ? (pronouns[id] ?? null) : null;
    if (stated !== null) ofGiven.set(words[0]!, stated);
  }
  const parsed = named.map((form) =>
    parse(form, language, givens, pronouns[form.id] ?? ofGiven.get(form.words[0]!) ?? null),
  );
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

  const bareForm = new Map(bare.map(({ form, given }) => [given!, form.id]));
  for (const form of full) {
    if (areTwo(form, bareForm, company)) {
      clusters.push(open(form, null));
      continue;
    }
    const match = best(
      (bySurname.get(form.surname!) ?? []).filter(
        (cluster) =>
          cluster.given !== null &&
          sameGiven(cluster.given, form.given!, language) &&
          !keptApart(cluster, form) &&
          !ranksClash(cluster, form.ranks),
      ),
    );
    if (match) join(match, form);
    else index(open(form, null));
  }

  const missSurnames = new Set(titled.filter((form) => form.ranks.includes("miss")).map((form) => form.surname!));
  const bareCount = new Map<string, number>();
  for (const form of bare) bareCount.set(form.given!, form.form.count);
  const titledCount = new Map<string, number>();
  for (const { surname, form } of titled) titledCount.set(surname!, (titledCount.get(surname!) ?? 0) + form.count);
  const bareMentions = (given: string): number => bareCount.get(given) ?? 0;
  const sisters = countSisters(parsed, bareMentions);
  // Given names join the full names first. Then "Miss Lowe" can be separated from her sisters.
  const waiting: ParsedForm[] = [];
  for (const form of bare) {
    const bearers = (byGiven.get(form.given!) ?? []).filter(
      (cluster) => cluster.given === form.given && !keptApart(cluster, form) && !company.apart(cluster, form.form),
    );
    // "Charles and Charles Lowe": of two persons, the one who is never named beside himself.
    const beside = (cluster: Cluster): boolean =>
      cluster.forms.some((other) => company.together(other.id, form.form.id) >= BESIDE);
    const alone = bearers.filter((cluster) => !beside(cluster) && weight(cluster) >= OFTEN);
    const match = best(alone.length > 0 ? bearers.filter((cluster) => !beside(cluster)) : bearers);
    const stated = match?.forms.reduce((sum, other) => sum + other.count, 0) ?? 0;
    const asSurname = (bySurname.get(form.given!)?.length ?? 0) > 0 || (titledCount.get(form.given!) ?? 0) > stated;
    if (match && !asSurname) join(match, form);
    else waiting.push(form);
  }
  for (const form of titled) {
    const family = (bySurname.get(form.surname!) ?? []).filter(
      (cluster) => !keptApart(cluster, form) && !ranksClash(cluster, form.ranks),
    );
    const match = form.ranks.includes("miss")
      ? missOf(family, form, company, sisters)
      : headOf(family, form, company, {
          bare: bareMentions,
          hasMiss: missSurnames.has(form.surname!),
        });
    if (match) join(match, form);
    else index(open(form, null));
  }

  for (const form of titledGiven) {
    const match = best(
      withGiven(form.given!).filter(
        (cluster) =>
          !keptApart(cluster, form) &&
          !ranksClash(cluster, form.ranks) &&
          mayBearRank(cluster, form.ranks) &&
          !company.apart(cluster, form.form),
      ),
    );
    if (match) join(match, form);
    else index(open(form, null));
  }

  for (const form of waiting) {
    const word = form.given!;
    const fits = (cluster: Cluster): boolean => !keptApart(cluster, form) && !company.apart(cluster, form.form);
    const asGiven = withGiven(word).filter(
      (cluster) => fits(cluster) && (cluster.given === word || mayBeShort(cluster, form.form)),
    );
    const asSurname = (bySurname.get(word) ?? []).filter(fits);
    const men = asSurname.filter((cluster) => cluster.gender !== "female");
    const stem = word.replace(/(?:y|ie)$/u, "");
    const spelt = stem !== word && stem.length >= 4 ? (bySurname.get(stem) ?? []).filter(fits) : [];
    const bearer = bestBearer(men, word) ?? bestBearer(asSurname, word);
    const given = best(asGiven);
    const match =
      given !== null && bearer !== null && (titledCount.get(word) ?? 0) > weight(given)
        ? bearer
        : (given ?? bearer ?? tailOf(word, byGiven) ?? best(spelt));
    if (match) {
      match.forms.push(form.form);
      match.generation ??= form.form.generation;
      if (match.known < 0) match.known = form.form.known;
      if (match.gender === null) match.gender = form.gender;
    } else index(open(form, null));
  }

  clusterRoles(mentions, language, clusters);
  return bringKnownTogether(clusters);
}

function push(map: Map<string, Cluster[]>, key: string, cluster: Cluster): void {
  const list = map.get(key);
  if (list) list.push(cluster);
  else map.set(key, [cluster]);
}

/** "Tom and Ann ran": if the text has "Tom Ann" once, the two are persons side by side and a comma is missing. */
function areTwo({ form, given, surname }: ParsedForm, bare: ReadonlyMap<string, number>, company: Company): boolean {
  const left = bare.get(given!);
  const right = bare.get(surname!);
  if (left === undefined || right === undefined || form.words.length > 2 || form.known >= 0) return false;
  return company.together(left, right) > form.count;
}

/** "the Detective Corps": a title after "the" and without "of" is not a person's. */
function isBody({ forms, known }: Cluster, { nameParticles }: LanguageData): boolean {
  return (
    known < 0 && forms.every(({ definite, count, words }) => definite * 2 > count && !nameParticles.has(words[0]!))
  );
}

/** "su padre" is not padre Damián. */
const ALSO_CLERGY: ReadonlySet<string> = new Set(
  "padre madre hermano hermana père mère frère sœur vater mutter bruder schwester pai mãe irmão irmã fratello sorella ojciec matka brat siostra отец мать брат сестра vader moeder broer broeder zuster fader moder broder syster".split(
    " ",
  ),
);

/** "the General" is General Tilney if he is the only general; other roles stand for themselves. */
function clusterRoles(mentions: Mentions, language: LanguageData, clusters: Cluster[]): void {
  const byRole = new Map<string, Cluster>();
  // "the General" before "his general": the first one shows whose title it is.
  const ordered = [...mentions.forms].sort(
    (left, right) => Number(left.possessor !== null) - Number(right.possessor !== null),
  );
  for (const form of ordered) {
    if (form.role === null) continue;
    const word = language.roles.get(form.role);
    const role = word?.as ?? form.role;
    const key = form.introduced || form.bearer !== null ? form.key : role;
    let cluster = byRole.get(key);
    if (cluster === undefined) {
      const rank = titleWord(language, form.role)?.rank;
      const owned = form.possessor !== null;
      const named = !owned || (language.nounTitles === true && !ALSO_CLERGY.has(form.role));
      if (rank !== undefined && named && !word?.generic && !word?.relation) {
        const titled = clusters.filter(
          (other) => other.role === null && other.ranks.has(rank) && !isBody(other, language),
        );
        const bearers = titled.filter(({ forms }) => forms.some((other) => other.key === form.bearer));
        // "mi tía" is tía Remedios where the text has no other aunt with a name.
        if (!owned || titled.length === 1) cluster = best(bearers.length > 0 ? bearers : titled) ?? undefined;
      }
      if (!form.introduced) cluster ??= byRole.get(role);
      if (cluster === undefined) {
        cluster = {
          forms: [],
          given: null,
          surname: null,
          gender: (word?.usual === true ? null : word?.gender) ?? null,
          ranks: new Set(),
          titledGiven: false,
          role,
          introduced: form.introduced,
          known: -1,
          generation: null,
        };
        clusters.push(cluster);
      }
      byRole.set(key, cluster);
      if (cluster.role !== null && !cluster.introduced) byRole.set(role, cluster);
    }
    cluster.forms.push(form);
    if (cluster.known < 0) cluster.known = form.known;
  }
}

/** All names of one known person belong to that person. */
function bringKnownTogether(clusters: readonly Cluster[]): Cluster[] {
  const first = new Map<number, Cluster>();
  return clusters.filter((cluster) => {
    if (cluster.known < 0) return true;
    const other = first.get(cluster.known);
    if (other === undefined) {
      first.set(cluster.known, cluster);
      return true;
    }
    other.forms.push(...cluster.forms);
    for (const rank of cluster.ranks) other.ranks.add(rank);
    other.given ??= cluster.given;
    other.surname ??= cluster.surname;
    other.gender ??= cluster.gender;
    return false;
  });
}
