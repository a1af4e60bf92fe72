// Who is addressed by name inside a quote: "No, Anna, never." The addressed person does not speak this line and often answers.

import type { LanguageData } from "./language/language.ts";
import type { Gender } from "./script.ts";
import type { Reading } from "./subjects.ts";
import { POSSESSIVE, type Tokens, WORD } from "./tokens.ts";

export interface Called {
  readonly mentions: readonly number[];
  /** Indicated by "sir", "madam" and similar words. */
  readonly gender: Gender | null;
  /** The rank that stands alone as an address: "Where is he, Captain?" */
  readonly rank: string | null;
}

/** Titles that stand alone for many people: they say the gender only. */
const FORMS_OF_ADDRESS: ReadonlySet<string> = new Set(["mr", "mrs", "miss", "sir", "lady", "lord", "master", "plural"]);

const BEFORE = new Set([",", "!", "?", ".", "—", "-", "–", "…", '"', "“", "‘", "'", ";", ":"]);
const AFTER = new Set([",", "!", "?", ".", "—", "-", "–", "…", '"', "”", "’", "'", ";"]);

/** Addresses between two tokens of one quote. */
export function findCalled(reading: Reading, from: number, limit: number): Called {
  const { tokens, mentions, language } = reading;
  const called: number[] = [];
  let gender: Gender | null = null;
  let rank: string | null = null;
  for (let index = from; index < limit; index++) {
    if ((tokens.flags[index]! & WORD) === 0) continue;
    const mention = mentions.at[index]!;
    const lower = tokens.lower[index]!;
    const end = mention >= 0 ? mentions.to[mention]! : index + 1;
    const isCall = language.maleCalls.has(lower) || language.femaleCalls.has(lower);
    const courtesy = language.courtesies?.ranks.has(lower) === true ? lower : null;
    const bareRank = mention < 0 && language.callsByTitle === true ? (courtesy ?? rankOf(language, lower)) : null;
    if (mention < 0 && !isCall && bareRank === null) continue;
    if ((tokens.flags[end - 1]! & POSSESSIVE) !== 0) {
      index = end - 1;
      continue;
    }
    let before = index - 1;
    let steps = 0;
    let opened = false;
    if (courtesy !== null && before >= from && tokens.lower[before] === language.courtesies!.before) before--;
    while (
      before >= from &&
      steps < 3 &&
      (tokens.flags[before]! & WORD) !== 0 &&
      language.callOpeners.has(tokens.lower[before]!)
    ) {
      before--;
      steps++;
      opened = true;
    }
    const starts = before < from || BEFORE.has(tokens.lower[before]!);
    const ends = end >= limit || AFTER.has(tokens.lower[end]!);
    // A name alone at both ends of the quote may also be an answer ("Anna."); a comma or an exclamation makes it certain.
    const isAnswer = before < from && !opened && (end >= limit || tokens.lower[end] === ".");
    if (mention >= 0 && ends && isAskedFor(reading, from, index)) {
      called.push(mention);
    } else if (starts && ends && !isAnswer && !isReported(reading, from, index)) {
      rank ??= bareRank;
      if (isCall) gender ??= language.maleCalls.has(lower) ? "male" : "female";
      const noun = mention >= 0 && mentions.forms[mentions.form[mention]!]!.role !== null;
      if (mention >= 0 && (!noun || language.nounTitles === true)) {
        called.push(mention);
        const title = language.titles.get(mentions.forms[mentions.form[mention]!]!.titles[0] ?? "");
        gender ??= title?.gender ?? null;
      }
    }
    index = end - 1;
  }
  return { mentions: called, gender, rank };
}

/** "Are you Tom?", "You must be Tom.", "Which of you is Tom?": the listener has this name. */
function isAskedFor({ tokens, mentions, language }: Reading, from: number, index: number): boolean {
  const { asksForName } = language;
  if (asksForName === undefined || mentions.forms[mentions.form[mentions.at[index]!]!]!.role !== null) return false;
  return asksForName.test(`${tokens.lower.slice(Math.max(from, index - 6), index).join(" ")} `);
}

function rankOf(language: LanguageData, word: string): string | null {
  const rank = language.titles.get(word)?.rank ?? null;
  return rank === null || FORMS_OF_ADDRESS.has(rank) ? null : rank;
}

/** Tokens of a sentence before a reported address. */
const REPORT_REACH = 25;

/**
 * "He said, whatever happens, Anna, wait": the line reports an address by another person, often to its own speaker. A title and a
 * surname may mean several people, so they are not counted.
 */
export function isReported({ tokens, mentions, language, endsAt }: Reading, from: number, index: number): boolean {
  if (isInnerQuote(tokens, from, index)) return true;
  if (language.reports === undefined || tokens.lower[index - 1] !== ",") return false;
  const mention = mentions.at[index]!;
  if (mention >= 0 && mentions.forms[mentions.form[mention]!]!.titles.length > 0) return false;
  for (let at = index - 2; at > from && at > index - REPORT_REACH; at--) {
    const lower = tokens.lower[at]!;
    if (lower === "." || lower === "!" || lower === "?") return false;
    if (!language.reports.has(lower)) continue;
    const pronoun = language.subjectPronouns.get(tokens.lower[at - 1]!);
    return pronoun === undefined ? endsAt[at - 1]! >= 0 : pronoun !== "narrator";
  }
  return false;
}

/** Tokens of an inner quotation before a name. */
const INNER_REACH = 40;
const INNER: ReadonlyMap<string, { readonly open: string; readonly close: string }> = new Map([
  ["“", { open: "‘", close: "’" }],
  ["‘", { open: "“", close: "”" }],
]);

/** "“He came to me. ‘Tom,’ he said.”": the words of a token are a quotation in the line that begins at another token. */
function isInnerQuote({ lower }: Tokens, from: number, index: number): boolean {
  const marks = INNER.get(lower[from]!);
  if (marks === undefined) return false;
  // A line that begins with an inner mark is read aloud.
  for (let at = index - 1; at > from + 1 && index - at < INNER_REACH; at--) {
    if (lower[at] === marks.close) return false;
    if (lower[at] === marks.open) return true;
  }
  return false;
}
