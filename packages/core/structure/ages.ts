// The age that the text gives to people: "old Tom", "little Ann", "a boy called Pip", "Pip, who was nine years old".

import type { LanguageData } from "./language/language.ts";
import type { Line } from "./line.ts";
import type { Mentions } from "./mentions.ts";
import { nounBefore } from "./noun-before.ts";
import type { Age } from "./script.ts";
import { ownYears, statedYears } from "./stated-years.ts";
import type { Reading } from "./subjects.ts";
import { CAPITAL, POSSESSIVE, type Tokens, WORD } from "./tokens.ts";

export type AgeCounts = Record<Age, number>;

/** A noun or a number of years is certain; an adjective may be a form of affection. */
const SURE = 3;
/** One "young Mr. Lowe" may only mean the younger of two. */
const ENOUGH = 2;
/** A person with at most this many mentions needs only one word. */
const FEW_MENTIONS = 12;

/** The age class of a number of years. */
export function ageOfYears(years: number): Age {
  if (years < 13) return "child";
  if (years < 25) return "young";
  return years < 60 ? "adult" : "old";
}

/** For each form, how often the words beside it state each age. */
export function countAges(tokens: Tokens, mentions: Mentions, language: LanguageData): AgeCounts[] {
  const counts = mentions.forms.map((): AgeCounts => ({ child: 0, young: 0, adult: 0, old: 0 }));
  const { ages } = language;
  for (let mention = 0; mention < mentions.count; mention++) {
    const own = counts[mentions.form[mention]!]!;
    const first = mentions.from[mention]!;
    const end = mentions.to[mention]!;
    const { role } = mentions.forms[mentions.form[mention]!]!;
    const before = first > 0 ? ages.adjectives.get(tokens.lower[first - 1]!) : undefined;
    // "kleine Lena" can be one mention; "Little Dorrit" is a name.
    const inside =
      end - first > 1 && (tokens.flags[first]! & CAPITAL) === 0 ? ages.adjectives.get(tokens.lower[first]!) : undefined;
    const adjective = before ?? inside;
    if (adjective !== undefined) own[adjective]++;
    if ((tokens.flags[end - 1]! & POSSESSIVE) !== 0 || role !== null) continue;
    const noun = nounBeside(tokens, language, first, end);
    if (noun !== null) own[noun] += SURE;
    const years = statedYears(tokens, mentions, mention, language);
    if (years !== null) own[ageOfYears(years)] += SURE;
  }
  return counts;
}

/** "the boy Pip", "a boy called Pip", "the boy, Pip,", "Pip, a boy of", "Pip was a small boy". */
function nounBeside(tokens: Tokens, language: LanguageData, first: number, end: number): Age | null {
  const before = nounBefore(tokens, language, first, end);
  if (before !== null && (tokens.flags[before]! & WORD) !== 0) {
    const stated = language.roles.get(tokens.lower[before]!)?.age;
    if (stated && stated !== "adult") return stated;
    const adjective = language.ages.adjectives.get(tokens.lower[before - 1] ?? "");
    if (stated === "adult" && tokens.lower[first - 1] === "," && adjective === "old") return "old";
  }
  const opens = tokens.lower[end] === "," || language.ages.being.has(tokens.lower[end] ?? "");
  if (!opens || !language.determiners.has(tokens.lower[end + 1] ?? "")) return null;
  for (let index = end + 2; index < Math.min(tokens.count, end + 6); index++) {
    if ((tokens.flags[index]! & WORD) === 0 || language.prepositions.has(tokens.lower[index]!)) return null;
    const role = language.roles.get(tokens.lower[index]!);
    if (role === undefined) continue;
    if (role.age !== null && role.age !== "adult") return role.age;
    const adjective = language.ages.adjectives.get(tokens.lower[index - 1]!);
    return adjective === "old" || adjective === "young" ? adjective : null;
  }
  return null;
}

/** "the boy" is no adult, "the man" no child. */
export function agesClash(stated: Age | null, known: Age | null): boolean {
  if (stated === null || known === null) return false;
  return (stated === "child") !== (known === "child") && stated !== "young" && known !== "young";
}

/** Ages from decided lines: "said the boy" beside a line that is Pip's. */
export function agesOfSpeakers(
  lines: readonly Line[],
  speakers: readonly number[],
  reading: Reading,
): ReadonlyMap<number, Age> {
  const { mentions, language } = reading;
  const counts = new Map<number, AgeCounts>();
  const spoken = new Map<number, number>();
  const stated = new Map<number, Age>();
  lines.forEach((line, index) => {
    const speaker = speakers[index]!;
    if (speaker < 0) return;
    spoken.set(speaker, (spoken.get(speaker) ?? 0) + 1);
    for (const { from, to } of line.spanTokens) {
      const years = ownYears(reading.tokens, from, to, language);
      if (years !== null && !stated.has(speaker)) stated.set(speaker, ageOfYears(years));
    }
    for (const { kind, subject } of line.evidence) {
      if (kind !== "tag" || subject.kind !== "mention") continue;
      const { role } = mentions.forms[mentions.form[subject.mention]!]!;
      if (role === null) continue;
      const stated = language.roles.get(role)?.age ?? null;
      const adjective = language.ages.adjectives.get(reading.tokens.lower[subject.end - 2] ?? "");
      const age = stated === "adult" && adjective === "old" ? "old" : stated;
      if (age === null || age === "adult") continue;
      const own = counts.get(speaker) ?? { child: 0, young: 0, adult: 0, old: 0 };
      own[age]++;
      counts.set(speaker, own);
    }
  });
  const ages = new Map<number, Age>(stated);
  for (const [speaker, own] of counts) {
    if (ages.has(speaker)) continue;
    const [age, count] = (["child", "young", "old"] as const).reduce<[Age, number]>(
      (best, one) => (own[one] > best[1] ? [one, own[one]] : best),
      ["child", 0],
    );
    if (count * 5 >= spoken.get(speaker)!) ages.set(speaker, age);
  }
  return ages;
}

/** The age that the counts support, or null. */
export function clearAge(counts: readonly AgeCounts[], mentions: number): Age | null {
  const sum: AgeCounts = { child: 0, young: 0, adult: 0, old: 0 };
  for (const one of counts) for (const age of ["child", "young", "adult", "old"] as const) sum[age] += one[age];
  const enough = mentions <= FEW_MENTIONS ? 1 : ENOUGH;
  const ages = (["child", "old", "young", "adult"] as const).filter(
    (age) => sum[age] >= enough && sum[age] * 20 >= Math.min(mentions, 100),
  );
  return ages.reduce<Age | null>((best, age) => (best === null || sum[age] > sum[best] ? age : best), null);
}
