// Numbers as English words. Digits are read differently by every engine (and some read them wrongly), written-out words
// are read alike by all. British style: "one hundred and five".

const SMALL = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
] as const;
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"] as const;
const SCALES = ["", " thousand", " million", " billion", " trillion"] as const;

/** Longest digit string that is read as one number; anything longer is read digit by digit. */
const MAX_CARDINAL_DIGITS = 15;

function belowHundred(value: number): string {
  if (value < 20) return SMALL[value]!;
  const unit = value % 10;
  return unit === 0 ? TENS[(value - unit) / 10]! : `${TENS[(value - unit) / 10]!}-${SMALL[unit]!}`;
}

function belowThousand(value: number): string {
  const rest = value % 100;
  const hundreds = (value - rest) / 100;
  if (hundreds === 0) return belowHundred(rest);
  return rest === 0 ? `${SMALL[hundreds]!} hundred` : `${SMALL[hundreds]!} hundred and ${belowHundred(rest)}`;
}

/** Each digit by its name: "007" is "zero zero seven". */
export function digitWords(digits: string): string {
  let words = "";
  for (let i = 0; i < digits.length; i++) words += (i === 0 ? "" : " ") + SMALL[digits.charCodeAt(i) - 48]!;
  return words;
}

/** A whole number, given as decimal digits only. Leading zeros and very long numbers are read digit by digit. */
export function cardinalWords(digits: string): string {
  if (digits.length > MAX_CARDINAL_DIGITS || (digits.length > 1 && digits.startsWith("0"))) return digitWords(digits);
  const value = Number(digits);
  if (value < 1000) return belowThousand(value);
  const groups: string[] = [];
  let rest = value;
  for (let scale = 0; rest > 0; scale++) {
    const group = rest % 1000;
    rest = (rest - group) / 1000;
    if (group === 0) continue;
    const joint = scale === 0 && group < 100 && rest > 0 ? "and " : "";
    groups.unshift(joint + belowThousand(group) + SCALES[scale]!);
  }
  return groups.join(" ");
}

/** A year from 1000 to 2999: 1813 "eighteen thirteen", 1805 "eighteen oh five", 1900 "nineteen hundred", 2005 "two thousand and five". */
export function yearWords(year: number): string {
  const rest = year % 100;
  const century = (year - rest) / 100;
  if (century % 10 === 0 && rest < 10) return cardinalWords(String(year));
  if (rest === 0) return `${belowHundred(century)} hundred`;
  return rest < 10 ? `${belowHundred(century)} oh ${SMALL[rest]!}` : `${belowHundred(century)} ${belowHundred(rest)}`;
}

const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

function withLastWord(words: string, change: (word: string) => string): string {
  const at = Math.max(words.lastIndexOf(" "), words.lastIndexOf("-")) + 1;
  return words.slice(0, at) + change(words.slice(at));
}

/** "21" is "twenty-first". */
export function ordinalWords(digits: string): string {
  return withLastWord(
    cardinalWords(digits),
    (word) => IRREGULAR_ORDINALS[word] ?? (word.endsWith("y") ? `${word.slice(0, -1)}ieth` : `${word}th`),
  );
}

/** "twenty" becomes "twenties", "hundred" "hundreds", "six" "sixes". */
export function pluralWords(words: string): string {
  return withLastWord(words, (word) =>
    word.endsWith("y") ? `${word.slice(0, -1)}ies` : word.endsWith("x") ? `${word}es` : `${word}s`,
  );
}
