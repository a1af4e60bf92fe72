// Noun phrases that can speak: a name, a role, a pronoun, the narrator. Read forwards from a token or backwards to it.

import type { LanguageData } from "./language/language.ts";
import type { Mentions } from "./mentions.ts";
import type { Gender } from "./script.ts";
import { CAPITAL, POSSESSIVE, SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

export type Subject =
  | { readonly kind: "mention"; readonly mention: number; readonly first: number; readonly end: number }
  | {
      readonly kind: "pronoun";
      readonly gender: Gender | "plural" | null;
      readonly first: number;
      readonly end: number;
    }
  | { readonly kind: "narrator"; readonly first: number; readonly end: number };

export interface Reading {
  readonly tokens: Tokens;
  readonly mentions: Mentions;
  readonly language: LanguageData;
  /** For each token the mention that ends after it, or -1. */
  readonly endsAt: Int32Array;
}

export function reading(tokens: Tokens, mentions: Mentions, language: LanguageData): Reading {
  const endsAt = new Int32Array(tokens.count + 1).fill(-1);
  for (let mention = 0; mention < mentions.count; mention++) endsAt[mentions.to[mention]! - 1] = mention;
  return { tokens, mentions, language, endsAt };
}

/** Marks that end a sentence; a colon does not. */
export function isSentenceEnd(tokens: Tokens, index: number): boolean {
  if ((tokens.flags[index]! & WORD) !== 0) return false;
  const mark = tokens.lower[index]!;
  return (
    mark === "." || mark === "!" || mark === "?" || mark === "…" || mark === "。" || mark === "！" || mark === "？"
  );
}

function pronounAt({ tokens, language }: Reading, index: number): Subject | null {
  if ((tokens.flags[index]! & WORD) === 0) return null;
  const stated = language.subjectPronouns.get(tokens.lower[index]!);
  if (stated === undefined) return null;
  if (stated === "narrator") return { kind: "narrator", first: index, end: index + 1 };
  return { kind: "pronoun", gender: stated, first: index, end: index + 1 };
}

/** "the voice of Anna": the mention behind "of", or -1. */
function behindOf({ tokens, mentions, language }: Reading, index: number, limit: number): number {
  if (index + 1 >= limit || tokens.lower[index] !== "of") return -1;
  const at = language.determiners.has(tokens.lower[index + 1]!) ? index + 2 : index + 1;
  return at < limit ? mentions.at[at]! : -1;
}

/** The nearest subject of a main clause before a token: "when Anna, who was tired, turned and said". */
export function nearestSubject(reading: Reading, from: number, before: number): Subject | null {
  const { tokens, mentions, language } = reading;
  for (let index = before - 1; index >= from; index--) {
    if ((tokens.flags[index]! & WORD) === 0) continue;
    const pronoun = pronounAt(reading, index);
    const mention = mentions.at[index]!;
    if (pronoun === null && (mention < 0 || mentions.subject[mention] !== 1)) continue;
    let left = index - 1;
    while (
      left >= from &&
      (language.determiners.has(tokens.lower[left]!) || language.possessives.has(tokens.lower[left]!))
    )
      left--;
    const opens =
      left < from ||
      (tokens.flags[left + 1]! & SENTENCE_START) !== 0 ||
      (tokens.flags[left]! & WORD) === 0 ||
      language.clauseOpeners.has(tokens.lower[left]!);
    if (!opens) continue;
    return pronoun ?? { kind: "mention", mention, first: index, end: mentions.to[mention]! };
  }
  return null;
}

/** The nearest noun phrase before a token without a preposition and with a verb after it: "at last Anna rose and said". */
export function nearestActor(reading: Reading, from: number, before: number): Subject | null {
  const { tokens, mentions } = reading;
  for (let index = before - 1; index >= from; index--) {
    if ((tokens.flags[index]! & WORD) === 0) continue;
    const pronoun = pronounAt(reading, index);
    if (pronoun) return pronoun;
    const mention = mentions.at[index]!;
    if (mention < 0 || mentions.to[mention]! >= before) continue;
    if (isFree(reading, index, from) && followedByVerb(reading, mention)) {
      return { kind: "mention", mention, first: index, end: mentions.to[mention]! };
    }
  }
  return null;
}

/** The noun phrase that begins at a token. */
export function subjectFrom(reading: Reading, index: number, limit: number): Subject | null {
  const { tokens, mentions, language } = reading;
  if (index >= limit) return null;
  const pronoun = pronounAt(reading, index);
  if (pronoun) return pronoun;
  let at = index;
  let opened = false;
  for (let steps = 0; steps < 6 && at < limit; steps++) {
    const flags = tokens.flags[at]!;
    if ((flags & WORD) === 0) return null;
    const mention = mentions.at[at]!;
    if (mention >= 0) {
      const end = mentions.to[mention]!;
      if ((tokens.flags[end - 1]! & POSSESSIVE) === 0) {
        const owner = language.speechNouns.has(tokens.lower[at]!) ? behindOf(reading, end, limit) : -1;
        if (owner >= 0) return { kind: "mention", mention: owner, first: index, end: mentions.to[owner]! };
        // "a boy called Pip"
        const named = mentions.forms[mentions.form[mention]!]!.role !== null && end + 1 < limit;
        const name = named && language.ages.naming.has(tokens.lower[end]!) ? mentions.at[end + 1]! : -1;
        const stated = name >= 0 ? name : namedBehind(reading, mention, limit);
        return { kind: "mention", mention: stated, first: index, end: mentions.to[stated]! };
      }
      // "Emma's father": the second noun counts.
      at = end;
      opened = true;
      continue;
    }
    const lower = tokens.lower[at]!;
    if (language.bareNouns === true && !opened && leadsToNoun(reading, at, limit)) {
      at++;
      continue;
    }
    const opens =
      language.determiners.has(lower) ||
      language.possessives.has(lower) ||
      language.titles.get(lower)?.rank === "epithet";
    if (!opened && !opens) return null;
    // "the other sister": a small word directly before the noun belongs to it.
    const own = at + 1 < limit && mentions.at[at + 1]! >= 0;
    if (opened && (language.prepositions.has(lower) || (language.functionWords.has(lower) && !own)) && !opens)
      return null;
    opened = true;
    at++;
  }
  return null;
}

/** "старый сторож", "tyst Anna": at most two small words before the noun or the name of a language without articles. */
function leadsToNoun({ tokens, mentions, language }: Reading, index: number, limit: number): boolean {
  for (let at = index; at < Math.min(limit, index + 3); at++) {
    if (mentions.at[at]! >= 0) return at > index;
    const flags = tokens.flags[at]!;
    if ((flags & WORD) === 0 || (flags & CAPITAL) !== 0) return false;
    const lower = tokens.lower[at]!;
    if (language.prepositions.has(lower) || language.continuers.has(lower) || language.relatives.has(lower))
      return false;
  }
  return false;
}

/** "the other sister, Anna, said": the name after a noun, or the noun. */
export function namedBehind({ tokens, mentions }: Reading, mention: number, limit: number): number {
  const comma = mentions.to[mention]!;
  if (comma + 1 >= limit || tokens.lower[comma] !== "," || mentions.forms[mentions.form[mention]!]!.role === null)
    return mention;
  const name = mentions.at[comma + 1]!;
  if (name < 0 || mentions.forms[mentions.form[name]!]!.role !== null) return mention;
  const end = mentions.to[name]!;
  const closed = end >= limit || tokens.lower[end] === "," || isSentenceEnd(tokens, end);
  return closed && (tokens.flags[end - 1]! & POSSESSIVE) === 0 ? name : mention;
}

/** "was Anna's answer", "his reply", "Tom's voice": the possessor of a noun of speech. */
export function ownerOfSpeech(reading: Reading, index: number, limit: number): Subject | null {
  const { tokens, mentions, language } = reading;
  if (index >= limit || (tokens.flags[index]! & WORD) === 0) return null;
  const stated = language.possessives.get(tokens.lower[index]!);
  const mention = mentions.at[index]!;
  let end = index + 1;
  if (mention >= 0) {
    end = mentions.to[mention]!;
    if ((tokens.flags[end - 1]! & POSSESSIVE) === 0) return null;
  } else if (stated === undefined) return null;
  for (let at = end; at < Math.min(limit, end + 3); at++) {
    if ((tokens.flags[at]! & WORD) === 0) return null;
    // "was Anna's answer", "Anna's saying"
    const gerund = mention >= 0 && tokens.lower[at]!.endsWith("ing") && language.speechVerbs.has(tokens.lower[at]!);
    if (!gerund && !language.speechNouns.has(tokens.lower[at]!)) continue;
    if (mention >= 0) return { kind: "mention", mention, first: index, end: at + 1 };
    if (stated === "narrator") return { kind: "narrator", first: index, end: at + 1 };
    return stated === null ? null : { kind: "pronoun", gender: stated!, first: index, end: at + 1 };
  }
  return null;
}

/** "was Anna's consolation": after a quote, a possessor's noun means what she said. */
export function ownerOfQuote(reading: Reading, index: number, limit: number): Subject | null {
  const { tokens, mentions, language } = reading;
  if (!language.ages.being.has(tokens.lower[index] ?? "")) return null;
  const at = index + 1;
  if (at + 1 >= limit) return null;
  const mention = mentions.at[at]!;
  if (mention < 0) return null;
  const end = mentions.to[mention]!;
  if ((tokens.flags[end - 1]! & POSSESSIVE) === 0 || end >= limit || (tokens.flags[end]! & WORD) === 0) return null;
  return { kind: "mention", mention, first: at, end: end + 1 };
}

/** The noun phrase that ends directly before a token. */
export function subjectBefore(reading: Reading, index: number, floor: number): Subject | null {
  const { tokens, mentions, endsAt } = reading;
  if (index - 1 < floor) return null;
  const pronoun = pronounAt(reading, index - 1);
  if (pronoun) return pronoun;
  const mention = endsAt[index - 1]!;
  if (mention < 0 || (tokens.flags[index - 1]! & POSSESSIVE) !== 0) return null;
  return { kind: "mention", mention, first: mentions.from[mention]!, end: index };
}

/** No preposition governs the noun phrase that begins at this token. */
function isFree({ tokens, language }: Reading, index: number, from: number): boolean {
  let at = index - 1;
  while (at >= from && (tokens.flags[at]! & WORD) !== 0) {
    const lower = tokens.lower[at]!;
    if (language.prepositions.has(lower)) return false;
    if (!language.determiners.has(lower) && !language.possessives.has(lower)) return index - at <= 4;
    at--;
  }
  return true;
}

/** The next word is no preposition and no end: most likely the verb. */
function followedByVerb({ tokens, mentions, language }: Reading, mention: number): boolean {
  const end = mentions.to[mention]!;
  if (end >= tokens.count || (tokens.flags[end - 1]! & POSSESSIVE) !== 0) return false;
  const lower = tokens.lower[end]!;
  if ((tokens.flags[end]! & WORD) === 0) return lower === ",";
  return (
    (tokens.flags[end]! & SENTENCE_START) === 0 &&
    !language.prepositions.has(lower) &&
    lower !== "and" &&
    lower !== "or"
  );
}

/** The first subject of a sentence: a noun phrase that opens it, or that follows its opening phrase after a comma. */
export function sentenceSubject(reading: Reading, from: number, limit: number): Subject | null {
  const { tokens, mentions, language } = reading;
  for (let index = from; index < limit && index < from + 30; index++) {
    if (isSentenceEnd(tokens, index)) return null;
    if ((tokens.flags[index]! & WORD) === 0) continue;
    const pronoun = pronounAt(reading, index);
    if (pronoun) return pronoun;
    const mention = mentions.at[index]!;
    if (mention < 0) continue;
    // "At last the porter ..." follows an opening phrase.
    if (mentions.subject[mention] === 1 || (isFree(reading, index, from) && followedByVerb(reading, mention))) {
      return { kind: "mention", mention, first: index, end: mentions.to[mention]! };
    }
    const before = index > from ? tokens.lower[index - 1]! : "";
    const opening = index === from || (tokens.flags[index]! & SENTENCE_START) !== 0;
    const end = mentions.to[mention]!;
    if ((opening || !language.prepositions.has(before)) && (tokens.flags[end - 1]! & POSSESSIVE) === 0 && opening) {
      return { kind: "mention", mention, first: index, end };
    }
    index = end - 1;
  }
  return null;
}
