// Random numbers that a seed determines (mulberry32, by Tommy Ettinger, public domain).

export interface Random {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  /** Text that does not compress well. */
  text(length: number): string;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return {
    below: (limit) => next() % limit,
    text: (length) => Array.from({ length }, () => String.fromCharCode(33 + (next() % 90))).join(""),
  };
}
