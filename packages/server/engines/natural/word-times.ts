// Which phones are which word's. A synthesiser gives the phones of a sentence with their times, but no words: the phones of
// each word alone are laid beside those of the sentence, and the cheapest alignment says where one word ends and the next
// begins. The times themselves are the synthesiser's own.

import type { Sentence, Token, TokenTime } from "./sentences.ts";

export interface Phone {
  /** Name in the synthesiser's set; SILENCE for silence. */
  readonly name: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export const SILENCE = "pau";

export interface WordPhones {
  /** The phones of each token as it is said alone. */
  of(tokens: readonly Token[]): readonly (readonly string[])[];
}

/** Names that begin like this are vowels, in a set that names them so; a vowel seldom stands for a consonant. */
const VOWEL = /^[aeiou]/;

/** Times of the sentence's tokens, in the order of the text. A token that got no phone has no time. */
export function timeTokens(sentence: Sentence, phones: readonly Phone[], alone: WordPhones): TokenTime[] {
  const spoken = phones.filter((phone) => phone.name !== SILENCE);
  const expected: { readonly phone: string; readonly token: number }[] = [];
  for (const [token, list] of alone.of(sentence.tokens).entries())
    for (const phone of list) expected.push({ phone, token });
  const tokenOf = align(
    expected.map(({ phone }) => phone),
    spoken.map(({ name }) => name),
  );
  const times: TokenTime[] = [];
  for (const [i, phone] of spoken.entries()) {
    const at = tokenOf[i];
    if (at === undefined || at < 0) continue;
    const { start, end } = sentence.tokens[expected[at]!.token]!;
    const last = times.at(-1);
    if (last !== undefined && last.start === start) times[times.length - 1] = { ...last, endSeconds: phone.endSeconds };
    else if (last === undefined || start >= last.end)
      times.push({ start, end, startSeconds: phone.startSeconds, endSeconds: phone.endSeconds });
  }
  return times;
}

/** For each heard phone the expected one that it stands for: the cheapest way by edit distance. */
function align(expected: readonly string[], heard: readonly string[]): number[] {
  const rows = expected.length + 1;
  const columns = heard.length + 1;
  const cost = new Float32Array(rows * columns);
  const move = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (row === 0 && column === 0) continue;
      const at = row * columns + column;
      let best = Number.POSITIVE_INFINITY;
      if (row > 0 && column > 0) {
        const [a, b] = [expected[row - 1]!, heard[column - 1]!];
        const same = a === b ? 0 : VOWEL.test(a) === VOWEL.test(b) ? 0.7 : 1.5;
        best = cost[at - columns - 1]! + same;
        move[at] = 0;
      }
      if (row > 0 && cost[at - columns]! + 1 < best) {
        best = cost[at - columns]! + 1;
        move[at] = 1;
      }
      if (column > 0 && cost[at - 1]! + 1 < best) {
        best = cost[at - 1]! + 1;
        move[at] = 2;
      }
      cost[at] = best;
    }
  }
  const result = new Array<number>(heard.length).fill(-1);
  let [row, column] = [rows - 1, columns - 1];
  while (row > 0 || column > 0) {
    const step = row === 0 ? 2 : column === 0 ? 1 : move[row * columns + column]!;
    // A phone that nothing expects belongs to the word before it.
    if (step === 2) result[column - 1] = row - 1;
    else if (step === 0) result[column - 1] = row - 1;
    if (step !== 2) row--;
    if (step !== 1) column--;
  }
  return result;
}
