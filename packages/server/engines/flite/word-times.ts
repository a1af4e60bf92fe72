// The phones of single words, as Flite reads them.

import type { WordPhones } from "../natural/word-times.ts";
import type { Flite } from "./flite-module.ts";

/** A word between two others in the requested list; no English word is pronounced like this. */
const DIVIDER = '<phoneme ph="zh zh zh">x</phoneme>';
const DIVIDER_PHONE = "zh";
const DIVIDER_LENGTH = 3;
/** Words whose phones are remembered. */
const MOST_REMEMBERED = 20_000;

export function createWordPhones(flite: Flite, mostRemembered = MOST_REMEMBERED): WordPhones {
  const known = new Map<string, readonly string[]>();
  return {
    of(tokens) {
      // Before the missing ones are counted: the words of this sentence stay known.
      if (known.size > mostRemembered) known.clear();
      const missing = [...new Set(tokens.filter((token) => token.phones === null).map((token) => token.spoken))].filter(
        (word) => !known.has(word),
      );
      if (missing.length > 0) {
        const lists = divided(flite.phones(missing.join(` ${DIVIDER} `)));
        // Were the list not of the wanted length, no word would get the phones of another one.
        for (const [i, word] of missing.entries()) known.set(word, lists.length === missing.length ? lists[i]! : []);
      }
      return tokens.map((token) =>
        token.phones === null
          ? (known.get(token.spoken) ?? [])
          : token.phones.split(" ").map((phone) => phone.replace(/[012]$/, "")),
      );
    },
  };
}

function divided(phones: readonly string[]): string[][] {
  const lists: string[][] = [[]];
  let run = 0;
  for (const phone of phones) {
    if (phone === "pau") continue;
    if (phone === DIVIDER_PHONE) {
      run++;
      if (run === DIVIDER_LENGTH) {
        lists.push([]);
        run = 0;
      }
      continue;
    }
    for (; run > 0; run--) lists.at(-1)!.push(DIVIDER_PHONE);
    lists.at(-1)!.push(phone);
  }
  for (; run > 0; run--) lists.at(-1)!.push(DIVIDER_PHONE);
  return lists;
}
