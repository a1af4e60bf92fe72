// Pronunciations in the International Phonetic Alphabet, X-SAMPA and CMU's ARPAbet, written in eSpeak NG's mnemonics
// (docs/phonemes.md of eSpeak NG, English phoneme tables). Values are untrusted: only known symbols pass.

/** IPA symbol -> mnemonic. Longest match first. */
const IPA: Readonly<Record<string, string>> = {
  // vowels
  iː: "i:",
  i: "i",
  ɪ: "I",
  eɪ: "eI",
  e: "E",
  ɛ: "E",
  ɛː: "e@",
  eə: "e@",
  ɛə: "e@",
  æ: "a",
  a: "a",
  ɑː: "A:",
  ɑ: "A:",
  ɒ: "0",
  ɔː: "O:",
  ɔ: "O:",
  ɔɪ: "OI",
  oʊ: "oU",
  əʊ: "oU",
  oː: "O:",
  o: "oU",
  ʊ: "U",
  uː: "u:",
  u: "u:",
  ʌ: "V",
  ɜː: "3:",
  ɝ: "3:",
  ɜ: "3:",
  ə: "@",
  ɚ: "3",
  ɐ: "a#",
  aɪ: "aI",
  aʊ: "aU",
  ɪə: "i@3",
  ʊə: "U@",
  ɨ: "I",
  ʉ: "u:",
  ø: "3:",
  œ: "3:",
  y: "u:",
  // consonants
  p: "p",
  b: "b",
  t: "t",
  d: "d",
  k: "k",
  g: "g",
  ɡ: "g",
  tʃ: "tS",
  t͡ʃ: "tS",
  ʧ: "tS",
  dʒ: "dZ",
  d͡ʒ: "dZ",
  ʤ: "dZ",
  f: "f",
  v: "v",
  θ: "T",
  ð: "D",
  s: "s",
  z: "z",
  ʃ: "S",
  ʒ: "Z",
  h: "h",
  x: "x",
  ç: "C",
  m: "m",
  n: "n",
  ŋ: "N",
  ɲ: "nj",
  l: "l",
  ɫ: "l",
  l̩: "@l",
  n̩: "@n",
  m̩: "@m",
  r: "r",
  ɹ: "r",
  ɾ: "r",
  ʀ: "r",
  ʁ: "r",
  j: "j",
  w: "w",
  ʍ: "w",
  ʔ: "?",
  ɬ: "l",
  // stress
  ˈ: "'",
  "'": "'",
  ˌ: ",",
  ",": ",",
};

/** Symbols that are dropped: length marks after a sound without length, syllable borders, ties, brackets. */
const IPA_SILENT = /[.‿ˑː:ʰʲʷ/[\]()\u200d]|\p{M}/u;

/** X-SAMPA symbol -> IPA symbol; the rest of X-SAMPA's letters mean themselves. */
const X_SAMPA: Readonly<Record<string, string>> = {
  "i:": "iː",
  I: "ɪ",
  eI: "eɪ",
  "e@": "eə",
  "E@": "eə",
  E: "ɛ",
  "{": "æ",
  "A:": "ɑː",
  A: "ɑ",
  Q: "ɒ",
  "O:": "ɔː",
  O: "ɔ",
  OI: "ɔɪ",
  oU: "oʊ",
  "@U": "əʊ",
  U: "ʊ",
  "u:": "uː",
  V: "ʌ",
  "3:": "ɜː",
  "3`": "ɝ",
  "@`": "ɚ",
  "@": "ə",
  aI: "aɪ",
  aU: "aʊ",
  "I@": "ɪə",
  "U@": "ʊə",
  "6": "ɐ",
  "1": "ɨ",
  "}": "ʉ",
  "2": "ø",
  "9": "œ",
  tS: "tʃ",
  dZ: "dʒ",
  T: "θ",
  D: "ð",
  S: "ʃ",
  Z: "ʒ",
  N: "ŋ",
  J: "ɲ",
  "r\\": "ɹ",
  R: "ʁ",
  W: "ʍ",
  "?": "ʔ",
  C: "ç",
  K: "ɬ",
  "5": "ɫ",
  "4": "ɾ",
  '"': "ˈ",
  "%": "ˌ",
  "=": "",
};

/** CMU pronouncing dictionary (ARPAbet) -> IPA symbol. */
const CMU: Readonly<Record<string, string>> = {
  AA: "ɑ",
  AE: "æ",
  AH: "ʌ",
  AO: "ɔ",
  AW: "aʊ",
  AY: "aɪ",
  B: "b",
  CH: "tʃ",
  D: "d",
  DH: "ð",
  EH: "ɛ",
  ER: "ɝ",
  EY: "eɪ",
  F: "f",
  G: "ɡ",
  HH: "h",
  IH: "ɪ",
  IY: "iː",
  JH: "dʒ",
  K: "k",
  L: "l",
  M: "m",
  N: "n",
  NG: "ŋ",
  OW: "oʊ",
  OY: "ɔɪ",
  P: "p",
  R: "ɹ",
  S: "s",
  SH: "ʃ",
  T: "t",
  TH: "θ",
  UH: "ʊ",
  UW: "uː",
  V: "v",
  W: "w",
  Y: "j",
  Z: "z",
  ZH: "ʒ",
};

/** Splits at the longest known symbols; null when a symbol is neither known nor silent. */
function symbols(value: string, table: Readonly<Record<string, string>>, silent: RegExp | null): string[] | null {
  const found: string[] = [];
  for (let at = 0; at < value.length; ) {
    let length = Math.min(3, value.length - at);
    while (length > 0 && !Object.hasOwn(table, value.slice(at, at + length))) length--;
    if (length > 0) {
      found.push(table[value.slice(at, at + length)]!);
      at += length;
      continue;
    }
    const character = value[at]!;
    if (character === " ") found.push(" ");
    else if (silent === null) found.push(character);
    else if (!silent.test(character)) return null;
    at++;
  }
  return found;
}

const VOWEL = /^[aeiouyAEIOUV0-9@]/;

/** A word without a stress mark gets one before its first vowel: unstressed, it would be mumbled. "||" separates words. */
function fromIpa(value: string): string | null {
  const found = symbols(value.normalize("NFC").trim(), IPA, IPA_SILENT);
  const vowel = found?.findIndex((each) => VOWEL.test(each)) ?? -1;
  if (found === null || !found.some((each) => each !== " " && each !== "'" && each !== ",")) return null;
  if (vowel >= 0 && !found.includes("'")) found.splice(vowel, 0, "'");
  return found.map((each) => (each === " " ? "||" : each)).join("");
}

function fromCmu(value: string): string | null {
  const phones: { readonly ipa: string; readonly vowel: boolean; readonly stress: string }[] = [];
  for (const token of value
    .trim()
    .toUpperCase()
    .split(/[\s-]+/)) {
    const match = /^([A-Z]{1,2})([012])?$/.exec(token);
    const ipa = match === null ? undefined : CMU[match[1]!];
    if (match === null || ipa === undefined) return null;
    const stress = match[2] === "1" ? "ˈ" : match[2] === "2" ? "ˌ" : "";
    const unstressed = match[2] === "0";
    const reduced = unstressed && match[1] === "AH" ? "ə" : unstressed && match[1] === "ER" ? "ɚ" : ipa;
    phones.push({ ipa: reduced, vowel: match[2] !== undefined || /^[AEIOU]/.test(token), stress });
  }
  if (!phones.some((phone) => phone.vowel)) return null;
  return fromIpa(phones.map((phone) => phone.stress + phone.ipa).join(""));
}

/** The mnemonics between "[[" and "]]"; null when the value cannot be read. */
export function mnemonics(alphabet: "ipa" | "x-sampa" | "cmu", value: string): string | null {
  if (value.length > 500) return null;
  switch (alphabet) {
    case "ipa":
      return fromIpa(value);
    case "x-sampa": {
      const ipa = symbols(value, X_SAMPA, null);
      return ipa === null ? null : fromIpa(ipa.join(""));
    }
    case "cmu":
      return fromCmu(value);
  }
}
