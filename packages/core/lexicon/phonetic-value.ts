// Whether a value can be a pronunciation in its alphabet. What an engine has no sound for is no fault of the value: the engine
// reports that on the line.

import type { PronunciationAlphabet } from "../document/document.ts";

/** The phones of the CMU pronouncing dictionary. */
export const CMU_VOWELS = "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split(" ");
export const CMU_CONSONANTS = "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split(" ");

/** Letters, diacritics, stress, length, tone, breaks and brackets of the IPA, and "'", "," and ":" as they are often typed for ˈ, ˌ and ː. */
const IPA_SYMBOL =
  /[a-z\u0250-\u02ff\u1d00-\u1dbfæçðøœħŋβθχǀǁǂǃⱱⁿ\p{M}‿↑↓↗↘\ua700-\ua71f¹²³⁴⁵⁶.|‖/[\]()'’,:\-\s\u200c\u200d]/u;
const IPA_SOUND = /[\p{Ll}\p{Lo}]/u;
const X_SAMPA_SYMBOL = /[a-zA-Z0-9"%&{}@=~_\\`:!|<>^.'?/[\]()+\-\s]/u;
const X_SAMPA_SOUND = /[a-zA-Z1-9@{}&?]/u;

const SHOWN_CHARACTERS = 60;

/** What is wrong with a value, as "must …"; null when nothing is. */
export function faultOfPronunciation(alphabet: PronunciationAlphabet, value: string): string | null {
  switch (alphabet) {
    case "alias":
      return null;
    case "ipa":
      return faultOfSymbols(value, IPA_SYMBOL, IPA_SOUND, "IPA symbols, for example həˈloʊ");
    case "x-sampa":
      return faultOfSymbols(value, X_SAMPA_SYMBOL, X_SAMPA_SOUND, 'X-SAMPA symbols, for example h@"loU');
    case "cmu":
      return faultOfPhones(value);
  }
}

function faultOfSymbols(value: string, symbol: RegExp, sound: RegExp, what: string): string | null {
  const wrong = [...value.normalize("NFD")].find((character) => !symbol.test(character));
  if (wrong !== undefined) return `must be written in ${what}; “${shown(value)}” has ${named(wrong)}`;
  return sound.test(value) ? null : `must be written in ${what}; “${shown(value)}” has no sound`;
}

function faultOfPhones(value: string): string | null {
  const what = "must be written in phones of the CMU dictionary, for example HH AH0 L OW1";
  const phones = value.trim().split(/[\s-]+/u);
  const wrong = phones.find((phone) => !isPhone(phone.toUpperCase()));
  if (wrong !== undefined) return `${what}; “${shown(value)}” has “${shown(wrong)}”`;
  const hasVowel = phones.some((phone) => CMU_VOWELS.includes(phone.toUpperCase().replace(/[012]$/u, "")));
  return hasVowel ? null : `${what}; “${shown(value)}” has no vowel`;
}

const isPhone = (phone: string) => CMU_CONSONANTS.includes(phone) || CMU_VOWELS.includes(phone.replace(/[012]$/u, ""));

function shown(value: string): string {
  const characters = [...value];
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join("")}…` : value;
}

/** A character with its number, because some look alike or cannot be seen. */
function named(character: string): string {
  const number = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{C}\p{Z}]/u.test(character) ? number : `“${character}” (${number})`;
}
