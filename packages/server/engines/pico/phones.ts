// Pronunciations in IPA, X-SAMPA and CMU's ARPAbet as the X-SAMPA that Pico's markup takes.

import type { SpeakRequest } from "../engine.ts";
import type { PicoBase } from "./languages.ts";

/** IPA -> X-SAMPA, for the sounds of Pico's languages (J. C. Wells, "Computer-coding the IPA", 1995). */
const IPA: Readonly<Record<string, string>> = {
  ɑ: "A",
  ɐ: "6",
  æ: "{",
  ɔ: "O",
  ə: "@",
  ɛ: "E",
  ɪ: "I",
  ø: "2",
  œ: "9",
  ʊ: "U",
  ʏ: "Y",
  ʌ: "V",
  ɡ: "g",
  ç: "C",
  ʃ: "S",
  ʒ: "Z",
  ŋ: "N",
  ɲ: "J",
  ʁ: "R",
  ʀ: "R",
  ɾ: "r",
  θ: "T",
  ð: "D",
  ʎ: "L",
  ɥ: "H",
  ʔ: "?",
  β: "B",
  ɣ: "G",
  χ: "x",
  ʝ: "j\\",
  ː: ":",
  "\u0303": "~",
  ˈ: '"',
  ˌ: "%",
  "͡": "",
  "‿": "",
  ".": ".",
};

/** Sounds of each language that Pico takes, longest first, in X-SAMPA. */
const SOUNDS: Readonly<Record<PicoBase, string>> = {
  de: "aI aU OY a: e: E: i: o: 2: u: y: pf ts tS dZ A a E e I i O o U u Y y 9 2 6 @ p b t d k g f v s z S Z C x h m n N l R r j ?",
  fr: "a~ e~ o~ 9~ A a E e i O o u y 2 9 @ p b t d k g f v s z S Z m n J N l R j w H",
  es: "tS a e i o u j w p b t d k g B D G f T s x z m n J N l L r rr j\\",
  it: "ts dz tS dZ a e E i o O u j w p b t d k g f v s z S m n J N l L r",
};

/** CMU's English phones: what comes nearest, the first that the language has. */
const CMU: Readonly<Record<string, string>> = {
  AA: "A a",
  AE: "E a",
  AH: "@ a",
  AO: "O o",
  AW: "aU au",
  AY: "aI aj ai",
  EH: "E e",
  ER: "9 2 e",
  EY: "e: e",
  IH: "I i",
  IY: "i: i",
  OW: "o: o",
  OY: "OY oj oi",
  UH: "U u",
  UW: "u: u",
  B: "b",
  CH: "tS",
  D: "d",
  DH: "D d",
  F: "f",
  G: "g",
  HH: "h x",
  JH: "dZ Z j",
  K: "k",
  L: "l",
  M: "m",
  N: "n",
  NG: "N n",
  P: "p",
  R: "R r",
  S: "s",
  SH: "S s",
  T: "t",
  TH: "T t",
  V: "v B",
  W: "w u v",
  Y: "j i",
  Z: "z s",
  ZH: "Z S s",
};

const MARKS = new Set(['"', "%", "."]);

/** X-SAMPA in which every sound is one of the language's; null when a sound is none. */
export function picoPhones(
  base: PicoBase,
  alphabet: SpeakRequest["pronunciations"][number]["alphabet"],
  value: string,
): string | null {
  const sounds = SOUNDS[base].split(" ");
  const written =
    alphabet === "ipa" ? xsampaOf(value) : alphabet === "cmu" ? nearest(value, sounds) : value.replace(/\s+/g, "");
  if (written === null) return null;
  let phones = "";
  let said = false;
  for (let at = 0; at < written.length; ) {
    if (MARKS.has(written[at]!)) {
      phones += written[at]!;
      at++;
      continue;
    }
    const sound = sounds.filter((one) => written.startsWith(one, at)).sort((a, b) => b.length - a.length)[0];
    if (sound === undefined) return null;
    phones += sound;
    said = true;
    at += sound.length;
    // A language without long vowels reads a long one as a short one.
    if (written[at] === ":") at++;
  }
  return said ? phones.replaceAll('"', "&quot;") : null;
}

function xsampaOf(value: string): string {
  let written = "";
  for (const character of value.normalize("NFD").replaceAll("c\u0327", "ç").replace(/\s+/g, ""))
    written += IPA[character] ?? character;
  return written;
}

/** English phones by the sounds of a language; null when one has none. */
function nearest(value: string, sounds: readonly string[]): string | null {
  let written = "";
  for (const phone of value.trim().toUpperCase().split(/\s+/)) {
    const [, name = "", stress = ""] = /^([A-Z]{1,2})([012]?)$/.exec(phone) ?? [];
    const choices = CMU[name]?.split(" ") ?? [];
    const sound = choices.find((one) => sounds.includes(one) || [...one].every((part) => sounds.includes(part)));
    // Spanish and Italian have no sound like the English h: it is silent.
    if (sound === undefined && name !== "HH") return null;
    written += (stress === "1" ? '"' : "") + (sound ?? "");
  }
  return written;
}
