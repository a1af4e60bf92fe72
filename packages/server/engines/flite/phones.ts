// Pronunciations in IPA, X-SAMPA and CMU's ARPAbet as the phones that Flite's SSML takes.

import { mnemonics } from "../espeak/pronunciation.ts";

/** Mnemonic of the shared reader of pronunciations -> phones of Flite's US set; vowels are marked by "#" for their stress. */
const PHONES: Readonly<Record<string, readonly string[]>> = {
  "i:": ["iy#"],
  i: ["iy#"],
  I: ["ih#"],
  eI: ["ey#"],
  E: ["eh#"],
  "e@": ["eh#", "r"],
  a: ["ae#"],
  "A:": ["aa#"],
  "0": ["aa#"],
  "O:": ["ao#"],
  OI: ["oy#"],
  oU: ["ow#"],
  U: ["uh#"],
  "u:": ["uw#"],
  V: ["ah#"],
  "3:": ["er#"],
  "3": ["er#"],
  "@": ["ax#"],
  "a#": ["ax#"],
  aI: ["ay#"],
  aU: ["aw#"],
  "i@3": ["ih#", "r"],
  "U@": ["uh#", "r"],
  "@l": ["ax#", "l"],
  "@n": ["ax#", "n"],
  "@m": ["ax#", "m"],
  nj: ["n", "y"],
  p: ["p"],
  b: ["b"],
  t: ["t"],
  d: ["d"],
  k: ["k"],
  g: ["g"],
  tS: ["ch"],
  dZ: ["jh"],
  f: ["f"],
  v: ["v"],
  T: ["th"],
  D: ["dh"],
  s: ["s"],
  z: ["z"],
  S: ["sh"],
  Z: ["zh"],
  h: ["hh"],
  x: ["k"],
  C: ["hh"],
  m: ["m"],
  n: ["n"],
  N: ["ng"],
  l: ["l"],
  r: ["r"],
  j: ["y"],
  w: ["w"],
  "?": [],
  "||": [],
};
const LONGEST = 3;

/** Phones separated by spaces, e.g. "t ax0 m aa1 t ow0"; null when the value cannot be read. */
export function flitePhones(alphabet: "ipa" | "x-sampa" | "cmu", value: string): string | null {
  const written = mnemonics(alphabet, value);
  if (written === null) return null;
  const phones: string[] = [];
  let stressed = false;
  for (let at = 0; at < written.length; ) {
    const mark = written[at];
    if (mark === "'" || mark === ",") {
      stressed = mark === "'";
      at++;
      continue;
    }
    let length = Math.min(LONGEST, written.length - at);
    while (length > 0 && !Object.hasOwn(PHONES, written.slice(at, at + length))) length--;
    if (length === 0) return null;
    for (const phone of PHONES[written.slice(at, at + length)]!) {
      phones.push(phone.replace("#", stressed ? "1" : "0"));
      if (phone.endsWith("#")) stressed = false;
    }
    at += length;
  }
  return phones.length === 0 ? null : phones.join(" ");
}
