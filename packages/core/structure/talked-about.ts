// People who are only talked about: if the neighbouring lines mention a person without an address, this person is rarely present.

import type { Cast } from "./cast.ts";
import type { Line } from "./line.ts";
import type { Reading } from "./subjects.ts";

/** Lines to either side in which mentions count. */
const MENTION_REACH = 3;

/** How many of the neighbouring lines mention a person without an address. */
export function mentionedBeside(
  lines: readonly Line[],
  cast: Cast,
  reading: Reading,
): (line: number, person: number) => number {
  const { mentions } = reading;
  const stated = lines.map((line) => {
    const people = new Set<number>();
    for (const span of line.spanTokens) {
      for (let token = span.from; token < span.to; token++) {
        const mention = mentions.at[token]!;
        if (mention >= 0) people.add(cast.ofForm[mentions.form[mention]!]!);
      }
    }
    for (const mention of line.called.mentions) people.delete(cast.ofForm[mentions.form[mention]!]!);
    return people;
  });
  const counts: (ReadonlyMap<number, number> | undefined)[] = new Array(lines.length);
  const countsOf = (line: number): ReadonlyMap<number, number> => {
    const own = new Map<number, number>();
    for (
      let other = Math.max(0, line - MENTION_REACH);
      other <= Math.min(lines.length - 1, line + MENTION_REACH);
      other++
    ) {
      if (other !== line) for (const person of stated[other]!) own.set(person, (own.get(person) ?? 0) + 1);
    }
    return own;
  };
  return (line, person) => {
    counts[line] ??= countsOf(line);
    return counts[line].get(person) ?? 0;
  };
}
