// Words that no voice can say: without a vowel, with figures inside, of two scripts, or in another script than the book's.

import type { Place } from "./finding.ts";
import type { BookWords, Word } from "./words.ts";

const SCRIPTS = {
  latin: /\p{Script=Latin}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  // Japanese writes one word with several of these.
  eastern: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
  arabic: /\p{Script=Arabic}/u,
  hebrew: /\p{Script=Hebrew}/u,
  devanagari: /\p{Script=Devanagari}/u,
  thai: /\p{Script=Thai}/u,
} as const;
type Script = keyof typeof SCRIPTS;
const SCRIPT_NAMES = Object.keys(SCRIPTS) as Script[];

/** Letters of other scripts that look like Latin ones. */
const LOOK_ALIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ..."\u0430a \u0435e \u043eo \u0440p \u0441c \u0443y \u0445x \u0456i \u0458j \u0455s \u0410A \u0412B \u0415E \u041aK \u041cM \u041dH \u041eO \u0420P \u0421C \u0422T \u0425X \u03bfo \u0391A \u0392B \u0395E \u0397H \u0399I \u039aK \u039cM \u039dN \u039fO \u03a1P \u03a4T \u03a7X".split(
      " ",
    ),
  ].map((pair) => [pair[0] as string, pair[1] as string]),
);

/** Languages whose words may do without a vowel. */
const VOWELLESS = /^(?:cs|sk|hr|sr|bs|sl|mk|bg|cy|zgh|ber|kab)\b/iu;
const VOWEL = /[aeiouyw\u00e6\u0153\u00f8\u0131]/u;
const LONGEST = 60;
const MOST_REPEATED = /(\p{L})\1{11,}/u;
/** Fewer letters say nothing about a book's script. */
const LEAST_WORDS = 50;
const MAIN_SHARE = 0.9;

const plain = (word: string): string => word.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");

function scriptsOf(word: string): readonly Script[] {
  return SCRIPT_NAMES.filter((name) => SCRIPTS[name].test(word));
}

/** The script of nearly all words; null if the book has several, or is short. */
export function mainScript({ counts }: BookWords): Script | null {
  const sums = new Map<Script, number>();
  let all = 0;
  for (const [word, count] of counts) {
    if (/^\p{N}+$/u.test(word)) continue;
    all += count;
    const [script] = scriptsOf(word);
    if (script !== undefined) sums.set(script, (sums.get(script) ?? 0) + count);
  }
  const [most] = [...sums].sort((a, b) => b[1] - a[1]);
  return most !== undefined && all >= LEAST_WORDS && most[1] >= MAIN_SHARE * all ? most[0] : null;
}

export function unspeakableWords(
  words: readonly Word[],
  main: Script | null,
  language: string | null,
): readonly Place[] {
  const places: Place[] = [];
  for (const { text, start } of words) {
    const mend = isPlain(text, language) ? undefined : mendOf(text, main, language);
    if (mend === undefined) continue;
    places.push({ kind: "unspeakable_word", start_utf16: start, end_utf16: start + text.length, mend });
  }
  return places;
}

/** Nearly every word: it has a vowel, no figure, a usual length and only Latin letters. */
const isPlain = (word: string, _language: string | null): boolean =>
  word.length < 12 && /^[A-Za-z]*[aeiouyAEIOUY][A-Za-z]*$/.test(word);

/** Undefined: a voice can say it. Null: it cannot, and a person has to decide. */
function mendOf(word: string, main: Script | null, language: string | null): string | null | undefined {
  const scripts = scriptsOf(word);
  if (scripts.length > 1) {
    const mended = [...word].map((letter) => LOOK_ALIKE[letter] ?? letter).join("");
    return scripts.includes("latin") && scriptsOf(mended).length === 1 ? mended : null;
  }
  const [script] = scripts;
  // One letter of Greek is a symbol, and has a name.
  if (main !== null && script !== undefined && script !== main && script !== "latin" && word.length > 1) return null;
  if (/\p{Ll}\p{N}+\p{Ll}/u.test(word)) return null;
  const repeated = MOST_REPEATED.exec(word);
  if (repeated !== null) return word.replace(repeated[0], (repeated[1] as string).repeat(4));
  if (script !== "latin") return undefined;
  if (word.length > LONGEST) return null;
  const isVowelless = language === null || !VOWELLESS.test(language);
  if (isVowelless && /^\p{L}?\p{Ll}{4,}$/u.test(word)) {
    const letters = plain(word);
    // "Pssst" and "hmmm" are sounds of few letters.
    if (!VOWEL.test(letters) && new Set(letters).size >= 4) return null;
  }
  return undefined;
}
