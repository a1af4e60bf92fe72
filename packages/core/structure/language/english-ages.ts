// English: words that state an age.

import type { AgeWords } from "./language.ts";

const NUMBERS = `
  one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen twenty
`
  .trim()
  .split(/\s+/);

const TENS = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

export const ENGLISH_AGES: AgeWords = {
  adjectives: new Map([
    ["old", "old"],
    ["aged", "old"],
    ["elderly", "old"],
    ["ancient", "old"],
    ["venerable", "old"],
    ["white-haired", "old"],
    ["grey-haired", "old"],
    ["gray-haired", "old"],
    ["little", "child"],
    ["wee", "child"],
    ["young", "young"],
  ]),
  numbers: new Map<string, number>([
    ...NUMBERS.map((word, index): [string, number] => [word, index + 1]),
    ...TENS.map((word, index): [string, number] => [word, (index + 3) * 10]),
  ]),
  years: new Set(["years", "year", "summers", "winters"]),
  naming: new Set(["called", "named", "christened"]),
  being: new Set(["was", "is", "were", "be", "being"]),
  aged: new Set(["aged", "turned", "turning"]),
  bridges: new Set(
    "was is were be being who had has just only now then about nearly almost barely hardly still already aged turned turning not yet some".split(
      " ",
    ),
  ),
};
