// Classes of single UTF-16 code units: tables for the first 768 units, Unicode properties for the rest. Structuring
// asks several times for every unit of a book, so an answer must be cheap.

const SPACE = 1;
const LETTER = 2;
const UPPER = 4;
const DIGIT = 8;

const TABLE_SIZE = 0x300;
const LETTER_PATTERN = /\p{L}/u;
const UPPER_PATTERN = /\p{Lu}/u;
const DIGIT_PATTERN = /\p{Nd}/u;
const MARK_PATTERN = /\p{M}/u;

const table = new Uint8Array(TABLE_SIZE);
for (let unit = 0; unit < TABLE_SIZE; unit++) {
  const character = String.fromCharCode(unit);
  let flags = 0;
  if (/\s/.test(character)) flags |= SPACE;
  if (LETTER_PATTERN.test(character)) flags |= LETTER;
  if (UPPER_PATTERN.test(character)) flags |= UPPER;
  if (DIGIT_PATTERN.test(character)) flags |= DIGIT;
  table[unit] = flags;
}

/** White space of any kind, including line breaks and no-break spaces. */
export function isSpaceUnit(unit: number): boolean {
  if (unit < TABLE_SIZE) return (table[unit]! & SPACE) !== 0;
  return (
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff ||
    unit === 0x1680
  );
}

export function isLineBreakUnit(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

/** A sign of Chinese or Japanese, its punctuation included: no space stands around marks beside it. */
export function isUnspacedUnit(unit: number): boolean {
  return (
    (unit >= 0x2e80 && unit <= 0x9fff && unit !== 0x3000) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    (unit >= 0xff01 && unit <= 0xff9f)
  );
}

/** A letter or a combining mark; halves of surrogate pairs are neither. */
export function isLetterUnit(unit: number): boolean {
  if (unit < TABLE_SIZE) return (table[unit]! & LETTER) !== 0;
  if (unit >= 0x2000 && unit <= 0x206f) return false;
  if (unit >= 0xd800 && unit <= 0xdfff) return false;
  const character = String.fromCharCode(unit);
  return LETTER_PATTERN.test(character) || MARK_PATTERN.test(character);
}

export function isUpperUnit(unit: number): boolean {
  if (unit < TABLE_SIZE) return (table[unit]! & UPPER) !== 0;
  if (unit >= 0xd800 && unit <= 0xdfff) return false;
  return UPPER_PATTERN.test(String.fromCharCode(unit));
}

export function isDigitUnit(unit: number): boolean {
  if (unit < TABLE_SIZE) return (table[unit]! & DIGIT) !== 0;
  if (unit >= 0x2000 && unit <= 0x206f) return false;
  return DIGIT_PATTERN.test(String.fromCharCode(unit));
}

export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The apostrophes that stand inside words: ' and ’. */
export function isApostropheUnit(unit: number): boolean {
  return unit === 0x27 || unit === 0x2019;
}

/** The Greek question mark looks like a semicolon: it stands behind a Greek letter. */
export function isGreekQuestion(text: string, position: number): boolean {
  const unit = text.charCodeAt(position);
  if (unit === 0x37e) return true;
  if (unit !== 0x3b || position === 0) return false;
  const before = text.charCodeAt(position - 1);
  return (before >= 0x370 && before <= 0x3ff) || (before >= 0x1f00 && before <= 0x1fff);
}
