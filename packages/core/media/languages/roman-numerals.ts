// Roman numerals in capitals.

const ROMAN = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** The value of a roman numeral in canonical capitals, 1 to 3999; null when it is none. */
export function romanValue(numeral: string): number | null {
  if (numeral.length === 0 || numeral.length > 15 || !ROMAN.test(numeral)) return null;
  let value = 0;
  for (let i = 0; i < numeral.length; i++) {
    const digit = ROMAN_DIGITS[numeral[i]!]!;
    const next = ROMAN_DIGITS[numeral[i + 1] ?? ""] ?? 0;
    value += digit < next ? -digit : digit;
  }
  return value;
}
