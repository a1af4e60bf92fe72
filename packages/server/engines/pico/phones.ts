// Pronunciations in IPA, X-SAMPA and CMU's ARPAbet in the spelling of Pico's markup.

import type { SpeakRequest } from "../engine.ts";
import type { PicoBase } from "./languages.ts";

/** IPA -> X-SAMPA, for the sounds of Pico's languages (J. C. Wells, "Computer-coding the IPA", 1995). */
const IPA: Readonly<Record<string, string>> = {
  ɑ: "A",
  ɐ: "6",
  ɒ: "Q",
  ɜ: "3",
  ɝ: "3:",
  ɚ: "@",
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
  ɾ: "4",
  ɹ: "r\\",
  ɫ: "l",
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
  // A vowel that makes no syllable, and a consonant that makes one.
  "\u032f": "_^",
  "\u0329": "",
  ˈ: '"',
  ˌ: "%",
  "͡": "",
  "‿": "",
  ".": ".",
};

/**
 * The sounds of each language in X-SAMPA, each with Pico's own spelling where that is another one ("aI=a_I"): Pico writes one sound
 * with a tie and drops what it does not know. A sound that a language lacks stands here only if its speakers put another one
 * in its place.
 */
const SOUNDS: Readonly<Record<PicoBase, string>> = {
  en: `eI=e_I aI=a_I OI=O_I @U=@_U oU=@_U aU=a_U I@=I_@ e@=e_@ E@=e_@ U@=U_@ i: i=i: A: A=A: O: O=O: u: u=u: 3: 3=3: { a={ I E e=E Q
    V 6=@ U @ tS=t_S dZ=d_Z p b t 4=t d k x=k g f v T D s z S Z h m n N l r\\=r\\\\ r=r\\\\ R=r\\\\ j w`,
  de: `aI=a_I aU=a_U OY=O_Y OI=O_Y a~:=a~: a~=a~: A~=a~: o~:=o~: o~=o~: O~=o~: E~:=E~: E~=E~: e~=E~: a: A:=a: e: E: i: o: 2: u: y:
    pf=p_f ts=t_s tS=t_S dZ=d_Z A=a a E e I i O o U u Y y 9 2 6 6_^ @ p b t d k g f v w=v s z S Z C x h m n N l R r=R r\\=R 4=R j ?`,
  fr: "A~ a~=A~ E~ e~=E~ O~ o~=O~ 9~ A=a a E e i O o u y 2 9 @ p b t d k g f v s z S Z m n J N l R r=R r\\=R 4=R j w H",
  es: "tS=t_S a E=e e i i_^=j O=o o u u_^ j w=u_^ p b t d k g B D G f T s z=s S=s x h=x m n J N l L r=rr 4 r\\=4 rr j\\=j\\\\",
  it: `ts=t_s dz=d_z tS=t_S dZ=d_Z ts:=t_s: dz:=d_z: tS:=t_S: dZ:=d_Z: a e E i o O=O: u a: e: E: i: o: O: u: u_^ i_^ j=i_^ w=u_^
    p b t d k g f v s z S m n J N l L p: b: t: d: k: g: f: v: s: S: m: n: J: l: L: r=4 4 r\\=4 rr r:=rr`,
};

/** Pico's spelling by sound, the longest sound first. */
const SPELLINGS = new Map(
  Object.entries(SOUNDS).map(([base, list]) => [
    base,
    list
      .split(/\s+/)
      .map((entry) => entry.split("=") as [sound: string, spelling?: string])
      .map(([sound, spelling = sound]) => ({ sound, spelling }))
      .sort((a, b) => b.sound.length - a.sound.length),
  ]),
);

/** The sounds of a language. */
export const soundsOf = (base: PicoBase): readonly string[] => SPELLINGS.get(base)!.map(({ sound }) => sound);

/** CMU's English phones, and unstressed ones where they differ: what comes nearest, the first that the language has. */
const CMU: Readonly<Record<string, string>> = {
  AA: "A: A a",
  AE: "{ E a",
  AH: "V a",
  AH0: "@ a",
  AO: "O: O o",
  AW: "aU au",
  AY: "aI aj ai",
  EH: "E e",
  ER: "3: 9 2 e",
  EY: "eI e: e",
  IH: "I i",
  IY: "i: i",
  OW: "@U o: o",
  OY: "OI OY oj oi",
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
  R: "r",
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

/** A pronunciation in Pico's X-SAMPA; null when a sound is none of the language's. */
export function picoPhones(
  base: PicoBase,
  alphabet: SpeakRequest["pronunciations"][number]["alphabet"],
  value: string,
): string | null {
  const parts =
    alphabet === "cmu"
      ? nearest(value, soundsOf(base))
      : [alphabet === "ipa" ? xsampaOf(value) : value.replace(/\s+/g, "")];
  let phones = "";
  for (const part of parts ?? []) {
    const spelled = spelledBy(base, part);
    if (spelled === null) return null;
    phones += spelled;
  }
  return [...phones].every((character) => MARKS.has(character)) ? null : phones;
}

/** X-SAMPA in Pico's spelling. */
function spelledBy(base: PicoBase, written: string): string | null {
  let phones = "";
  for (let at = 0; at < written.length; ) {
    if (MARKS.has(written[at]!)) {
      phones += written[at]!;
      at++;
      continue;
    }
    const found = SPELLINGS.get(base)!.find(({ sound }) => written.startsWith(sound, at));
    if (found === undefined) return null;
    phones += found.spelling;
    at += found.sound.length;
    // A language without long vowels reads a long one as a short one, and likewise one that makes no syllable.
    if (written[at] === ":") at++;
    if (written.startsWith("_^", at)) at += 2;
  }
  return phones;
}

function xsampaOf(value: string): string {
  let written = "";
  for (const character of value.normalize("NFD").replaceAll("c\u0327", "ç").replace(/\s+/g, ""))
    written += IPA[character] ?? character;
  return written;
}

/** English phones by the sounds of a language; null when one has none. */
function nearest(value: string, sounds: readonly string[]): readonly string[] | null {
  const written: string[] = [];
  for (const phone of value.trim().toUpperCase().split(/\s+/)) {
    const [, name = "", stress = ""] = /^([A-Z]{1,2})([012]?)$/.exec(phone) ?? [];
    const choices = (CMU[name + stress] ?? CMU[name])?.split(" ") ?? [];
    const sound = choices.find((one) => sounds.includes(one) || [...one].every((part) => sounds.includes(part)));
    // French and Italian have no sound like the English h: it is silent.
    if (sound === undefined && name !== "HH") return null;
    written.push((stress === "1" ? '"' : "") + (sound ?? ""));
  }
  return written;
}
