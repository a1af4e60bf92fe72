// Names of people in a language without spaces, which no list contains completely. A word that begins several clauses of the
// narration, each time before other words, is a person who acts.

import type { LaidOutParagraph } from "./dialogue.ts";
import type { UnspacedWords } from "./language/language.ts";

export const MAX_NAME = 4;
const MIN_TIMES = 2;
/** Units of a clause that are searched for a verb, and of a quote for an address. */
const MAX_CLAUSE = 40;
const MAX_QUOTE = 400;
/** The most counted clauses, so that the memory for a long text is bounded. */
const MAX_CLAUSES = 200_000;
/** A clause begins after one of these. */
const CLAUSE = /[。！？!?，、…—」』”’\s]+/u;

interface Use {
  times: number;
  /** With a subject mark: a verb that only people and animals have follows. */
  acts: boolean;
  readonly next: Set<string>;
}

export function learnNames(
  text: string,
  paragraphs: readonly LaidOutParagraph[],
  words: UnspacedWords,
): ReadonlySet<string> {
  const uses = new Map<string, Use>();
  const shape =
    words.subjectMark === ""
      ? /^[\p{Script=Han}·]+$/u
      : /^(?:[\p{Script=Han}々]{1,4}|[\p{Script=Katakana}ー・]{2,8}|\p{Script=Hiragana}{2,4}|[\p{Script=Han}々]{1,3}\p{Script=Hiragana}{1,2})$/u;
  const mark = new RegExp(`^${words.subjectMark}`, "u");
  const stops = new Set([...words.notNames.split(/\s+/u), ...words.noNameStart.split(/\s+/u)]);
  const starts = [...stops].filter((word) => word.length === 1).join("");
  const acts = words.acts.split(/\s+/u).filter((word) => word !== "");
  const alone =
    words.actsAlone === undefined ? null : new RegExp(`^(?:${words.actsAlone.split(/\s+/u).join("|")})`, "u");
  const acting = new RegExp(`^(?:${acts.join("|")})`, "u");
  const actsLater = new RegExp(acts.join("|"), "u");
  /** Words between marks inside quotes. Many of them address a person. */
  const called = new Set<string>();
  let clauses = 0;
  const count = (name: string, next: string, acts: boolean): void => {
    const use = uses.get(name) ?? { times: 0, next: new Set<string>(), acts: false };
    use.times++;
    use.acts ||= acts;
    use.next.add(next);
    uses.set(name, use);
  };
  const read = (from: number, to: number): void => {
    for (const clause of text.slice(from, to).split(CLAUSE)) {
      if (clause === "" || ++clauses > MAX_CLAUSES) continue;
      if (words.subjectMark !== "" ? false : starts.includes(clause.charAt(0))) continue;
      for (let length = words.subjectMark === "" ? 2 : 1; length <= MAX_NAME && length < clause.length; length++) {
        const name = clause.slice(0, length);
        if (!shape.test(name) || stops.has(name)) continue;
        const rest = clause.slice(length);
        // "大壮继续吃饭。"
        if (words.subjectMark === "") count(name, rest.slice(0, 2), length <= 3 && alone?.test(rest) === true);
        else if (mark.test(rest)) count(name, rest.slice(0, 3), actsLater.test(rest.slice(0, MAX_CLAUSE)));
      }
    }
  };
  for (const { role, speech, contentStart, contentEnd } of paragraphs) {
    if (role !== "paragraph") continue;
    let from = contentStart;
    for (const { start, end } of speech) {
      read(from, start);
      for (const part of text.slice(start + 1, Math.min(end, start + MAX_QUOTE)).split(CLAUSE))
        if (part.length >= 1 && part.length <= MAX_NAME && shape.test(part) && !stops.has(part)) called.add(part);
      from = end;
    }
    read(from, contentEnd);
  }
  const names = new Set<string>();
  for (const [name, { times, next, acts }] of uses) {
    const often = times >= MIN_TIMES && next.size >= MIN_TIMES;
    if (words.subjectMark === "") {
      if (acts || called.has(name) || (often && [...next].some((one) => acting.test(one)))) names.add(name);
    } else if (acts || called.has(name)) names.add(name);
  }
  // "叶凡" and "叶凡眉": the shorter one occurs more often.
  for (const name of [...names]) {
    for (let length = name.length - 1; length >= 1; length--) {
      const shorter = uses.get(name.slice(0, length));
      if (shorter !== undefined && names.has(name.slice(0, length)) && shorter.times > uses.get(name)!.times)
        names.delete(name);
    }
    for (let length = 2; length < name.length; length++) {
      const shorter = name.slice(0, length);
      if (names.has(shorter) && names.has(name) && uses.get(shorter)!.times === uses.get(name)!.times)
        names.delete(shorter);
    }
  }
  return names;
}
