// Names of files that hold one line each: number, speaker, first words. Tools of games and of sound work take names without
// spaces best.

import { safeFileName } from "./file-name.ts";

export interface NamedLine {
  /** From 1. */
  readonly chapter: number;
  /** The line's place among all lines of its chapter, from 1. */
  readonly number: number;
  readonly speaker: string;
  readonly text: string;
}

const LONGEST_SPEAKER = 24;
const LONGEST_WORDS = 32;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * "012_Mara_Who-is-there.wav"; with several chapters "03-012_Mara_Who-is-there.wav". Names sort in the order of the story,
 * because numbers have as many digits as the largest one. No two are equal, also where capitals do not count.
 */
export function lineFileNames(lines: readonly NamedLine[]): readonly string[] {
  const chapterDigits = digitsOf(
    lines.map(({ chapter }) => chapter),
    2,
  );
  const digits = digitsOf(
    lines.map(({ number }) => number),
    3,
  );
  const hasChapters = lines.some(({ chapter }) => chapter !== lines[0]?.chapter);
  return lines.map(({ chapter, number, speaker, text }) => {
    const place = String(number).padStart(digits, "0");
    const full = hasChapters ? `${String(chapter).padStart(chapterDigits, "0")}-${place}` : place;
    const parts = [full, joinedWords(speaker, LONGEST_SPEAKER), joinedWords(text, LONGEST_WORDS)];
    return safeFileName(parts.filter((part) => part !== "").join("_"), "wav");
  });
}

const digitsOf = (numbers: readonly number[], least: number): number =>
  numbers.reduce((most, number) => Math.max(most, String(number).length), least);

/** Whole words up to a length; a first word that is longer is cut. */
function joinedWords(text: string, longest: number): string {
  let joined = "";
  for (const [word] of text.replaceAll(/['’]/gu, "").normalize("NFC").matchAll(WORD)) {
    if (joined === "") joined = [...word].slice(0, longest).join("");
    else if (joined.length + 1 + word.length > longest) break;
    else joined += `-${word}`;
  }
  return joined;
}
